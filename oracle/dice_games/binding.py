"""Where the words of card text are bound to what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle.kernel.binding import binder
from oracle.kernel.state import Frame, State

# A game's functions take that game's own machine and linker, which is why these are open.
Number = Callable[[Any, State, Frame, int], int]
"""`(machine, state, frame, whose)`."""

Condition = Callable[[Any, State, int, int, tuple[int, ...]], bool]
"""`(machine, state, source, you, context)`."""


class Words:
    """The words of one game; those of another may be taken over."""

    def __init__(self, like: Words | None = None) -> None:
        self.effects: dict[str, Callable[[Any, Any], list[Any]]] = {}
        self.conditions: dict[str, Callable[[Any, Any], Condition]] = {}
        self.numbers: dict[str, Callable[[Any, Any], Number]] = {}
        self.possible: dict[str, Callable[[Any, Any], Condition]] = {}
        """For effects that may be impossible: what has to be there."""
        self.gains: dict[str, Callable[[Any, Any], Condition]] = {}
        """For effects that may come to nothing: whether they would bring anything."""
        if like is not None:
            self.effects |= like.effects
            self.conditions |= like.conditions
            self.numbers |= like.numbers
            self.possible |= like.possible
            self.gains |= like.gains
        self.effect = binder(self.effects)
        self.condition = binder(self.conditions)
        self.number = binder(self.numbers)
        self.can = binder(self.possible)


DICE_GAMES = Words()
"""The words that mean the same in every game."""
