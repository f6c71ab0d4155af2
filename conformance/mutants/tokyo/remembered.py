"""Misreadings of what a new turn forgets: things kept from the turn before."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.turn import AS_IF
from oracle.kernel.state import Frame, State
from oracle.tokyo import resolve, turn
from oracle.tokyo.buy import BOUGHT_NOW, CUT
from oracle.tokyo.moments import TAKEN_NOW
from oracle.tokyo.table import (
    AREA,
    GAINED_ENERGY,
    GAINED_HEARTS,
    GAINED_STARS,
    HARMED,
    LEFT_BAY,
    LEFT_CITY,
    SCORED,
    SCORED_STARS,
)

__all__ = ["AS_IF"]


@do.verb
def keep(change: Changes, *registers: int) -> None:
    """Let a turn begin with what the one before has left in some registers."""
    left = tuple(each for each in turn.OF_THE_TURN if each not in registers)
    change.put(turn, "OF_THE_TURN", left)


@do.verb
def keep_gains(change: Changes, *registers: int) -> None:
    """Let a resolve phase begin with what the one before has left in some registers."""

    @change.around(resolve.begin_resolve)
    def begin_with_gains(begin: Any, state: State) -> None:
        kept = [state.registers[each] for each in registers]
        begin()
        for each, value in zip(registers, kept, strict=True):
            state.registers[each] = value


AS_IF(
    "a triple scored in the turn before counted in this one",
    "kt.turn.extra-condition",
    "kt.turn.this-turn",
).so("scored-before", keep(SCORED))
AS_IF(
    "who made others lose hearts in an earlier turn had done so in this one", "kt.end.harmed-nobody"
).so("harmed-before", keep(HARMED))
AS_IF(
    "a place left in the turn before were taken over by the attacker of this one",
    "kt.tokyo.taken-over",
).so("left-before", keep(LEFT_CITY, LEFT_BAY))
AS_IF("hearts gained in an earlier resolve phase counted in this one", "kt.heart.card").so(
    "hearts-gained-before", keep_gains(GAINED_HEARTS)
)
AS_IF("energy gained in an earlier resolve phase counted in this one", "kt.energy.card").so(
    "energy-gained-before", keep_gains(GAINED_ENERGY)
)
AS_IF("stars gained in an earlier resolve phase counted in this one", "kt.keyword.sneaky").so(
    "stars-gained-before", keep_gains(GAINED_STARS, SCORED_STARS)
)


@do.verb
def keep_local(change: Changes, *locals_: int) -> None:
    """Let a turn begin with what the one before has left in its frame."""

    @change.around(turn.begin)
    def begin_with(begin: Any, frame: Frame) -> None:
        kept = [frame[each] for each in locals_]
        begin()
        for each, value in zip(locals_, kept, strict=True):
            frame[each] = value


AS_IF("cards bought or taken in the turn before were new in this one", "kt.consumable.at-once").so(
    "bought-before", keep_local(BOUGHT_NOW, TAKEN_NOW)
)
AS_IF(
    "a turn after one that was cut short were cut short too", "kt.turn.extra-whole", "kt.turn.extra"
).so("cut-before", keep_local(CUT))


@AS_IF(
    "what is had once a turn came back only in a turn of its owner",
    "kt.card.once",
    "kt.turn.extra-whole",
)
@do.around(turn.begin)
def used_until_own_turn(begin: Any, state: State, frame: Frame) -> None:
    used = frame[turn.USED]
    begin()
    area = AREA + frame[turn.SEAT]
    frame[turn.USED] = tuple(entry for entry in used if state.where[entry[0]] != area)
