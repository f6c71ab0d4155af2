"""The end phase: what takes place when a turn ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.table import NONE, TURN_OF
from oracle.kernel.state import Frame, State

from .moments import at, begin_moment

if TYPE_CHECKING:
    from .machine import Duel

END = ("kd.end.order", "kd.end.effects")


def finish(machine: Duel, state: State, frame: Frame) -> None:
    """The end phase. rules: kd.end.effects, kd.end.order"""
    seat = frame[TURN_OF]
    found = at(machine, state, "turn-ends", seat)
    if len(found) > 1:
        state.log.append(("phase", END, NONE, seat, "end"))
    begin_moment(state, seat, (seat, 0), found)
