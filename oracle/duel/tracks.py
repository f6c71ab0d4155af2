"""The paths of the two tracks: cells, noise tokens on them, spotlights and victory cells.

Nothing here knows a game. A place on a track is a number of half cells from the middle, positive
toward the first seat: even numbers are cells of the board, odd ones cells between two of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from attrs import frozen

TRACKS: Final = ("fame", "destruction")
FAME, DESTRUCTION = range(2)

FARTHEST: Final = 7
"""The number of the last cell of the board on either side. rule: kd.track.cells"""
VICTORY_CELL: Final = 2 * FARTHEST
SPOTLIGHT: Final = range(6, 11)
"""From 3 to 5, with what lies between. rules: kd.track.zones, .spotlight, .half"""


@frozen
class Shape:
    """How many neighbouring cells of the board a token covers, and how many cells it has."""

    covers: int
    cells: int

    @property
    def is_possible(self) -> bool:
        """Whether a token can be like that."""
        return (self.covers, self.cells) in POSSIBLE_SHAPES

    def own_cells(self, covered: tuple[int, ...]) -> tuple[int, ...]:
        """Where its cells lie, from its first. rules: kd.track.path, .longer, .shorter"""
        ends = (2 * covered[0], 2 * covered[-1])
        if self.cells == self.covers:
            return tuple(2 * cell for cell in covered)
        if self.cells > self.covers:
            return (ends[0], sum(ends) // 2, ends[1])
        return ends


POSSIBLE_SHAPES: Final = {(1, 1), (2, 2), (3, 3), (2, 3), (3, 2)}

Place = tuple[int, tuple[int, ...]]
"""`(track, cells)`: the cells of the board that are covered, from the token's first."""


def _all_places() -> list[Place]:
    found: list[Place] = []
    for track in range(len(TRACKS)):
        for covers in (1, 2, 3):
            for first in range(FARTHEST, covers - FARTHEST - 2, -1):
                down = tuple(range(first, first - covers, -1))
                found.append((track, down))
                if covers > 1:
                    found.append((track, down[::-1]))
    return found


PLACES: Final = tuple(_all_places())
PLACE_NAMES: Final = tuple(
    f"{TRACKS[track]}:{','.join(map(str, cells))}" for track, cells in PLACES
)


def _bit(track: int, cell: int) -> int:
    return 1 << (track * (2 * FARTHEST + 1) + cell + FARTHEST)


COVERED: Final = tuple(sum(_bit(track, cell) for cell in cells) for track, cells in PLACES)
"""The cells that each place covers, a bit for each cell of the board."""


def ways_to_lie(shape: Shape, *, alike: bool, bent_one_way: bool) -> tuple[int, ...]:
    """The numbers of all places for a token, on an empty board.

    A token that reads `alike` from both ends is named from the first seat's end. A token of three
    cells is bent and fits one way. rules: kd.noise.where, .either-way, .bent
    """
    return tuple(
        number
        for number, (track, cells) in enumerate(PLACES)
        if len(cells) == shape.covers and _fits(track, cells, shape, alike, bent_one_way)
    )


def _fits(
    track: int, cells: tuple[int, ...], shape: Shape, alike: bool, bent_one_way: bool
) -> bool:
    toward_first_seat = cells[0] >= cells[-1]
    if alike:
        return toward_first_seat
    if shape.covers < 3 or not bent_one_way:
        return True
    even = cells[1] % 2 == 0
    return toward_first_seat == (even if track == FAME else not even)


Laid = tuple[int, Shape]
"""A token on the board: the number of its place, and its shape."""


@frozen(eq=False)
class Path:
    """The line of cells that the marker of one track goes along. rule: kd.track.path"""

    cells: tuple[int, ...]
    """All of them, from the second seat's end to the first seat's."""
    on_token: dict[int, tuple[int, int]]
    """For cells of tokens, which token of those given, and which of its own cells, from 0."""

    def step(self, at: int, toward: int) -> int:
        """The next cell toward a side (1 for the first seat, -1 for the second)."""
        return self.cells[self.cells.index(at) + toward]


@lru_cache(maxsize=4096)
def path_of(track: int, laid: tuple[Laid, ...]) -> Path:
    """The path of a track with the tokens that lie on the board."""
    cells = {2 * cell for cell in range(-FARTHEST, FARTHEST + 1)}
    on_token: dict[int, tuple[int, int]] = {}
    for index, (place, shape) in enumerate(laid):
        where, covered = PLACES[place]
        if where == track:
            cells -= {2 * cell for cell in covered}
            for number, cell in enumerate(shape.own_cells(covered)):
                on_token[cell] = (index, number)
    return Path(tuple(sorted(cells | set(on_token))), on_token)


def free_places(ways: Iterable[int], laid: Iterable[Laid], markers: tuple[int, ...]) -> list[int]:
    """The places that a token could take now. rules: kd.noise.other-token, kd.noise.marker"""
    taken = 0
    for place, _ in laid:
        taken |= COVERED[place]
    for track, at in enumerate(markers):
        if at % 2 == 0:
            taken |= _bit(track, at // 2)
    return [place for place in ways if not COVERED[place] & taken]


def is_special(place: int) -> bool:
    """Whether a place covers the middle, a spotlight or a victory cell. rule: .special-cells"""
    return any(
        not cell or 2 * abs(cell) in SPOTLIGHT or abs(cell) == FARTHEST for cell in PLACES[place][1]
    )


def side_of(at: int) -> int:
    """Whose side of a track a place is on: 0 or 1; the middle is the first seat's by count only."""
    return 0 if at >= 0 else 1


def in_spotlight(at: int) -> bool:
    """Whether a place is inside a spotlight, on whichever side. rules: .spotlight, .half"""
    return abs(at) in SPOTLIGHT


def is_spotlight_of(at: int, seat: int) -> bool:
    """Whether a place is inside the spotlight of a seat."""
    return in_spotlight(at) and side_of(at) == seat


def is_victory_of(at: int, seat: int) -> bool:
    """Whether a place is the victory cell of a seat. rule: kd.track.victory"""
    return abs(at) == VICTORY_CELL and side_of(at) == seat


def cell_name(at: int) -> str:
    """A place as one writes it: `3`, `-3½`, `0`."""
    sign = "-" if at < 0 else ""
    return f"{sign}{abs(at) // 2 or ('' if at % 2 else 0)}{'½' if at % 2 else ''}"
