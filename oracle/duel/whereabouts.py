"""Where cards, noise tokens and markers are, in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .drawing import cells_in

if TYPE_CHECKING:
    from oracle.kernel.state import State

    from .machine import Duel

PLACES = {
    "deck": "in the deck",
    "row": "in the row",
    "discard": "in the discard pile",
    "bought": "just being bought",
    "area": "before",
    "monster": "the monster of",
    "monsters": "a monster that nobody is",
    "noise": "off the board",
    "board": "on the board",
}

PLACE = re.compile(r"\b(?:fame|destruction):-?\d(?:,-?\d)*")
"""The name of a place of a noise token."""


def lies_before(machine: Duel, state: State, card: int) -> int | None:
    """The monster that a card lies before, if there is one."""
    zone, seat = machine.layout.places[state.where[card]]
    return seat if zone.name == "area" else None


def is_at_hand(machine: Duel, state: State, card: int, seat: int) -> bool:
    """Whether a card lies before a monster, or is its own board."""
    zone, owner = machine.layout.places[state.where[card]]
    return owner == seat and zone.name in ("area", "monster")


def where_is(machine: Duel, state: State, card: int) -> str:
    """Where a card lies: `in the row`, `before p2`."""
    zone, seat = machine.layout.places[state.where[card]]
    where = PLACES.get(zone.name, f"in the place {zone.name}")
    return where if seat is None else f"{where} {machine.layout.seats[seat]}"


def cell_text(half: int, owner: Callable[[str], str] = "{}'s".format) -> str:
    """A cell in words: `p1's 3`, `the middle`; one that a token adds is between two others."""
    if half % 2:
        inner, outer = sorted(((half - 1) // 2, (half + 1) // 2), key=abs)
        first = _cell(inner, owner)
        return f"the cell between {first} and {abs(outer) if inner else _cell(outer, owner)}"
    return _cell(half // 2, owner)


def place_text(place: str, owner: Callable[[str], str] = "{}'s".format) -> str:
    """A place of a token in words: `the fame track, p1's 3 to 4`, from its first cell on."""
    track, cells = cells_in(place)
    text = f"the {track} track, {_cell(cells[0], owner)}"
    if len(cells) == 1:
        return text
    same_side = cells[0] * cells[-1] > 0
    return f"{text} to {abs(cells[-1]) if same_side else _cell(cells[-1], owner)}"


def _cell(cell: int, owner: Callable[[str], str]) -> str:
    return f"{owner('p1' if cell > 0 else 'p2')} {abs(cell)}" if cell else "the middle"
