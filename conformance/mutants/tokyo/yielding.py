"""Misreadings of yielding: who may, when, and what comes of it."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, damage, entering, monsters
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import (
    ATTACKED,
    BAY,
    CITY,
    LEFT_BAY,
    LEFT_CITY,
    NONE,
    OUTSIDE,
    RESTARTS,
    YIELD,
)

AS_IF = Topic("tokyo", "yield")

SPARED = 4
"""A bit of ATTACKED that the oracle does not use: somebody yielded to be spared."""


def asking(change: Changes, new: Any) -> None:
    """Ask about yielding in another way. Any: a step that is given the oracle's own one."""
    ask_to_yield = damage.ask_to_yield

    def ask_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
        new(machine, state, frame, ask_to_yield)

    change.swap(ask_to_yield, ask_otherwise)


def taking(change: Changes, more: Any) -> None:
    """Do something more when a monster has yielded. Any: takes the frame and who it was."""
    take_yield = damage.take_yield

    def take_and_more(machine: Tokyo, state: State, frame: Frame) -> None:
        yields = state.answer == YIELD
        take_yield(machine, state, frame)
        if yields:
            more(machine, state, frame, frame[damage.SEATS][frame[damage.ASKED] - 1])

    change.swap(take_yield, take_and_more)


# --- who may -------------------------------------------------------------------------------------


@AS_IF("must-yield", "a monster that was wounded in Tokyo had to leave it", "kt.yield.may")
def must_yield(change: Changes) -> None:
    def ask_nobody(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "yield":
            state.answer = YIELD
        else:
            ask(state, kind, seat, options, *rest)

    change.put(damage, "ask", ask_nobody)


@AS_IF("attacker-decides", "the attacker decided whether a monster yields", "kt.yield.may")
def attacker_decides(change: Changes) -> None:
    def ask_the_attacker(state: State, kind: str, seat: int, *rest: Any) -> None:
        if kind == "yield":
            seat = state.stack[-1][damage.BY]
        ask(state, kind, seat, *rest)

    change.put(damage, "ask", ask_the_attacker)


@AS_IF(
    "other-answer",
    "hearts had to be lost where being hit is enough, and not where they must be",
    "kt.yield.requires",
)
def other_answer(change: Changes) -> None:
    change.turn_round("yields_to_any_attack")


@AS_IF(
    "fallen-attacker",
    "one could yield to an attacker that fell, or not, as the other answer says",
    "kt.yield.to-nobody",
)
def fallen_attacker(change: Changes) -> None:
    change.turn_round("yields_to_the_fallen")


@AS_IF(
    "two-hearts",
    "only a monster that lost at least 2 hearts could yield",
    "kt.yield.may",
    "kt.yield.requires",
)
def two_hearts(change: Changes) -> None:
    def ask_the_hurt(machine: Tokyo, state: State, frame: Frame, ask_to_yield: Any) -> None:
        lost = frame[damage.LOST]
        frame[damage.LOST] = tuple(each if each > 1 else 0 for each in lost)
        ask_to_yield(machine, state, frame)
        frame[damage.LOST] = lost

    asking(change, ask_the_hurt)


@AS_IF("hearts-saved", "yielding saved the hearts lost to the attack", "kt.yield.after-loss")
def hearts_saved(change: Changes) -> None:
    def give_back(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
        state.counters[seat] += frame[damage.LOST][frame[damage.SEATS].index(seat)]

    taking(change, give_back)


@AS_IF(
    "fallen-decide",
    "a monster at 0 hearts decided about yielding, and lived if it did",
    "kt.yield.after-loss",
)
def fallen_decide(change: Changes) -> None:
    lose = damage.lose

    def lose_all_but_one(machine: Tokyo, state: State, frame: Frame) -> None:
        joined = frame[damage.JOINED]
        lose(machine, state, frame)
        for seat, hit in () if joined else zip(frame[damage.SEATS], frame[damage.HIT], strict=True):
            if hit and not state.counters[seat] and monsters.in_tokyo(machine, state, seat):
                state.counters[seat] = 1

    change.swap(lose, lose_all_but_one)


# --- two in Tokyo --------------------------------------------------------------------------------


@AS_IF("one-answer-for-both", "the second in Tokyo did what the first did", "kt.yield.each")
def one_answer_for_both(change: Changes) -> None:
    take_yield = damage.take_yield

    def take_for_both(machine: Tokyo, state: State, frame: Frame) -> None:
        answer = state.answer
        take_yield(machine, state, frame)
        lost = zip(frame[damage.SEATS], frame[damage.LOST], strict=True)
        for seat, much in list(lost)[frame[damage.ASKED] :]:
            if answer == YIELD and much and state.counters[seat]:
                atoms.leave(machine, state, seat, NONE, (), "yield")
        frame[damage.ASKED] = len(frame[damage.SEATS])

    change.swap(take_yield, take_for_both)


@AS_IF(
    "only-one-yields",
    "the second in Tokyo could not yield when the first did",
    "kt.yield.each",
    "kt.bay.both-left",
)
def only_one_yields(change: Changes) -> None:
    def ask_no_more(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
        frame[damage.ASKED] = len(frame[damage.SEATS])

    taking(change, ask_no_more)


# --- what comes of it ----------------------------------------------------------------------------


@AS_IF(
    "leaves-in-enter-phase",
    "a monster that yields were in Tokyo until the attacker enters",
    "kt.yield.outside",
)
def leaves_in_enter_phase(change: Changes) -> None:
    aim = entering.aim

    def go_back(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
        for register, place in ((LEFT_CITY, CITY), (LEFT_BAY, BAY)):
            if state.registers[register] == seat + 1:
                state.counters[machine.place + seat] = place

    def leave_and_aim(machine: Tokyo, state: State, frame: Frame) -> None:
        for register in (LEFT_CITY, LEFT_BAY):
            if state.registers[register]:
                atoms.leave(machine, state, state.registers[register] - 1, NONE, ())
        aim(machine, state, frame)

    taking(change, go_back)
    change.swap(aim, leave_and_aim)


@AS_IF(
    "place-for-the-next",
    "a place that was yielded stayed empty for the next monster",
    "kt.yield.to-attacker",
)
def place_for_the_next(change: Changes) -> None:
    aim = entering.aim

    def aim_elsewhere(machine: Tokyo, state: State, frame: Frame) -> None:
        aim(machine, state, frame)
        place = frame[entering.AIMED]
        if place != OUTSIDE and state.registers[LEFT_CITY if place == CITY else LEFT_BAY]:
            frame[entering.AIMED] = OUTSIDE

    change.swap(aim, aim_elsewhere)


@AS_IF(
    "attacker-enters-at-once",
    "the attacker entered as soon as a place is yielded, not in the enter phase",
    "kt.yield.to-attacker",
    "kt.yield.outside",
)
def attacker_enters_at_once(change: Changes) -> None:
    def enter(machine: Tokyo, state: State, frame: Frame, seat: int) -> None:
        by, place = frame[damage.BY], monsters.free_place(machine, state)
        if place is not None and not monsters.in_tokyo(machine, state, by):
            entering.come_into(machine, state, by, place, NONE, ())

    taking(change, enter)


@AS_IF(
    "not-to-insiders",
    "nobody yielded to an attacker who is in Tokyo",
    "kt.yield.inside",
)
def not_to_insiders(change: Changes) -> None:
    def ask_or_not(machine: Tokyo, state: State, frame: Frame, ask_to_yield: Any) -> None:
        if frame[damage.BY] != NONE and monsters.in_tokyo(machine, state, frame[damage.BY]):
            frame[1] = damage.DONE_STEP.at
        else:
            ask_to_yield(machine, state, frame)

    asking(change, ask_or_not)


@AS_IF(
    "insider-moves",
    "an attacker in Tokyo moved to the place that was yielded to it",
    "kt.yield.inside",
)
def insider_moves(change: Changes) -> None:
    aim = entering.aim

    def aim_at_the_other(machine: Tokyo, state: State, frame: Frame) -> None:
        aim(machine, state, frame)
        seat = frame[entering.SEAT]
        left = [CITY] * bool(state.registers[LEFT_CITY]) + [BAY] * bool(state.registers[LEFT_BAY])
        if left and monsters.in_tokyo(machine, state, seat):
            frame[entering.AIMED], frame[entering.BEFORE] = left[0], state.registers[RESTARTS]

    change.swap(aim, aim_at_the_other)


@AS_IF("yield-to-cards", "a monster could yield to damage by a card", "kt.yield.not-to-cards")
def yield_to_cards(change: Changes) -> None:
    def ask_all(machine: Tokyo, state: State, frame: Frame, ask_to_yield: Any) -> None:
        hit = frame[damage.HIT]
        if frame[damage.BY] != NONE:
            frame[damage.HIT] = tuple(1 for _ in hit)
        ask_to_yield(machine, state, frame)
        frame[damage.HIT] = hit

    asking(change, ask_all)


# --- cards that spare who yields -----------------------------------------------------------------


@AS_IF(
    "spared-half",
    "a card that spares who yields left 1 heart to lose",
    "kt.yield.unharmed",
)
def spared_half(change: Changes) -> None:
    lose = damage.lose

    def lose_one(machine: Tokyo, state: State, frame: Frame) -> None:
        seats = frame[damage.SEATS]
        frame[damage.AMOUNTS] = tuple(
            max(much, 1) if frame[damage.LEAVING] >> seat & 1 else much
            for seat, much in zip(seats, frame[damage.AMOUNTS], strict=True)
        )
        lose(machine, state, frame)

    change.swap(lose, lose_one)


@AS_IF(
    "spared-place-stays-empty",
    "the attacker did not enter the place of a monster that yielded unharmed",
    "kt.yield.unharmed",
)
def spared_place_stays_empty(change: Changes) -> None:
    lose, aim = damage.lose, entering.aim

    def lose_and_note(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[damage.LEAVING]:
            state.registers[ATTACKED] |= SPARED
        lose(machine, state, frame)

    def aim_or_stay(machine: Tokyo, state: State, frame: Frame) -> None:
        aim(machine, state, frame)
        if state.registers[ATTACKED] & SPARED:
            frame[entering.AIMED] = OUTSIDE

    change.swap(lose, lose_and_note)
    change.swap(aim, aim_or_stay)


@AS_IF(
    "unharmed-order-turned-round",
    "yielding to be spared were decided among the other defences just where it comes last",
    "kt.yield.unharmed-first",
)
def unharmed_order_turned_round(change: Changes) -> None:
    change.turn_round("yields_last")


@AS_IF(
    "asked-again",
    "who did not yield to be spared could still yield after the loss",
    "kt.yield.unharmed-first",
)
def asked_again(change: Changes) -> None:
    def forget(machine: Tokyo, state: State, frame: Frame, ask_to_yield: Any) -> None:
        frame[damage.DECIDED] = 0
        ask_to_yield(machine, state, frame)

    asking(change, forget)


@AS_IF(
    "leaves-before-the-loss",
    "who yields to be spared left before the others lose their hearts",
    "kt.yield.unharmed-first",
)
def leaves_before_the_loss(change: Changes) -> None:
    defend = damage.defend

    def leave_and_defend(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in frame[damage.SEATS]:
            if frame[damage.LEAVING] >> seat & 1 and monsters.in_tokyo(machine, state, seat):
                atoms.leave(machine, state, seat, NONE, (), "yield")
        defend(machine, state, frame)

    change.swap(defend, leave_and_defend)
