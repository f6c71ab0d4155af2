"""Legal sets compare as sets, whether they are listed or factored."""

from __future__ import annotations

import pytest

from conformance.protocol.legal import Choose, Legal

BLOCKS = Legal(({"block": "#2"}, {"block": "#10"}, {"decline": True}))
TWO_OF_THREE = Legal(factored=Choose(("#1", "#2", "#3"), 2, 2))
UP_TO_TWO = Legal(factored=Choose(("#1", "#2"), 0, 2))


def test_order_of_answers_does_not_matter() -> None:
    assert BLOCKS.same_as(Legal(tuple(reversed(BLOCKS.listed))))


def test_a_missing_answer_is_a_difference() -> None:
    assert not BLOCKS.same_as(Legal(BLOCKS.listed[:2]))


def test_a_factored_set_equals_its_expansion() -> None:
    listed = Legal(({"choose": ["#3", "#1"]}, {"choose": ["#2", "#1"]}, {"choose": ["#2", "#3"]}))
    assert TWO_OF_THREE.same_as(listed)
    assert listed.same_as(TWO_OF_THREE)


def test_a_maximum_above_the_candidates_changes_nothing() -> None:
    assert UP_TO_TWO.same_as(Legal(factored=Choose(("#2", "#1"), 0, 9)))


def test_huge_sets_compare_without_being_written_out() -> None:
    many = tuple(f"#{number}" for number in range(60))
    huge = Legal(factored=Choose(many, 0, 60))
    assert len(huge) == 2**60
    assert huge.same_as(Legal(factored=Choose(tuple(reversed(many)), 0, 60)))
    assert not huge.same_as(Legal(({"choose": []},)))


@pytest.mark.parametrize("legal", [BLOCKS, TWO_OF_THREE, UP_TO_TWO])
def test_every_number_names_a_different_legal_answer(legal: Legal) -> None:
    named = [legal.nth(number) for number in range(len(legal))]
    assert all(answer in legal for answer in named)
    assert {str(answer) for answer in named} == {str(answer) for answer in legal}


@pytest.mark.parametrize(
    "answer",
    [
        {"choose": ["#1"]},
        {"choose": ["#1", "#1"]},
        {"choose": ["#1", "#9"]},
        {"choose": "#1"},
        {"choose": ["#1", "#2"], "and": 1},
        {"choose": [["#1"], "#2"]},
        {},
    ],
)
def test_answers_outside_a_factored_set(answer: dict[str, object]) -> None:
    assert answer not in TWO_OF_THREE


def test_a_choice_has_no_order() -> None:
    assert {"choose": ["#10", "#2"]} in Legal(({"choose": ["#2", "#10"]},))


@pytest.mark.parametrize(
    ("choose", "forced"),
    [
        (Choose(("#1", "#2"), 2, 2), True),
        (Choose((), 0, 3), True),
        (Choose(("#1",), 0, 0), True),
        (Choose(("#1",), 0, 1), False),
    ],
)
def test_forced_choices(choose: Choose, forced: bool) -> None:
    assert Legal(factored=choose).is_forced is forced
