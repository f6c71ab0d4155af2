"""Differences are made small as positions first, as traces when no position shows them."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.engines.interface import Crash
from conformance.engines.rulesets import ruleset
from conformance.fuzz.batched import play_batched
from conformance.fuzz.behind import play
from conformance.fuzz.comparing import VIEW
from conformance.fuzz.following import follow
from conformance.fuzz.guide import Guide, Numbers, illegal_answer
from conformance.fuzz.mindbug.beginnings import draw_setup
from conformance.fuzz.playing import stand
from conformance.fuzz.shadow import Shadow, setup_of
from conformance.fuzz.shrinking import HISTORY, POSITION, TRACE, UNSTEADY, Shrinker
from conformance.fuzz.simpler import (
    count_cards,
    renamed,
    renaming,
    tidied,
    with_two_plain_cards,
    with_usual_numbers,
    without_cards,
)
from conformance.fuzz.subject import Beginning, Subject
from conformance.properties.table import card_facts
from conformance.protocol.messages import Frame, Over, Rejected
from conformance.scenario.fillers import plainest
from oracle.kernel.driver import random_answer

GAME = "mindbug/first-contact"


def first_difference(engine, games=60, seed=1, setups=True):
    """The first difference that random games with an engine show."""
    subject = Subject(engine)
    rules = ruleset(GAME, {}, ())
    plain = plainest(rules.cards.values())
    for game in range(games):
        numbers = Numbers(seed * 1_000 + game)
        setup = draw_setup(card_facts(GAME), plain, numbers) if setups else None
        guide = Guide(numbers, Counter())
        played = play(subject, Beginning(GAME, setup), guide, numbers)
        if played.parted is not None:
            return subject, played.parted
    raise AssertionError("the engine plays as the oracle does")


class CountsWrong(InProcess):
    """Shows one life too many wherever Gorillion is in play."""

    def state(self):
        shown = super().state()
        position = self._here()
        for player in shown["players"].values():
            if any(position.card(one["h"]) == "gorillion" for one in player["play"]):
                player["life"] += 1
        return shown

    def _frame(self):
        return evolve(super()._frame(), digest=None, state=self.state())


class Remembers(InProcess):
    """Refuses everything from the tenth answer of a game on: no position shows that."""

    answers = 0

    def start(self, *given, **more):
        self.answers = 0
        return super().start(*given, **more)

    def setup(self, *given, **more):
        self.answers = 0
        return super().setup(*given, **more)

    def apply(self, decision, do):
        self.answers += 1
        return Rejected("not-legal") if self.answers > 9 else super().apply(decision, do)


class Whimsical(InProcess):
    """Differs once, and never again."""

    done = False

    def apply(self, decision, do):
        told = super().apply(decision, do)
        if not self.done and isinstance(told, Frame) and isinstance(told.next, Over):
            self.done = True
            return evolve(told, next=Over(None, "whim"), digest=None)
        return told


class Modest(CountsWrong):
    """Plays from the start only."""

    def hello(self):
        hello = super().hello()
        return evolve(hello, ops=[op for op in hello.ops if op not in ("setup", "replay")])


def test_a_difference_in_a_position_is_made_one_card_and_no_decision():
    subject, parted = first_difference(CountsWrong())
    shrunk = Shrinker(subject).shrink(parted)
    assert shrunk.label == POSITION
    assert (shrunk.cards, shrunk.decisions) == (1, 0)
    assert shrunk.parted.where.setup["turn"] == "p1"
    assert shrunk.cards_before >= shrunk.cards
    assert shrunk.messages > 0


def test_what_no_position_shows_is_history_dependent():
    subject, parted = first_difference(Remembers(), setups=False)
    shrunk = Shrinker(subject).shrink(parted)
    assert shrunk.label == HISTORY or "before" in shrunk.label
    assert follow(subject, shrunk.parted.where, shrunk.parted.script) is not None


def test_a_long_history_is_labelled_and_made_shorter():
    class RemembersLong(Remembers):
        def apply(self, decision, do):
            if self.answers > 30:
                return Rejected("not-legal")
            told = InProcess.apply(self, decision, do)
            self.answers += isinstance(told, Frame)
            return told

    subject, parted = first_difference(RemembersLong(), setups=False)
    shrunk = Shrinker(subject).shrink(parted)
    assert shrunk.label == HISTORY
    assert shrunk.decisions <= len(parted.script)


def test_what_does_not_come_again_is_called_not_steady():
    subject, parted = first_difference(Whimsical())
    assert Shrinker(subject).shrink(parted).label == UNSTEADY


def test_an_engine_without_positions_gets_a_trace():
    subject, parted = first_difference(Modest(), setups=False)
    shrunk = Shrinker(subject).shrink(parted)
    assert shrunk.label == TRACE
    assert shrunk.parted.where.setup is None
    assert shrunk.decisions <= len(parted.script)


def test_an_engine_that_crashes_is_made_small_too():
    class Afraid(InProcess):
        def apply(self, decision, do):
            if "attack" in do:
                raise Crash("boo")
            return super().apply(decision, do)

    subject, parted = first_difference(Afraid())
    assert parted.mismatch.kind == "crash"
    shrunk = Shrinker(subject).shrink(parted)
    assert shrunk.label == POSITION
    assert shrunk.parted.mismatch.kind == "crash"
    assert (shrunk.cards, shrunk.decisions) == (1, 0)


def test_a_leak_stays_a_leak_while_it_is_made_small():
    class Leaks(InProcess):
        def view(self, seat):
            shown = super().view(seat)
            other = "p2" if seat == "p1" else "p1"
            shown["players"][other]["hand"] = self.state()["players"][other]["hand"]
            return shown

    subject, parted = first_difference(Leaks())
    assert parted.mismatch.kind == VIEW
    shrunk = Shrinker(subject).shrink(parted)
    got = [one.got for one in shrunk.parted.mismatch.differences]
    assert any(got)
    assert shrunk.cards >= 1


def test_an_engine_that_replays_otherwise_than_it_applies_is_caught():
    class Forgetful(InProcess):
        def replay(self, *given, **more):
            told = super().replay(*given, **more)
            return evolve(told, digests=["0" * 16] * len(told.digests))

    subject = Subject(Forgetful())
    numbers = Numbers(3)
    played = play_batched(subject, Beginning(GAME), Guide(numbers, Counter()))
    assert played.parted is not None
    assert played.parted.mismatch.kind == "replay"


def test_the_oracle_never_differs_from_itself():
    subject = Subject(InProcess())
    reached = Counter()
    plain = plainest(ruleset(GAME, {}, ()).cards.values())
    for game in range(30):
        numbers = Numbers(game)
        guide = Guide(numbers, reached)
        where = Beginning(GAME, draw_setup(card_facts(GAME), plain, numbers))
        assert play(subject, where, guide, numbers).parted is None
        assert play_batched(subject, where, guide).parted is None
    assert len(reached) > 60


# ------------------------------------------------------------------ positions


SETUP = {
    "players": {
        "p1": {"life": 4, "mindbugs": 2, "play": [{"h": "#7", "card": "luchataur"}], "hand": []},
        "p2": {"life": 3, "mindbugs": 1, "hand": [{"h": "#9", "card": "gorillion"}], "deck": []},
    },
    "unused": [{"h": "#2", "card": "turbo-bug"}],
    "turn": "p2",
}


def test_simpler_positions_have_fewer_cards_or_more_usual_numbers():
    assert count_cards(SETUP) == 3
    assert all(count_cards(one) < 3 for one in without_cards(SETUP))
    numbers = list(with_usual_numbers(SETUP, "mindbug"))
    assert {"p1": 0, "p2": 1} in [
        {seat: one["players"][seat]["mindbugs"] for seat in ("p1", "p2")} for one in numbers
    ]
    assert any(one["players"]["p1"]["life"] == 3 for one in numbers)
    assert count_cards(SETUP) == 3  # nothing was changed in place


def test_two_plain_cards_keep_their_places():
    alone = next(with_two_plain_cards(SETUP, "gorillion"))
    assert count_cards(alone) == 2


def test_the_player_at_turn_is_called_p1_and_cards_are_counted():
    names = renaming(SETUP, "mindbug")
    assert names == {"p2": "p1", "p1": "p2", "#9": "#1", "#7": "#2", "#2": "#3"}
    again = tidied(renamed(SETUP, names), "mindbug")
    assert again["turn"] == "p1"
    assert again["players"]["p1"] == {"mindbugs": 1, "hand": [{"h": "#1", "card": "gorillion"}]}
    assert again["players"]["p2"]["life"] == 4


def test_a_position_of_a_game_can_be_stood_up_again():
    shadow = Shadow(ruleset(GAME, {}, ()).start())
    stood = 0
    for counter in range(1, 200):
        if shadow.is_over:
            break
        setup = setup_of(shadow.position)
        if setup is not None:
            stood += 1
            again = stand(Beginning(GAME, setup))
            assert again.position.digest() == shadow.position.digest()
            assert again.next.legal.same_as(shadow.next.legal)
        shadow.take(random_answer(shadow.pending, Numbers(counter).next()))
    assert stood > 3


def test_illegal_answers_are_illegal():
    shadow = stand(Beginning(GAME, {"players": {"p1": {"hand": SETUP["unused"]}}, "turn": "p1"}))
    for seed in range(40):
        answer = illegal_answer(shadow.next, shadow.position.handles, Numbers(seed), "mindbug")
        assert isinstance(shadow.next, Over) or answer is None or answer not in shadow.next.legal


@pytest.mark.parametrize("seed", range(5))
def test_equal_seeds_play_equal_games(seed):
    def script():
        numbers = Numbers(seed)
        shadow, guide, told = stand(Beginning(GAME)), Guide(numbers, Counter()), []
        while not shadow.is_over:
            step, shadow = guide.step(shadow)
            told.append(step)
        return told

    assert script() == script()
