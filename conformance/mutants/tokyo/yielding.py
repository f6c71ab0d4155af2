"""Misreadings of yielding: who may, when, and what comes of it."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants import verbs_tokyo as own
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, damage, entering, monsters, table
from oracle.tokyo.machine import Tokyo

AS_IF = Topic("tokyo", "yield")

SPARED = 4
"""A bit of ATTACKED that the oracle does not use: somebody yielded to be spared."""


@own.around(damage.take_yield)
def taking(more: Any, take_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Do something more when a monster has yielded. Any: takes the frame and who it was."""
    yields = state.answer == table.YIELD
    take_yield()
    if yields:
        more(machine, state, frame, frame[damage.SEATS][frame[damage.ASKED] - 1])


# --- who may -------------------------------------------------------------------------------------
@AS_IF(
    "only a monster that lost at least 2 hearts could yield", "kt.yield.may", "kt.yield.requires"
)
@do.around(damage.ask_to_yield)
def two_hearts(ask_to_yield: Any, frame: Frame) -> None:
    lost = frame[damage.LOST]
    frame[damage.LOST] = tuple(each if each > 1 else 0 for each in lost)
    ask_to_yield()
    frame[damage.LOST] = lost


@AS_IF("yielding saved the hearts lost to the attack", "kt.yield.after-loss")
@taking
def hearts_saved(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
    state.counters[seat] += frame[damage.LOST][frame[damage.SEATS].index(seat)]


@AS_IF("a monster at 0 hearts decided about yielding, and lived if it did", "kt.yield.after-loss")
@do.around(damage.lose)
def fallen_decide(lose: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    joined = frame[damage.JOINED]
    lose()
    for seat, hit in () if joined else zip(frame[damage.SEATS], frame[damage.HIT], strict=True):
        if hit and not state.counters[seat] and monsters.in_tokyo(machine, state, seat):
            state.counters[seat] = 1


AS_IF("the attacker decided whether a monster yields", "kt.yield.may").so(
    "attacker-decides",
    do.around(damage, "ask")(
        lambda ask, state, kind, seat: ask(
            seat=state.stack[-1][damage.BY] if kind == "yield" else seat
        )
    ),
)
AS_IF("a monster that was wounded in Tokyo had to leave it", "kt.yield.may").so(
    "must-yield", own.answers(damage, "yield", lambda options: table.YIELD)
)
AS_IF(
    "hearts had to be lost where being hit is enough, and not where they must be",
    "kt.yield.requires",
).so("other-answer", do.turn_round("yields_to_any_attack"))
AS_IF(
    "one could yield to an attacker that fell, or not, as the other answer says",
    "kt.yield.to-nobody",
).so("fallen-attacker", do.turn_round("yields_to_the_fallen"))


# --- two in Tokyo --------------------------------------------------------------------------------
@AS_IF("the second in Tokyo did what the first did", "kt.yield.each")
@do.around(damage.take_yield)
def one_answer_for_both(take_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    answer = state.answer
    take_yield()
    lost = zip(frame[damage.SEATS], frame[damage.LOST], strict=True)
    for seat, much in list(lost)[frame[damage.ASKED] :]:
        if answer == table.YIELD and much and state.counters[seat]:
            atoms.leave(machine, state, seat, table.NONE, (), "yield")
    frame[damage.ASKED] = len(frame[damage.SEATS])


@AS_IF(
    "the second in Tokyo could not yield when the first did", "kt.yield.each", "kt.bay.both-left"
)
@taking
def only_one_yields(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
    frame[damage.ASKED] = len(frame[damage.SEATS])


# --- what comes of it ----------------------------------------------------------------------------
@AS_IF("a monster that yields were in Tokyo until the attacker enters", "kt.yield.outside")
def leaves_in_enter_phase(change: Changes) -> None:
    def go_back(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
        for register, place in ((table.LEFT_CITY, table.CITY), (table.LEFT_BAY, table.BAY)):
            if state.registers[register] == seat + 1:
                state.counters[machine.place + seat] = place

    @change.before(entering.aim)
    def leave_and_aim(machine: Tokyo, state: State) -> None:
        for register in (table.LEFT_CITY, table.LEFT_BAY):
            if state.registers[register]:
                atoms.leave(machine, state, state.registers[register] - 1, table.NONE, ())

    taking(go_back)(change)


@AS_IF("a place that was yielded stayed empty for the next monster", "kt.yield.to-attacker")
@do.after(entering.aim)
def place_for_the_next(state: State, frame: Frame) -> None:
    place = frame[entering.AIMED]
    if (
        place != table.OUTSIDE
        and state.registers[table.LEFT_CITY if place == table.CITY else table.LEFT_BAY]
    ):
        frame[entering.AIMED] = table.OUTSIDE


@AS_IF(
    "the attacker entered as soon as a place is yielded, not in the enter phase",
    "kt.yield.to-attacker",
    "kt.yield.outside",
)
@taking
def attacker_enters_at_once(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
    by, place = frame[damage.BY], monsters.free_place(machine, state)
    if place is not None and not monsters.in_tokyo(machine, state, by):
        entering.come_into(machine, state, by, place, table.NONE, ())


@AS_IF("nobody yielded to an attacker who is in Tokyo", "kt.yield.inside")
@do.around(damage.ask_to_yield)
def not_to_insiders(ask_to_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    if frame[damage.BY] != table.NONE and monsters.in_tokyo(machine, state, frame[damage.BY]):
        frame[1] = damage.DONE_STEP.at
    else:
        ask_to_yield()


@AS_IF("an attacker in Tokyo moved to the place that was yielded to it", "kt.yield.inside")
@do.after(entering.aim)
def insider_moves(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[entering.SEAT]
    left = [table.CITY] * bool(state.registers[table.LEFT_CITY]) + [table.BAY] * bool(
        state.registers[table.LEFT_BAY]
    )
    if left and monsters.in_tokyo(machine, state, seat):
        frame[entering.AIMED], frame[entering.BEFORE] = left[0], state.registers[table.RESTARTS]


@AS_IF("a monster could yield to damage by a card", "kt.yield.not-to-cards")
@do.around(damage.ask_to_yield)
def yield_to_cards(ask_to_yield: Any, frame: Frame) -> None:
    hit = frame[damage.HIT]
    if frame[damage.BY] != table.NONE:
        frame[damage.HIT] = tuple(1 for _ in hit)
    ask_to_yield()
    frame[damage.HIT] = hit


# --- cards that spare who yields -----------------------------------------------------------------
@AS_IF("a card that spares who yields left 1 heart to lose", "kt.yield.unharmed")
@do.before(damage.lose)
def spared_half(frame: Frame) -> None:
    seats = frame[damage.SEATS]
    frame[damage.AMOUNTS] = tuple(
        max(much, 1) if frame[damage.LEAVING] >> seat & 1 else much
        for seat, much in zip(seats, frame[damage.AMOUNTS], strict=True)
    )


@AS_IF(
    "the attacker did not enter the place of a monster that yielded unharmed", "kt.yield.unharmed"
)
def spared_place_stays_empty(change: Changes) -> None:
    @change.before(damage.lose)
    def lose_and_note(state: State, frame: Frame) -> None:
        if frame[damage.LEAVING]:
            state.registers[table.ATTACKED] |= SPARED

    @change.after(entering.aim)
    def aim_or_stay(state: State, frame: Frame) -> None:
        if state.registers[table.ATTACKED] & SPARED:
            frame[entering.AIMED] = table.OUTSIDE


AS_IF(
    "yielding to be spared were decided among the other defences just where it comes last",
    "kt.yield.unharmed-first",
).so("unharmed-order-turned-round", do.turn_round("yields_last"))
AS_IF(
    "who did not yield to be spared could still yield after the loss", "kt.yield.unharmed-first"
).so("asked-again", do.before(damage.ask_to_yield)(lambda frame: setitem(frame, damage.DECIDED, 0)))


@AS_IF(
    "who yields to be spared left before the others lose their hearts", "kt.yield.unharmed-first"
)
@do.before(damage.defend)
def leaves_before_the_loss(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in frame[damage.SEATS]:
        if frame[damage.LEAVING] >> seat & 1 and monsters.in_tokyo(machine, state, seat):
            atoms.leave(machine, state, seat, table.NONE, (), "yield")
