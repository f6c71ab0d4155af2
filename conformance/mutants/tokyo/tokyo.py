"""Misreadings of Tokyo: who enters it and where, and what being there gives."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.machine import Step, ask, finish
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    bay,
    conditions,
    end,
    moments,
    monsters,
    selection,
    stars,
    tokyo,
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


@do.verb
def entering_by(change: Changes, *steps: Step) -> None:
    """Let the enter phase consist of other steps."""
    change.put(PROCEDURES.steps, tokyo.ENTER_PHASE, (*steps, finish))


@do.verb
def stay_out_if(change: Changes, test: Any) -> None:
    """Let a monster that is about to enter a place stay outside. Any: a test of the frame."""

    @change.after(tokyo.aim)
    def aim_or_stay(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[tokyo.AIMED] != OUTSIDE and test(machine, state, frame):
            frame[tokyo.AIMED] = OUTSIDE


# --- what Tokyo is -------------------------------------------------------------------------------


AS_IF("Tokyo were Tokyo City alone", "kt.tokyo.both", "kt.bay.same").so(
    "city-alone", do.swap(monsters.in_tokyo, is_in_city)
)


@AS_IF("cards that say Tokyo meant Tokyo City alone", "kt.tokyo.both")
def cards_mean_city(change: Changes) -> None:
    for module in (conditions, selection, words):
        change.put(module, "in_tokyo", is_in_city)


# --- entering ------------------------------------------------------------------------------------


AS_IF(
    "an attack brought a monster into Tokyo where it need not, and none where it must",
    "kt.tokyo.enter",
).so("other-answer", do.turn_round("enters_without_claw"))
AS_IF(
    "an attack from Tokyo also brought a monster into it that is outside by then", "kt.tokyo.enter"
).so("attack-from-anywhere", do.put(tokyo, "FROM_OUTSIDE", HAS_ATTACKED))


@AS_IF("a monster that attacked in vain did not enter an empty Tokyo", "kt.tokyo.enter")
@stay_out_if
def attack_keeps_out(machine: Tokyo, state: State, frame: Frame) -> bool:
    registers = state.registers
    emptied = registers[LEFT_CITY] or registers[LEFT_BAY] or registers[EMPTIED]
    return bool(registers[ATTACKED] & FROM_OUTSIDE) and not emptied


AS_IF(
    "Tokyo City had room for more than one monster", "kt.tokyo.no-place", "kt.tokyo.one-place"
).so("room-for-all", do.instead(tokyo.free_place)(lambda: CITY))


@AS_IF("an attacker drove the monster out of Tokyo City that stays there", "kt.tokyo.no-place")
@do.before(tokyo.aim)
def attacker_drives_out(machine: Tokyo, state: State) -> None:
    there = monsters.holder(machine, state, CITY)
    full = tokyo.free_place(machine, state) is None
    if full and there is not None and state.registers[ATTACKED] & FROM_OUTSIDE:
        atoms.leave(machine, state, there, NONE, ())


@AS_IF(
    "only a place that was yielded were empty for an attacker",
    "kt.tokyo.eliminated-holder",
    "kt.tokyo.no-place",
)
@stay_out_if
def yielded_place_only(machine: Tokyo, state: State, frame: Frame) -> bool:
    return bool(state.registers[EMPTIED])


@AS_IF(
    "who eliminates the monster in Tokyo City took its place from the one that came from the Bay",
    "kt.tokyo.no-place",
    "kt.tokyo.eliminated-holder",
)
@do.before(tokyo.aim)
def killer_drives_out(machine: Tokyo, state: State, frame: Frame) -> None:
    there = monsters.holder(machine, state, CITY)
    emptied = state.registers[EMPTIED] >> CITY & 1
    if emptied and there is not None and there != frame[tokyo.SEAT]:
        atoms.leave(machine, state, there, NONE, ())


@AS_IF("a monster could refuse to enter Tokyo", "kt.tokyo.must")
def may_refuse(change: Changes) -> None:
    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[tokyo.AIMED] != OUTSIDE:
            seat = frame[tokyo.SEAT]
            ask(state, "may", seat, [ACCEPT, DECLINE], NONE, ("kt.tokyo.must",))

    def come_in_or_not(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[tokyo.AIMED] != OUTSIDE and state.answer != DECLINE:
            come_in(machine, state, frame)

    come_in = tokyo.come_in
    entering_by(tokyo.aim, offer, come_in_or_not)(change)


@AS_IF("an empty Tokyo were entered by the Bay", "kt.tokyo.city-first")
@do.around(tokyo.free_place)
def bay_first(free_place: Any, machine: Tokyo, state: State) -> Any:
    both = all(monsters.holder(machine, state, place) is None for place in (CITY, BAY))
    if both and bay.bay_is_open(machine, state):
        return BAY
    return free_place()


@AS_IF("nobody entered Tokyo City while the Bay is held", "kt.tokyo.city-first")
@do.around(tokyo.free_place)
def bay_closes_the_city(free_place: Any, machine: Tokyo, state: State) -> Any:
    if monsters.holder(machine, state, BAY) is not None:
        return None
    return free_place()


@AS_IF(
    "the monster in the Bay entered an empty Tokyo City in its enter phase", "kt.tokyo.one-place"
)
@do.after(tokyo.aim)
def bay_moves_up(machine: Tokyo, state: State, frame: Frame) -> None:
    empty = monsters.holder(machine, state, CITY) is None
    if empty and state.counters[machine.place + frame[tokyo.SEAT]] == BAY:
        frame[tokyo.AIMED], frame[tokyo.BEFORE] = CITY, state.registers[RESTARTS]


# --- stars ---------------------------------------------------------------------------------------


@do.verb
def entering_gives(change: Changes, stars: int) -> None:
    """Let entering Tokyo give more stars, or fewer."""

    @change.after(tokyo.come_into)
    def come_into_and_gain(machine: Tokyo, state: State, seat: int) -> None:
        if machine.tokyo_gives_stars:
            state.counters[machine.stars + seat] += stars


AS_IF("entering Tokyo gave no star", "kt.tokyo.star").so("no-star", entering_gives(-1))
AS_IF("entering Tokyo gave 2 stars", "kt.tokyo.star").so("two-stars", entering_gives(1))


@AS_IF("only an attacker gained the star for entering", "kt.tokyo.star")
@do.around(tokyo.come_in)
def star_for_attackers(come_in: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    stars = state.counters[machine.stars + frame[tokyo.SEAT]]
    come_in()
    if not state.registers[ATTACKED] & FROM_OUTSIDE:
        state.counters[machine.stars + frame[tokyo.SEAT]] = stars


@do.verb
def starting(change: Changes, more: Any) -> None:
    """Do something more when a monster starts its turn in Tokyo. Any: takes a seat."""

    @change.after(turn.begin)
    def begin_and_more(machine: Tokyo, state: State, frame: Frame) -> None:
        if monsters.in_tokyo(machine, state, frame[turn.SEAT]):
            more(machine, state, frame[turn.SEAT])


@AS_IF("starting a turn in Tokyo gave 1 star", "kt.tokyo.start")
@starting
def one_star_for_starting(machine: Tokyo, state: State, seat: int) -> None:
    if machine.tokyo_gives_stars:
        state.counters[machine.stars + seat] -= 1


@AS_IF(
    "the 2 stars were gained at the end of the turn, also of the one in which a monster enters",
    "kt.tokyo.start",
)
def turn_of_entering_counts(change: Changes) -> None:
    def take_both(machine: Tokyo, state: State, seat: int) -> None:
        if machine.tokyo_gives_stars:
            state.counters[machine.stars + seat] -= 2

    @change.before(end.finish)
    def gain_both(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        if machine.tokyo_gives_stars and monsters.in_tokyo(machine, state, seat):
            stars.gain_stars(machine, state, seat, 2, NONE, ())

    starting(take_both)(change)


@AS_IF("a card's star for starting in Tokyo came in place of the 2", "kt.tokyo.start-extra")
@starting
def card_in_place_of_two(machine: Tokyo, state: State, seat: int) -> None:
    if machine.tokyo_gives_stars and moments.at(machine, state, "starts-in-tokyo", seat):
        state.counters[machine.stars + seat] -= 2


@AS_IF(
    "a card that adds stars for starting in Tokyo added them for entering too",
    "kt.tokyo.start-extra",
    "kt.tokyo.star",
)
@do.after(tokyo.come_in)
def card_adds_to_entering(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[tokyo.SEAT]
    if frame[tokyo.AIMED] != OUTSIDE and state.counters[seat]:
        moments.happen(machine, state, "starts-in-tokyo", seat, (seat, 0))


@AS_IF(
    "two monsters had energy from Tokyo where stars are due, and stars where energy is",
    "kt.tokyo.two-monsters",
)
@do.relink
def two_turned_round(machine: Tokyo) -> None:
    if machine.players == FEWEST_PLAYERS:
        machine.tokyo_gives_stars = not machine.tokyo_gives_stars


@AS_IF(
    "the variant for two monsters held for any number", "kt.tokyo.two-monsters", "kt.tokyo.start"
)
@do.relink
def energy_for_all(machine: Tokyo) -> None:
    machine.tokyo_gives_stars = machine.options[ENERGY_VARIANT] != "energy"


@AS_IF("the energy for two monsters came beside the stars", "kt.tokyo.two-monsters")
def energy_beside_stars(change: Changes) -> None:
    def gain_one(machine: Tokyo, state: State, seat: int) -> None:
        if not machine.tokyo_gives_stars:
            stars.gain_stars(machine, state, seat, 2, NONE, ())

    @change.after(tokyo.come_into)
    def come_into_and_gain(
        machine: Tokyo, state: State, seat: int, cause: int, rules: Rules
    ) -> None:
        if not machine.tokyo_gives_stars:
            stars.gain_stars(machine, state, seat, 1, cause, rules)

    starting(gain_one)(change)


@AS_IF("by the variant for two, no star were added for starting in Tokyo", "kt.tokyo.two-monsters")
@do.provided(moments.happen)
def nothing_to_add_to(machine: Tokyo, head: str) -> object:
    return head != "starts-in-tokyo" or machine.tokyo_gives_stars
