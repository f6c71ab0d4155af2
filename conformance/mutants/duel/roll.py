"""Misreadings of the roll phase: the rolls, the complete Roll, and what looks at it."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import conditions, monsters, resolve, roll, symbols
from oracle.duel.machine import Duel
from oracle.duel.paths import in_spotlight
from oracle.duel.table import (
    CLAW,
    CLAWS,
    LEFT,
    ROLLS_EACH_TURN,
)
from oracle.kernel.machine import ask, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.king.dice import dice_shown
from oracle.king.table import ACTIVE, ADDED, DECLINE, DICE, NONE, REROLLS

AS_IF = Topic("duel", "roll")

KEPT = roll.EXTRA
"""A local of the roll phase that is free once the dice are reckoned."""
STOPPED_ONCE = 2
"""What the local that tells whether dice were rolled holds once the monster has stopped."""
WHOSE = 2
"""A local of the frame of a question."""

Limits = Callable[[Duel, State, Frame, list[int]], tuple[list[int], int, int]]
"""From the dice that lie there: which of them may be rerolled, at least and at most how many."""


def nothing(machine: Duel, state: State, frame: Frame) -> None:
    """A step that does nothing."""


def flag(change: Changes, name: str, value: object) -> None:
    """Let a flag of the machine have one value whatever the options say."""
    change.relink(lambda machine: setattr(machine, name, value))


def rerolling(change: Changes, limits: Limits) -> None:
    """Let later rolls have other limits."""

    def offer_reroll(machine: Duel, state: State, frame: Frame) -> None:
        dice = dice_shown(state)
        if not dice or not state.registers[REROLLS]:
            frame[1] = roll.COMPLETE_STEP.at
            return
        found, least, most = limits(machine, state, frame, dice)
        ask_to_choose(state, "reroll", frame[roll.SEAT], found, least, most, NONE, roll.REROLL)

    change.swap(roll.offer_reroll, offer_reroll)


# --- rolling -------------------------------------------------------------------------------------


@AS_IF("die-by-die", "dice could be rerolled before the first roll is whole", "kd.roll.first")
def die_by_die(change: Changes) -> None:
    take_face, offer_reroll = roll.take_face, roll.offer_reroll

    def take_and_offer(machine: Duel, state: State, frame: Frame) -> None:
        take_face(machine, state, frame)
        frame[1] = roll.OFFER.at

    def offer_each(machine: Duel, state: State, frame: Frame) -> None:
        first_roll = state.registers[REROLLS] == ROLLS_EACH_TURN - 1
        if not frame[roll.TO_ROLL] or (first_roll and len(dice_shown(state)) == 1):
            offer_reroll(machine, state, frame)
        else:
            frame[1] = roll.ROLL_STEP.at

    change.swap(take_face, take_and_offer)
    change.swap(offer_reroll, offer_each)


@AS_IF("first-roll-optional", "a monster need not roll at all", "kd.roll.first")
def first_roll_optional(change: Changes) -> None:
    take_tokens = roll.take_tokens

    def ask_to_roll(machine: Duel, state: State, frame: Frame) -> None:
        options = [("accept",), DECLINE]
        ask(state, "may", frame[WHOSE], options, NONE, ("kd.roll.first",))

    def hear(machine: Duel, state: State, frame: Frame) -> None:
        state.stack.pop()
        if state.answer == DECLINE:
            state.stack[-1][roll.TO_ROLL] = 0

    code = change.procedure("roll-at-all", ask_to_roll, hear, remembers=1)

    def take_and_ask(machine: Duel, state: State, frame: Frame) -> None:
        take_tokens(machine, state, frame)
        state.stack.append([code, 0, frame[roll.SEAT]])

    change.swap(take_tokens, take_and_ask)


@AS_IF("two-rolls", "a monster could roll twice", "kd.roll.three")
def two_rolls(change: Changes) -> None:
    change.put(roll, "ROLLS_EACH_TURN", ROLLS_EACH_TURN - 1)


@AS_IF("four-rolls", "the first roll were not one of the three", "kd.roll.three")
def four_rolls(change: Changes) -> None:
    change.put(roll, "ROLLS_EACH_TURN", ROLLS_EACH_TURN + 1)


@AS_IF("no-stopping", "all rolls had to be made", "kd.roll.stop")
def no_stopping(change: Changes) -> None:
    rerolling(change, lambda machine, state, frame, dice: (dice, 1, len(dice)))


@AS_IF("rolls-saved-up", "rolls that are left were kept for the next turn", "kd.roll.stop")
def rolls_saved_up(change: Changes) -> None:
    reckon = roll.reckon

    def reckon_and_add(machine: Duel, state: State, frame: Frame) -> None:
        saved = state.registers[REROLLS]
        reckon(machine, state, frame)
        state.registers[REROLLS] += saved

    change.swap(reckon, reckon_and_add)


@AS_IF("all-or-none", "a later roll were always of all dice", "kd.roll.some")
def all_or_none(change: Changes) -> None:
    take_reroll = roll.take_reroll

    def take_all(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer:
            state.answer = tuple(dice_shown(state))
        take_reroll(machine, state, frame)

    change.swap(take_reroll, take_all)


@AS_IF("one-die-each", "a later roll were of one die", "kd.roll.some")
def one_die_each(change: Changes) -> None:
    rerolling(change, lambda machine, state, frame, dice: (dice, 0, 1))


@AS_IF("kept-is-kept", "a die that was kept could not be rolled later", "kd.roll.any-die")
def kept_is_kept(change: Changes) -> None:
    take_tokens, take_reroll = roll.take_tokens, roll.take_reroll

    def take_and_clear(machine: Duel, state: State, frame: Frame) -> None:
        take_tokens(machine, state, frame)
        frame[KEPT] = ()

    def take_and_keep(machine: Duel, state: State, frame: Frame) -> None:
        take_reroll(machine, state, frame)
        frame[KEPT] = tuple(dice_shown(state))

    def not_kept(
        machine: Duel, state: State, frame: Frame, dice: list[int]
    ) -> tuple[list[int], int, int]:
        for face in frame[KEPT]:
            if face in dice:
                dice.remove(face)
        return dice, 0, len(dice)

    change.swap(take_tokens, take_and_clear)
    change.swap(take_reroll, take_and_keep)
    rerolling(change, not_kept)


@AS_IF("no-extra-roll", "three rolls were the most", "kd.roll.extra")
def no_extra_roll(change: Changes) -> None:
    total = monsters.total

    def at_most_none(machine: Duel, state: State, word: str, seat: int) -> tuple[int, Rules]:
        amount, rules = total(machine, state, word, seat)
        return min(0, amount), rules

    change.put(roll, "total", at_most_none)


@AS_IF("extra-roll-forced", "a roll that a card adds had to be made", "kd.roll.extra")
def extra_roll_forced(change: Changes) -> None:
    def forced(
        machine: Duel, state: State, frame: Frame, dice: list[int]
    ) -> tuple[list[int], int, int]:
        extra = monsters.changes_of(machine, state, "modify-rerolls", frame[roll.SEAT])
        return dice, int(bool(extra)), len(dice)

    rerolling(change, forced)


# --- free rerolls --------------------------------------------------------------------------------


@AS_IF("free-costs-a-roll", "a free reroll used up a roll", "kd.roll.free")
def free_costs_a_roll(change: Changes) -> None:
    take_card = roll.take_card

    def take_for_one(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer != DECLINE:
            state.registers[REROLLS] = max(0, state.registers[REROLLS] - 1)
        take_card(machine, state, frame)

    change.swap(take_card, take_for_one)


@AS_IF("free-once", "there were one free reroll a turn", "kd.roll.free")
def free_once(change: Changes) -> None:
    def once(machine: Duel) -> None:
        for linked in machine.abilities:
            if linked.head == "during-roll":
                linked.once = True

    change.relink(once)


@AS_IF("free-only-before-the-last", "there were no free reroll after the last roll", "kd.roll.free")
def free_only_before_the_last(change: Changes) -> None:
    offer_cards = roll.offer_cards

    def offer_with_rolls(machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[REROLLS]:
            offer_cards(machine, state, frame)
        else:
            state.answer = DECLINE

    change.swap(offer_cards, offer_with_rolls)


@AS_IF("free-always-late", "free rerolls always waited for the last roll", "kd.roll.free")
def free_always_late(change: Changes) -> None:
    flag(change, "free_after_last", True)


@AS_IF("free-never-late", "free rerolls never waited for the last roll", "kd.roll.free")
def free_never_late(change: Changes) -> None:
    flag(change, "free_after_last", False)


# --- the complete Roll ---------------------------------------------------------------------------


@AS_IF("faces-rolled-away-count", "faces rolled away counted too", "kd.roll.result")
def faces_rolled_away_count(change: Changes) -> None:
    take_reroll = roll.take_reroll

    def take_and_keep(machine: Duel, state: State, frame: Frame) -> None:
        for face in state.answer:
            state.registers[ADDED + face] += 1
        take_reroll(machine, state, frame)

    change.swap(take_reroll, take_and_keep)


@AS_IF("stop-and-go", "a monster that stopped could roll after all", "kd.roll.complete")
def stop_and_go(change: Changes) -> None:
    complete = roll.complete

    def offer_once_more(machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[REROLLS] and frame[roll.ROLLED] != STOPPED_ONCE:
            frame[roll.ROLLED] = STOPPED_ONCE
            frame[1] = roll.OFFER.at
        else:
            complete(machine, state, frame)

    change.swap(complete, offer_once_more)


@AS_IF("looked-at-while-rolling", "effects looked at a Roll not yet complete", "kd.roll.complete")
def looked_at_while_rolling(change: Changes) -> None:
    offer_reroll, look = roll.offer_reroll, roll.look

    def look_and_offer(machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[REROLLS] and frame[roll.ROLLED] != STOPPED_ONCE:
            frame[roll.ROLLED] = STOPPED_ONCE
            frame[1] = roll.OFFER.at
            look(machine, state, frame)
        else:
            offer_reroll(machine, state, frame)

    change.swap(offer_reroll, look_and_offer)
    change.swap(look, nothing)


def adding(change: Changes, much: Callable[[Duel, State, int, int], int]) -> None:
    """Misread how many symbols of a face cards add."""
    added_symbols = monsters.added_symbols

    def added(machine: Duel, state: State, face: int) -> int:
        return much(machine, state, face, added_symbols(machine, state, face))

    change.swap(added_symbols, added)


@AS_IF("added-to-its-like", "a symbol were added only to dice that show it", "kd.roll.added")
def added_to_its_like(change: Changes) -> None:
    adding(
        change,
        lambda machine, state, face, much: much if state.registers[DICE + face] else 0,
    )


@AS_IF("never-added", "no symbol were added", "kd.roll.added")
def never_added(change: Changes) -> None:
    adding(change, lambda machine, state, face, much: 0)


def markers(change: Changes, count: Callable[[State], int]) -> None:
    """Misread which markers in spotlights are counted."""
    change.swap(monsters.markers_in_spotlights, count)


@AS_IF("one-marker", "a claw were added for a marker, not for each", "kd.roll.added-markers")
def one_marker(change: Changes) -> None:
    markers(change, lambda state: int(any(map(in_spotlight, monsters.markers(state)))))


@AS_IF("own-spotlight", "only markers on the owner's side counted", "kd.roll.added-markers")
def own_spotlight(change: Changes) -> None:
    markers(
        change,
        lambda state: sum(
            in_spotlight(place) and (place > 0) == (state.registers[ACTIVE] == 0)
            for place in monsters.markers(state)
        ),
    )


@AS_IF("markers-counted-once", "markers were always counted once", "kd.roll.added-markers")
def markers_counted_once(change: Changes) -> None:
    flag(change, "markers_when_complete", True)


@AS_IF("markers-counted-anew", "markers were always counted anew", "kd.roll.added-markers")
def markers_counted_anew(change: Changes) -> None:
    flag(change, "markers_when_complete", False)


@AS_IF("new-claws-again", "claws that come later were resolved too", "kd.roll.added-markers")
def new_claws_again(change: Changes) -> None:
    results = resolve.results

    def results_and_new_claws(machine: Duel, state: State) -> list[int]:
        left = results(machine, state)
        claws = monsters.result_of(machine, state, CLAW)
        if CLAW not in left and claws > state.registers[CLAWS]:
            left.insert(0, CLAW)
        return left

    change.swap(results, results_and_new_claws)


@AS_IF("added-left-out", "an added symbol could be left out", "kd.roll.added-symbols")
def added_left_out(change: Changes) -> None:
    def every_symbol(state: State, face: int) -> int:
        dice = state.registers[DICE + face] + state.registers[ADDED + face]
        return dice + (face == CLAW) - state.registers[LEFT + face]

    change.put(symbols, "_not_left", every_symbol)


@AS_IF("added-are-not-seen", "what looks at the Roll saw dice only", "kd.roll.added-symbols")
def added_are_not_seen(change: Changes) -> None:
    change.put(conditions, "roll_of", lambda machine, state, face: state.registers[DICE + face])


@AS_IF(
    "resolved-goes-along",
    "an added symbol that was resolved left the Roll with its card or marker",
    "kd.roll.added",
    "kd.roll.added-markers",
)
def resolved_goes_along(change: Changes) -> None:
    change.swap(monsters.keep_added, lambda machine, state, face: None)
