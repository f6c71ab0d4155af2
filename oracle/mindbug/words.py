"""Where the words of card text are bound to what they do.

Effects become steps of code; conditions, players and numbers become small functions of
`(machine, state, source, you)`, or of the running frame where they look back at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from .table import ACTIVE, DISCARD, HAND, UNDER

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

Seat = Callable[["Mindbug", State, int, int], int]
Seats = Callable[["Mindbug", State, int, int], tuple[int, ...]]
Number = Callable[["Mindbug", State, Frame], int]
Condition = Callable[..., bool]
"""`(machine, state, source, you, last=None)`; `last` is how a source that left play last was."""

EFFECTS: dict[str, Callable[[Linker, Call], list[Step]]] = {}
CONDITIONS: dict[str, Callable[[Linker, Call], Condition]] = {}
NUMBERS: dict[str, Callable[[Linker, Call], Number]] = {}
PLAYERS: dict[str, Seats] = {
    "you": lambda machine, state, source, you: (you,),
    "opponent": lambda machine, state, source, you: (1 - you,),
    "each-player": lambda machine, state, source, you: (
        state.registers[ACTIVE],
        1 - state.registers[ACTIVE],
    ),
}
SINGLE_PLAYERS: dict[str, Seat] = {
    "you": lambda machine, state, source, you: you,
    "opponent": lambda machine, state, source, you: 1 - you,
}
PLACES: dict[str, int] = {"discard-pile": DISCARD, "hand": HAND}
SHARED_PLACES: dict[str, tuple[int, ...]] = {
    "any-discard-pile": (DISCARD, DISCARD + 1),
    "under-creatures": (UNDER,),
}


def effect(word: str) -> Callable[[Any], Any]:
    """Bind an effect word."""
    return lambda bind: EFFECTS.setdefault(word, bind)


def condition(word: str) -> Callable[[Any], Any]:
    """Bind a condition word."""
    return lambda bind: CONDITIONS.setdefault(word, bind)


def number(word: str) -> Callable[[Any], Any]:
    """Bind a number word."""
    return lambda bind: NUMBERS.setdefault(word, bind)
