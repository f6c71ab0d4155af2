"""King of Tokyo played, watched and asked about: `kaiju play` and `kaiju explain`."""

from __future__ import annotations

import io
import json
import random
import re
from contextlib import suppress

import pytest
from rich.console import Console

import oracle
from oracle.kernel.driver import mixed, play_out, random_answer
from oracle.verbs.person import Person, Quit
from oracle.verbs.session import Session
from oracle.verbs.telling import Teller
from told import expect_told
from typed import scripted

GAME = "tokyo/current"


def card(handle, name, counters=0):
    return {"h": handle, "card": name, "counters": counters}


# --- watched ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_same_seed_tells_the_same_game(kaiju, players):
    first, second = (
        kaiju("play", GAME, "--players", players, "--auto", "--seed", 7) for _ in range(2)
    )
    assert first.exit_code == 0
    assert first.output == second.output
    again = f"kaiju play {GAME} --players {players} --auto --seed 7"
    assert first.output.startswith(f"Seed 7. The same game again: {again}\n")
    assert f"Monster {players} rolls " in first.output
    assert f"Monster {players + 1} " not in first.output
    assert re.search(r"(wins with \d+ stars|wins as the last monster left)\.$", first.output)


def test_four_play_unless_somebody_says_how_many(kaiju):
    told = kaiju("play", GAME, "--auto", "--seed", 1).output
    assert "--players 4" in told
    assert "Monster 4 rolls " in told


def test_it_is_the_game_of_the_random_driver(kaiju, rulesets):
    for seed in (1, 2, 3):
        state = rulesets[3].start().state
        play_out(rulesets[3].machine, state, seed, 20_000)
        last = kaiju("play", GAME, "--players", 3, "--auto", "--seed", seed).output.splitlines()[-1]
        assert last.startswith(f"Monster {state.pending[1] + 1} wins")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([GAME, "--players", 7], "--players: tokyo/current is played by 2 to 6, not by 7"),
        ([GAME, "--players", 1], "Say a number of 2 to 6."),
        (["mindbug/first-contact", "--players", 3], "is played by 2, not by 3"),
        ([GAME, "--players", "many"], "--players"),
    ],
)
def test_a_wrong_number_of_players_is_told(kaiju, arguments, message):
    result = kaiju("play", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_number_that_is_not_open_may_be_said(kaiju):
    said = kaiju("play", "mindbug/first-contact", "--players", 2, "--auto", "--seed", 7).output
    assert said == kaiju("play", "mindbug/first-contact", "--auto", "--seed", 7).output


UNGRAMMATICAL = re.compile(
    r"(?<!monster )\b1 (stars|hearts|claws|dice|rerolls|tokens|ones|twos|threes)\b"
    r"|(?<!monster )\b([02-9]|\d\d) (star|heart|claw|reroll|one|two|three)\b"
    r"|\byou (is|has|was|[a-z]+(?<!s)s) |\byou's\b|\bof you\b"
    r"|\bmonster \d (reroll|gain|lose|roll|pay) |None|\{|  ",
    re.IGNORECASE,
)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_story_is_told_in_sentences(rulesets, players):
    for seed in range(4):
        for listener in (None, "p1"):
            person = None if listener is None else Listening(typing_at_random(seed))
            told = []
            session = Session(
                rulesets[players].start(),
                seed,
                lambda kind, text, rules: told.append(text),  # noqa: B023
                20_000,
                person,
            )
            session.run()
            for text in told:
                assert text.endswith("."), text
                assert text[0].isupper() or text[0].isdigit(), text
                assert not UNGRAMMATICAL.search(text.split(" works for ")[0]), text


def test_dice_are_told_together(kaiju):
    told = kaiju("play", GAME, "--players", 2, "--auto", "--seed", 3).output
    faces = r"(one|two|three|energy|heart|claw)"
    assert re.search(rf"^Monster \d rolls ({faces}, ){{4}}{faces} and {faces}\.$", told, re.M)
    assert re.search(rf"^Monster 2 rolls ({faces}, )*{faces} and {faces} for the first turn\.$",
                     told, re.M)  # fmt: skip


# --- played -------------------------------------------------------------------------------------


class Listening(Person):
    """A person that remembers what was shown, and whose lines know the position."""

    def __init__(self, read):
        self.shown = io.StringIO()
        self.position = None
        console = Console(file=self.shown, width=110, highlight=False)
        super().__init__("p1", console, lambda _: read(self.position), dict)

    def decide(self, position):
        self.position = position
        return super().decide(position)


def typing_at_random(seed):
    """A curious person; dice are named by face as often as by number."""
    chance = random.Random(seed)

    def read(position):
        decision = position.decision
        if not chance.randrange(4):
            return chance.choice(["w", "w 1", "w 2", "w me", "w monster 2", "w a", "d", "b", "?"])
        if not decision.factored:
            return str(chance.randint(1, len(decision.options)))
        count = chance.randint(decision.least, decision.most)
        chosen = chance.sample(range(len(decision.candidates)), count)
        if decision.kind in position.ruleset.machine.choice_names and chance.randrange(2):
            return " ".join(decision.candidates[each] for each in chosen)
        return ", ".join(str(each + 1) for each in chosen)

    return read


def ask(position, *lines, seat="p1"):
    """What a person is shown who types these lines, and the answer they give."""
    shown = io.StringIO()
    person = Person(seat, Console(file=shown, width=160, highlight=False), scripted(*lines), dict)
    answer = None
    with suppress(Quit):
        answer = person.decide(position)
    return shown.getvalue(), answer


@pytest.fixture
def rolled(table, roll, rulesets):
    """Three monsters after the first roll of p1."""
    position = table(
        rulesets[3],
        p1={"hearts": 8, "energy": 1, "area": {"#1": "smoke-cloud*3"}},
        p2={"hearts": 6, "stars": 4, "energy": 2, "place": 1, "poison": 1, "shrink": 2},
        p3={"hearts": 0},
        row={"#4": "heal", "#5": "wings", "#6": "corner-store"},
        deck={"#7": "jets", "#8": "gourmet"},
    )
    roll(position, "one", "claw", "one", "heart", "claw", "energy")
    return position


def test_the_board_shows_the_whole_table(rolled):
    rolled.advance({"decline": True})
    shown, _ = ask(rolled)
    for words in [
        "Turn 1: you, roll phase",
        "> you         hearts  8  stars  0  energy  1",
        "  monster 2   hearts  6  stars  4  energy  2  in Tokyo City  1 poison token",
        "1 poison token  2 shrink tokens",
        "  monster 3   eliminated",
        "Smoke Cloud (3 on it)  bought: put 3 smoke counters on this",
        "Dice: one one energy heart claw claw   rerolls left: 2",
        "Power cards  deck 2   discard pile 0",
        "3  Heal          discard; bought: you gain 2 hearts",
        "6  Wings         keep; at any time",
        "You have rolled one, one, energy, heart, claw, claw. Which do you roll again?",
        "Type 0 to 6 of the names or numbers; press Enter for none.",
    ]:
        assert words in shown, words
    assert "Jets" not in shown


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("claw one", ["claw", "one"]),
        ("claws, claws", None),
        ("claw claw", ["claw", "claw"]),
        ("ones", ["one"]),
        ("1 2 6", ["one", "one", "claw"]),
        ("1 one", ["one", "one"]),
        ("energy 5", ["energy", "claw"]),
        ("", []),
    ],
)
def test_dice_are_named_by_faces_or_numbers(rolled, typed, chosen):
    rolled.advance({"decline": True})
    _, answer = ask(rolled, typed)
    assert answer is not None
    assert answer == {"choose": ["claw", "claw"] if chosen is None else chosen}
    rolled.apply(answer)


def test_a_word_that_is_no_die_is_told(rolled):
    rolled.advance({"decline": True})
    shown, answer = ask(rolled, "three", "claw claw claw", "7", "1 1", "x")
    assert answer is None
    expected = "type a name such as one, a number from 1 to 6, or h for help."
    for wrong in ("three", "claw", "7", "x"):
        assert f"{wrong} is no choice: {expected}" in shown
    assert "Type 0 to 6 different numbers." in shown


def test_a_person_may_use_a_card_and_ask_about_it(rolled):
    shown, answer = ask(rolled, "w 1", "w smoke", "w me", "w monster 2", "w monster 3", "1")
    assert answer == {"use": "#1", "ability": "during-roll"}
    expect_told(
        shown,
        "1  use Smoke Cloud: you may take 1 smoke counter off this",
        "2  use nothing",
        'possible: Smoke Cloud says "during your roll: you may take',
        "counters: 3",
        "you\ndice: 6 = 6 for every monster",
        "monster 2\ndice: 4 = 6 for every monster, -2 by 2 shrink tokens",
        "monster 3 is neither a choice nor a living monster nor a card on the table.",
    )


def test_results_yielding_and_buying_are_offered_in_words(keep, rolled):
    rolled.advance({"decline": True})
    keep(rolled)
    shown, answer = ask(rolled, "w", "4")
    assert "1  resolve 2 ones" in shown
    assert "4  resolve 2 claws" in shown
    rolled.advance(answer)
    shown, answer = ask(rolled, "w 1", "2", seat="p2")
    assert "You were attacked in Tokyo. Do you yield it?" in shown
    assert "possible: you are in Tokyo City and lost 2 hearts to the claws." in shown
    assert answer == {"stay": True}
    for given in (answer, {"result": "energy"}, {"result": "one"}):
        rolled.advance(given)
    shown, answer = ask(rolled, "w", "w wings", "d", "1")
    expect_told(
        shown,
        "You have 2 energy. Buy, or go on?",
        "1  sweep the row for 2 energy\n  2  buy nothing more",
        "not possible: Heal costs 3 energy, and you have 2.",
        "Wings\nprice for you: 6 = 6 printed",
        'Smoke Cloud works "during your roll", and that is not asked now.',
        "Discard pile: empty",
    )
    assert answer == {"sweep": True}


def test_hearts_and_tokens_are_offered_in_words(table, keep, roll, rulesets):
    position = table(
        rulesets[3],
        p1={"hearts": 5, "poison": 1, "area": {"#1": "healing-ray"}},
        p2={"hearts": 4, "energy": 3},
        p3={"hearts": 10},
    )
    keep(roll(position, "heart", "heart", "one", "one", "two", "two"))
    position.advance({"result": "heart"})
    shown, answer = ask(position, "w", "3")
    expect_told(
        shown,
        "1  heal yourself\n  2  remove a poison token from yourself\n",
        "3  give it to monster 2 (4 hearts, 0 stars, 3 energy)",
        "not possible: you have no shrink token.",
        "not possible: monster 3 lacks no hearts",
    )
    assert answer == {"give": "p2"}


class Watched(Session):
    """A game in which nothing is told that the first seat has not seen."""

    def __init__(self, ruleset, seed):
        self.told = []
        self.seen = set()
        names = {card.name: id for id, card in ruleset.cards.items()}
        longest_first = sorted(names, key=len, reverse=True)
        self.names = names
        self.called = "|".join(rf"\b{re.escape(name)}(?!\w)" for name in longest_first)
        super().__init__(
            ruleset.start(),
            seed,
            lambda kind, text, rules: self.told.append(text),
            20_000,
            Listening(typing_at_random(seed)),
        )

    def _answer(self, number):
        events = super()._answer(number)
        position = self.position
        view = position.view("p1")
        apart = view.get("unchosen", ())  # known to be in the box, not where they go
        self.seen.update(id for handle, id in view["cards"].items() if handle not in apart)
        for event in events:
            if event.kind == "peek" and event.data["seat"] == "p1":
                self.seen.add(position.card(event.data["card"]))
        return events

    def _tell(self, events):
        super()._tell(events)
        text = self.person.shown.getvalue() + " ".join(self.told)
        for name in re.findall(self.called, text):
            assert self.names[name] in self.seen, f"{name} was told"
        self.told.clear()
        self.person.shown.seek(0)
        self.person.shown.truncate()


@pytest.mark.parametrize("seed", range(6))
def test_a_person_hears_of_no_card_of_the_deck(rulesets, seed):
    """Only who looks at the top card of the deck is told what it is."""
    Watched(rulesets[2 + seed % 5], seed).run()


def test_a_person_hears_of_no_card_in_the_hand_of_another():
    ruleset = oracle.load("tokyo/evolutions", players=3)
    for seed in range(4):
        Watched(ruleset, seed).run()


def test_who_looks_at_the_top_card_is_told_it_and_the_others_are_not(table, keep, roll, rulesets):
    position = table(
        rulesets[3],
        p1={"energy": 9, "area": {"#1": "made-in-a-lab"}},
        row={"#4": "heal", "#5": "wings", "#6": "corner-store"},
        deck={"#7": "jets", "#8": "gourmet"},
    )
    keep(roll(position, "one", "one", "one", "one", "one", "one"))
    tellers = [Teller(position, seat) for seat in ("p1", "p2")]
    for teller in tellers:
        list(teller.tell(position, ()))
    events = position.advance({"turn-up": "#7"})
    mine, theirs = ([line.text for line in each.tell(position, events)] for each in tellers)
    assert mine == ["You look at Jets on top of the deck."]
    assert theirs == ["Monster 1 looks at a card on top of the deck."]
    shown, _ = ask(position)
    assert "buy Jets for 5 energy, from the top of the deck (when you would be wounded" in shown


@pytest.mark.parametrize("game", ["tokyo/2010", "tokyo/mindbug-trial", "tokyo/evolutions"])
def test_other_rulesets_can_be_played(game):
    ruleset = oracle.load(game, players=3)
    for seed in range(3):
        person = Listening(typing_at_random(seed))
        Session(ruleset.start(), seed, lambda kind, text, rules: None, 20_000, person).run()
        assert "what do you choose?" not in person.shown.getvalue()


# --- `kaiju explain` ----------------------------------------------------------------------------

SETUP = {
    "turn": "p2",
    "players": {
        "p1": {"place": 1},
        "p2": {"energy": 3, "shrink": 2, "area": [card("#1", "smoke-cloud", 2)]},
        "p3": {"poison": 1},
    },
    "row": [card("#4", "heal"), card("#5", "wings"), card("#6", "jets")],
}
for each in SETUP["row"]:
    del each["counters"]


def explain(kaiju, *arguments, given=SETUP):
    return kaiju("explain", "-", "--ruleset", GAME, *arguments, input=json.dumps(given))


def test_every_option_every_monster_and_every_price_is_explained(kaiju):
    result = explain(kaiju)
    assert result.exit_code == 0
    assert result.output.startswith("Decision 0: roll of nature  kt.dice.faces\n")
    assert "p2\n  dice: 4 = 6 for every monster, -2 by 2 shrink tokens  kt.roll.first" in (
        result.output
    )
    assert "Wings #5\n  price for p2: 6 = 6 printed  kt.buy.price" in result.output
    assert "p3\n" in result.output
    assert "p4\n" not in result.output


def test_one_monster_one_card_or_one_answer_is_explained(kaiju):
    assert explain(kaiju, "--seat", "p3").output.startswith("p3\n  dice: 6 = 6 for every monster")
    assert explain(kaiju, "--card", "smoke cloud").output.startswith("Smoke Cloud #1\n  cost: 4")
    told = explain(kaiju, "--answer", '{"buy": "#4"}').output
    assert told.startswith("not legal: Cards are bought only in one's own buy phase.")
    assert "Did you mean wings?" in explain(kaiju, "--card", "wing").stderr
    wrong = explain(kaiju, "--seat", "p4")
    assert wrong.exit_code == 2
    assert "--seat: no seat is called 'p4'\nUse one of: p1, p2, p3." in wrong.stderr
    assert "--players: tokyo/current is played by 2 to 6" in (explain(kaiju, "--players", 8).stderr)


def test_a_saved_position_brings_its_number_of_players(kaiju, tmp_path, rulesets):
    position = rulesets[5].start()
    for counter in range(1, 90):
        chosen = random_answer(position.state.pending, mixed(4, counter))
        position.advance(position.to_json_answer(chosen))
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(position.save()), encoding="utf-8")
    result = kaiju("explain", file)
    assert result.exit_code == 0, result.stderr
    assert "p5\n  dice: " in result.output
    assert "p6\n" not in result.output


def test_a_choice_of_dice_lists_the_faces(kaiju, tmp_path, rolled):
    rolled.advance({"decline": True})
    file = tmp_path / "dice.json"
    file.write_text(json.dumps(rolled.save()), encoding="utf-8")
    result = kaiju("explain", file)
    assert "  choose 0 to 6 of:\n    one\n    one\n    energy\n    heart\n" in result.output
    result = kaiju("explain", file, "--answer", '{"choose": ["claw", "claw", "claw"]}')
    assert result.output.startswith("not legal: 3 of claw chosen, but there are 2.")


def test_json_for_programs(kaiju):
    shown = json.loads(explain(kaiju, "--json").output)
    assert [each["handle"] for each in shown["seats"]] == ["p1", "p2", "p3"]
    assert shown["seats"][1]["values"]["dice"]["value"] == 4
    assert shown["cards"][-1]["values"]["price for p2"]["value"] == 5
    shown = json.loads(explain(kaiju, "--json", "--seat", "p2").output)
    assert "decision" not in shown
    assert shown["cards"] == []


def test_cards_and_rules_are_told(kaiju):
    result = kaiju("explain", "wings", "--ruleset", GAME)
    assert '  power card wings "Wings"\n    cost 6\n' in result.output
    assert "kt.damage.none-this-turn" in result.output
    assert kaiju("explain", "Wings", "--ruleset", GAME).output == result.output
    assert kaiju("explain", "kt.attack.is").output.startswith("Rule kt.attack.is\n")
    unknown = kaiju("explain", "qwertyuiop", "--ruleset", GAME)
    assert "a rule such as kt.attack.is, or a card such as wings." in unknown.stderr


def test_nothing_of_a_player_is_reckoned_in_mindbug(kaiju):
    result = kaiju("explain", "-", "--seat", "p1", input="{}")
    assert result.exit_code == 2
    assert "nothing of p1 is reckoned" in result.stderr
