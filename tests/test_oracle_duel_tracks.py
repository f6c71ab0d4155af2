"""Tracks with noise tokens: paths, spotlights, victory cells, and where tokens can lie."""

from __future__ import annotations

import pytest

from oracle.duel.tracks import (
    DESTRUCTION,
    FAME,
    PLACE_NAMES,
    Shape,
    cell_name,
    free_places,
    in_spotlight,
    is_special,
    is_spotlight_of,
    is_victory_of,
    path_of,
    ways_to_lie,
)

ONE, TWO, THREE, LONGER, SHORTER = (
    Shape(1, 1),
    Shape(2, 2),
    Shape(3, 3),
    Shape(2, 3),
    Shape(3, 2),
)


def place(name):
    return PLACE_NAMES.index(name)


def laid(name, shape):
    return (place(name), shape)


def names(places):
    return [PLACE_NAMES[number] for number in places]


def test_an_empty_track_has_fifteen_cells():
    path = path_of(FAME, ())
    assert path.cells == tuple(range(-14, 15, 2))
    assert path.on_token == {}


def test_a_step_goes_to_the_next_cell_toward_a_side():
    path = path_of(FAME, ())
    assert path.step(0, 1) == 2
    assert path.step(0, -1) == -2


@pytest.mark.parametrize(
    ("shape", "name", "cells"),
    [
        (ONE, "fame:3", {6: 0}),
        (TWO, "fame:3,2", {6: 0, 4: 1}),
        (TWO, "fame:2,3", {4: 0, 6: 1}),
        (THREE, "fame:1,0,-1", {2: 0, 0: 1, -2: 2}),
        (LONGER, "fame:4,3", {8: 0, 7: 1, 6: 2}),
        (SHORTER, "fame:5,4,3", {10: 0, 6: 1}),
    ],
)
def test_cells_of_a_token_take_the_place_of_those_it_covers(shape, name, cells):
    path = path_of(FAME, (laid(name, shape),))
    assert path.on_token == {at: (0, number) for at, number in cells.items()}
    assert len(path.cells) == 15 + shape.cells - shape.covers


def test_a_token_changes_its_own_track_only():
    path = path_of(DESTRUCTION, (laid("fame:3,2", LONGER),))
    assert len(path.cells) == 15
    assert path.on_token == {}


def test_a_lengthening_token_has_a_cell_between():
    path = path_of(FAME, (laid("fame:4,3", LONGER),))
    assert [path.step(6, 1), path.step(7, 1), path.step(8, 1)] == [7, 8, 10]


def test_a_shortening_token_skips_the_cell_between():
    path = path_of(FAME, (laid("fame:5,4,3", SHORTER),))
    assert [path.step(4, 1), path.step(6, 1), path.step(10, 1)] == [6, 10, 12]
    assert path.step(10, -1) == 6


@pytest.mark.parametrize("at", [6, 7, 8, 9, 10])
def test_cells_wholly_inside_belong_to_a_spotlight(at):
    assert is_spotlight_of(at, 0)
    assert is_spotlight_of(-at, 1)
    assert not is_spotlight_of(at, 1)


@pytest.mark.parametrize("at", [0, 1, 2, 4, 5, 11, 12, 13, 14])
def test_cells_partly_inside_or_outside_belong_to_none(at):
    assert not in_spotlight(at)
    assert not in_spotlight(-at)


def test_only_the_last_cell_is_a_victory_cell():
    assert is_victory_of(14, 0)
    assert is_victory_of(-14, 1)
    assert not is_victory_of(14, 1)
    assert not is_victory_of(13, 0)  # a cell that a token adds before it


def test_a_token_that_reads_alike_has_one_way_from_the_first_seats_end():
    ways = names(ways_to_lie(TWO, alike=True, bent_one_way=True))
    assert len(ways) == 2 * 14
    assert "fame:4,3" in ways
    assert "fame:3,4" not in ways


def test_a_token_of_two_cells_lies_either_way():
    ways = names(ways_to_lie(TWO, alike=False, bent_one_way=True))
    assert len(ways) == 2 * 2 * 14
    assert {"fame:4,3", "fame:3,4"} <= set(ways)


@pytest.mark.parametrize(
    ("fits", "not_so"),
    [
        ("fame:3,2,1", "fame:1,2,3"),  # the middle on an even cell: first cell to the first seat
        ("fame:2,3,4", "fame:4,3,2"),
        ("destruction:1,2,3", "destruction:3,2,1"),
        ("destruction:4,3,2", "destruction:2,3,4"),
        ("fame:1,0,-1", "fame:-1,0,1"),
        ("fame:-1,-2,-3", "fame:-3,-2,-1"),
        ("destruction:-2,-3,-4", "destruction:-4,-3,-2"),
    ],
)
def test_a_bent_token_fits_one_way(fits, not_so):
    ways = names(ways_to_lie(THREE, alike=False, bent_one_way=True))
    assert fits in ways
    assert not_so not in ways
    both = names(ways_to_lie(THREE, alike=False, bent_one_way=False))
    assert {fits, not_so} <= set(both)


def test_no_token_lies_on_another():
    there = [laid("fame:4,3", LONGER)]
    found = names(free_places(ways_to_lie(ONE, alike=True, bent_one_way=True), there, (0, 0)))
    assert "fame:4" not in found
    assert "fame:3" not in found
    assert {"fame:5", "fame:2", "destruction:3"} <= set(found)


def test_no_token_lies_on_the_cell_that_a_shortening_token_hides():
    there = [laid("fame:5,4,3", SHORTER)]
    found = names(free_places(ways_to_lie(ONE, alike=True, bent_one_way=True), there, (0, 0)))
    assert "fame:4" not in found


def test_no_token_lies_on_a_marker():
    ways = ways_to_lie(TWO, alike=True, bent_one_way=True)
    found = names(free_places(ways, [], (6, -2)))
    assert not {"fame:4,3", "fame:3,2", "destruction:0,-1", "destruction:-1,-2"} & set(found)
    assert {"fame:2,1", "fame:5,4", "destruction:3,2"} <= set(found)


def test_middle_spotlights_and_victory_cells_may_be_covered():
    every = ways_to_lie(ONE, alike=True, bent_one_way=True)
    found = names(free_places(every, [], (2, 2)))
    assert {"fame:0", "fame:3", "fame:7", "fame:-7"} <= set(found)
    special = [name for name in names(every) if is_special(place(name))]
    assert [name for name in special if name.startswith("fame")] == [
        f"fame:{cell}" for cell in (7, 5, 4, 3, 0, -3, -4, -5, -7)
    ]


@pytest.mark.parametrize(
    ("at", "name"), [(0, "0"), (6, "3"), (7, "3½"), (-7, "-3½"), (1, "½"), (-14, "-7")]
)
def test_places_have_names(at, name):
    assert cell_name(at) == name
