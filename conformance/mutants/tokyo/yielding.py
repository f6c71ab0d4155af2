"""Misreadings of yielding: who may, when, and what comes of it."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, damage, losses, monsters, table, tokyo, yielding
from oracle.tokyo.machine import Tokyo

AS_IF = Topic("tokyo", "yield")

SPARED = 4
"""A bit of ATTACKED that the oracle does not use: somebody yielded to be spared."""


@own.around(yielding.take_yield)
def taking(more: Any, take_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Do something more when a monster has yielded. Any: takes the frame and who it was."""
    yields = state.answer == table.YIELD
    take_yield()
    if yields:
        more(machine, state, frame, frame[losses.SEATS][frame[losses.ASKED] - 1])


# --- who may -------------------------------------------------------------------------------------
@AS_IF(
    "only a monster that lost at least 2 hearts could yield", "kt.yield.may", "kt.yield.requires"
)
@do.around(yielding.ask_to_yield)
def two_hearts(ask_to_yield: Any, frame: Frame) -> None:
    lost = frame[losses.LOST]
    frame[losses.LOST] = tuple(each if each > 1 else 0 for each in lost)
    ask_to_yield()
    frame[losses.LOST] = lost


@AS_IF("yielding saved the hearts lost to the attack", "kt.yield.after-loss")
@taking
def hearts_saved(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
    state.counters[seat] += frame[losses.LOST][frame[losses.SEATS].index(seat)]


@AS_IF("a monster at 0 hearts decided about yielding, and lived if it did", "kt.yield.after-loss")
@do.around(damage.lose)
def fallen_decide(lose: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    joined = frame[losses.JOINED]
    lose()
    for seat, hit in () if joined else zip(frame[losses.SEATS], frame[losses.HIT], strict=True):
        if hit and not state.counters[seat] and monsters.in_tokyo(machine, state, seat):
            state.counters[seat] = 1


AS_IF("the attacker decided whether a monster yields", "kt.yield.may").so(
    "attacker-decides",
    do.around(yielding, "ask")(
        lambda ask, state, kind, seat: ask(
            seat=state.stack[-1][losses.BY] if kind == "yield" else seat
        )
    ),
)
AS_IF("a monster that was wounded in Tokyo had to leave it", "kt.yield.may").so(
    "must-yield", own.answers(yielding, "yield", lambda options: table.YIELD)
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
@do.around(yielding.take_yield)
def one_answer_for_both(take_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    answer = state.answer
    take_yield()
    lost = zip(frame[losses.SEATS], frame[losses.LOST], strict=True)
    for seat, much in list(lost)[frame[losses.ASKED] :]:
        if answer == table.YIELD and much and state.counters[seat]:
            atoms.leave(machine, state, seat, table.NONE, (), "yield")
    frame[losses.ASKED] = len(frame[losses.SEATS])


@AS_IF(
    "the second in Tokyo could not yield when the first did", "kt.yield.each", "kt.bay.both-left"
)
@taking
def only_one_yields(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
    frame[losses.ASKED] = len(frame[losses.SEATS])


# --- what comes of it ----------------------------------------------------------------------------
@AS_IF("a monster that yields were in Tokyo until the attacker enters", "kt.yield.outside")
def leaves_in_enter_phase(change: Changes) -> None:
    def go_back(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
        for register, place in ((table.LEFT_CITY, table.CITY), (table.LEFT_BAY, table.BAY)):
            if state.registers[register] == seat + 1:
                state.counters[machine.place + seat] = place

    @change.before(tokyo.aim)
    def leave_and_aim(machine: Tokyo, state: State) -> None:
        for register in (table.LEFT_CITY, table.LEFT_BAY):
            if state.registers[register]:
                atoms.leave(machine, state, state.registers[register] - 1, table.NONE, ())

    taking(go_back)(change)


@AS_IF("a place that was yielded stayed empty for the next monster", "kt.yield.to-attacker")
@do.after(tokyo.aim)
def place_for_the_next(state: State, frame: Frame) -> None:
    place = frame[tokyo.AIMED]
    if (
        place != table.OUTSIDE
        and state.registers[table.LEFT_CITY if place == table.CITY else table.LEFT_BAY]
    ):
        frame[tokyo.AIMED] = table.OUTSIDE


@AS_IF(
    "the attacker entered as soon as a place is yielded, not in the enter phase",
    "kt.yield.to-attacker",
    "kt.yield.outside",
)
@taking
def attacker_enters_at_once(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
    by, place = frame[losses.BY], tokyo.free_place(machine, state)
    if place is not None and not monsters.in_tokyo(machine, state, by):
        tokyo.come_into(machine, state, by, place, table.NONE, ())


@AS_IF("nobody yielded to an attacker who is in Tokyo", "kt.yield.inside")
@do.around(yielding.ask_to_yield)
def not_to_insiders(ask_to_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    if frame[losses.BY] != table.NONE and monsters.in_tokyo(machine, state, frame[losses.BY]):
        frame[1] = yielding.DONE_STEP.at
    else:
        ask_to_yield()


@AS_IF("an attacker in Tokyo moved to the place that was yielded to it", "kt.yield.inside")
@do.after(tokyo.aim)
def insider_moves(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[tokyo.SEAT]
    left = [table.CITY] * bool(state.registers[table.LEFT_CITY]) + [table.BAY] * bool(
        state.registers[table.LEFT_BAY]
    )
    if left and monsters.in_tokyo(machine, state, seat):
        frame[tokyo.AIMED], frame[tokyo.BEFORE] = left[0], state.registers[table.RESTARTS]


@AS_IF("a monster could yield to damage by a card", "kt.yield.not-to-cards")
@do.around(yielding.ask_to_yield)
def yield_to_cards(ask_to_yield: Any, frame: Frame) -> None:
    hit = frame[losses.HIT]
    if frame[losses.BY] != table.NONE:
        frame[losses.HIT] = tuple(1 for _ in hit)
    ask_to_yield()
    frame[losses.HIT] = hit


# --- cards that spare who yields -----------------------------------------------------------------
@AS_IF("a card that spares who yields left 1 heart to lose", "kt.yield.unharmed")
@do.before(damage.lose)
def spared_half(frame: Frame) -> None:
    seats = frame[losses.SEATS]
    frame[losses.AMOUNTS] = tuple(
        max(much, 1) if frame[losses.LEAVING] >> seat & 1 else much
        for seat, much in zip(seats, frame[losses.AMOUNTS], strict=True)
    )


@AS_IF(
    "the attacker did not enter the place of a monster that yielded unharmed", "kt.yield.unharmed"
)
def spared_place_stays_empty(change: Changes) -> None:
    @change.before(damage.lose)
    def lose_and_note(state: State, frame: Frame) -> None:
        if frame[losses.LEAVING]:
            state.registers[table.ATTACKED] |= SPARED

    @change.after(tokyo.aim)
    def aim_or_stay(state: State, frame: Frame) -> None:
        if state.registers[table.ATTACKED] & SPARED:
            frame[tokyo.AIMED] = table.OUTSIDE


AS_IF(
    "yielding to be spared were decided among the other defences just where it comes last",
    "kt.yield.unharmed-first",
).so("unharmed-order-turned-round", do.turn_round("yields_last"))
AS_IF(
    "who did not yield to be spared could still yield after the loss", "kt.yield.unharmed-first"
).so(
    "asked-again", do.before(yielding.ask_to_yield)(lambda frame: setitem(frame, losses.DECIDED, 0))
)


@AS_IF(
    "who yields to be spared left before the others lose their hearts", "kt.yield.unharmed-first"
)
@do.before(damage.defend)
def leaves_before_the_loss(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in frame[losses.SEATS]:
        if frame[losses.LEAVING] >> seat & 1 and monsters.in_tokyo(machine, state, seat):
            atoms.leave(machine, state, seat, table.NONE, (), "yield")
