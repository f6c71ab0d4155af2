"""Misreadings of the roll phase: the rolls, the rerolls, and cards that touch the dice."""

from __future__ import annotations

from functools import partial
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.dice_games import selection as common_selection
from oracle.kernel.machine import ask_to_choose
from oracle.kernel.state import Frame, State
from oracle.tokyo import dice, moments, monsters, roll, selection, table, turn
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Linked, Possible, Tokyo
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "roll")

STOPPED_ONCE = 2
KEPT = roll.FEWER
"""A local of the roll phase that is free once the dice are reckoned."""

OWN_DICE, FOREIGN_DICE = "during-roll", "other-rolled"


# --- rolling and rerolling -----------------------------------------------------------------------
@own.instead(roll.offer_reroll)
def rerolling(limits: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Let rerolls have other limits."""
    dice = roll.dice_shown(state)
    if not dice or not state.registers[table.REROLLS]:
        frame[1] = roll.OTHERS.at
        return
    found, least, most = limits(machine, state, frame, dice)
    ask_to_choose(state, "reroll", frame[roll.SEAT], found, least, most, -1, roll.REROLL)


@AS_IF("a reroll were always of all dice", "kt.roll.some")
@do.before(roll.take_reroll)
def all_or_none(state: State) -> None:
    if state.answer:
        state.answer = tuple(roll.dice_shown(state))


@AS_IF("a monster that stopped could reroll after all", "kt.roll.stop")
@do.around(roll.change)
def stop_and_go(change_dice: Any, state: State, frame: Frame) -> None:
    if state.registers[table.REROLLS] and frame[roll.AGAIN_IN_TURN] != STOPPED_ONCE:
        frame[roll.AGAIN_IN_TURN] = STOPPED_ONCE
        frame[1] = roll.OFFER.at
    else:
        change_dice()


@AS_IF("a die that was kept could not be rerolled later", "kt.roll.any-die")
def kept_is_kept(change: Changes) -> None:
    change.after(roll.reckon)(lambda frame: setitem(frame, KEPT, ()))
    change.after(roll.take_reroll)(
        lambda state, frame: setitem(frame, KEPT, tuple(roll.dice_shown(state)))
    )

    def not_kept(
        machine: Tokyo, state: State, frame: Frame, dice: list[int]
    ) -> tuple[list[int], int, int]:
        for face in frame[KEPT]:
            if face in dice:
                dice.remove(face)
        return dice, 0, len(dice)

    rerolling(not_kept)(change)


AS_IF("cards could be used between two dice of a roll", "kt.roll.together").so(
    "die-by-die",
    do.after(roll.take_face)(lambda frame: setitem(frame, 1, roll.OFFER.at)),
    do.around(roll.offer_reroll)(
        lambda offer, frame: (
            setitem(frame, 1, roll.ROLL_STEP.at) if frame[roll.TO_ROLL] else offer()
        )
    ),
)
AS_IF("a monster always had a die", "kt.roll.none").so(
    "at-least-one-die", do.result(dice.dice_of)(lambda dice: (max(1, dice[0]), dice[1]))
)
AS_IF("a monster rolled 5 dice", "kt.roll.first").so("five-dice", do.put(dice, "NUMBER_OF_DICE", 5))
AS_IF("a monster rolled all 8 dice", "kt.roll.first").so(
    "all-dice-of-the-box", do.put(dice, "NUMBER_OF_DICE", dice.DICE_IN_THE_BOX)
)
AS_IF("a monster could reroll once", "kt.roll.rerolls").so(
    "one-reroll", do.put(roll, "REROLLS_EACH_TURN", 1)
)
AS_IF("a monster could reroll three times", "kt.roll.rerolls").so(
    "three-rerolls", do.put(roll, "REROLLS_EACH_TURN", 3)
)
AS_IF("a reroll were of one die", "kt.roll.some").so(
    "one-die-each", rerolling(lambda machine, state, frame, dice: (dice, 0, 1))
)
AS_IF("all rerolls had to be used", "kt.roll.stop").so(
    "no-stopping", rerolling(lambda machine, state, frame, dice: (dice, 1, len(dice)))
)
AS_IF("without dice there were nothing to resolve", "kt.roll.none").so(
    "no-dice-no-phase", do.provided(turn.resolve)(lambda state: roll.dice_shown(state))
)


# --- more rerolls --------------------------------------------------------------------------------
@AS_IF("an extra reroll were of one die", "kt.roll.extra-reroll")
@rerolling
def extra_reroll_of_one(
    machine: Tokyo, state: State, frame: Frame, dice: list[int]
) -> tuple[list[int], int, int]:
    extra, _ = monsters.total(machine, state, "modify-rerolls", frame[roll.SEAT])
    return dice, 0, 1 if state.registers[table.REROLLS] <= extra else len(dice)


@do.verb
def those(change: Changes, wanted: Any, misread: Any) -> None:
    """Misread the linked abilities of a sort. Any: whatever is done to one."""

    @change.relink
    def look_through(machine: Tokyo) -> None:
        for linked in machine.abilities:
            if linked.head in (OWN_DICE, FOREIGN_DICE) and wanted(linked):
                misread(linked)


def only_with(linked: Linked, *, rerolls: bool) -> None:
    """Let it be used only while there are rerolls left, or none."""
    possible: Possible = linked.possible

    def holds(
        machine: Tokyo, state: State, source: int, you: int, context: tuple[int, ...]
    ) -> bool:
        left = bool(state.registers[table.REROLLS])
        return left == rerolls and possible(machine, state, source, you, context)

    linked.possible = holds


def is_paid(linked: Linked) -> bool:
    """Whether it gives a reroll for a price."""
    return linked.before_stop


def of_rule(rule: str) -> Any:
    """Whether it rerolls dice of its owner by a rule."""
    return lambda linked: rule in linked.rules


def only_once(linked: Linked) -> None:
    """Let it be used once a turn."""
    linked.once = True


AS_IF("two rerolls were the most", "kt.roll.extra-reroll").so(
    "no-extra-reroll",
    do.result(roll.rerolls_of)(lambda found: (min(found[0], table.REROLLS_EACH_TURN), found[1])),
)
AS_IF("a reroll could be paid for once a turn", "kt.roll.paid-reroll").so(
    "paid-once", those(is_paid, only_once)
)
AS_IF("a reroll were sold only when none is left", "kt.roll.paid-reroll").so(
    "paid-at-last", those(is_paid, lambda linked: only_with(linked, rerolls=False))
)
AS_IF("no reroll were sold when none is left", "kt.roll.paid-reroll").so(
    "paid-before-the-last", those(is_paid, lambda linked: only_with(linked, rerolls=True))
)
AS_IF("a reroll could be paid for after stopping", "kt.roll.paid-reroll", "kt.roll.steps").so(
    "paid-after-stopping", those(is_paid, lambda linked: setattr(linked, "before_stop", False))
)


# --- single dice, and all of a face --------------------------------------------------------------
@do.verb
def rerolling_own(change: Changes, quantity: str, step: Any, *, first: bool) -> None:
    """Do something more when a card rerolls one die of its owner, or all; first, or once chosen."""

    @change.result(EFFECTS, "reroll")
    def reroll_otherwise(steps: list[Any], linker: Linker, call: Call) -> list[Any]:
        dice: Any = call["dice"]
        if linker.head != OWN_DICE or dice.quantity.kind != quantity:
            return steps
        return [step, *steps] if first else [*steps[:-1], step, steps[-1]]


def use_up_a_reroll(machine: Tokyo, state: State, frame: Frame) -> None:
    """One reroll fewer is left."""
    state.registers[table.REROLLS] = max(0, state.registers[table.REROLLS] - 1)


def keep_one_die(machine: Tokyo, state: State, frame: Frame) -> None:
    """Of the dice that are meant only the first is rerolled."""
    state.answer = state.answer[:1]


@AS_IF("no single die could be rerolled after stopping", "kt.roll.single-die")
@do.instead(roll.change)
def single_before_stopping(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[roll.SEAT]
    moments.open_window(machine, state, ("before-resolving",), seat, (seat, 0))


@AS_IF("a card for dice of a certain face rerolled any die", "kt.roll.single-die")
@do.result(selection.bind_faces)
def any_single_die(found: Any, linker: Linker) -> Any:
    if linker.head != OWN_DICE:
        return found
    return lambda machine, state, source, you: [
        face for face in range(6) if state.registers[table.DICE + face]
    ]


AS_IF("rerolling a single die used up a reroll", "kt.roll.single-die").so(
    "single-costs-a-reroll", rerolling_own("exactly", use_up_a_reroll, first=True)
)
AS_IF("dice of a certain face could be rerolled once a turn", "kt.roll.single-die").so(
    "single-once", those(of_rule("kt.roll.single-die"), only_once)
)
AS_IF("no single die could be rerolled after the last reroll", "kt.roll.single-die").so(
    "single-before-the-last",
    those(of_rule("kt.roll.single-die"), lambda linked: only_with(linked, rerolls=True)),
)
AS_IF("rerolling all dice of a face used up a reroll", "kt.roll.all-of-a-face").so(
    "all-of-a-face-cost-a-reroll", rerolling_own("all", use_up_a_reroll, first=True)
)
AS_IF("a card for all dice of a face rerolled one of them", "kt.roll.all-of-a-face").so(
    "one-of-a-face", rerolling_own("all", keep_one_die, first=False)
)
AS_IF(
    "dice of a face could not be rerolled together after the last reroll", "kt.roll.all-of-a-face"
).so(
    "all-of-a-face-before-the-last",
    those(of_rule("kt.roll.all-of-a-face"), lambda linked: only_with(linked, rerolls=True)),
)


# --- dice of others ------------------------------------------------------------------------------
@AS_IF("others rerolled a die after the first roll already", "kt.roll.foreign-die")
@do.around(roll.offer_cards)
def foreign_after_each_roll(offer_cards: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    if frame[roll.AGAIN_IN_TURN] == STOPPED_ONCE:
        offer_cards()
        return
    frame[roll.AGAIN_IN_TURN] = STOPPED_ONCE
    frame[1] = roll.OFFER.at
    roll.let_others(machine, state, frame)


@AS_IF("the roller chose which die is rerolled", "kt.roll.foreign-die")
@do.around(common_selection, "ask")
def roller_chooses(ask: Any, state: State, kind: str, seat: int) -> None:
    frame = state.stack[-1]
    about = frame[table.CONTEXT][0] if len(frame) >= table.SLOTS else seat
    ask(seat=about if kind == "die" and about >= 0 else seat)


@AS_IF("the heart that costs the card did not count", "kt.roll.foreign-die")
@do.around(roll.take_die)
def heart_is_lost(take_die: Any, state: State, frame: Frame) -> None:
    foreign = state.where[frame[roll.FOR]] != table.AREA + frame[roll.WHOSE]
    take_die()
    if foreign and state.answer[1] == table.HEART:
        state.registers[table.DICE + table.HEART] -= 1


@AS_IF("a card that a certain face costs were kept on any face", "kt.roll.foreign-die")
@do.around(EFFECTS, "discard")
def heart_costs_nothing(discard: Any, linker: Linker) -> Any:
    return [] if linker.head == FOREIGN_DICE else discard()


@own.instead(roll.let_others)
def asking(order: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Let the others be asked in another order."""
    for seat in reversed(order(machine, state, frame[roll.SEAT])):
        moments.open_window(machine, state, (FOREIGN_DICE,), seat, (frame[roll.SEAT], 0))


@AS_IF("only one of the others could reroll", "kt.roll.foreign-order")
@asking
def only_one_foreign_die(machine: Tokyo, state: State, seat: int) -> list[int]:
    return [
        other
        for other in monsters.others(machine, state, seat)
        if moments.usable(machine, state, (FOREIGN_DICE,), other, (seat, 0))
    ][:1]


AS_IF("another's dice could be rerolled again", "kt.roll.foreign-die").so(
    "foreign-again",
    those(
        lambda linked: linked.head == FOREIGN_DICE, lambda linked: setattr(linked, "once", False)
    ),
)
AS_IF("others were asked counter-clockwise", "kt.roll.foreign-order").so(
    "others-from-the-right",
    asking(lambda machine, state, seat: monsters.others(machine, state, seat)[::-1]),
)
AS_IF("others were asked from the first seat on", "kt.roll.foreign-order").so(
    "others-by-seat",
    asking(lambda machine, state, seat: sorted(monsters.others(machine, state, seat))),
)


# --- the order of it all -------------------------------------------------------------------------
placed = partial(own.in_order, roll.ROLL_PHASE)


@AS_IF("dice could be changed between rolls", "kt.roll.steps")
@do.around(moments.usable)
def changes_while_rolling(usable: Any, heads: tuple[str, ...]) -> Any:
    found = usable()
    if heads == (OWN_DICE,):
        found += usable(heads=("before-resolving",))
    return found


@AS_IF("rerolls left were used after the others", "kt.roll.steps")
@do.around(roll.let_others)
def reroll_after_others(let_others: Any, state: State, frame: Frame) -> None:
    depth = len(state.stack)
    let_others()
    if len(state.stack) > depth and state.registers[table.REROLLS]:
        frame[1] = roll.OFFER.at


@AS_IF("those were asked anticlockwise", "kt.roll.others-last")
@do.instead(roll.let_others_last)
def others_from_the_last(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in monsters.others(machine, state, frame[roll.SEAT]):
        moments.open_window(machine, state, ("other-resolving",), seat, (frame[roll.SEAT], 0))


AS_IF("others touched the dice after all changes", "kt.roll.steps").so(
    "others-come-last", placed(roll.change, roll.let_others)
)
AS_IF(
    "what is used on a roll about to be resolved came before its owner's changes",
    "kt.roll.others-last",
).so("others-before-changes", placed(roll.let_others_last, roll.let_others, roll.change))
