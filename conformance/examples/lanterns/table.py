"""The table of Lanterns: where cards lie, who may see them, what is counted."""

from __future__ import annotations

from typing import Final

from oracle.kernel.events import ABILITY, CARD, NUMBER, SEAT, EventKind
from oracle.kernel.layout import EVERYBODY, NOBODY, OWNER, Counter, Layout, Zone
from oracle.kernel.machine import Machine
from oracle.kernel.procedures import Procedures

LAYOUT = Layout(
    seats=("p1", "p2"),
    zones=(
        Zone("hand", True, False, OWNER, ("ln.setup.hand",)),
        Zone("street", True, False, EVERYBODY, ("ln.turn.light",)),
        Zone("deck", False, False, NOBODY, ("ln.setup.deck",)),
        Zone("discard", False, False, EVERYBODY, ("ln.lantern.out",)),
    ),
    counters=(Counter("light", 0, 0, ("ln.setup.light",)),),
    registers=("active", "turn", "starter"),
    marks=(),
)

# Places: add the seat to the first two.
HAND: Final = 0
STREET: Final = 2
DECK: Final = 4
DISCARD: Final = 5

# Registers.
ACTIVE: Final = 0
TURN: Final = 1
STARTER: Final = 2

LIGHT_CHANGED: Final = 2
"""The bit of `State.dirty` that says that somebody's light has changed."""

HAND_SIZE: Final = 3
ENOUGH: Final = 15
NONE: Final = -1

_SEAT, _CARD, _AMOUNT = ("seat", SEAT), ("card", CARD), ("amount", NUMBER)
_ABILITY = ("ability", ABILITY)
EVENTS = {
    kind.name: kind
    for kind in (
        EventKind("deck", (_AMOUNT,), "The deck has {amount:card}"),
        EventKind("first", (_SEAT,), "{seat} has the first turn"),
        EventKind("draw", (_SEAT, _CARD), "{seat} draws {card}"),
        EventKind("turn", (_SEAT, _AMOUNT), "Turn {amount}: {seat}"),
        EventKind("pass", (_SEAT,), "{seat} has no card to light"),
        EventKind("light", (_SEAT, _CARD), "{seat} lights {card}"),
        EventKind("gain", (_SEAT, _AMOUNT), "{seat} gains {amount} light"),
        EventKind("lose", (_SEAT, _AMOUNT), "{seat} loses {amount} light"),
        EventKind("resolve", (_ABILITY, _SEAT), "{cause} works for {seat}", changes=False),
        EventKind("put-out", (_SEAT, _CARD), "{card} of {seat} is put out"),
        EventKind("sheltered", (_CARD,), "{card} cannot be put out", changes=False),
        EventKind("nothing", (_CARD,), "There is nothing to choose for {card}", changes=False),
        EventKind("none-left", (_SEAT,), "{seat} finds the deck empty", changes=False),
        EventKind("over", (("winner", SEAT),), "The game is over; winner: {winner}"),
    )
}

PROCEDURES = Procedures()


class Lanterns(Machine):
    """A linked ruleset of Lanterns."""

    glow: list[int]
    sheltered: frozenset[int]
    """The definitions that cannot be put out."""
    triggered: dict[str, list[list[int]]]
    """By moment and definition, the abilities that happen then."""
    second_wins: bool
    """Whether the player who had the second turn wins with equal light."""
