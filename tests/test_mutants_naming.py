"""A foreign engine's failures get the name of the mutant that fails as it does."""

from __future__ import annotations

import pytest

from conformance.engines.in_process import InProcess
from conformance.mutants.catalogue import by_id
from conformance.mutants.naming import (
    Failure,
    Observed,
    Puzzle,
    mutants_agreeing,
    name_misreading,
    observe,
    say,
)
from conformance.mutants.table import committed

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
FIGHT = [{"attack": "#1"}, {"block": "#2"}]


TIES = "combat:ties-do-not-defeat"


def judged(id, rules=()):
    """What a run says of an engine that does as a mutant does: failures, and what passes."""
    signatures = committed()
    wrong = {vector: Failure(how, rules) for vector, how in signatures.marks[id].items()}
    return wrong, signatures.vectors.keys() - wrong.keys()


def otherwise(failing):
    """The same vectors failed, but in another way."""
    return {id: Failure("fff" if one.mark != "fff" else "eee") for id, one in failing.items()}


def test_the_same_failures_are_named_first():
    wrong, right = judged(TIES)
    first, *_ = name_misreading(wrong, right)
    assert (first.mutant.id, first.alike, first.explains) == (TIES, 1.0, wrong.keys())
    assert say(first.mutant) == "behaves as if ties did not defeat"


def test_vectors_that_were_not_judged_do_not_count():
    wrong, _ = judged(TIES)
    some = {id: wrong[id] for id in sorted(wrong)[: len(wrong) // 2]}
    first, *_ = name_misreading(some, set())
    assert first.alike == 1.0
    assert some.keys() <= committed().failed_by(first.mutant.id)


def test_a_few_more_failures_do_not_hide_the_name():
    wrong, right = judged(TIES)
    extra = sorted(right)[:2]
    first, *_ = name_misreading(wrong | dict.fromkeys(extra, Failure("fff")), right - {*extra})
    assert first.mutant.id == TIES
    assert 0.5 < first.alike < 1.0
    assert first.explains == wrong.keys()


def test_who_fails_the_same_vectors_in_another_way_does_something_else():
    wrong, right = judged(TIES)
    assert name_misreading(otherwise(wrong), right) == []
    some = sorted(wrong)[: len(wrong) // 2]
    half = otherwise(wrong) | {id: wrong[id] for id in some}
    assert TIES not in [one.mutant.id for one in name_misreading(half, right)]


def test_who_passes_much_of_what_a_mutant_fails_does_something_else():
    wrong, right = judged(TIES)
    some = sorted(wrong)[: len(wrong) // 2]
    few = {id: wrong[id] for id in some}
    named = name_misreading(few, right | (wrong.keys() - few.keys()))
    assert TIES not in [one.mutant.id for one in named]


def test_a_small_part_of_what_breaks_a_rule_is_no_explanation():
    """Whoever fails all ties, most of them otherwise, does not only misread one of them."""
    rules = by_id()[TIES].rules
    wrong, right = judged(TIES, rules)
    others = sorted(right)[: 2 * len(wrong)]
    about = wrong | dict.fromkeys(others, Failure("fff", rules))
    assert TIES not in [one.mutant.id for one in name_misreading(about, right - {*others})]
    elsewhere = wrong | dict.fromkeys(others, Failure("fff"))
    assert name_misreading(elsewhere, right - {*others})[0].mutant.id == TIES


def test_a_few_of_very_many_failures_are_chance():
    wrong, right = judged(TIES)
    first = dict([next(iter(wrong.items()))])
    alone, *_ = name_misreading(first, set())
    assert alone.explains == first.keys()
    crowd = dict.fromkeys(right, Failure("fff"))
    assert name_misreading(first | crowd, set()) == []


def test_nothing_is_named_when_nothing_fails():
    assert name_misreading({}, committed().vectors.keys()) == []
    assert name_misreading({"MB-000000": Failure("fff")}, set()) == []


def test_a_mutant_behaves_like_itself_on_a_puzzle():
    ties = by_id()["combat:ties-do-not-defeat"]
    with ties.in_force():
        shown = observe(InProcess(), Puzzle(TIE, FIGHT))
    agreeing = mutants_agreeing(Puzzle(TIE, FIGHT), shown)
    assert ties in agreeing
    assert by_id()["combat:attacker-wins-ties"] not in agreeing
    assert len(agreeing) < 10


def test_nobody_misreads_who_does_as_the_oracle():
    assert mutants_agreeing(Puzzle(TIE, FIGHT), observe(InProcess(), Puzzle(TIE, FIGHT))) == []


def test_what_a_seat_is_shown_is_compared():
    leak = by_id()["setup:hand-visible"]
    with leak.in_force():
        shown = observe(InProcess(), Puzzle(TIE, seat="p1"))
    assert leak in mutants_agreeing(Puzzle(TIE, seat="p1"), shown)


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
