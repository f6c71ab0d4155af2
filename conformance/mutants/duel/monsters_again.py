"""Misreadings of the symbol that Alienoid adds once again."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.duel.monsters import AS_IF
from oracle.dice_games.table import ADDED, DICE, DONE
from oracle.duel import conditions, monsters
from oracle.duel.binding import EFFECTS
from oracle.duel.machine import Duel
from oracle.duel.table import LEFT
from oracle.kernel.state import Frame, State

__all__ = ["AS_IF"]


@AS_IF(
    "the symbol that Alienoid adds once again were not resolved",
    "kd.monster.add-again",
    "kd.monster.added",
)
@do.around(EFFECTS, "add-again")
def again_not_resolved(bind: Any) -> Any:
    def leave_out(machine: Duel, state: State, frame: Frame) -> None:
        state.registers[LEFT + frame[DONE]] += 1

    return [*bind(), leave_out]


@AS_IF(
    "Alienoid added a symbol once again only if one of its dice shows it", "kd.monster.add-again"
)
@do.around(EFFECTS, "add-again")
def again_only_if_rolled(bind: Any) -> Any:
    (act,) = bind()

    def add_if_rolled(machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[DICE + frame[DONE]]:
            act(machine, state, frame)

    return [add_if_rolled]


@AS_IF("cards saw only the first of the same symbols that Alienoid adds", "kd.monster.added")
@do.instead(conditions, "roll_of")
def again_not_seen(machine: Duel, state: State, face: int) -> int:
    return monsters.roll_of(machine, state, face) - max(0, state.registers[ADDED + face] - 1)
