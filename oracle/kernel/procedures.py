"""Procedures: steps in the order of the rulebook, the places they jump to, and their locals.

Nobody counts: a place stands before the step it names, and a local is declared by a name alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .state import Frame, State

if TYPE_CHECKING:
    from .machine import Machine

# A game's steps take that game's own machine, which is why the first parameter is open.
Step = Callable[[Any, State, Frame], None]


class Place:
    """A place in a procedure: `frame[1] = FIGHT.at` lets the step behind it come next."""

    __slots__ = ("at",)

    at: int

    def __init__(self) -> None:
        self.at = -1


class Locals:
    """What the frames of a procedure remember, in the order it is declared.

    The first two entries of a frame are its code and its next step; locals stand behind them.
    """

    __slots__ = ("count",)

    count: int

    def __init__(self, behind: Locals | None = None) -> None:
        self.count = 0 if behind is None else behind.count

    def one(self) -> int:
        """The place of one more local in the frame."""
        self.count += 1
        return self.count + 1


class Procedures:
    """The named procedures of a game in the order they were declared."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.steps: list[tuple[Step, ...]] = []
        self.sizes: list[int] = []
        self.places: list[tuple[Place, ...]] = []
        self.step_names: list[tuple[str, ...]] = []

    def declare(self, name: str, *pieces: Step | Place, remembers: Locals) -> int:
        """Name a procedure, with each place before the step it names; frames hold its number."""
        self.names.append(name)
        self.sizes.append(remembers.count)
        steps = (*settled(pieces), finish)
        self.steps.append(steps)
        self.step_names.append(names_of(steps))
        self.places.append(tuple(each for each in pieces if isinstance(each, Place)))
        return len(self.names) - 1


def settled(pieces: Sequence[Step | Place]) -> list[Step]:
    """The steps alone; the places among them know from now on where they are."""
    steps: list[Step] = []
    for piece in pieces:
        if isinstance(piece, Place):
            piece.at = len(steps)
        else:
            steps.append(piece)
    return steps


def names_of(steps: Sequence[Step]) -> tuple[str, ...]:
    """What saved positions call the steps; of one that comes again, which time it is."""
    names: list[str] = []
    for step in steps:
        name = getattr(step, "__name__", "")
        times = sum(name == other.partition("/")[0] for other in names)
        names.append(f"{name}/{times + 1}" if times else name)
    return tuple(names)


def finish(machine: Machine, state: State, frame: Frame) -> None:
    """The last step of every code: leave it."""
    state.stack.pop()
