"""Tokyo: who enters it or takes control of it, and which place that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.procedures import Locals
from oracle.kernel.state import Frame, Rules, State

from .atoms import enter, leave, move_to_city
from .bay import bay_is_open, left_rules
from .energy import gain_energy
from .moments import happen, has_yielded
from .monsters import holder, in_tokyo
from .stars import gain_stars
from .table import (
    ACTIVE,
    ACTOR,
    ATTACKED,
    BAY,
    CITY,
    EMPTIED,
    FEWEST_PLAYERS,
    FROM_OUTSIDE,
    KEPT_OUT,
    LEFT_BAY,
    LEFT_CITY,
    NONE,
    OUTSIDE,
    PROCEDURES,
    RESTARTS,
)

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of the enter phase: whose, the place aimed at, how often monsters started
# afresh before.
ENTER_FRAME = Locals()
SEAT = ENTER_FRAME.one()
AIMED = ENTER_FRAME.one()
BEFORE = ENTER_FRAME.one()

ENTER = ("kt.tokyo.enter", "kt.tokyo.must", "kt.tokyo.no-place")
STAR = ("kt.tokyo.star",)
INSTEAD = ("kt.tokyo.two-monsters",)
STAYS_OUT = ("kt.tokyo.no-place",)
NOBODY_ENTERS = ("kt.tokyo.nobody-enters",)
NO_CLAW = ("kt.tokyo.enter",)


def begin_enter(state: State, seat: int) -> None:
    """Begin an enter phase."""
    state.stack.append([ENTER_PHASE, 0, seat, 0, 0])


def aim(machine: Tokyo, state: State, frame: Frame) -> None:
    """Whether the monster enters, and where. rules: kt.tokyo.enter, .city-first, kt.bay.*"""
    seat = frame[SEAT]
    frame[AIMED] = OUTSIDE
    if not state.counters[seat]:
        return
    if in_tokyo(machine, state, seat):
        state.log.append(("holds-place", ("kt.tokyo.one-place",), NONE, seat))
        return
    if state.registers[ATTACKED] & KEPT_OUT:
        state.log.append(("outside", NOBODY_ENTERS, NONE, seat))
        return
    if not machine.enters_without_claw and not state.registers[ATTACKED] & FROM_OUTSIDE:
        state.log.append(("outside", NO_CLAW, NONE, seat))
        return
    place = free_place(machine, state)
    if place is None:
        state.log.append(("outside", STAYS_OUT + left_rules(machine, state), NONE, seat))
        return
    frame[AIMED] = place
    frame[BEFORE] = state.registers[RESTARTS]
    left_by = state.registers[LEFT_CITY if place == CITY else LEFT_BAY]
    if left_by and left_by - 1 != seat:
        happen(machine, state, "taken-over", left_by - 1, (seat, 0))


def come_in(machine: Tokyo, state: State, frame: Frame) -> None:
    """It enters and gains a star, if it lived to. rules: kt.tokyo.star, .nobody-enters"""
    seat, place = frame[SEAT], frame[AIMED]
    if place == OUTSIDE:
        return
    if not is_about_to_enter(machine, state, seat):
        state.log.append(("outside", NOBODY_ENTERS, NONE, seat))
        if machine.enters_with_claws:
            state.registers[ATTACKED] |= KEPT_OUT
        return
    rules: Rules = ENTER + (("kt.tokyo.city-first",) if place == CITY else ("kt.bay.city-held",))
    rules += left_rules(machine, state)
    if state.registers[EMPTIED] >> place & 1:
        rules += ("kt.tokyo.eliminated-holder",)
    if state.registers[RESTARTS] != frame[BEFORE]:
        rules += ("kt.tokyo.nobody-enters",)
    if state.registers[ACTOR] != state.registers[ACTIVE]:
        rules += ("kt.borrowed.enter",)
    come_into(machine, state, seat, place, NONE, rules)


def still_enters(machine: Tokyo, state: State, seat: int, before: int) -> bool:
    """Whether a monster is there, and by option also if it started afresh. rule: .nobody-enters"""
    afresh = state.registers[RESTARTS] != before
    return bool(state.counters[seat]) and (machine.enters_afresh or not afresh)


def is_about_to_enter(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster in its enter phase still goes where it aims. rule: kt.tokyo.nobody-enters

    Before the enter phase nothing is settled yet.
    """
    for frame in reversed(state.stack):
        if frame[0] == ENTER_PHASE:
            return still_enters(machine, state, seat, frame[BEFORE])
    return True


def come_into(
    machine: Tokyo, state: State, seat: int, place: int, cause: int, rules: Rules
) -> None:
    """Enter a place from outside, and gain what that gives. rules: kt.tokyo.star, .two-monsters"""
    enter(machine, state, seat, place, cause, rules)
    if machine.tokyo_gives_stars:
        two = INSTEAD if machine.players == FEWEST_PLAYERS else ()
        gain_stars(machine, state, seat, 1, cause, STAR + two)
    else:
        gain_energy(machine, state, seat, 1, cause, INSTEAD)


def control_of(machine: Tokyo, state: State) -> int:
    """The place of which a card brings control, by option a free one. rule: .take-control"""
    free = free_place(machine, state) if machine.control_of_free else None
    return CITY if free is None else free


def drive_out(machine: Tokyo, state: State, seat: int, cause: int) -> None:
    """By option who is driven out of a place yields it to who takes control of it.

    rules: kt.tokyo.taken-over, kt.tokyo.take-control
    """
    place = control_of(machine, state)
    there = holder(machine, state, place)
    if in_tokyo(machine, state, seat):
        if there is not None or not machine.bay_buyer_moves:
            return
    elif there is not None:
        leave(machine, state, there, cause, ("kt.tokyo.take-control",), "yield")
        has_yielded(machine, state, there)
    left_by = state.registers[LEFT_CITY if place == CITY else LEFT_BAY]
    if left_by:
        happen(machine, state, "taken-over", left_by - 1, (seat, 0))


def take_control(machine: Tokyo, state: State, seat: int, cause: int) -> None:
    """A card brings a monster into Tokyo. rule: kt.tokyo.take-control"""
    rules: Rules = ("kt.tokyo.take-control",)
    if in_tokyo(machine, state, seat):
        state.log.append(("holds-place", rules, cause, seat))
        city_free = holder(machine, state, CITY) is None
        if machine.bay_buyer_moves and city_free:
            move_to_city(machine, state, seat, cause, rules)
    if in_tokyo(machine, state, seat) or not state.counters[seat]:
        return
    place = control_of(machine, state)
    there = holder(machine, state, place)
    if there is not None:
        leave(machine, state, there, cause, rules)
    come_into(machine, state, seat, place, cause, rules)


ENTER_PHASE = PROCEDURES.declare("enter-phase", aim, come_in, remembers=ENTER_FRAME)


def free_place(machine: Tokyo, state: State) -> int | None:
    """The place that a monster which enters Tokyo goes to. rules: kt.tokyo.city-first, kt.bay.*"""
    if holder(machine, state, CITY) is None:
        return CITY
    if bay_is_open(machine, state) and holder(machine, state, BAY) is None:
        return BAY
    return None
