"""Where a card lies, in words, and before whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.kernel.state import State

    from .machine import Tokyo

IN_PLAY = ("area", "evolutions")
"""Zones before a monster."""

PLACES = {
    "deck": "in the deck",
    "top": "on top of the deck",
    "row": "in the row",
    "discard": "in the discard pile",
    "bought": "just being bought",
    "area": "before",
    "evolutions": "before",
    "hand": "in the hand of",
    "evolution-deck": "in the evolution deck of",
    "evolution-discard": "in the evolution discard pile of",
    "unchosen": "out of the game",
}


def lies_before(machine: Tokyo, state: State, card: int) -> int | None:
    """The monster that a card lies before, if there is one."""
    zone, seat = machine.layout.places[state.where[card]]
    return seat if zone.name in IN_PLAY else None


def is_at_hand(machine: Tokyo, state: State, card: int, seat: int) -> bool:
    """Whether a card lies before a monster or in its hand."""
    zone, owner = machine.layout.places[state.where[card]]
    return owner == seat and (zone.name in IN_PLAY or zone.name == "hand")


def where_is(machine: Tokyo, state: State, card: int) -> str:
    """Where a card lies: `in the row`, `before p2`."""
    zone, seat = machine.layout.places[state.where[card]]
    where = PLACES.get(zone.name, f"in the place {zone.name}")
    return where if seat is None else f"{where} {machine.layout.seats[seat]}"
