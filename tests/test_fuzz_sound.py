"""Nothing is found in an engine that only does what it may: ask what is forced or not, and play
by whatever answers to options it declares."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.engines.in_process import InProcess
from conformance.fuzz.batched import play_batched
from conformance.fuzz.beginnings import Beginnings
from conformance.fuzz.behind import play
from conformance.fuzz.declared import answers_of
from conformance.fuzz.guide import Guide, Numbers
from conformance.fuzz.plan import Plan
from conformance.fuzz.rounds import Player, Task
from conformance.fuzz.subject import Beginning, Subject
from conformance.protocol.legal import Legal
from conformance.protocol.messages import Decision, Frame, Hello, Over, Rejected
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

GAMES = ("mindbug/first-contact", "mindbug/all", "tokyo/current", "duel/standard")
OPS = ("setup", "view", "state", "replay")

DRAWS = int(os.environ.get("KAIJU_DRAWS", "5"))
"""Sets of answers that are drawn; KAIJU_DRAWS=200 draws as many."""


class Proxy(InProcess):
    """The oracle as a foreign engine: it plays by its own answers, whatever it is sent.

    `asks` is how it treats decisions with one possible answer: as the oracle does, with one more
    before every other question, or not at all.
    """

    def __init__(self, game, declared, played, asks="as it is"):
        super().__init__()
        self._game, self._declared, self._played, self._asks = game, declared, played, asks
        self._behind_ok = None
        self._count = 0

    def hello(self):
        hello = super().hello()
        info = evolve(hello.games[self._game], options=self._declared)
        return evolve(hello, games={self._game: info}, ops=list(OPS))

    def start(self, game, options=None, cards=(), players=None):
        return self._shown(super().start(game, self._played, cards, players))

    def setup(self, game, setup, options=None, cards=(), players=None):
        return self._shown(super().setup(game, setup, self._played, cards, players))

    def replay(self, game, script, setup=None, options=None, cards=(), players=None):
        return super().replay(game, script, setup, self._played, cards, players)

    def apply(self, decision, do):
        if self._behind_ok is not None:
            frame, ok = self._behind_ok
            if decision != ok.next.id:
                return Rejected("wrong-decision")
            if do != {"ok": True}:
                return Rejected("not-legal")
            self._behind_ok = None
            return frame
        told = super().apply(decision, do)
        return self._shown(told) if isinstance(told, Frame) else told

    def _shown(self, frame):
        while self._asks == "never" and not isinstance(frame.next, Over):
            if not frame.next.legal.is_forced:
                return frame
            frame = super().apply(frame.next.id, frame.next.legal.only())
        if self._asks == "always" and not isinstance(frame.next, Over):
            self._count += 1
            asks = Decision(f"ok{self._count}", "p1", "acknowledge", Legal(({"ok": True},)))
            self._behind_ok = frame, evolve(frame, next=asks)
            return self._behind_ok[1]
        return frame


def options_of(game):
    """The options of a game with their answers."""
    specification = load_specification()
    ruleset = specification.ruleset(game)
    prefix = f"{specification.games[ruleset.game].prefix}."
    return {
        id: [answer.id for answer in option.answers]
        for id, option in specification.options.items()
        if id.startswith(prefix)
    }


def answers(game):
    """An answer to every option of a game."""
    return st.fixed_dictionaries(
        {id: st.sampled_from(found) for id, found in options_of(game).items()}
    )


def differences(proxy, game, configured, seed, games=4):
    """What games in step and replayed ones show."""
    subject = Subject(proxy)
    played_by = answers_of(game, subject.hello(), configured, {})
    beginnings = Beginnings(Beginning(game, options=played_by), subject)
    found = []
    for number in range(games):
        numbers = Numbers(seed + number)
        where, guide = beginnings.draw(numbers), Guide(numbers, Counter())
        played = (
            play_batched(subject, where, guide)
            if number % 2
            else play(subject, where, guide, numbers)
        )
        assert not played.skipped
        found += played.partings
    return [(one.mismatch.message, one.mismatch.differences) for one in found]


@pytest.mark.parametrize("asks", ["as it is", "always", "never"])
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=DRAWS, deadline=None)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_nothing_is_found_in_an_engine_that_plays_by_what_it_declares(game, asks, data, seed):
    chosen = data.draw(answers(game))
    assert differences(Proxy(game, chosen, chosen, asks), game, {}, seed) == []


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=DRAWS, deadline=None)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_what_the_hello_leaves_out_is_taken_from_kaiju_toml(game, data, seed):
    chosen = data.draw(answers(game))
    half = {id: answer for at, (id, answer) in enumerate(chosen.items()) if at % 2}
    rest = {id: answer for id, answer in chosen.items() if id not in half}
    other = {"mb.option.hunter-choice": "declaration", "kt.option.any-time": "set-moments"}
    found = differences(Proxy(game, half, chosen), game, other | rest, seed)
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_that_declares_nothing_plays_by_the_defaults(game):
    assert differences(Proxy(game, {}, {}), game, {}, seed=7, games=6) == []


def test_an_engine_that_plays_by_another_answer_than_it_declares_is_found_out():
    game, played = "mindbug/first-contact", {"mb.option.hunter-choice": "declaration"}
    assert differences(Proxy(game, {}, played), game, {}, seed=1, games=60) != []


@pytest.mark.parametrize("asks", ["always", "never"])
def test_whole_rounds_find_nothing_either(asks):
    game = "mindbug/first-contact"
    subject = Subject(Proxy(game, {}, {}, asks))
    played = Player(Plan("oracle", game), subject).play(Task(0))
    assert (played.games, played.differences, played.findings) == (20, 0, ())


# ------------------------------------------------------------------ who says which answer

HUNT = "mb.option.hunter-choice"
GAME = "mindbug/first-contact"


def hello(options, ops=()):
    found = InProcess().hello()
    return Hello(
        1,
        found.engine,
        {GAME: evolve(found.games[GAME], options=options)},
        list(ops),
    )


def test_every_option_has_an_answer():
    assert answers_of(GAME, hello({}), {}, {}).keys() == options_of(GAME).keys()


def test_the_hello_goes_before_kaiju_toml_and_that_before_the_default():
    assert answers_of(GAME, hello({}), {}, {})[HUNT] == "block-step"
    assert answers_of(GAME, hello({}), {HUNT: "declaration"}, {})[HUNT] == "declaration"
    declared = hello({HUNT: "block-step"})
    assert answers_of(GAME, declared, {HUNT: "declaration"}, {})[HUNT] == "block-step"


def test_the_command_can_only_contradict_an_engine_that_takes_options():
    said = {HUNT: "declaration"}
    assert answers_of(GAME, hello({}), {}, said)[HUNT] == "declaration"
    taking = hello({HUNT: "block-step"}, ["options"])
    assert answers_of(GAME, taking, {}, said)[HUNT] == "declaration"
    with pytest.raises(KaijuError, match=f"the engine plays {HUNT} = block-step, not declaration"):
        answers_of(GAME, hello({HUNT: "block-step"}), {}, said)


class Foreign:
    """Looks like an engine, and keeps the options it was sent."""

    def __init__(self, ops):
        self._oracle, self._ops, self.sent = InProcess(), ops, []

    def hello(self):
        return hello({}, self._ops)

    def start(self, game, options=None, cards=(), players=None):
        self.sent.append(options)
        return self._oracle.start(game, {}, cards, players)

    def apply(self, decision, do):
        return self._oracle.apply(decision, do)


@pytest.mark.parametrize(("ops", "sent"), [([], {}), (["options"], {HUNT: "declaration"})])
def test_options_are_sent_to_engines_that_take_them_and_to_no_others(ops, sent):
    engine = Foreign(ops)
    Subject(engine).begin(Beginning(GAME, options={HUNT: "declaration"}))
    assert engine.sent == [sent]
