"""Misreadings of Tokyo Bay: whether it is there, who enters it, and how it closes."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.tokyo.tokyo import is_in_city
from conformance.mutants.topic import Topic
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
    table,
    tokyo,
    turn,
    victory,
    yielding,
)
from oracle.tokyo.machine import Tokyo

AS_IF = Topic("tokyo", "bay")


def is_in_bay(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster is in Tokyo Bay."""
    return state.counters[machine.place + seat] == table.BAY


# --- whether it is there -------------------------------------------------------------------------
@AS_IF("the Bay were in use where it is not, and the reverse", "kt.bay.used")
@do.relink
def other_answer(machine: Tokyo) -> None:
    if machine.players >= table.SMALLEST_BAY:
        machine.bay_in_use = not machine.bay_in_use


@AS_IF("the Bay were in use by six monsters only", "kt.bay.used")
@do.relink
def six_only(machine: Tokyo) -> None:
    machine.bay_in_use = machine.bay_in_use and machine.players == table.MOST_PLAYERS


AS_IF("four monsters used the Bay", "kt.bay.unused").so(
    "four-monsters",
    *(do.put(module, "SMALLEST_BAY", table.SMALLEST_BAY - 1) for module in (game, positions)),
)


# --- being in it ---------------------------------------------------------------------------------
AS_IF("starting a turn in the Bay gave no stars", "kt.bay.same").so(
    "no-stars-for-starting",
    own.keeps(
        turn.begin,
        lambda machine, frame, state: (state.counters, machine.stars + frame[turn.SEAT]),
        lambda machine, state, frame: is_in_bay(machine, state, frame[turn.SEAT]),
    ),
)
AS_IF("entering the Bay gave no star", "kt.bay.same").so(
    "no-star-for-entering",
    own.keeps(
        tokyo.come_in,
        lambda machine, frame, state: (state.counters, machine.stars + frame[tokyo.SEAT]),
        lambda machine, state, frame: is_in_bay(machine, state, frame[tokyo.SEAT]),
    ),
)
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
AS_IF("a monster could refuse to enter the Bay", "kt.bay.city-held").so(
    "bay-refused", own.refused("kt.bay.city-held", lambda frame: frame[tokyo.AIMED] == table.BAY)
)


@AS_IF("only an attacker entered the Bay", "kt.bay.city-held")
@do.result(tokyo.free_place)
def bay_for_attackers(place: int | None, state: State) -> int | None:
    attacks = state.registers[table.ATTACKED] & table.FROM_OUTSIDE
    return None if place == table.BAY and not attacks else place


@AS_IF(
    "a monster that leaves Tokyo City went to the empty Bay", "kt.bay.city-held", "kt.yield.outside"
)
@do.around(tokyo.come_in)
def yielder_to_the_bay(come_in: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    left_by = state.registers[table.LEFT_CITY]
    come_in()
    free = bay.bay_is_open(machine, state) and not state.registers[table.LEFT_BAY]
    empty = monsters.holder(machine, state, table.BAY) is None
    if frame[tokyo.AIMED] == table.CITY and left_by and free and empty:
        atoms.enter(machine, state, left_by - 1, table.BAY, table.NONE, ())


@AS_IF("the attacker stayed outside if only the monster in the Bay yields", "kt.bay.bay-left")
@do.result(tokyo.free_place)
def bay_stays_empty(place: int | None, state: State) -> int | None:
    return None if place == table.BAY and state.registers[table.LEFT_BAY] else place


@AS_IF("the monster in the Bay moved up to the Tokyo City that was left", "kt.bay.city-left")
@do.before(tokyo.aim)
def bay_moves_up(machine: Tokyo, state: State, frame: Frame) -> None:
    there = monsters.holder(machine, state, table.BAY)
    if state.registers[table.LEFT_CITY] and there is not None and there != frame[tokyo.SEAT]:
        state.counters[machine.place + there] = table.CITY


@AS_IF("nobody entered the Tokyo City that was left while the Bay is held", "kt.bay.city-left")
@do.result(tokyo.free_place)
def city_kept_empty(place: int | None, machine: Tokyo, state: State) -> int | None:
    held = monsters.holder(machine, state, table.BAY) is not None
    return None if held and state.registers[table.LEFT_CITY] else place


@AS_IF("the attacker gained a star for each place left", "kt.bay.both-left")
@do.around(tokyo.come_in)
def star_for_each(come_in: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    both = state.registers[table.LEFT_CITY] and state.registers[table.LEFT_BAY]
    come_in()
    if both and frame[tokyo.AIMED] != table.OUTSIDE:
        stars.gain_stars(machine, state, frame[tokyo.SEAT], 1, table.NONE, ())


@AS_IF("the attacker entered the Bay if both yield", "kt.bay.both-left")
@do.result(tokyo.free_place)
def bay_of_both(place: int | None, machine: Tokyo, state: State) -> int | None:
    both = state.registers[table.LEFT_CITY] and state.registers[table.LEFT_BAY]
    return table.BAY if both and bay.bay_is_open(machine, state) else place


# --- closing -------------------------------------------------------------------------------------
@AS_IF("the Bay closed at the end of the turn of the elimination", "kt.bay.closes")
def closes_at_turn_end(change: Changes) -> None:
    settle_bay = bay.settle_bay
    change.provided(settle_bay)(lambda left: left >= table.SMALLEST_BAY)

    @change.before(victory.look_at_stars)
    def settle_and_look(machine: Tokyo, state: State) -> None:
        left = len(monsters.living(machine, state))
        if machine.bay_in_use and left < table.SMALLEST_BAY:
            settle_bay(machine, state, left, kept=False)


@AS_IF(
    "moving from the closing Bay to Tokyo City gave the star for entering", "kt.bay.closing-star"
)
@do.after(bay.close_bay)
def star_for_moving(machine: Tokyo, state: State, seat: int | None, to_city: bool) -> None:
    if to_city and seat is not None:
        stars.gain_stars(machine, state, seat, 1, table.NONE, ())


@AS_IF("a monster moved from the closing Bay could not yield any more", "kt.bay.closing-move")
@do.after(bay.close_bay)
def moved_cannot_yield(state: State, seat: int | None) -> None:
    if seat is not None and any(frame[0] == damage.DAMAGE for frame in state.stack):
        damage.damage_frame(state)[losses.DECIDED] |= 1 << seat


@AS_IF("the Bay closed with the first elimination", "kt.bay.six-to-five")
@do.after(elimination.take_out)
def one_fell(machine: Tokyo, state: State) -> None:
    left = len(monsters.living(machine, state))
    if state.stack and machine.bay_in_use and left == table.SMALLEST_BAY:
        state.registers[table.BAY_CLOSED] = 1


AS_IF("the Bay stayed open with four monsters left", "kt.bay.closes").so(
    "four-left", do.put(bay, "SMALLEST_BAY", table.SMALLEST_BAY - 1)
)
AS_IF(
    "the monster in the closed Bay stayed there until it leaves by itself",
    "kt.bay.closes",
    "kt.bay.closing-out",
    "kt.bay.closing-move",
).so("last-one-stays", do.around(bay.close_bay)(lambda close_bay: close_bay(seat=None)))
AS_IF("the monster in the closing Bay moved outside", "kt.bay.closing-move").so(
    "always-outside", do.around(bay.close_bay)(lambda close: close(to_city=False))
)
AS_IF(
    "the attacker had Tokyo City where the monster in the Bay moves there, and the reverse",
    "kt.bay.closing-move",
).so("other-goes-first", do.turn_round("bay_moves_first"))
AS_IF("the Bay closed with five monsters left of six", "kt.bay.six-to-five").so(
    "five-left", do.put(bay, "SMALLEST_BAY", table.MOST_PLAYERS)
)
