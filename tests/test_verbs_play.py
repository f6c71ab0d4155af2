"""`kaiju play`: the story of a random game, and a person at the table."""

from __future__ import annotations

import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from rich.console import Console

import oracle
from oracle.kernel.driver import play_out
from oracle.verbs.person import Person, Quit
from oracle.verbs.session import Session
from oracle.verbs.telling import Teller
from told import expect_told
from typed import scripted

GAME = "mindbug/first-contact"


@pytest.fixture(scope="module")
def ruleset():
    return oracle.load(GAME)


# --- left to chance -----------------------------------------------------------------------------


def test_the_same_seed_tells_the_same_game(kaiju):
    first, second = (kaiju("play", GAME, "--auto", "--seed", 7) for _ in range(2))
    assert first.exit_code == 0
    assert first.output == second.output
    assert first.output != kaiju("play", GAME, "--auto", "--seed", 8).output
    assert f"Seed 7. The same game again: kaiju play {GAME} --auto --seed 7" in first.output
    assert re.search(r"(Player [12] wins: |The game is a draw)", first.output.splitlines()[-1])


def test_without_a_terminal_every_seat_plays_at_random(kaiju):
    result = kaiju("play", GAME, "--seed", 7, input="")
    assert result.exit_code == 0
    story = kaiju("play", GAME, "--auto", "--seed", 7).output
    assert result.output.splitlines()[1:] == story.splitlines()[1:]


def test_a_seed_that_is_not_given_is_printed(kaiju):
    result = kaiju("play", GAME, "--auto")
    seed = re.match(r"Seed (\d+)\.", result.output)[1]
    assert kaiju("play", GAME, "--auto", "--seed", seed).output == result.output


def test_it_is_the_game_of_the_random_driver(kaiju, ruleset):
    for seed in (1, 2, 3):
        state = ruleset.start().state
        play_out(ruleset.machine, state, seed, 10_000)
        told = kaiju("play", GAME, "--auto", "--seed", seed).output.splitlines()[-1]
        assert told.startswith(f"Player {state.pending[1] + 1} wins")


def test_rules_are_named_on_demand(kaiju):
    assert "mb.setup.deal" not in kaiju("play", GAME, "--auto", "--seed", 7).output
    assert "mb.setup.deal" in kaiju("play", GAME, "--auto", "--seed", 7, "--rules").output


def test_cards_of_ones_own_join_the_game(kaiju, tmp_path):
    cards = tmp_path / "my.cards"
    cards.write_text('creature kraken "Kraken" x90\n  power 9\n', encoding="utf-8")
    result = kaiju("play", GAME, "--auto", "--seed", 7, "--cards", cards)
    assert "Kraken" in result.output
    assert f"--cards {cards}" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mindbug/first-contract"], "Did you mean mindbug/first-contact?"),
        ([GAME, "--cards", "none.cards"], "none.cards"),
        ([GAME, "--option", "hunter"], "Write NAME=ANSWER"),
        ([GAME, "--option", "mb.option.hunter-choise=declaration"], "mb.option.hunter-choice"),
        ([GAME, "--seed", "-3"], "--seed"),
        ([], "RULESET"),
    ],
)
def test_a_wrong_argument_is_told(kaiju, arguments, message):
    result = kaiju("play", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("mindbug/king-of-tokyo", ["A die of ", " applies ", " buys ", "the power row"]),
        ("mindbug/beyond-eternity", [" boosts ", "from under its creature"]),
        ("mindbug/beyond-evolution", ["Cloud Lady is now Typhoon Princess", "uses the action"]),
    ],
)
def test_what_the_sets_bring_is_told(kaiju, game, told):
    stories = ""
    for seed in range(25):
        stories += kaiju("play", game, "--auto", "--seed", seed).output
        if all(words in stories for words in told):
            break
    assert [words for words in told if words not in stories] == []
    assert "applie " not in stories
    assert " of you" not in stories


# --- a person -----------------------------------------------------------------------------------


class Table:
    """A person whose lines come from a function, and everything they are shown."""

    def __init__(self, ruleset, seed, read):
        self.shown = io.StringIO()
        console = Console(file=self.shown, width=100, highlight=False)
        texts = dict.fromkeys(["mb.mindbug.offer"], "the text of the rule")
        self.person = Person("p1", console, read, lambda: texts)
        self.told = []
        position = ruleset.start()
        self.session = Session(position, seed, self.show, 10_000, self.person)
        self.position = position

    def show(self, kind, text, rules):
        self.told.append(text)
        self.shown.write(f"{text}\n")

    def run(self):
        with suppress(Quit):
            self.session.run()
        return self.shown.getvalue()


def typing_numbers(seed):
    """A person who types numbers at random until one is taken."""
    rng = random.Random(seed)

    def read(prompt):
        return " ".join(str(rng.randint(1, 7)) for _ in range(rng.choice([1, 1, 1, 2])))

    return read


@pytest.mark.parametrize("seed", range(1, 11))
def test_a_person_hears_no_card_that_the_seat_has_not_seen(ruleset, seed):
    names = {card.name: id for id, card in ruleset.cards.items()}
    seen: set[str] = set()
    table = Table(ruleset, seed, typing_numbers(seed))
    answer = table.session._answer

    def watched(number):
        events = answer(number)
        seen.update(table.position.view("p1")["cards"].values())
        # What is revealed openly has been seen even if it goes back at once.
        seen.update(
            table.position.card(event.data["card"]) for event in events if event.kind == "reveal"
        )
        return events

    table.session._answer = watched
    place = 0
    tell = table.session._tell

    def checked(events):
        nonlocal place
        tell(events)
        text = table.shown.getvalue()
        for name, id in names.items():
            if name in text[place:]:
                assert id in seen, f"{name} was told"
        place = len(text)

    table.session._tell = checked
    table.run()
    assert table.position.over is not None
    assert "The opponent draws" in table.shown.getvalue()


@pytest.mark.parametrize("seed", range(1, 6))
def test_draws_of_the_opponent_are_only_counted(ruleset, seed):
    table = Table(ruleset, seed, typing_numbers(seed))
    table.run()
    for text in table.told:
        if text.startswith("The opponent draws"):
            assert re.fullmatch(r"The opponent draws (a card|\d cards)\.", text)
        if "dealt" in text:
            assert re.fullmatch(r"(You are|The opponent is) dealt 10 cards\.", text)


def test_a_stolen_card_is_known_to_both_and_a_top_card_to_one(project):
    probes = project / "conformance" / "scenarios" / "mindbug" / "probes.cards"
    ruleset = oracle.load(GAME, cards=[probes])
    position = ruleset.setup(
        {
            "players": {
                "p1": {"hand": [{"h": "#1", "card": "plain-one"}], "mindbugs": 0},
                "p2": {"hand": [{"h": "#2", "card": "probe-digger"}], "mindbugs": 0},
            },
            "unused": [{"h": "#3", "card": "gorillion"}],
            "turn": "p2",
        }
    )
    mine, theirs = Teller(position, "p1"), Teller(position, "p2")
    for teller in (mine, theirs):
        list(teller.tell(position, position.events))
    position.advance({"play": "#2"})
    for teller in (mine, theirs):
        list(teller.tell(position, position.events))
    events = position.advance({"reveal": "#3"})
    assert "The opponent takes a card into hand." in [
        line.text for line in mine.tell(position, events)
    ]
    assert "You take Gorillion into hand." in [line.text for line in theirs.tell(position, events)]


def test_a_person_may_ask_before_deciding(ruleset):
    # With seed 5 the opponent begins and plays a card, so the first choice is about a Mindbug.
    table = Table(ruleset, 5, scripted("h", "?", "w", "w 1", "w 9", "b", "d", "9", "x", "1 2", ""))
    shown = table.run()
    assert "Use a Mindbug to take it?" in shown
    assert "1  use a Mindbug" in shown
    assert "mb.play.card, mb.play.show" in shown  # ? names the rules of what happened
    expect_told(
        shown,
        "mb.mindbug.offer  the text of the rule",
        "possible: It is one of the 2 options.",
        "9 is neither a choice nor a creature in play.",
        "Your discard pile: empty",
        "9 is no choice: type a number from 1 to 2, or h for help.",
        "x is no choice",
        "Type one number, or h for help.",
    )
    assert table.position.decision.kind == "mindbug"  # nothing was decided; EOF ends the game


def test_a_person_may_ask_why_a_power_is_so(ruleset):
    table = Table(ruleset, 5, scripted("1", "w snail", "q"))
    assert "power: 9 = 9 printed" in table.run()


def test_a_forced_answer_is_told_and_not_asked(ruleset):
    position = ruleset.setup(
        {"players": {"p2": {"play": [{"h": "#1", "card": "gorillion"}]}}, "turn": "p2"}
    )
    position.advance({"attack": "#1"})
    shown = io.StringIO()
    person = Person("p1", Console(file=shown), scripted(), dict)
    assert person.decide(position) == {"decline": True}
    assert shown.getvalue() == "You have no choice: do not block.\n"


def test_why_tells_what_keeps_creatures_from_blocking(ruleset):
    position = ruleset.setup(
        {
            "players": {
                "p1": {
                    "play": [{"h": "#1", "card": "killer-bee"}, {"h": "#2", "card": "gorillion"}]
                },
                "p2": {"play": [{"h": "#3", "card": "bee-bear"}]},
            },
            "turn": "p2",
        }
    )
    shown = io.StringIO()
    person = Person("p1", Console(file=shown, width=200), scripted("w", "2"), dict)
    position.advance({"attack": "#3"})
    assert person.decide(position) == {"decline": True}
    assert "not possible: Killer Bee cannot block Bee Bear" in shown.getvalue()
    assert "Gorillion cannot" not in shown.getvalue()


def test_several_are_chosen_by_their_numbers(ruleset):
    hand = ["gorillion", "luchataur", "bee-bear"]
    position = ruleset.setup(
        {
            "players": {
                "p1": {"hand": [{"h": f"#{n}", "card": card} for n, card in enumerate(hand, 1)]},
                "p2": {"hand": [{"h": "#9", "card": "ferret-bomber"}]},
            },
            "turn": "p2",
        }
    )
    position.advance({"play": "#9"})
    position.advance({"decline": True})
    shown = io.StringIO()
    person = Person("p1", Console(file=shown, width=100), scripted("1", "1 1", "3,1"), dict)
    assert person.decide(position) == {"choose": ["#3", "#1"]}
    assert shown.getvalue().count("Type 2 different numbers.") == 2
    assert "Ferret Bomber: choose 2." in shown.getvalue()


# --- a real terminal ----------------------------------------------------------------------------


class Terminal:
    """`kaiju play` in a pseudo-terminal."""

    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        program = "from conformance.cli import main; main(prog_name='kaiju')"
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, "play", GAME, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
        )
        os.close(slave)
        self.output = ""

    def until(self, text):
        end = time.monotonic() + 60
        while text not in self.output:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} did not come:\n{self.output}"
            try:
                self.output += os.read(self.master, 65536).decode(errors="replace")
            except OSError:
                break
        assert text in self.output
        return self

    def type(self, text):
        os.write(self.master, text.encode())
        return self

    def exit_code(self):
        code = self.process.wait(timeout=60)
        os.close(self.master)
        return code


@pytest.mark.slow
def test_a_person_plays_in_a_terminal_and_quits():
    terminal = Terminal("--seed", "5").until("> ")
    terminal.type("1\n").until("You take Snail Hydra with a Mindbug.")
    terminal.type("q\n").until("You stop here.")
    assert terminal.exit_code() == 0


@pytest.mark.slow
def test_the_end_of_input_ends_the_game_cleanly():
    terminal = Terminal("--seed", "5").until("> ")
    terminal.type("\x04").until("You stop here.")
    assert terminal.exit_code() == 0


@pytest.mark.slow
def test_ctrl_c_stops_the_game_cleanly():
    terminal = Terminal("--seed", "5").until("> ")
    for _ in range(20):  # a signal just before the wait for a line is not heard
        terminal.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            terminal.process.wait(timeout=3)
            break
    terminal.until("stopped")
    assert terminal.exit_code() == 130
    assert "Traceback" not in terminal.output


# --- a person with the cards of all sets --------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("mindbug/king-of-tokyo", ["Power cards  deck", "energy ", "1 die", "roll the first die"]),
        ("mindbug/beyond-eternity", ["boosted by", "choose one", "name a keyword"]),
        ("mindbug/beyond-evolution", ["stage 1", "stage 2", "use the action of", "or use an"]),
        ("mindbug/all", ["Power discard pile", "your discard pile"]),
    ],
)
def test_a_person_sees_what_the_sets_bring(game, shown):
    rules, seen = oracle.load(game), ""
    for seed in range(25):
        chance = random.Random(seed)
        table = Table(rules, seed, lambda _: typed(table.position.decision, chance))  # noqa: B023
        seen += table.run()
        if all(words in seen for words in shown):
            return
    assert [words for words in shown if words not in seen] == []


def typed(decision, chance):
    """A line as a curious person types it."""
    if not chance.randrange(4):
        return chance.choice(["w", "d", "b", "w 1"])
    if not decision.factored:
        return str(chance.randint(1, len(decision.options)))
    several = range(1, len(decision.candidates) + 1)
    count = chance.randint(decision.least, decision.most)
    return " ".join(map(str, chance.sample(several, count)))
