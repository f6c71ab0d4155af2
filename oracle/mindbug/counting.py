"""What is done for each of several things: at once, or one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oracle.kernel.flow import only_if
from oracle.kernel.state import Frame, State

from .table import ABILITY, DONE, SOURCE

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug
    from .words import Number

FOR_EACH = ("mb.effect.for-each",)


def by_amount(
    linker: Linker, times: Number, together: Sequence[Any], once: Sequence[Any]
) -> list[Any]:
    """An amount for each of several things, all at once or by option one after the other."""
    return [
        *only_if(lambda machine, *_: machine.amounts_together, together),
        *only_if(lambda machine, *_: not machine.amounts_together, in_turn(linker, times, once)),
    ]


def in_turn(linker: Linker, times: Number, body: Sequence[Any]) -> list[Any]:
    """Do something once for each of several things, which are counted before the first time."""
    left, done = linker.slot(), linker.slot()
    loop = linker.label()

    def begin(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[left], frame[done] = times(machine, state, frame), 0
        state.log.append(("count", FOR_EACH, frame[SOURCE], frame[ABILITY], frame[left]))

    def go_on(machine: Mindbug, state: State, frame: Frame) -> None:
        if frame[left] <= 0:
            frame[DONE] = frame[done]
            loop.leave(frame)

    def note(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[done] += max(0, frame[DONE])
        frame[left] -= 1
        loop.again(frame)

    return loop.around([begin], [go_on, *body, note], [])
