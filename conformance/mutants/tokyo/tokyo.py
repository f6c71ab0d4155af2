"""Misreadings of Tokyo: who enters it and where, and what being there gives."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.machine import Step, ask, finish
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    conditions,
    entering,
    moments,
    monsters,
    selection,
    turn,
    words,
)
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import (
    ATTACKED,
    BAY,
    CITY,
    EMPTIED,
    FEWEST_PLAYERS,
    FROM_OUTSIDE,
    HAS_ATTACKED,
    LEFT_BAY,
    LEFT_CITY,
    NONE,
    OUTSIDE,
    PROCEDURES,
    RESTARTS,
)

AS_IF = Topic("tokyo", "tokyo")

ENERGY_VARIANT = "kt.option.two-monsters"


def is_in_city(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster is in Tokyo City."""
    return state.counters[machine.place + seat] == CITY


def entering_by(change: Changes, *steps: Step) -> None:
    """Let the enter phase consist of other steps."""
    change.put(PROCEDURES.steps, entering.ENTER_PHASE, (*steps, finish))


def stay_out_if(change: Changes, test: Any) -> None:
    """Let a monster that is about to enter a place stay outside. Any: a test of the frame."""
    aim = entering.aim

    def aim_or_stay(machine: Tokyo, state: State, frame: Frame) -> None:
        aim(machine, state, frame)
        if frame[entering.AIMED] != OUTSIDE and test(machine, state, frame):
            frame[entering.AIMED] = OUTSIDE

    change.swap(aim, aim_or_stay)


# --- what Tokyo is -------------------------------------------------------------------------------


@AS_IF("city-alone", "Tokyo were Tokyo City alone", "kt.tokyo.both", "kt.bay.same")
def city_alone(change: Changes) -> None:
    change.swap(monsters.in_tokyo, is_in_city)


@AS_IF("cards-mean-city", "cards that say Tokyo meant Tokyo City alone", "kt.tokyo.both")
def cards_mean_city(change: Changes) -> None:
    for module in (conditions, selection, words):
        change.put(module, "in_tokyo", is_in_city)


# --- entering ------------------------------------------------------------------------------------


@AS_IF(
    "other-answer",
    "an attack brought a monster into Tokyo where it need not, and none where it must",
    "kt.tokyo.enter",
)
def other_answer(change: Changes) -> None:
    change.turn_round("enters_without_claw")


@AS_IF(
    "attack-from-anywhere",
    "an attack from Tokyo also brought a monster into it that is outside by then",
    "kt.tokyo.enter",
)
def attack_from_anywhere(change: Changes) -> None:
    change.put(entering, "FROM_OUTSIDE", HAS_ATTACKED)


@AS_IF(
    "attack-keeps-out",
    "a monster that attacked in vain did not enter an empty Tokyo",
    "kt.tokyo.enter",
)
def attack_keeps_out(change: Changes) -> None:
    def attacked_nobody(machine: Tokyo, state: State, frame: Frame) -> bool:
        registers = state.registers
        emptied = registers[LEFT_CITY] or registers[LEFT_BAY] or registers[EMPTIED]
        return bool(registers[ATTACKED] & FROM_OUTSIDE) and not emptied

    stay_out_if(change, attacked_nobody)


@AS_IF(
    "room-for-all",
    "Tokyo City had room for more than one monster",
    "kt.tokyo.no-place",
    "kt.tokyo.one-place",
)
def room_for_all(change: Changes) -> None:
    def city(machine: Tokyo, state: State) -> int:
        return CITY

    change.swap(monsters.free_place, city)


@AS_IF(
    "attacker-drives-out",
    "an attacker drove the monster out of Tokyo City that stays there",
    "kt.tokyo.no-place",
)
def attacker_drives_out(change: Changes) -> None:
    aim = entering.aim

    def drive_out(machine: Tokyo, state: State, frame: Frame) -> None:
        there = monsters.holder(machine, state, CITY)
        full = monsters.free_place(machine, state) is None
        if full and there is not None and state.registers[ATTACKED] & FROM_OUTSIDE:
            atoms.leave(machine, state, there, NONE, ())
        aim(machine, state, frame)

    change.swap(aim, drive_out)


@AS_IF(
    "yielded-place-only",
    "only a place that was yielded were empty for an attacker",
    "kt.tokyo.eliminated-holder",
    "kt.tokyo.no-place",
)
def yielded_place_only(change: Changes) -> None:
    def not_yielded(machine: Tokyo, state: State, frame: Frame) -> bool:
        return bool(state.registers[EMPTIED])

    stay_out_if(change, not_yielded)


@AS_IF(
    "killer-drives-out",
    "who eliminates the monster in Tokyo City took its place from the one that came from the Bay",
    "kt.tokyo.no-place",
    "kt.tokyo.eliminated-holder",
)
def killer_drives_out(change: Changes) -> None:
    aim = entering.aim

    def drive_out(machine: Tokyo, state: State, frame: Frame) -> None:
        there = monsters.holder(machine, state, CITY)
        emptied = state.registers[EMPTIED] >> CITY & 1
        if emptied and there is not None and there != frame[entering.SEAT]:
            atoms.leave(machine, state, there, NONE, ())
        aim(machine, state, frame)

    change.swap(aim, drive_out)


@AS_IF("may-refuse", "a monster could refuse to enter Tokyo", "kt.tokyo.must")
def may_refuse(change: Changes) -> None:
    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[entering.AIMED] != OUTSIDE:
            seat = frame[entering.SEAT]
            ask(state, "may", seat, [ACCEPT, DECLINE], NONE, ("kt.tokyo.must",))

    def come_in_or_not(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[entering.AIMED] != OUTSIDE and state.answer != DECLINE:
            come_in(machine, state, frame)

    come_in = entering.come_in
    entering_by(change, entering.aim, offer, come_in_or_not)


@AS_IF("bay-first", "an empty Tokyo were entered by the Bay", "kt.tokyo.city-first")
def bay_first(change: Changes) -> None:
    free_place = monsters.free_place

    def bay_if_empty(machine: Tokyo, state: State) -> int | None:
        both = all(monsters.holder(machine, state, place) is None for place in (CITY, BAY))
        if both and monsters.bay_is_open(machine, state):
            return BAY
        return free_place(machine, state)

    change.swap(free_place, bay_if_empty)


@AS_IF(
    "bay-closes-the-city",
    "nobody entered Tokyo City while the Bay is held",
    "kt.tokyo.city-first",
)
def bay_closes_the_city(change: Changes) -> None:
    free_place = monsters.free_place

    def none_beside_the_bay(machine: Tokyo, state: State) -> int | None:
        if monsters.holder(machine, state, BAY) is not None:
            return None
        return free_place(machine, state)

    change.swap(free_place, none_beside_the_bay)


@AS_IF(
    "bay-moves-up",
    "the monster in the Bay entered an empty Tokyo City in its enter phase",
    "kt.tokyo.one-place",
)
def bay_moves_up(change: Changes) -> None:
    aim = entering.aim

    def move_up(machine: Tokyo, state: State, frame: Frame) -> None:
        aim(machine, state, frame)
        empty = monsters.holder(machine, state, CITY) is None
        if empty and state.counters[machine.place + frame[entering.SEAT]] == BAY:
            frame[entering.AIMED], frame[entering.BEFORE] = CITY, state.registers[RESTARTS]

    change.swap(aim, move_up)


# --- stars ---------------------------------------------------------------------------------------


def entering_gives(change: Changes, stars: int) -> None:
    """Let entering Tokyo give more stars, or fewer."""
    come_into = entering.come_into

    def come_into_and_gain(
        machine: Tokyo, state: State, seat: int, place: int, cause: int, rules: Rules
    ) -> None:
        come_into(machine, state, seat, place, cause, rules)
        if machine.tokyo_gives_stars:
            state.counters[machine.stars + seat] += stars

    change.swap(come_into, come_into_and_gain)


@AS_IF("no-star", "entering Tokyo gave no star", "kt.tokyo.star")
def no_star(change: Changes) -> None:
    entering_gives(change, -1)


@AS_IF("two-stars", "entering Tokyo gave 2 stars", "kt.tokyo.star")
def two_stars(change: Changes) -> None:
    entering_gives(change, 1)


@AS_IF("star-for-attackers", "only an attacker gained the star for entering", "kt.tokyo.star")
def star_for_attackers(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_for_nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        stars = state.counters[machine.stars + frame[entering.SEAT]]
        come_in(machine, state, frame)
        if not state.registers[ATTACKED] & FROM_OUTSIDE:
            state.counters[machine.stars + frame[entering.SEAT]] = stars

    change.swap(come_in, come_in_for_nothing)


def starting(change: Changes, more: Any) -> None:
    """Do something more when a monster starts its turn in Tokyo. Any: takes a seat."""
    begin = turn.begin

    def begin_and_more(machine: Tokyo, state: State, frame: Frame) -> None:
        begin(machine, state, frame)
        if monsters.in_tokyo(machine, state, frame[turn.SEAT]):
            more(machine, state, frame[turn.SEAT])

    change.swap(begin, begin_and_more)


@AS_IF("one-star-for-starting", "starting a turn in Tokyo gave 1 star", "kt.tokyo.start")
def one_star_for_starting(change: Changes) -> None:
    def take_one(machine: Tokyo, state: State, seat: int) -> None:
        if machine.tokyo_gives_stars:
            state.counters[machine.stars + seat] -= 1

    starting(change, take_one)


@AS_IF(
    "turn-of-entering-counts",
    "the 2 stars were gained at the end of the turn, also of the one in which a monster enters",
    "kt.tokyo.start",
)
def turn_of_entering_counts(change: Changes) -> None:
    finish_turn = turn.finish

    def take_both(machine: Tokyo, state: State, seat: int) -> None:
        if machine.tokyo_gives_stars:
            state.counters[machine.stars + seat] -= 2

    def gain_both(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        if machine.tokyo_gives_stars and monsters.in_tokyo(machine, state, seat):
            atoms.gain_stars(machine, state, seat, 2, NONE, ())
        finish_turn(machine, state, frame)

    starting(change, take_both)
    change.swap(finish_turn, gain_both)


@AS_IF(
    "card-in-place-of-two",
    "a card's star for starting in Tokyo came in place of the 2",
    "kt.tokyo.start-extra",
)
def card_in_place_of_two(change: Changes) -> None:
    def take_both(machine: Tokyo, state: State, seat: int) -> None:
        if machine.tokyo_gives_stars and moments.at(machine, state, "starts-in-tokyo", seat):
            state.counters[machine.stars + seat] -= 2

    starting(change, take_both)


@AS_IF(
    "card-adds-to-entering",
    "a card that adds stars for starting in Tokyo added them for entering too",
    "kt.tokyo.start-extra",
    "kt.tokyo.star",
)
def card_adds_to_entering(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_with_card(machine: Tokyo, state: State, frame: Frame) -> None:
        come_in(machine, state, frame)
        seat = frame[entering.SEAT]
        if frame[entering.AIMED] != OUTSIDE and state.counters[seat]:
            moments.happen(machine, state, "starts-in-tokyo", seat, (seat, 0))

    change.swap(come_in, come_in_with_card)


@AS_IF(
    "two-turned-round",
    "two monsters had energy from Tokyo where stars are due, and stars where energy is",
    "kt.tokyo.two-monsters",
)
def two_turned_round(change: Changes) -> None:
    def turn_round(machine: Tokyo) -> None:
        if machine.players == FEWEST_PLAYERS:
            machine.tokyo_gives_stars = not machine.tokyo_gives_stars

    change.relink(turn_round)


@AS_IF(
    "energy-for-all",
    "the variant for two monsters held for any number",
    "kt.tokyo.two-monsters",
    "kt.tokyo.start",
)
def energy_for_all(change: Changes) -> None:
    def give_energy(machine: Tokyo) -> None:
        machine.tokyo_gives_stars = machine.options[ENERGY_VARIANT] != "energy"

    change.relink(give_energy)


@AS_IF(
    "energy-beside-stars",
    "the energy for two monsters came beside the stars",
    "kt.tokyo.two-monsters",
)
def energy_beside_stars(change: Changes) -> None:
    come_into = entering.come_into

    def gain_one(machine: Tokyo, state: State, seat: int) -> None:
        if not machine.tokyo_gives_stars:
            atoms.gain_stars(machine, state, seat, 2, NONE, ())

    def come_into_and_gain(
        machine: Tokyo, state: State, seat: int, place: int, cause: int, rules: Rules
    ) -> None:
        come_into(machine, state, seat, place, cause, rules)
        if not machine.tokyo_gives_stars:
            atoms.gain_stars(machine, state, seat, 1, cause, rules)

    starting(change, gain_one)
    change.swap(come_into, come_into_and_gain)


@AS_IF(
    "nothing-to-add-to",
    "by the variant for two, no star were added for starting in Tokyo",
    "kt.tokyo.two-monsters",
)
def nothing_to_add_to(change: Changes) -> None:
    happen = moments.happen

    def happen_with_stars(
        machine: Tokyo, state: State, head: str, *rest: Any, **more: Any
    ) -> None:  # Any: whatever else a moment has
        if head != "starts-in-tokyo" or machine.tokyo_gives_stars:
            happen(machine, state, head, *rest, **more)

    change.swap(happen, happen_with_stars)
