"""Misreadings of the roll phase: the rolls, the rerolls, and cards that touch the dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.king import selection as king_selection
from oracle.tokyo import moments, monsters, roll, selection, turn
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Linked, Possible, Tokyo
from oracle.tokyo.table import (
    AREA,
    CONTEXT,
    DICE,
    HEART,
    PROCEDURES,
    REROLLS,
    REROLLS_EACH_TURN,
    SLOTS,
)
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "roll")

STOPPED_ONCE = 2
KEPT = roll.FEWER
"""A local of the roll phase that is free once the dice are reckoned."""

OWN_DICE, FOREIGN_DICE = "during-roll", "other-rolled"


# --- rolling and rerolling -----------------------------------------------------------------------


@AS_IF("five-dice", "a monster rolled 5 dice", "kt.roll.first")
def five_dice(change: Changes) -> None:
    change.put(monsters, "NUMBER_OF_DICE", 5)


@AS_IF("all-dice-of-the-box", "a monster rolled all 8 dice", "kt.roll.first")
def all_dice_of_the_box(change: Changes) -> None:
    change.put(monsters, "NUMBER_OF_DICE", monsters.DICE_IN_THE_BOX)


@AS_IF("one-reroll", "a monster could reroll once", "kt.roll.rerolls")
def one_reroll(change: Changes) -> None:
    change.put(monsters, "REROLLS_EACH_TURN", 1)


@AS_IF("three-rerolls", "a monster could reroll three times", "kt.roll.rerolls")
def three_rerolls(change: Changes) -> None:
    change.put(monsters, "REROLLS_EACH_TURN", 3)


Limits = Callable[[Tokyo, State, Frame, list[int]], tuple[list[int], int, int]]
"""From the dice that lie there: which of them may be rerolled, at least and at most how many."""


def rerolling(change: Changes, limits: Limits) -> None:
    """Let rerolls have other limits."""

    def offer_reroll(machine: Tokyo, state: State, frame: Frame) -> None:
        dice = roll.dice_shown(state)
        if not dice or not state.registers[REROLLS]:
            frame[1] = roll.OTHERS.at
            return
        found, least, most = limits(machine, state, frame, dice)
        ask_to_choose(state, "reroll", frame[roll.SEAT], found, least, most, -1, roll.REROLL)

    change.swap(roll.offer_reroll, offer_reroll)


@AS_IF("all-or-none", "a reroll were always of all dice", "kt.roll.some")
def all_or_none(change: Changes) -> None:
    take_reroll = roll.take_reroll

    def take_all(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer:
            state.answer = tuple(roll.dice_shown(state))
        take_reroll(machine, state, frame)

    change.swap(take_reroll, take_all)


@AS_IF("one-die-each", "a reroll were of one die", "kt.roll.some")
def one_die_each(change: Changes) -> None:
    rerolling(change, lambda machine, state, frame, dice: (dice, 0, 1))


@AS_IF("no-stopping", "all rerolls had to be used", "kt.roll.stop")
def no_stopping(change: Changes) -> None:
    rerolling(change, lambda machine, state, frame, dice: (dice, 1, len(dice)))


@AS_IF("stop-and-go", "a monster that stopped could reroll after all", "kt.roll.stop")
def stop_and_go(change: Changes) -> None:
    change_dice = roll.change

    def offer_once_more(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.registers[REROLLS] and frame[roll.AGAIN_IN_TURN] != STOPPED_ONCE:
            frame[roll.AGAIN_IN_TURN] = STOPPED_ONCE
            frame[1] = roll.OFFER.at
        else:
            change_dice(machine, state, frame)

    change.swap(change_dice, offer_once_more)


@AS_IF("kept-is-kept", "a die that was kept could not be rerolled later", "kt.roll.any-die")
def kept_is_kept(change: Changes) -> None:
    reckon, take_reroll = roll.reckon, roll.take_reroll

    def reckon_and_clear(machine: Tokyo, state: State, frame: Frame) -> None:
        reckon(machine, state, frame)
        frame[KEPT] = ()

    def take_and_keep(machine: Tokyo, state: State, frame: Frame) -> None:
        take_reroll(machine, state, frame)
        frame[KEPT] = tuple(roll.dice_shown(state))

    def not_kept(
        machine: Tokyo, state: State, frame: Frame, dice: list[int]
    ) -> tuple[list[int], int, int]:
        for face in frame[KEPT]:
            if face in dice:
                dice.remove(face)
        return dice, 0, len(dice)

    change.swap(reckon, reckon_and_clear)
    change.swap(take_reroll, take_and_keep)
    rerolling(change, not_kept)


@AS_IF("die-by-die", "cards could be used between two dice of a roll", "kt.roll.together")
def die_by_die(change: Changes) -> None:
    take_face, offer_reroll = roll.take_face, roll.offer_reroll

    def take_and_offer(machine: Tokyo, state: State, frame: Frame) -> None:
        take_face(machine, state, frame)
        frame[1] = roll.OFFER.at

    def offer_when_all_lie(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[roll.TO_ROLL]:
            frame[1] = roll.ROLL_STEP.at
        else:
            offer_reroll(machine, state, frame)

    change.swap(take_face, take_and_offer)
    change.swap(offer_reroll, offer_when_all_lie)


@AS_IF("at-least-one-die", "a monster always had a die", "kt.roll.none")
def at_least_one_die(change: Changes) -> None:
    dice_of = monsters.dice_of

    def one_or_more(machine: Tokyo, state: State, seat: int, fewer: int) -> tuple[int, Rules]:
        dice, rules = dice_of(machine, state, seat, fewer)
        return max(1, dice), rules

    change.swap(dice_of, one_or_more)


@AS_IF("no-dice-no-phase", "without dice there were nothing to resolve", "kt.roll.none")
def no_dice_no_phase(change: Changes) -> None:
    resolve = turn.resolve

    def resolve_dice(machine: Tokyo, state: State, frame: Frame) -> None:
        if roll.dice_shown(state):
            resolve(machine, state, frame)

    change.swap(resolve, resolve_dice)


# --- more rerolls --------------------------------------------------------------------------------


@AS_IF("no-extra-reroll", "two rerolls were the most", "kt.roll.extra-reroll")
def no_extra_reroll(change: Changes) -> None:
    rerolls_of = monsters.rerolls_of

    def two_at_most(machine: Tokyo, state: State, seat: int) -> tuple[int, Rules]:
        rerolls, rules = rerolls_of(machine, state, seat)
        return min(rerolls, REROLLS_EACH_TURN), rules

    change.swap(rerolls_of, two_at_most)


@AS_IF("extra-reroll-of-one", "an extra reroll were of one die", "kt.roll.extra-reroll")
def extra_reroll_of_one(change: Changes) -> None:
    def one_of_the_last(
        machine: Tokyo, state: State, frame: Frame, dice: list[int]
    ) -> tuple[list[int], int, int]:
        extra, _ = monsters.total(machine, state, "modify-rerolls", frame[roll.SEAT])
        return dice, 0, 1 if state.registers[REROLLS] <= extra else len(dice)

    rerolling(change, one_of_the_last)


def those(change: Changes, wanted: Callable[[Linked], bool], misread: Any) -> None:
    """Misread the linked abilities of a sort. Any: whatever is done to one."""

    def look_through(machine: Tokyo) -> None:
        for linked in machine.abilities:
            if linked.head in (OWN_DICE, FOREIGN_DICE) and wanted(linked):
                misread(linked)

    change.relink(look_through)


def is_paid(linked: Linked) -> bool:
    """Whether it gives a reroll for a price."""
    return linked.before_stop


def is_single(linked: Linked) -> bool:
    """Whether it rerolls single dice of its owner."""
    return "kt.roll.single-die" in linked.rules


def is_of_a_face(linked: Linked) -> bool:
    """Whether it rerolls all dice of its owner that show a face."""
    return "kt.roll.all-of-a-face" in linked.rules


def is_foreign(linked: Linked) -> bool:
    """Whether it rerolls a die of another."""
    return linked.head == FOREIGN_DICE


def only_once(linked: Linked) -> None:
    """Let it be used once a turn."""
    linked.once = True


def only_with(linked: Linked, *, rerolls: bool) -> None:
    """Let it be used only while there are rerolls left, or none."""
    possible: Possible = linked.possible

    def holds(
        machine: Tokyo, state: State, source: int, you: int, context: tuple[int, int]
    ) -> bool:
        left = bool(state.registers[REROLLS])
        return left == rerolls and possible(machine, state, source, you, context)

    linked.possible = holds


@AS_IF("paid-once", "a reroll could be paid for once a turn", "kt.roll.paid-reroll")
def paid_once(change: Changes) -> None:
    those(change, is_paid, only_once)


@AS_IF("paid-at-last", "a reroll were sold only when none is left", "kt.roll.paid-reroll")
def paid_at_last(change: Changes) -> None:
    those(change, is_paid, lambda linked: only_with(linked, rerolls=False))


@AS_IF("paid-before-the-last", "no reroll were sold when none is left", "kt.roll.paid-reroll")
def paid_before_the_last(change: Changes) -> None:
    those(change, is_paid, lambda linked: only_with(linked, rerolls=True))


@AS_IF(
    "paid-after-stopping",
    "a reroll could be paid for after stopping",
    "kt.roll.paid-reroll",
    "kt.roll.steps",
)
def paid_after_stopping(change: Changes) -> None:
    those(change, is_paid, lambda linked: setattr(linked, "before_stop", False))


# --- single dice, and all of a face --------------------------------------------------------------


def rerolling_own(change: Changes, quantity: str, step: Step, *, first: bool) -> None:
    """Do something more when a card rerolls one die of its owner, or all; first, or once chosen."""
    reroll = EFFECTS["reroll"]

    def reroll_otherwise(linker: Linker, call: Call) -> list[Any]:
        steps = reroll(linker, call)
        dice: Any = call["dice"]
        if linker.head != OWN_DICE or dice.quantity.kind != quantity:
            return steps
        return [step, *steps] if first else [*steps[:-1], step, steps[-1]]

    change.put(EFFECTS, "reroll", reroll_otherwise)


def use_up_a_reroll(machine: Tokyo, state: State, frame: Frame) -> None:
    """One reroll fewer is left."""
    state.registers[REROLLS] = max(0, state.registers[REROLLS] - 1)


def keep_one_die(machine: Tokyo, state: State, frame: Frame) -> None:
    """Of the dice that are meant only the first is rerolled."""
    state.answer = state.answer[:1]


@AS_IF("single-costs-a-reroll", "rerolling a single die used up a reroll", "kt.roll.single-die")
def single_costs_a_reroll(change: Changes) -> None:
    rerolling_own(change, "exactly", use_up_a_reroll, first=True)


@AS_IF("single-once", "dice of a certain face could be rerolled once a turn", "kt.roll.single-die")
def single_once(change: Changes) -> None:
    those(change, is_single, only_once)


@AS_IF(
    "single-before-the-last",
    "no single die could be rerolled after the last reroll",
    "kt.roll.single-die",
)
def single_before_the_last(change: Changes) -> None:
    those(change, is_single, lambda linked: only_with(linked, rerolls=True))


@AS_IF(
    "single-before-stopping", "no single die could be rerolled after stopping", "kt.roll.single-die"
)
def single_before_stopping(change: Changes) -> None:
    def open_for_changes(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        moments.open_window(machine, state, ("before-resolving",), seat, (seat, 0))

    change.swap(roll.change, open_for_changes)


@AS_IF(
    "all-of-a-face-cost-a-reroll",
    "rerolling all dice of a face used up a reroll",
    "kt.roll.all-of-a-face",
)
def all_of_a_face_cost_a_reroll(change: Changes) -> None:
    rerolling_own(change, "all", use_up_a_reroll, first=True)


@AS_IF(
    "one-of-a-face",
    "a card for all dice of a face rerolled one of them",
    "kt.roll.all-of-a-face",
)
def one_of_a_face(change: Changes) -> None:
    rerolling_own(change, "all", keep_one_die, first=False)


@AS_IF(
    "all-of-a-face-before-the-last",
    "dice of a face could not be rerolled together after the last reroll",
    "kt.roll.all-of-a-face",
)
def all_of_a_face_before_the_last(change: Changes) -> None:
    those(change, is_of_a_face, lambda linked: only_with(linked, rerolls=True))


@AS_IF("any-single-die", "a card for dice of a certain face rerolled any die", "kt.roll.single-die")
def any_single_die(change: Changes) -> None:
    bind_faces = selection.bind_faces

    def bind_all_faces(linker: Linker, phrase: Any, but: int | None = None) -> Any:
        found = bind_faces(linker, phrase, but)
        if linker.head != OWN_DICE:
            return found
        return lambda machine, state, source, you: [
            face for face in range(6) if state.registers[DICE + face]
        ]

    change.swap(bind_faces, bind_all_faces)


# --- dice of others ------------------------------------------------------------------------------


@AS_IF("foreign-again", "another's dice could be rerolled again", "kt.roll.foreign-die")
def foreign_again(change: Changes) -> None:
    those(change, is_foreign, lambda linked: setattr(linked, "once", False))


@AS_IF(
    "foreign-after-each-roll",
    "others rerolled a die after the first roll already",
    "kt.roll.foreign-die",
)
def foreign_after_each_roll(change: Changes) -> None:
    offer_cards, let_others = roll.offer_cards, roll.let_others

    def let_others_first(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[roll.AGAIN_IN_TURN] == STOPPED_ONCE:
            offer_cards(machine, state, frame)
            return
        frame[roll.AGAIN_IN_TURN] = STOPPED_ONCE
        frame[1] = roll.OFFER.at
        let_others(machine, state, frame)

    change.swap(offer_cards, let_others_first)


@AS_IF("roller-chooses", "the roller chose which die is rerolled", "kt.roll.foreign-die")
def roller_chooses(change: Changes) -> None:
    def ask_the_roller(state: State, kind: str, seat: int, *rest: Any) -> None:
        frame = state.stack[-1]
        about = frame[CONTEXT][0] if len(frame) >= SLOTS else seat
        ask(state, kind, about if kind == "die" and about >= 0 else seat, *rest)

    change.put(king_selection, "ask", ask_the_roller)


@AS_IF("heart-is-lost", "the heart that costs the card did not count", "kt.roll.foreign-die")
def heart_is_lost(change: Changes) -> None:
    take_die = roll.take_die

    def take_or_lose(machine: Tokyo, state: State, frame: Frame) -> None:
        foreign = state.where[frame[roll.FOR]] != AREA + frame[roll.WHOSE]
        take_die(machine, state, frame)
        if foreign and state.answer[1] == HEART:
            state.registers[DICE + HEART] -= 1

    change.swap(take_die, take_or_lose)


@AS_IF(
    "heart-costs-nothing",
    "a card that a certain face costs were kept on any face",
    "kt.roll.foreign-die",
)
def heart_costs_nothing(change: Changes) -> None:
    discard = EFFECTS["discard"]

    def discard_nothing(linker: Linker, call: Call) -> list[Any]:
        return [] if linker.head == FOREIGN_DICE else discard(linker, call)

    change.put(EFFECTS, "discard", discard_nothing)


def asking(change: Changes, order: Callable[[Tokyo, State, int], list[int]]) -> None:
    """Let the others be asked in another order."""

    def let_others(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in reversed(order(machine, state, frame[roll.SEAT])):
            moments.open_window(machine, state, (FOREIGN_DICE,), seat, (frame[roll.SEAT], 0))

    change.swap(roll.let_others, let_others)


@AS_IF("others-from-the-right", "others were asked counter-clockwise", "kt.roll.foreign-order")
def others_from_the_right(change: Changes) -> None:
    others = monsters.others
    asking(change, lambda machine, state, seat: others(machine, state, seat)[::-1])


@AS_IF("others-by-seat", "others were asked from the first seat on", "kt.roll.foreign-order")
def others_by_seat(change: Changes) -> None:
    others = monsters.others
    asking(change, lambda machine, state, seat: sorted(others(machine, state, seat)))


@AS_IF("only-one-foreign-die", "only one of the others could reroll", "kt.roll.foreign-order")
def only_one_foreign_die(change: Changes) -> None:
    def first_who_can(machine: Tokyo, state: State, seat: int) -> list[int]:
        return [
            other
            for other in monsters.others(machine, state, seat)
            if moments.usable(machine, state, (FOREIGN_DICE,), other, (seat, 0))
        ][:1]

    asking(change, first_who_can)


# --- the order of it all -------------------------------------------------------------------------


def placed(change: Changes, *steps: Step) -> None:
    """Let the steps from the touch of others on come in this order."""
    told = PROCEDURES.steps[roll.ROLL_PHASE]
    last = told[roll.OTHERS.at + len(steps) :]
    change.put(PROCEDURES.steps, roll.ROLL_PHASE, (*told[: roll.OTHERS.at], *steps, *last))


@AS_IF("others-come-last", "others touched the dice after all changes", "kt.roll.steps")
def others_come_last(change: Changes) -> None:
    placed(change, roll.change, roll.let_others)


@AS_IF("changes-while-rolling", "dice could be changed between rolls", "kt.roll.steps")
def changes_while_rolling(change: Changes) -> None:
    usable = moments.usable

    def usable_too(
        machine: Tokyo, state: State, heads: tuple[str, ...], seat: int, context: tuple[int, int]
    ) -> list[tuple[int, ...]]:
        found = usable(machine, state, heads, seat, context)
        if heads == (OWN_DICE,):
            found += usable(machine, state, ("before-resolving",), seat, context)
        return found

    change.swap(usable, usable_too)


@AS_IF("reroll-after-others", "rerolls left were used after the others", "kt.roll.steps")
def reroll_after_others(change: Changes) -> None:
    let_others = roll.let_others

    def let_others_and_go_back(machine: Tokyo, state: State, frame: Frame) -> None:
        depth = len(state.stack)
        let_others(machine, state, frame)
        if len(state.stack) > depth and state.registers[REROLLS]:
            frame[1] = roll.OFFER.at

    change.swap(let_others, let_others_and_go_back)


@AS_IF(
    "others-before-changes",
    "what is used on a roll about to be resolved came before its owner's changes",
    "kt.roll.others-last",
)
def others_before_changes(change: Changes) -> None:
    placed(change, roll.let_others_last, roll.let_others, roll.change)


@AS_IF("others-from-the-last", "those were asked anticlockwise", "kt.roll.others-last")
def others_from_the_last(change: Changes) -> None:
    def the_other_way_round(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in monsters.others(machine, state, frame[roll.SEAT]):
            about = (frame[roll.SEAT], 0)
            moments.open_window(machine, state, ("other-resolving",), seat, about)

    change.swap(roll.let_others_last, the_other_way_round)
