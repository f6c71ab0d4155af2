"""Misreadings of Tokyo: leaving it, and what cards have to do with it."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.tokyo import AS_IF, entering_by
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, damage, elimination, entering, linker, moments, monsters
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import (
    BAY,
    CITY,
    LEFT_BAY,
    LEFT_CITY,
    NONE,
    OUTSIDE,
    RESTARTS,
    YIELD,
    YOU,
)


@AS_IF("leave-at-will", "a monster could leave Tokyo in its enter phase", "kt.tokyo.stay")
def leave_at_will(change: Changes) -> None:
    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[entering.SEAT]
        if frame[entering.AIMED] == OUTSIDE and monsters.in_tokyo(machine, state, seat):
            ask(state, "may", seat, [ACCEPT, DECLINE], NONE, ("kt.tokyo.stay",))
        else:
            state.answer = DECLINE

    def leave(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer == ACCEPT:
            atoms.leave(machine, state, frame[entering.SEAT], NONE, ())

    entering_by(change, entering.aim, entering.come_in, offer, leave)


@AS_IF(
    "killing-by-card",
    "who eliminates the monster in Tokyo by a card took its place",
    "kt.tokyo.not-by-cards",
)
def killing_by_card(change: Changes) -> None:
    take_out = elimination.take_out

    def take_out_and_enter(machine: Tokyo, state: State, frame: Frame) -> None:
        by, first = frame[elimination.BY], machine.place
        struck = zip(frame[elimination.STRUCK], frame[elimination.BLOWS], strict=True)
        held = [
            state.counters[first + seat]
            for seat, (hit, *_) in struck
            if not state.counters[seat] and not hit
        ]
        take_out(machine, state, frame)
        free = monsters.free_place(machine, state)
        goes_on = by != NONE and bool(state.stack) and not monsters.in_tokyo(machine, state, by)
        if goes_on and free is not None and free in held:
            entering.come_into(machine, state, by, free, NONE, ())

    change.swap(take_out, take_out_and_enter)


@AS_IF("control-without-star", "taking control of Tokyo gave no star", "kt.tokyo.take-control")
def control_without_star(change: Changes) -> None:
    take_control = entering.take_control

    def take_for_nothing(machine: Tokyo, state: State, seat: int, cause: int) -> None:
        before = state.counters[machine.stars + seat]
        take_control(machine, state, seat, cause)
        state.counters[machine.stars + seat] = before

    change.swap(take_control, take_for_nothing)


@AS_IF(
    "control-from-bay",
    "a monster in the Bay that takes control of Tokyo moved to Tokyo City",
    "kt.tokyo.take-control",
)
def control_from_bay(change: Changes) -> None:
    take_control = entering.take_control

    def move_up(machine: Tokyo, state: State, seat: int, cause: int) -> None:
        if state.counters[machine.place + seat] != BAY:
            take_control(machine, state, seat, cause)
            return
        there = monsters.holder(machine, state, CITY)
        if there is not None:
            atoms.leave(machine, state, there, cause, ())
        state.counters[machine.place + seat] = CITY

    change.swap(take_control, move_up)


@AS_IF(
    "star-without-entering",
    "who is in Tokyo already gained the star for taking control of it",
    "kt.tokyo.take-control",
)
def star_without_entering(change: Changes) -> None:
    take_control = entering.take_control

    def take_again(machine: Tokyo, state: State, seat: int, cause: int) -> None:
        if monsters.in_tokyo(machine, state, seat):
            atoms.gain_stars(machine, state, seat, 1, cause, ())
        take_control(machine, state, seat, cause)

    change.swap(take_control, take_again)


@AS_IF(
    "others-stay",
    "a card sent nobody out of Tokyo if its buyer is there already",
    "kt.tokyo.take-control",
)
def others_stay(change: Changes) -> None:
    leave = atoms.leave

    def leave_to_newcomers(
        machine: Tokyo, state: State, seat: int, cause: int, rules: Rules, kind: Any = "leave"
    ) -> None:
        top = state.stack[-1]
        of_card = cause != NONE and top[0] >= machine.first_effect and top[YOU] != seat
        if not (of_card and monsters.in_tokyo(machine, state, top[YOU])):
            leave(machine, state, seat, cause, rules, kind)

    change.swap(leave, leave_to_newcomers)


@AS_IF(
    "hurt-after-entering",
    "who takes a place over were hurt when it has entered",
    "kt.tokyo.taken-over",
    "kt.tokyo.nobody-enters",
)
def hurt_after_entering(change: Changes) -> None:
    happen, come_in = moments.happen, entering.come_in

    def happen_later(*given: Any) -> None:
        if given[2] != "taken-over":
            happen(*given)

    def come_in_and_suffer(machine: Tokyo, state: State, frame: Frame) -> None:
        come_in(machine, state, frame)
        seat, place = frame[entering.SEAT], frame[entering.AIMED]
        left_by = state.registers[LEFT_CITY if place == CITY else LEFT_BAY]
        if place != OUTSIDE and left_by:
            happen(machine, state, "taken-over", left_by - 1, (seat, 0))

    change.put(entering, "happen", happen_later)
    change.swap(come_in, come_in_and_suffer)


@AS_IF(
    "hurt-at-once",
    "the attacker were hurt as soon as the place is yielded",
    "kt.tokyo.taken-over",
)
def hurt_at_once(change: Changes) -> None:
    happen, take_yield = moments.happen, damage.take_yield

    def happen_no_more(*given: Any) -> None:
        if given[2] != "taken-over":
            happen(*given)

    def yield_and_hurt(machine: Tokyo, state: State, frame: Frame) -> None:
        yields = state.answer == YIELD
        take_yield(machine, state, frame)
        if yields:
            seat, by = frame[damage.SEATS][frame[damage.ASKED] - 1], frame[damage.BY]
            happen(machine, state, "taken-over", seat, (by, 0))

    change.put(entering, "happen", happen_no_more)
    change.swap(take_yield, yield_and_hurt)


@AS_IF(
    "fresh-ones-enter",
    "a monster that starts afresh when it is about to enter came in all the same",
    "kt.tokyo.nobody-enters",
)
def fresh_ones_enter(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_afresh(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[entering.BEFORE] = state.registers[RESTARTS]
        come_in(machine, state, frame)

    change.swap(come_in, come_in_afresh)


@AS_IF(
    "hurt-though-it-does-not-enter",
    "a card hurt a monster for a place that it no longer takes over",
    "kt.tokyo.nobody-enters",
    "kt.tokyo.taken-over",
)
def hurt_though_it_does_not_enter(change: Changes) -> None:
    change.put(linker.AS_LONG_AS, "taken-over", [])


@AS_IF(
    "place-taken-back",
    "the monster that yielded took its place back when the attacker fell before it entered",
    "kt.tokyo.nobody-enters",
)
def place_taken_back(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_or_go_back(machine: Tokyo, state: State, frame: Frame) -> None:
        come_in(machine, state, frame)
        place = frame[entering.AIMED]
        left_by = state.registers[LEFT_CITY if place == CITY else LEFT_BAY]
        fallen = not state.counters[frame[entering.SEAT]]
        if place != OUTSIDE and fallen and left_by and state.counters[left_by - 1]:
            atoms.enter(machine, state, left_by - 1, place, NONE, ())

    change.swap(come_in, come_in_or_go_back)
