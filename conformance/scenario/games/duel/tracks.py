"""The cells of the tracks as sentences name them and as positions do.

A position counts half cells from the middle, positive toward p1: `alice's 3` is 6, a cell that a
token adds between `bob's 2 and 3` is -5. A token lies on cells of the board, named by whole cells
in the order in which its own cells run: `fame:3,4` is `fame alice's 3 to 4`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.scenario.game import people
from conformance.scenario.phrases import any_of
from oracle.duel.drawing import reads_alike
from rules_dsl.definitions import Card

TRACKS = ("fame", "destruction")
SIDES = {1: people(2)[0], -1: people(2)[1]}
"""By the sign of their cells, whose side of a track it is."""

MIDDLE = "middle"
END = 7
"""The victory cell of a side."""

SPOTLIGHT = (6, 10)
"""From and to which half cell the spotlight of a side goes; a cell between two of its cells is
inside, a cell between one of them and its neighbour is not."""

_SIDE = any_of(SIDES.values())
_CELL = rf"(?:{MIDDLE}|(?:{_SIDE})'s [1-{END}])"
_BETWEEN = rf"between (?:the {MIDDLE}|(?:{_SIDE})'s [1-{END}]) and (?:(?:{_SIDE})'s )?[1-{END}]"
CELL = rf"(?:{_CELL}|{_BETWEEN})"
WHERE = rf"(?:in the {MIDDLE}|on (?:{_SIDE})'s [1-{END}]|{_BETWEEN})"
SPOT = rf"(?:{any_of(TRACKS)}) {_CELL}(?: to (?:{_CELL}|[1-{END}]))?"


# ---- cells


def read_cell(text: str) -> int:
    """The half cell of `alice's 3`, `middle` or `between alice's 3 and 4`."""
    if not text.startswith("between "):
        return 2 * _whole(text)
    first, second = text.removeprefix("between ").removeprefix("the ").split(" and ")
    one, other = _both(first, second)
    if abs(one - other) != 1:
        raise ValueError(f"nothing lies {text}")
    return one + other


def write_cell(half: object) -> str:
    """The one way to write a half cell."""
    assert isinstance(half, int)
    if half % 2 == 0:
        return _said(half // 2)
    inner, outer = sorted(((half - 1) // 2, (half + 1) // 2), key=abs)
    first = _said(inner) if inner else f"the {MIDDLE}"
    return f"between {first} and {_after(inner, outer)}"


def read_where(text: str) -> int:
    """The half cell on which something is said to be: `on alice's 3`, `in the middle`."""
    return read_cell(text.removeprefix("on ").removeprefix("in the "))


def write_where(half: object) -> str:
    """Where a marker is said to be."""
    cell = write_cell(half)
    if cell.startswith("between "):
        return cell
    return f"in the {cell}" if cell == MIDDLE else f"on {cell}"


def _whole(text: str) -> int:
    if text == MIDDLE:
        return 0
    name, _, number = text.partition("'s ")
    sign = next(sign for sign, person in SIDES.items() if person == name)
    return sign * int(number)


def _both(first: str, second: str) -> tuple[int, int]:
    """Two cells, of which the second may leave out whose it is."""
    one = _whole(first)
    if not second.isdigit():
        return one, _whole(second)
    if not one:
        raise ValueError(f"say whose {second}")
    return one, (1 if one > 0 else -1) * int(second)


def _said(cell: int) -> str:
    return f"{SIDES[1 if cell > 0 else -1]}'s {abs(cell)}" if cell else MIDDLE


def _after(first: int, second: int) -> str:
    """A cell after another: whose it is need not be said twice."""
    return str(abs(second)) if first * second > 0 else _said(second)


# ---- places of tokens


def read_spot(text: str) -> str:
    """The name of a place: `fame alice's 3 to 4` is `fame:3,4`."""
    track, _, cells = text.partition(" ")
    first, _, last = cells.partition(" to ")
    one, other = _both(first, last) if last else (_whole(first), _whole(first))
    step = 1 if other >= one else -1
    return f"{track}:{','.join(str(cell) for cell in range(one, other + step, step))}"


def write_spot(name: object) -> str:
    """The one way to write a place."""
    track, cells = cells_of(str(name))
    said = f"{track} {_said(cells[0])}"
    return said if len(cells) == 1 else f"{said} to {_after(cells[0], cells[-1])}"


def one_name(name: str, token: Card) -> str:
    """The one name of where a token lies: one that is the same from both ends has two of them, and
    the one from alice's end counts. rule: kd.noise.either-way"""
    track, cells = cells_of(name)
    if reads_alike(token):
        cells.sort(reverse=True)
    return f"{track}:{','.join(map(str, cells))}"


def is_spot(text: str) -> bool:
    """Whether a text names a place of a token."""
    return re.fullmatch(SPOT, text) is not None


def cells_of(name: str) -> tuple[str, list[int]]:
    """The track and the cells of the board that a place names."""
    track, _, cells = name.partition(":")
    return track, [int(cell) for cell in cells.split(",")]


def stands_on(half: int, track: str, name: str) -> bool:
    """Whether a marker on a half cell of a track stands on a token at a place."""
    there, cells = cells_of(name)
    return there == track and 2 * min(cells) <= half <= 2 * max(cells)


def spotlight_of(half: int) -> str | None:
    """Whose spotlight a half cell is in."""
    inside = SPOTLIGHT[0] <= abs(half) <= SPOTLIGHT[1]
    return SIDES[1 if half > 0 else -1] if inside else None


# ---- as events tell them


def told_names() -> dict[str, str]:
    """Cells and places as events name them, in the words of sentences."""
    cells = {_told(half): _named(half) for half in range(-2 * END, 2 * END + 1)}
    return cells | {name: write_spot(name) for name in _places()}


def _told(half: int) -> str:
    """A cell as events name it: `3`, `-3½`."""
    whole = str(abs(half) // 2) if half % 2 == 0 or abs(half) > 1 else ""
    return f"{'-' if half < 0 else ''}{whole}{'½' if half % 2 else ''}"


def _named(half: int) -> str:
    cell = write_cell(half)
    return f"the cell {cell}" if half % 2 else f"the {cell}" if cell == MIDDLE else cell


def _places() -> Iterator[str]:
    for track in TRACKS:
        for covers in (1, 2, 3):
            for first in range(-END, END - covers + 2):
                cells = [str(cell) for cell in range(first, first + covers)]
                yield f"{track}:{','.join(cells)}"
                yield f"{track}:{','.join(reversed(cells))}"
