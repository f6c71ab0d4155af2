"""Blocks, loops and choices of whole blocks: how linked steps jump."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .machine import Machine, Step, ask
from .state import Frame, State
from .trial import fence, is_trial, would_change

Test = Callable[[Any, State, Frame], bool]
Amount = Callable[[Any, State, Frame], int]
Chooser = Callable[[Any, State, Frame], int]

ACCEPT = ("accept",)
DECLINE = ("decline",)


class Label:
    """A stretch of code that can be left or begun again once its place is known."""

    __slots__ = ("end", "start")

    def __init__(self) -> None:
        self.start = self.end = -1

    def around(
        self, before: Sequence[Piece], body: Sequence[Piece], after: Sequence[Piece]
    ) -> list[Any]:
        """The body with its beginning and end marked, and what stands around it."""
        return [*before, _Begin(self), *body, _End(self), *after]

    def leave(self, frame: Frame) -> None:
        """Go on behind the body."""
        frame[1] = self.end

    def again(self, frame: Frame) -> None:
        """Go back to the start of the body."""
        frame[1] = self.start


class _Begin:
    __slots__ = ("label",)

    def __init__(self, label: Label) -> None:
        self.label = label


class _End(_Begin):
    __slots__ = ()


Piece = Step | _Begin


def assemble(pieces: Sequence[Any]) -> list[Step]:
    """The plain steps of code, with every label put in its place."""
    steps: list[Step] = []
    for piece in pieces:
        if isinstance(piece, _End):
            piece.label.end = len(steps)
        elif isinstance(piece, _Begin):
            piece.label.start = len(steps)
        else:
            steps.append(piece)
    return steps


def only_if(test: Test, body: Sequence[Piece]) -> list[Any]:
    """Carry the body out only if the test holds when it is reached."""
    label = Label()

    def check(machine: Machine, state: State, frame: Frame) -> None:
        if not test(machine, state, frame):
            label.leave(frame)

    return label.around([], [check, *body], [])


def repeat(amount: Amount, slot: int, body: Sequence[Piece]) -> list[Any]:
    """Carry the body out as often as counted when it is first reached."""
    label = Label()

    def count(machine: Machine, state: State, frame: Frame) -> None:
        frame[slot] = amount(machine, state, frame)

    def check(machine: Machine, state: State, frame: Frame) -> None:
        if frame[slot] <= 0:
            label.leave(frame)
        frame[slot] -= 1

    def back(machine: Machine, state: State, frame: Frame) -> None:
        label.again(frame)

    return label.around([count], [check, *body, back], [])


def optional(
    who: Chooser,
    rules: tuple[str, ...],
    decided: Callable[[Frame, bool], None],
    body: Sequence[Piece],
    test: Test | None = None,
) -> list[Any]:
    """Ask, if the test holds, whether to carry the body out; `decided` hears the answer."""
    label = Label()

    def offer(machine: Machine, state: State, frame: Frame) -> None:
        if test is not None and not test(machine, state, frame):
            label.leave(frame)
            return
        seat = who(machine, state, frame)
        ask(state, "may", seat, [ACCEPT, DECLINE], frame[2], rules)

    def take(machine: Machine, state: State, frame: Frame) -> None:
        accepted = state.answer[0] == "accept"
        decided(frame, accepted)
        if not accepted:
            label.leave(frame)

    return label.around([], [offer, take, *body], [])


def if_of_use(
    who: Chooser,
    rules: tuple[str, ...],
    decided: Callable[[Frame, bool], None],
    idle: Callable[[State, Frame], None],
    body: Sequence[Piece],
    place: int,
) -> list[Any]:
    """Ask whether to carry the body out, if that would change anything; `idle` hears if not.

    `place` is a number that no other such body of the same code has.
    """
    label = Label()

    def of_use(machine: Machine, state: State, frame: Frame) -> None:
        if is_trial(machine, state):
            return  # whether it would change anything is what is being tried
        trial = state.clone().stack[-1]  # with lists of its own
        label.again(trial)
        if not would_change(machine, state, trial, place):
            idle(state, frame)
            after.leave(frame)

    after = Label()
    asked = optional(who, rules, decided, label.around([], body, [fence(place)]))
    return after.around([], [of_use, *asked], [])
