"""Tokyo Bay: when it is in use, what is said of it, and how it closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.state import Rules, State

from .atoms import leave, move_to_city
from .monsters import holder
from .table import BAY, BAY_CLOSED, CITY, LEFT_BAY, LEFT_CITY, NONE, SMALLEST_BAY

if TYPE_CHECKING:
    from .machine import Tokyo


def bay_is_open(machine: Tokyo, state: State) -> bool:
    """Whether Tokyo Bay is in use. rules: kt.bay.used, kt.bay.closes"""
    return machine.bay_in_use and not state.registers[BAY_CLOSED]


def close_bay(machine: Tokyo, state: State, seat: int | None, *, to_city: bool) -> None:
    """Nobody can be in the Bay any more. rules: kt.bay.closes, .closing-out, .closing-move"""
    state.log.append(("bay-closes", ("kt.bay.closes",), NONE))
    if seat is None:
        return
    if to_city:
        move_to_city(machine, state, seat, NONE, ("kt.bay.closing-move", "kt.bay.closing-star"))
    else:
        held = holder(machine, state, CITY) is not None
        told = "kt.bay.closing-out" if held else "kt.bay.closing-move"
        leave(machine, state, seat, NONE, (told,))


def in_bay(machine: Tokyo, state: State, seat: int) -> Rules:
    """A monster in the Bay is in Tokyo. rule: kt.bay.same"""
    in_it = state.counters[machine.place + seat] == BAY
    return ("kt.bay.same", "kt.tokyo.both") if in_it else ()


def settle_bay(machine: Tokyo, state: State, left: int, *, kept: bool) -> None:
    """With fewer than five monsters there is no Bay. rules: kt.bay.closes, .closing-move"""
    if left >= SMALLEST_BAY:
        state.log.append(("bay-stays", ("kt.bay.six-to-five",), NONE))
    if left >= SMALLEST_BAY or state.registers[BAY_CLOSED]:
        return
    state.registers[BAY_CLOSED] = 1
    there = holder(machine, state, BAY)
    city_free = holder(machine, state, CITY) is None and not kept
    close_bay(machine, state, there, to_city=city_free)


def left_rules(machine: Tokyo, state: State) -> Rules:
    """What is said about the places that were yielded. rules: kt.bay.*"""
    if not machine.bay_in_use:
        few = machine.players < SMALLEST_BAY
        return ("kt.bay.unused",) if few else ("kt.bay.used",)
    rules: Rules = ("kt.bay.used", "kt.bay.same", "kt.tokyo.both")
    city, bay = state.registers[LEFT_CITY], state.registers[LEFT_BAY]
    if city and bay:
        return (*rules, "kt.bay.both-left")
    if city:
        return (*rules, "kt.bay.city-left", "kt.bay.city-held")
    return (*rules, "kt.bay.bay-left") if bay else rules
