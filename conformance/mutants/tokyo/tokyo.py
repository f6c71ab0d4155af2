"""Misreadings of Tokyo: who enters it and where, and what being there gives."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    bay,
    conditions,
    elimination,
    end,
    linker,
    losses,
    moments,
    monsters,
    selection,
    stars,
    table,
    tokyo,
    turn,
    words,
    yielding,
)
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import BAY, CITY, LEFT_BAY, LEFT_CITY, NONE, OUTSIDE, RESTARTS, YIELD, YOU

AS_IF = Topic("tokyo", "tokyo")

ENERGY_VARIANT = "kt.option.two-monsters"


def is_in_city(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster is in Tokyo City."""
    return state.counters[machine.place + seat] == table.CITY


@own.after(tokyo.aim)
def stay_out_if(test: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Let a monster that is about to enter a place stay outside. Any: a test of the frame."""
    if frame[tokyo.AIMED] != table.OUTSIDE and test(machine, state, frame):
        frame[tokyo.AIMED] = table.OUTSIDE


# --- what Tokyo is -------------------------------------------------------------------------------
AS_IF("Tokyo were Tokyo City alone", "kt.tokyo.both", "kt.bay.same").so(
    "city-alone", do.swap(monsters.in_tokyo, is_in_city)
)
AS_IF("cards that say Tokyo meant Tokyo City alone", "kt.tokyo.both").so(
    "cards-mean-city",
    *(do.put(module, "in_tokyo", is_in_city) for module in (conditions, selection, words)),
)


# --- entering ------------------------------------------------------------------------------------
@AS_IF("a monster that attacked in vain did not enter an empty Tokyo", "kt.tokyo.enter")
@stay_out_if
def attack_keeps_out(machine: Tokyo, state: State, frame: Frame) -> bool:
    registers = state.registers
    emptied = registers[table.LEFT_CITY] or registers[table.LEFT_BAY] or registers[table.EMPTIED]
    return bool(registers[table.ATTACKED] & table.FROM_OUTSIDE) and not emptied


@AS_IF("an attacker drove the monster out of Tokyo City that stays there", "kt.tokyo.no-place")
@do.before(tokyo.aim)
def attacker_drives_out(machine: Tokyo, state: State) -> None:
    there = monsters.holder(machine, state, table.CITY)
    full = tokyo.free_place(machine, state) is None
    if full and there is not None and state.registers[table.ATTACKED] & table.FROM_OUTSIDE:
        atoms.leave(machine, state, there, table.NONE, ())


@AS_IF(
    "who eliminates the monster in Tokyo City took its place from the one that came from the Bay",
    "kt.tokyo.no-place",
    "kt.tokyo.eliminated-holder",
)
@do.before(tokyo.aim)
def killer_drives_out(machine: Tokyo, state: State, frame: Frame) -> None:
    there = monsters.holder(machine, state, table.CITY)
    emptied = state.registers[table.EMPTIED] >> table.CITY & 1
    if emptied and there is not None and there != frame[tokyo.SEAT]:
        atoms.leave(machine, state, there, table.NONE, ())


@AS_IF("an empty Tokyo were entered by the Bay", "kt.tokyo.city-first")
@do.around(tokyo.free_place)
def bay_first(free_place: Any, machine: Tokyo, state: State) -> Any:
    both = all(monsters.holder(machine, state, place) is None for place in (table.CITY, table.BAY))
    return table.BAY if both and bay.bay_is_open(machine, state) else free_place()


@AS_IF("nobody entered Tokyo City while the Bay is held", "kt.tokyo.city-first")
@do.around(tokyo.free_place)
def bay_closes_the_city(free_place: Any, machine: Tokyo, state: State) -> Any:
    return None if monsters.holder(machine, state, table.BAY) is not None else free_place()


@AS_IF(
    "the monster in the Bay entered an empty Tokyo City in its enter phase", "kt.tokyo.one-place"
)
@do.after(tokyo.aim)
def bay_moves_up(machine: Tokyo, state: State, frame: Frame) -> None:
    empty = monsters.holder(machine, state, table.CITY) is None
    if empty and state.counters[machine.place + frame[tokyo.SEAT]] == table.BAY:
        frame[tokyo.AIMED], frame[tokyo.BEFORE] = table.CITY, state.registers[table.RESTARTS]


AS_IF(
    "an attack brought a monster into Tokyo where it need not, and none where it must",
    "kt.tokyo.enter",
).so("other-answer", do.turn_round("enters_without_claw"))
AS_IF(
    "an attack from Tokyo also brought a monster into it that is outside by then", "kt.tokyo.enter"
).so("attack-from-anywhere", do.put(tokyo, "FROM_OUTSIDE", table.HAS_ATTACKED))
AS_IF(
    "Tokyo City had room for more than one monster", "kt.tokyo.no-place", "kt.tokyo.one-place"
).so("room-for-all", do.instead(tokyo.free_place)(lambda: table.CITY))
AS_IF(
    "only a place that was yielded were empty for an attacker",
    "kt.tokyo.eliminated-holder",
    "kt.tokyo.no-place",
).so(
    "yielded-place-only",
    stay_out_if(lambda machine, state, frame: bool(state.registers[table.EMPTIED])),
)
AS_IF("a monster could refuse to enter Tokyo", "kt.tokyo.must").so(
    "may-refuse",
    own.refused("kt.tokyo.must", lambda frame: bool(frame[tokyo.AIMED] != table.OUTSIDE)),
)


# --- stars ---------------------------------------------------------------------------------------
@own.after(tokyo.come_into)
def entering_gives(stars: int, machine: Tokyo, state: State, seat: int) -> None:
    """Let entering Tokyo give more stars, or fewer."""
    if machine.tokyo_gives_stars:
        state.counters[machine.stars + seat] += stars


@own.after(turn.begin)
def starting(more: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Do something more when a monster starts its turn in Tokyo. Any: takes a seat."""
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
            stars.gain_stars(machine, state, seat, 2, table.NONE, ())

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
    if frame[tokyo.AIMED] != table.OUTSIDE and state.counters[seat]:
        moments.happen(machine, state, "starts-in-tokyo", seat, (seat, 0))


@AS_IF(
    "two monsters had energy from Tokyo where stars are due, and stars where energy is",
    "kt.tokyo.two-monsters",
)
@do.relink
def two_turned_round(machine: Tokyo) -> None:
    if machine.players == table.FEWEST_PLAYERS:
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
            stars.gain_stars(machine, state, seat, 2, table.NONE, ())

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

    own.consists(tokyo.ENTER_PHASE, tokyo.aim, tokyo.come_in, offer, leave)(change)


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
@own.also(do.unless(tokyo, "happen")(lambda head: head == "taken-over"))
@do.after(tokyo.come_in)
def hurt_after_entering(machine: Tokyo, state: State, frame: Frame) -> None:
    seat, place = frame[tokyo.SEAT], frame[tokyo.AIMED]
    left_by = state.registers[LEFT_CITY if place == CITY else LEFT_BAY]
    if place != OUTSIDE and left_by:
        moments.happen(machine, state, "taken-over", left_by - 1, (seat, 0))


@AS_IF("the attacker were hurt as soon as the place is yielded", "kt.tokyo.taken-over")
@own.also(do.unless(tokyo, "happen")(lambda head: head == "taken-over"))
@do.around(yielding.take_yield)
def hurt_at_once(take_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    yields = state.answer == YIELD
    take_yield()
    if yields:
        seat, by = frame[losses.SEATS][frame[losses.ASKED] - 1], frame[losses.BY]
        moments.happen(machine, state, "taken-over", seat, (by, 0))


@AS_IF(
    "a monster that starts afresh when it is about to enter came in all the same",
    "kt.tokyo.nobody-enters",
)
@do.before(tokyo.come_in)
def fresh_ones_enter(state: State, frame: Frame) -> None:
    frame[tokyo.BEFORE] = state.registers[RESTARTS]


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


AS_IF("only an attacker gained the star for entering", "kt.tokyo.star").so(
    "star-for-attackers",
    own.keeps(
        tokyo.come_in,
        lambda machine, state, frame: (state.counters, machine.stars + frame[tokyo.SEAT]),
        lambda state: not state.registers[table.ATTACKED] & table.FROM_OUTSIDE,
    ),
)
AS_IF("taking control of Tokyo gave no star", "kt.tokyo.take-control").so(
    "control-without-star",
    own.keeps(
        tokyo.take_control, lambda machine, state, seat: (state.counters, machine.stars + seat)
    ),
)
AS_IF("entering Tokyo gave no star", "kt.tokyo.star").so("no-star", entering_gives(-1))
AS_IF("entering Tokyo gave 2 stars", "kt.tokyo.star").so("two-stars", entering_gives(1))
AS_IF(
    "a card hurt a monster for a place that it no longer takes over",
    "kt.tokyo.nobody-enters",
    "kt.tokyo.taken-over",
).so("hurt-though-it-does-not-enter", do.put(linker.AS_LONG_AS, "taken-over", []))
