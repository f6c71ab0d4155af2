"""Misreadings of Tokyo: leaving it, and what cards have to do with it."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.tokyo import AS_IF, entering_by
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    atoms,
    elimination,
    linker,
    losses,
    moments,
    monsters,
    stars,
    tokyo,
    yielding,
)
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import BAY, CITY, LEFT_BAY, LEFT_CITY, NONE, OUTSIDE, RESTARTS, YIELD, YOU


@AS_IF("a monster could leave Tokyo in its enter phase", "kt.tokyo.stay")
def leave_at_will(change: Changes) -> None:
    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[tokyo.SEAT]
        if frame[tokyo.AIMED] == OUTSIDE and monsters.in_tokyo(machine, state, seat):
            ask(state, "may", seat, [ACCEPT, DECLINE], NONE, ("kt.tokyo.stay",))
        else:
            state.answer = DECLINE

    def leave(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer == ACCEPT:
            atoms.leave(machine, state, frame[tokyo.SEAT], NONE, ())

    entering_by(tokyo.aim, tokyo.come_in, offer, leave)(change)


@AS_IF("who eliminates the monster in Tokyo by a card took its place", "kt.tokyo.not-by-cards")
@do.around(elimination.take_out)
def killing_by_card(take_out: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    by, first = frame[elimination.BY], machine.place
    struck = zip(frame[elimination.STRUCK], frame[elimination.BLOWS], strict=True)
    held = [
        state.counters[first + seat]
        for seat, (hit, *_) in struck
        if not state.counters[seat] and not hit
    ]
    take_out()
    free = tokyo.free_place(machine, state)
    goes_on = by != NONE and bool(state.stack) and not monsters.in_tokyo(machine, state, by)
    if goes_on and free is not None and free in held:
        tokyo.come_into(machine, state, by, free, NONE, ())


@AS_IF("taking control of Tokyo gave no star", "kt.tokyo.take-control")
@do.around(tokyo.take_control)
def control_without_star(take_control: Any, machine: Tokyo, state: State, seat: int) -> None:
    before = state.counters[machine.stars + seat]
    take_control()
    state.counters[machine.stars + seat] = before


@AS_IF(
    "a monster in the Bay that takes control of Tokyo moved to Tokyo City", "kt.tokyo.take-control"
)
@do.around(tokyo.take_control)
def control_from_bay(
    take_control: Any, machine: Tokyo, state: State, seat: int, cause: int
) -> None:
    if state.counters[machine.place + seat] != BAY:
        take_control()
        return
    there = monsters.holder(machine, state, CITY)
    if there is not None:
        atoms.leave(machine, state, there, cause, ())
    state.counters[machine.place + seat] = CITY


@AS_IF("who is in Tokyo already gained the star for taking control of it", "kt.tokyo.take-control")
@do.before(tokyo.take_control)
def star_without_entering(machine: Tokyo, state: State, seat: int, cause: int) -> None:
    if monsters.in_tokyo(machine, state, seat):
        stars.gain_stars(machine, state, seat, 1, cause, ())


@AS_IF("a card sent nobody out of Tokyo if its buyer is there already", "kt.tokyo.take-control")
@do.around(atoms.leave)
def others_stay(leave: Any, machine: Tokyo, state: State, seat: int, cause: int) -> None:
    top = state.stack[-1]
    of_card = cause != NONE and top[0] >= machine.first_effect and top[YOU] != seat
    if not (of_card and monsters.in_tokyo(machine, state, top[YOU])):
        leave()


@AS_IF(
    "who takes a place over were hurt when it has entered",
    "kt.tokyo.taken-over",
    "kt.tokyo.nobody-enters",
)
def hurt_after_entering(change: Changes) -> None:
    happen = moments.happen

    @change.instead(tokyo, "happen")
    def happen_later(*given: Any) -> None:
        if given[2] != "taken-over":
            happen(*given)

    @change.after(tokyo.come_in)
    def come_in_and_suffer(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, place = frame[tokyo.SEAT], frame[tokyo.AIMED]
        left_by = state.registers[LEFT_CITY if place == CITY else LEFT_BAY]
        if place != OUTSIDE and left_by:
            happen(machine, state, "taken-over", left_by - 1, (seat, 0))


@AS_IF("the attacker were hurt as soon as the place is yielded", "kt.tokyo.taken-over")
def hurt_at_once(change: Changes) -> None:
    happen = moments.happen

    @change.instead(tokyo, "happen")
    def happen_no_more(*given: Any) -> None:
        if given[2] != "taken-over":
            happen(*given)

    @change.around(yielding.take_yield)
    def yield_and_hurt(take_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        yields = state.answer == YIELD
        take_yield()
        if yields:
            seat, by = frame[losses.SEATS][frame[losses.ASKED] - 1], frame[losses.BY]
            happen(machine, state, "taken-over", seat, (by, 0))


@AS_IF(
    "a monster that starts afresh when it is about to enter came in all the same",
    "kt.tokyo.nobody-enters",
)
@do.before(tokyo.come_in)
def fresh_ones_enter(state: State, frame: Frame) -> None:
    frame[tokyo.BEFORE] = state.registers[RESTARTS]


AS_IF(
    "a card hurt a monster for a place that it no longer takes over",
    "kt.tokyo.nobody-enters",
    "kt.tokyo.taken-over",
).so("hurt-though-it-does-not-enter", do.put(linker.AS_LONG_AS, "taken-over", []))


@AS_IF(
    "the monster that yielded took its place back when the attacker fell before it entered",
    "kt.tokyo.nobody-enters",
)
@do.after(tokyo.come_in)
def place_taken_back(machine: Tokyo, state: State, frame: Frame) -> None:
    place = frame[tokyo.AIMED]
    left_by = state.registers[LEFT_CITY if place == CITY else LEFT_BAY]
    fallen = not state.counters[frame[tokyo.SEAT]]
    if place != OUTSIDE and fallen and left_by and state.counters[left_by - 1]:
        atoms.enter(machine, state, left_by - 1, place, NONE, ())
