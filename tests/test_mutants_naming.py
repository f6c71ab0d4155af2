"""A foreign engine's failures get the name of the mutant that fails as it does."""

from __future__ import annotations

import pytest

from conformance.engines.in_process import InProcess
from conformance.judge.vector_files import list_vectors
from conformance.mutants.catalogue import by_id
from conformance.mutants.naming import (
    Observed,
    Puzzle,
    cards_without,
    mutants_agreeing,
    mutants_touching,
    observe,
)

TIE = {
    "players": {
        "p1": {
            "play": [{"h": "#1", "card": "luchataur"}],
            "hand": [{"h": "#3", "card": "gorillion"}],
        },
        "p2": {
            "play": [{"h": "#2", "card": "luchataur"}],
            "hand": [{"h": "#4", "card": "gorillion"}],
        },
    },
    "turn": "p1",
}
AMONG = mutants_touching("mindbug", ("luchataur", "gorillion"))
FIGHT = [{"attack": "#1"}, {"block": "#2"}]


def test_a_mutant_behaves_like_itself_on_a_puzzle():
    ties = by_id()["combat:ties-do-not-defeat"]
    with ties.in_force():
        shown = observe(InProcess(), Puzzle(TIE, FIGHT))
    agreeing = mutants_agreeing(Puzzle(TIE, FIGHT), shown, AMONG)
    assert ties in agreeing
    assert by_id()["combat:attacker-wins-ties"] not in agreeing
    assert len(agreeing) < 10


def test_nobody_misreads_who_does_as_the_oracle():
    shown = observe(InProcess(), Puzzle(TIE, FIGHT))
    assert mutants_agreeing(Puzzle(TIE, FIGHT), shown, AMONG) == []


def test_what_a_seat_is_shown_is_compared():
    leak = by_id()["setup:hand-visible"]
    with leak.in_force():
        shown = observe(InProcess(), Puzzle(TIE, seat="p1"))
    assert leak in mutants_agreeing(Puzzle(TIE, seat="p1"), shown, AMONG)


def puzzle_of(vector):
    script = [step.do for step in vector.script if not step.is_forced]
    added = dict(vector.options), vector.cards, vector.players
    return Puzzle(vector.setup, script, vector.game, *added)


def test_only_cards_that_make_no_difference_are_left_out():
    some = [one.read() for one in list_vectors()[::80]]
    left_out = {}
    for vector in (one for one in some if one.setup is not None):
        puzzle = puzzle_of(vector)
        shown = observe(InProcess(), puzzle)
        assert not shown.trouble, vector.id
        without = cards_without(puzzle, shown)
        left_out[vector.game] = without
        assert not {f"card:{card}" for card in without} & set(vector.requires), vector.id
    assert left_out["mindbug/first-contact"]
    assert left_out["duel/standard"]


def test_an_answer_that_is_refused_is_seen():
    with by_id()["keywords:exhausted-cannot-attack"].in_force():
        tired = {
            "players": {"p1": {"play": [{"h": "#1", "card": "gorillion", "exhausted": True}]}},
            "turn": "p1",
        }
        tired["players"]["p1"]["hand"] = [{"h": "#2", "card": "gorillion"}]
        assert observe(InProcess(), Puzzle(tired, [{"attack": "#1"}])).refused
    assert not observe(InProcess(), Puzzle(tired, [{"attack": "#1"}])).refused


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Observed(refused=True), Observed()),
        (Observed(trouble=True), Observed()),
        (Observed(state={"turn": "p1"}), Observed(state={"turn": "p2"})),
        (Observed(view={"turn": "p1"}), Observed()),
    ],
)
def test_what_differs_does_not_agree(one, other):
    assert one.agrees(one)
    assert not one.agrees(other)
