"""Misreadings of Tokyo Bay: whether it is there, who enters it, and how it closes."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.tokyo import is_in_city
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.machine import ask, finish
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    atoms,
    damage,
    elimination,
    entering,
    game,
    monsters,
    positions,
    resolve,
    turn,
)
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import (
    ATTACKED,
    BAY,
    BAY_CLOSED,
    CITY,
    FROM_OUTSIDE,
    LEFT_BAY,
    LEFT_CITY,
    MOST_PLAYERS,
    NONE,
    OUTSIDE,
    PROCEDURES,
    SMALLEST_BAY,
)

AS_IF = Topic("tokyo", "bay")


def placing(change: Changes, new: Any) -> None:
    """Find the place to enter in another way. Any: is given the place the oracle finds."""
    free_place = monsters.free_place

    def place_otherwise(machine: Tokyo, state: State) -> int | None:
        found: int | None = new(machine, state, free_place(machine, state))
        return found

    change.swap(free_place, place_otherwise)


def is_in_bay(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster is in Tokyo Bay."""
    return state.counters[machine.place + seat] == BAY


# --- whether it is there -------------------------------------------------------------------------


@AS_IF("other-answer", "the Bay were in use where it is not, and the reverse", "kt.bay.used")
def other_answer(change: Changes) -> None:
    def turn_round(machine: Tokyo) -> None:
        if machine.players >= SMALLEST_BAY:
            machine.bay_in_use = not machine.bay_in_use

    change.relink(turn_round)


@AS_IF("six-only", "the Bay were in use by six monsters only", "kt.bay.used")
def six_only(change: Changes) -> None:
    def close_to_five(machine: Tokyo) -> None:
        machine.bay_in_use = machine.bay_in_use and machine.players == MOST_PLAYERS

    change.relink(close_to_five)


@AS_IF("four-monsters", "four monsters used the Bay", "kt.bay.unused")
def four_monsters(change: Changes) -> None:
    for module in (game, positions):
        change.put(module, "SMALLEST_BAY", SMALLEST_BAY - 1)


# --- being in it ---------------------------------------------------------------------------------


@AS_IF("no-stars-for-starting", "starting a turn in the Bay gave no stars", "kt.bay.same")
def no_stars_for_starting(change: Changes) -> None:
    begin = turn.begin

    def begin_for_nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        stars = state.counters[machine.stars + seat]
        begin(machine, state, frame)
        if is_in_bay(machine, state, seat):
            state.counters[machine.stars + seat] = stars

    change.swap(begin, begin_for_nothing)


@AS_IF("no-star-for-entering", "entering the Bay gave no star", "kt.bay.same")
def no_star_for_entering(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_for_nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[entering.SEAT]
        stars = state.counters[machine.stars + seat]
        come_in(machine, state, frame)
        if is_in_bay(machine, state, seat):
            state.counters[machine.stars + seat] = stars

    change.swap(come_in, come_in_for_nothing)


@AS_IF(
    "outside-for-dice",
    "a monster in the Bay were outside Tokyo for its hearts and for claws",
    "kt.bay.same",
)
def outside_for_dice(change: Changes) -> None:
    change.put(resolve, "in_tokyo", is_in_city)


@AS_IF("no-yielding", "a monster in the Bay could not yield", "kt.bay.same", "kt.bay.bay-left")
def no_yielding(change: Changes) -> None:
    ask_to_yield = damage.ask_to_yield

    def ask_in_city(machine: Tokyo, state: State, frame: Frame) -> None:
        lost = frame[damage.LOST]
        frame[damage.LOST] = tuple(
            0 if is_in_bay(machine, state, seat) else much
            for seat, much in zip(frame[damage.SEATS], lost, strict=True)
        )
        ask_to_yield(machine, state, frame)
        frame[damage.LOST] = lost

    change.swap(ask_to_yield, ask_in_city)


# --- which place ---------------------------------------------------------------------------------


@AS_IF("bay-refused", "a monster could refuse to enter the Bay", "kt.bay.city-held")
def bay_refused(change: Changes) -> None:
    aim, come_in = entering.aim, entering.come_in

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[entering.AIMED] == BAY:
            seat = frame[entering.SEAT]
            ask(state, "may", seat, [ACCEPT, DECLINE], -1, -1, NONE, ("kt.bay.city-held",))
        else:
            state.answer = ACCEPT

    def come_in_or_not(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer == ACCEPT:
            come_in(machine, state, frame)

    steps = (aim, offer, come_in_or_not, finish)
    change.put(PROCEDURES.steps, entering.ENTER_PHASE, steps)


@AS_IF("bay-for-attackers", "only an attacker entered the Bay", "kt.bay.city-held")
def bay_for_attackers(change: Changes) -> None:
    def only_attacking(machine: Tokyo, state: State, place: int | None) -> int | None:
        attacks = state.registers[ATTACKED] & FROM_OUTSIDE
        return None if place == BAY and not attacks else place

    placing(change, only_attacking)


@AS_IF(
    "yielder-to-the-bay",
    "a monster that leaves Tokyo City went to the empty Bay",
    "kt.bay.city-held",
    "kt.yield.outside",
)
def yielder_to_the_bay(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_and_push(machine: Tokyo, state: State, frame: Frame) -> None:
        left_by = state.registers[LEFT_CITY]
        come_in(machine, state, frame)
        free = monsters.bay_is_open(machine, state) and not state.registers[LEFT_BAY]
        empty = monsters.holder(machine, state, BAY) is None
        if frame[entering.AIMED] == CITY and left_by and free and empty:
            atoms.enter(machine, state, left_by - 1, BAY, NONE, ())

    change.swap(come_in, come_in_and_push)


@AS_IF(
    "bay-stays-empty",
    "the attacker stayed outside if only the monster in the Bay yields",
    "kt.bay.bay-left",
)
def bay_stays_empty(change: Changes) -> None:
    def not_if_left(machine: Tokyo, state: State, place: int | None) -> int | None:
        return None if place == BAY and state.registers[LEFT_BAY] else place

    placing(change, not_if_left)


@AS_IF(
    "bay-moves-up",
    "the monster in the Bay moved up to the Tokyo City that was left",
    "kt.bay.city-left",
)
def bay_moves_up(change: Changes) -> None:
    aim = entering.aim

    def move_up_and_aim(machine: Tokyo, state: State, frame: Frame) -> None:
        there = monsters.holder(machine, state, BAY)
        if state.registers[LEFT_CITY] and there is not None and there != frame[entering.SEAT]:
            state.counters[machine.place + there] = CITY
        aim(machine, state, frame)

    change.swap(aim, move_up_and_aim)


@AS_IF(
    "city-kept-empty",
    "nobody entered the Tokyo City that was left while the Bay is held",
    "kt.bay.city-left",
)
def city_kept_empty(change: Changes) -> None:
    def beside_nobody(machine: Tokyo, state: State, place: int | None) -> int | None:
        held = monsters.holder(machine, state, BAY) is not None
        return None if held and state.registers[LEFT_CITY] else place

    placing(change, beside_nobody)


@AS_IF("star-for-each", "the attacker gained a star for each place left", "kt.bay.both-left")
def star_for_each(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_twice(machine: Tokyo, state: State, frame: Frame) -> None:
        both = state.registers[LEFT_CITY] and state.registers[LEFT_BAY]
        come_in(machine, state, frame)
        if both and frame[entering.AIMED] != OUTSIDE:
            atoms.gain_stars(machine, state, frame[entering.SEAT], 1, NONE, ())

    change.swap(come_in, come_in_twice)


@AS_IF("bay-of-both", "the attacker entered the Bay if both yield", "kt.bay.both-left")
def bay_of_both(change: Changes) -> None:
    def bay_if_both(machine: Tokyo, state: State, place: int | None) -> int | None:
        both = state.registers[LEFT_CITY] and state.registers[LEFT_BAY]
        return BAY if both and monsters.bay_is_open(machine, state) else place

    placing(change, bay_if_both)


# --- closing -------------------------------------------------------------------------------------


@AS_IF("four-left", "the Bay stayed open with four monsters left", "kt.bay.closes")
def four_left(change: Changes) -> None:
    change.put(elimination, "SMALLEST_BAY", SMALLEST_BAY - 1)


@AS_IF(
    "closes-at-turn-end",
    "the Bay closed at the end of the turn of the elimination",
    "kt.bay.closes",
)
def closes_at_turn_end(change: Changes) -> None:
    settle_bay, look_at_stars = elimination.settle_bay, turn.look_at_stars

    def settle_later(machine: Tokyo, state: State, left: int, *, kept: bool) -> None:
        if left >= SMALLEST_BAY:
            settle_bay(machine, state, left, kept=kept)

    def settle_and_look(machine: Tokyo, state: State, frame: Frame) -> None:
        left = len(monsters.living(machine, state))
        if machine.bay_in_use and left < SMALLEST_BAY:
            settle_bay(machine, state, left, kept=False)
        look_at_stars(machine, state, frame)

    change.swap(settle_bay, settle_later)
    change.swap(look_at_stars, settle_and_look)


@AS_IF(
    "last-one-stays",
    "the monster in the closed Bay stayed there until it leaves by itself",
    "kt.bay.closes",
    "kt.bay.closing-out",
    "kt.bay.closing-move",
)
def last_one_stays(change: Changes) -> None:
    close_bay = atoms.close_bay

    def close_behind(machine: Tokyo, state: State, seat: int | None, *, to_city: bool) -> None:
        close_bay(machine, state, None, to_city=to_city)

    change.swap(close_bay, close_behind)


def closing(change: Changes, new: Any) -> None:
    """Move the monster in the closing Bay otherwise. Any: is given the oracle's own way."""
    close_bay = atoms.close_bay

    def close_otherwise(machine: Tokyo, state: State, seat: int | None, *, to_city: bool) -> None:
        new(machine, state, seat, to_city, close_bay)

    change.swap(close_bay, close_otherwise)


@AS_IF("always-outside", "the monster in the closing Bay moved outside", "kt.bay.closing-move")
def always_outside(change: Changes) -> None:
    def put_out(machine: Tokyo, state: State, seat: int | None, to_city: bool, close: Any) -> None:
        close(machine, state, seat, to_city=False)

    closing(change, put_out)


@AS_IF(
    "star-for-moving",
    "moving from the closing Bay to Tokyo City gave the star for entering",
    "kt.bay.closing-star",
)
def star_for_moving(change: Changes) -> None:
    def move_up(machine: Tokyo, state: State, seat: int | None, to_city: bool, close: Any) -> None:
        close(machine, state, seat, to_city=to_city)
        if to_city and seat is not None:
            atoms.gain_stars(machine, state, seat, 1, NONE, ())

    closing(change, move_up)


@AS_IF(
    "moved-cannot-yield",
    "a monster moved from the closing Bay could not yield any more",
    "kt.bay.closing-move",
)
def moved_cannot_yield(change: Changes) -> None:
    def move_up(machine: Tokyo, state: State, seat: int | None, to_city: bool, close: Any) -> None:
        close(machine, state, seat, to_city=to_city)
        if seat is not None and any(frame[0] == damage.DAMAGE for frame in state.stack):
            damage.damage_frame(state)[damage.DECIDED] |= 1 << seat

    closing(change, move_up)


@AS_IF(
    "other-goes-first",
    "the attacker had Tokyo City where the monster in the Bay moves there, and the reverse",
    "kt.bay.closing-move",
)
def other_goes_first(change: Changes) -> None:
    change.turn_round("bay_moves_first")


@AS_IF("five-left", "the Bay closed with five monsters left of six", "kt.bay.six-to-five")
def five_left(change: Changes) -> None:
    change.put(elimination, "SMALLEST_BAY", MOST_PLAYERS)


@AS_IF("one-fell", "the Bay closed with the first elimination", "kt.bay.six-to-five")
def one_fell(change: Changes) -> None:
    take_out = elimination.take_out

    def take_out_and_close(machine: Tokyo, state: State, frame: Frame) -> None:
        take_out(machine, state, frame)
        left = len(monsters.living(machine, state))
        if state.stack and machine.bay_in_use and left == SMALLEST_BAY:
            state.registers[BAY_CLOSED] = 1

    change.swap(take_out, take_out_and_close)
