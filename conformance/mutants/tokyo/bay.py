"""Misreadings of Tokyo Bay: whether it is there, who enters it, and how it closes."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.tokyo import is_in_city
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.machine import ask, finish
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    atoms,
    attack,
    bay,
    damage,
    elimination,
    game,
    hearts,
    losses,
    monsters,
    positions,
    stars,
    tokyo,
    turn,
    victory,
    yielding,
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


@do.verb
def placing(change: Changes, new: Any) -> None:
    """Find the place to enter in another way. Any: is given the place the oracle finds."""

    @change.around(tokyo.free_place)
    def place_otherwise(free_place: Any, machine: Tokyo, state: State) -> Any:
        found: int | None = new(machine, state, free_place())
        return found


def is_in_bay(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster is in Tokyo Bay."""
    return state.counters[machine.place + seat] == BAY


# --- whether it is there -------------------------------------------------------------------------


@AS_IF("the Bay were in use where it is not, and the reverse", "kt.bay.used")
@do.relink
def other_answer(machine: Tokyo) -> None:
    if machine.players >= SMALLEST_BAY:
        machine.bay_in_use = not machine.bay_in_use


@AS_IF("the Bay were in use by six monsters only", "kt.bay.used")
@do.relink
def six_only(machine: Tokyo) -> None:
    machine.bay_in_use = machine.bay_in_use and machine.players == MOST_PLAYERS


@AS_IF("four monsters used the Bay", "kt.bay.unused")
def four_monsters(change: Changes) -> None:
    for module in (game, positions):
        change.put(module, "SMALLEST_BAY", SMALLEST_BAY - 1)


# --- being in it ---------------------------------------------------------------------------------


@AS_IF("starting a turn in the Bay gave no stars", "kt.bay.same")
@do.around(turn.begin)
def no_stars_for_starting(begin: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[turn.SEAT]
    stars = state.counters[machine.stars + seat]
    begin()
    if is_in_bay(machine, state, seat):
        state.counters[machine.stars + seat] = stars


@AS_IF("entering the Bay gave no star", "kt.bay.same")
@do.around(tokyo.come_in)
def no_star_for_entering(come_in: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[tokyo.SEAT]
    stars = state.counters[machine.stars + seat]
    come_in()
    if is_in_bay(machine, state, seat):
        state.counters[machine.stars + seat] = stars


AS_IF("a monster in the Bay were outside Tokyo for its hearts and for claws", "kt.bay.same").so(
    "outside-for-dice",
    do.put(attack, "in_tokyo", is_in_city),
    do.put(hearts, "in_tokyo", is_in_city),
)


@AS_IF("a monster in the Bay could not yield", "kt.bay.same", "kt.bay.bay-left")
@do.around(yielding.ask_to_yield)
def no_yielding(ask_to_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    lost = frame[losses.LOST]
    frame[losses.LOST] = tuple(
        0 if is_in_bay(machine, state, seat) else much
        for seat, much in zip(frame[losses.SEATS], lost, strict=True)
    )
    ask_to_yield()
    frame[losses.LOST] = lost


# --- which place ---------------------------------------------------------------------------------


@AS_IF("a monster could refuse to enter the Bay", "kt.bay.city-held")
def bay_refused(change: Changes) -> None:
    come_in = tokyo.come_in

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[tokyo.AIMED] == BAY:
            seat = frame[tokyo.SEAT]
            ask(state, "may", seat, [ACCEPT, DECLINE], NONE, ("kt.bay.city-held",))
        else:
            state.answer = ACCEPT

    def come_in_or_not(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer == ACCEPT:
            come_in(machine, state, frame)

    steps = tokyo.aim, offer, come_in_or_not, finish
    change.put(PROCEDURES.steps, tokyo.ENTER_PHASE, steps)


@AS_IF("only an attacker entered the Bay", "kt.bay.city-held")
@placing
def bay_for_attackers(machine: Tokyo, state: State, place: int | None) -> int | None:
    attacks = state.registers[ATTACKED] & FROM_OUTSIDE
    return None if place == BAY and not attacks else place


@AS_IF(
    "a monster that leaves Tokyo City went to the empty Bay", "kt.bay.city-held", "kt.yield.outside"
)
@do.around(tokyo.come_in)
def yielder_to_the_bay(come_in: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    left_by = state.registers[LEFT_CITY]
    come_in()
    free = bay.bay_is_open(machine, state) and not state.registers[LEFT_BAY]
    empty = monsters.holder(machine, state, BAY) is None
    if frame[tokyo.AIMED] == CITY and left_by and free and empty:
        atoms.enter(machine, state, left_by - 1, BAY, NONE, ())


@AS_IF("the attacker stayed outside if only the monster in the Bay yields", "kt.bay.bay-left")
@placing
def bay_stays_empty(machine: Tokyo, state: State, place: int | None) -> int | None:
    return None if place == BAY and state.registers[LEFT_BAY] else place


@AS_IF("the monster in the Bay moved up to the Tokyo City that was left", "kt.bay.city-left")
@do.before(tokyo.aim)
def bay_moves_up(machine: Tokyo, state: State, frame: Frame) -> None:
    there = monsters.holder(machine, state, BAY)
    if state.registers[LEFT_CITY] and there is not None and there != frame[tokyo.SEAT]:
        state.counters[machine.place + there] = CITY


@AS_IF("nobody entered the Tokyo City that was left while the Bay is held", "kt.bay.city-left")
@placing
def city_kept_empty(machine: Tokyo, state: State, place: int | None) -> int | None:
    held = monsters.holder(machine, state, BAY) is not None
    return None if held and state.registers[LEFT_CITY] else place


@AS_IF("the attacker gained a star for each place left", "kt.bay.both-left")
@do.around(tokyo.come_in)
def star_for_each(come_in: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    both = state.registers[LEFT_CITY] and state.registers[LEFT_BAY]
    come_in()
    if both and frame[tokyo.AIMED] != OUTSIDE:
        stars.gain_stars(machine, state, frame[tokyo.SEAT], 1, NONE, ())


@AS_IF("the attacker entered the Bay if both yield", "kt.bay.both-left")
@placing
def bay_of_both(machine: Tokyo, state: State, place: int | None) -> int | None:
    both = state.registers[LEFT_CITY] and state.registers[LEFT_BAY]
    return BAY if both and bay.bay_is_open(machine, state) else place


# --- closing -------------------------------------------------------------------------------------


AS_IF("the Bay stayed open with four monsters left", "kt.bay.closes").so(
    "four-left", do.put(bay, "SMALLEST_BAY", SMALLEST_BAY - 1)
)


@AS_IF("the Bay closed at the end of the turn of the elimination", "kt.bay.closes")
def closes_at_turn_end(change: Changes) -> None:
    settle_bay = bay.settle_bay

    @change.instead(settle_bay)
    def settle_later(machine: Tokyo, state: State, left: int, *, kept: bool) -> None:
        if left >= SMALLEST_BAY:
            settle_bay(machine, state, left, kept=kept)

    @change.before(victory.look_at_stars)
    def settle_and_look(machine: Tokyo, state: State) -> None:
        left = len(monsters.living(machine, state))
        if machine.bay_in_use and left < SMALLEST_BAY:
            settle_bay(machine, state, left, kept=False)


@AS_IF(
    "the monster in the closed Bay stayed there until it leaves by itself",
    "kt.bay.closes",
    "kt.bay.closing-out",
    "kt.bay.closing-move",
)
@do.around(bay.close_bay)
def last_one_stays(close_bay: Any) -> None:
    close_bay(seat=None)


@do.verb
def closing(change: Changes, new: Any) -> None:
    """Move the monster in the closing Bay otherwise. Any: is given the oracle's own way."""

    @change.around(bay.close_bay)
    def close_otherwise(
        close_bay: Any, machine: Tokyo, state: State, seat: int | None, *, to_city: bool
    ) -> None:
        new(machine, state, seat, to_city, close_bay)


@AS_IF("the monster in the closing Bay moved outside", "kt.bay.closing-move")
@closing
def always_outside(
    machine: Tokyo, state: State, seat: int | None, to_city: bool, close: Any
) -> None:
    close(machine, state, seat, to_city=False)


@AS_IF(
    "moving from the closing Bay to Tokyo City gave the star for entering", "kt.bay.closing-star"
)
@closing
def star_for_moving(
    machine: Tokyo, state: State, seat: int | None, to_city: bool, close: Any
) -> None:
    close(machine, state, seat, to_city=to_city)
    if to_city and seat is not None:
        stars.gain_stars(machine, state, seat, 1, NONE, ())


@AS_IF("a monster moved from the closing Bay could not yield any more", "kt.bay.closing-move")
@closing
def moved_cannot_yield(
    machine: Tokyo, state: State, seat: int | None, to_city: bool, close: Any
) -> None:
    close(machine, state, seat, to_city=to_city)
    if seat is not None and any(frame[0] == damage.DAMAGE for frame in state.stack):
        damage.damage_frame(state)[losses.DECIDED] |= 1 << seat


AS_IF(
    "the attacker had Tokyo City where the monster in the Bay moves there, and the reverse",
    "kt.bay.closing-move",
).so("other-goes-first", do.turn_round("bay_moves_first"))
AS_IF("the Bay closed with five monsters left of six", "kt.bay.six-to-five").so(
    "five-left", do.put(bay, "SMALLEST_BAY", MOST_PLAYERS)
)


@AS_IF("the Bay closed with the first elimination", "kt.bay.six-to-five")
@do.after(elimination.take_out)
def one_fell(machine: Tokyo, state: State) -> None:
    left = len(monsters.living(machine, state))
    if state.stack and machine.bay_in_use and left == SMALLEST_BAY:
        state.registers[BAY_CLOSED] = 1
