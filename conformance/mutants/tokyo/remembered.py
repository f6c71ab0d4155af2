"""Misreadings of what a new turn forgets: things kept from the turn before."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.turn import AS_IF
from oracle.kernel.state import Frame, State
from oracle.tokyo import resolve, turn
from oracle.tokyo.buying import BOUGHT_NOW, CUT
from oracle.tokyo.machine import Tokyo
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


def keep(change: Changes, *registers: int) -> None:
    """Let a turn begin with what the one before has left in some registers."""
    left = tuple(each for each in turn.OF_THE_TURN if each not in registers)
    change.put(turn, "OF_THE_TURN", left)


def keep_gains(change: Changes, *registers: int) -> None:
    """Let a resolve phase begin with what the one before has left in some registers."""
    begin = resolve.begin_resolve

    def begin_with_gains(state: State, seat: int) -> None:
        kept = [state.registers[each] for each in registers]
        begin(state, seat)
        for each, value in zip(registers, kept, strict=True):
            state.registers[each] = value

    change.swap(begin, begin_with_gains)


@AS_IF(
    "scored-before",
    "a triple scored in the turn before counted in this one",
    "kt.turn.extra-condition",
    "kt.turn.this-turn",
)
def scored_before(change: Changes) -> None:
    keep(change, SCORED)


@AS_IF(
    "harmed-before",
    "who made others lose hearts in an earlier turn had done so in this one",
    "kt.end.harmed-nobody",
)
def harmed_before(change: Changes) -> None:
    keep(change, HARMED)


@AS_IF(
    "left-before",
    "a place left in the turn before were taken over by the attacker of this one",
    "kt.tokyo.taken-over",
)
def left_before(change: Changes) -> None:
    keep(change, LEFT_CITY, LEFT_BAY)


@AS_IF(
    "hearts-gained-before",
    "hearts gained in an earlier resolve phase counted in this one",
    "kt.heart.card",
)
def hearts_gained_before(change: Changes) -> None:
    keep_gains(change, GAINED_HEARTS)


@AS_IF(
    "energy-gained-before",
    "energy gained in an earlier resolve phase counted in this one",
    "kt.energy.card",
)
def energy_gained_before(change: Changes) -> None:
    keep_gains(change, GAINED_ENERGY)


@AS_IF(
    "stars-gained-before",
    "stars gained in an earlier resolve phase counted in this one",
    "kt.keyword.sneaky",
)
def stars_gained_before(change: Changes) -> None:
    keep_gains(change, GAINED_STARS, SCORED_STARS)


def keep_local(change: Changes, *locals_: int) -> None:
    """Let a turn begin with what the one before has left in its frame."""
    begin = turn.begin

    def begin_with(machine: Tokyo, state: State, frame: Frame) -> None:
        kept = [frame[each] for each in locals_]
        begin(machine, state, frame)
        for each, value in zip(locals_, kept, strict=True):
            frame[each] = value

    change.swap(begin, begin_with)


@AS_IF(
    "bought-before",
    "cards bought or taken in the turn before were new in this one",
    "kt.consumable.at-once",
)
def bought_before(change: Changes) -> None:
    keep_local(change, BOUGHT_NOW, TAKEN_NOW)


@AS_IF(
    "cut-before",
    "a turn after one that was cut short were cut short too",
    "kt.turn.extra-whole",
    "kt.turn.extra",
)
def cut_before(change: Changes) -> None:
    keep_local(change, CUT)


@AS_IF(
    "used-until-own-turn",
    "what is had once a turn came back only in a turn of its owner",
    "kt.card.once",
    "kt.turn.extra-whole",
)
def used_until_own_turn(change: Changes) -> None:
    begin = turn.begin

    def begin_with_uses(machine: Tokyo, state: State, frame: Frame) -> None:
        used = frame[turn.USED]
        begin(machine, state, frame)
        area = AREA + frame[turn.SEAT]
        frame[turn.USED] = tuple(entry for entry in used if state.where[entry[0]] != area)

    change.swap(begin, begin_with_uses)
