"""Misreadings of the roll phase: the rolls, the complete Roll, and what looks at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.dice import dice_shown
from oracle.dice_games.table import ACTIVE, ADDED, DECLINE, DICE, NONE, REROLLS
from oracle.duel import conditions, dice, monsters, resolve, roll, symbols
from oracle.duel.machine import Duel
from oracle.duel.table import CLAW, CLAWS, LEFT, ROLLS_EACH_TURN
from oracle.duel.tracks import in_spotlight
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State

AS_IF = Topic("duel", "roll")

KEPT = dice.EXTRA
"""A local of the roll phase that is free once the dice are reckoned."""
STOPPED_ONCE = 2
"""What the local that tells whether dice were rolled holds once the monster has stopped."""
WHOSE = 2
"""A local of the frame of a question."""

Limits = Callable[[Duel, State, Frame, list[int]], tuple[list[int], int, int]]
"""From the dice that lie there: which of them may be rerolled, at least and at most how many."""


def nothing(machine: Duel, state: State, frame: Frame) -> None:
    """A step that does nothing."""


@do.verb
def rerolling(change: Changes, limits: Limits) -> None:
    """Let later rolls have other limits."""

    @change.instead(roll.offer_reroll)
    def offer_reroll(machine: Duel, state: State, frame: Frame) -> None:
        dice = dice_shown(state)
        if not dice or not state.registers[REROLLS]:
            frame[1] = roll.COMPLETE_STEP.at
            return
        found, least, most = limits(machine, state, frame, dice)
        ask_to_choose(state, "reroll", frame[roll.SEAT], found, least, most, NONE, roll.REROLL)


# --- rolling -------------------------------------------------------------------------------------


@AS_IF("dice could be rerolled before the first roll is whole", "kd.roll.first")
def die_by_die(change: Changes) -> None:
    @change.after(roll.take_face)
    def take_and_offer(frame: Frame) -> None:
        frame[1] = roll.OFFER

    @change.around(roll.offer_reroll)
    def offer_each(offer_reroll: Any, state: State, frame: Frame) -> None:
        first_roll = state.registers[REROLLS] == ROLLS_EACH_TURN - 1
        if not frame[roll.TO_ROLL] or (first_roll and len(dice_shown(state)) == 1):
            offer_reroll()
        else:
            frame[1] = roll.ROLL_STEP.at


@AS_IF("a monster need not roll at all", "kd.roll.first")
def first_roll_optional(change: Changes) -> None:
    def ask_to_roll(machine: Duel, state: State, frame: Frame) -> None:
        options = [("accept",), DECLINE]
        ask(state, "may", frame[WHOSE], options, NONE, ("kd.roll.first",))

    def hear(machine: Duel, state: State, frame: Frame) -> None:
        state.stack.pop()
        if state.answer == DECLINE:
            state.stack[-1][roll.TO_ROLL] = 0

    code = change.procedure("roll-at-all", ask_to_roll, hear, remembers=1)

    @change.after(dice.take_tokens)
    def take_and_ask(state: State, frame: Frame) -> None:
        state.stack.append([code, 0, frame[roll.SEAT]])


AS_IF("a monster could roll twice", "kd.roll.three").so(
    "two-rolls", do.put(dice, "ROLLS_EACH_TURN", ROLLS_EACH_TURN - 1)
)
AS_IF("the first roll were not one of the three", "kd.roll.three").so(
    "four-rolls", do.put(dice, "ROLLS_EACH_TURN", ROLLS_EACH_TURN + 1)
)
AS_IF("all rolls had to be made", "kd.roll.stop").so(
    "no-stopping", rerolling(lambda machine, state, frame, dice: (dice, 1, len(dice)))
)


@AS_IF("rolls that are left were kept for the next turn", "kd.roll.stop")
@do.around(dice.reckon)
def rolls_saved_up(reckon: Any, state: State) -> None:
    saved = state.registers[REROLLS]
    reckon()
    state.registers[REROLLS] += saved


@AS_IF("a later roll were always of all dice", "kd.roll.some")
@do.before(roll.take_reroll)
def all_or_none(state: State) -> None:
    if state.answer:
        state.answer = tuple(dice_shown(state))


AS_IF("a later roll were of one die", "kd.roll.some").so(
    "one-die-each", rerolling(lambda machine, state, frame, dice: (dice, 0, 1))
)


@AS_IF("a die that was kept could not be rolled later", "kd.roll.any-die")
def kept_is_kept(change: Changes) -> None:
    @change.after(dice.take_tokens)
    def take_and_clear(frame: Frame) -> None:
        frame[KEPT] = ()

    @change.after(roll.take_reroll)
    def take_and_keep(state: State, frame: Frame) -> None:
        frame[KEPT] = tuple(dice_shown(state))

    def not_kept(
        machine: Duel, state: State, frame: Frame, dice: list[int]
    ) -> tuple[list[int], int, int]:
        for face in frame[KEPT]:
            if face in dice:
                dice.remove(face)
        return dice, 0, len(dice)

    rerolling(not_kept)(change)


@AS_IF("three rolls were the most", "kd.roll.extra")
@do.instead(dice, "total")
def no_extra_roll(machine: Duel, state: State, word: str, seat: int) -> tuple[int, Rules]:
    amount, rules = monsters.total(machine, state, word, seat)
    return min(0, amount), rules


@AS_IF("a roll that a card adds had to be made", "kd.roll.extra")
@rerolling
def extra_roll_forced(
    machine: Duel, state: State, frame: Frame, dice: list[int]
) -> tuple[list[int], int, int]:
    extra = monsters.changes_of(machine, state, "modify-rerolls", frame[roll.SEAT])
    return dice, int(bool(extra)), len(dice)


# --- free rerolls --------------------------------------------------------------------------------


@AS_IF("a free reroll used up a roll", "kd.roll.free")
@do.before(roll.take_card)
def free_costs_a_roll(state: State) -> None:
    if state.answer != DECLINE:
        state.registers[REROLLS] = max(0, state.registers[REROLLS] - 1)


@AS_IF("there were one free reroll a turn", "kd.roll.free")
@do.relink
def free_once(machine: Duel) -> None:
    for linked in machine.abilities:
        if linked.head == "during-roll":
            linked.once = True


@AS_IF("there were no free reroll after the last roll", "kd.roll.free")
@do.around(roll.offer_cards)
def free_only_before_the_last(offer_cards: Any, state: State) -> None:
    if state.registers[REROLLS]:
        offer_cards()
    else:
        state.answer = DECLINE


AS_IF("free rerolls always waited for the last roll", "kd.roll.free").so(
    "free-always-late", do.answer("free_after_last", True)
)
AS_IF("free rerolls never waited for the last roll", "kd.roll.free").so(
    "free-never-late", do.answer("free_after_last", False)
)


# --- the complete Roll ---------------------------------------------------------------------------


@AS_IF("faces rolled away counted too", "kd.roll.result")
@do.before(roll.take_reroll)
def faces_rolled_away_count(state: State) -> None:
    for face in state.answer:
        state.registers[ADDED + face] += 1


@AS_IF("a monster that stopped could roll after all", "kd.roll.complete")
@do.around(roll.complete)
def stop_and_go(complete: Any, state: State, frame: Frame) -> None:
    if state.registers[REROLLS] and frame[dice.ROLLED] != STOPPED_ONCE:
        frame[dice.ROLLED] = STOPPED_ONCE
        frame[1] = roll.OFFER
    else:
        complete()


@AS_IF("effects looked at a Roll not yet complete", "kd.roll.complete")
def looked_at_while_rolling(change: Changes) -> None:
    look = roll.look

    @change.around(roll.offer_reroll)
    def look_and_offer(offer_reroll: Any, machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[REROLLS] and frame[dice.ROLLED] != STOPPED_ONCE:
            frame[dice.ROLLED] = STOPPED_ONCE
            frame[1] = roll.OFFER.at
            look(machine, state, frame)
        else:
            offer_reroll()

    change.swap(look, nothing)


@do.verb
def adding(change: Changes, much: Callable[[Duel, State, int, int], int]) -> None:
    """Misread how many symbols of a face cards add."""

    @change.around(monsters.added_symbols)
    def added(added_symbols: Any, machine: Duel, state: State, face: int) -> Any:
        return much(machine, state, face, added_symbols())


AS_IF("a symbol were added only to dice that show it", "kd.roll.added").so(
    "added-to-its-like",
    adding(lambda machine, state, face, much: much if state.registers[DICE + face] else 0),
)
AS_IF("no symbol were added", "kd.roll.added").so(
    "never-added", adding(lambda machine, state, face, much: 0)
)


@do.verb
def markers(change: Changes, count: Callable[[State], int]) -> None:
    """Misread which markers in spotlights are counted."""
    change.swap(monsters.markers_in_spotlights, count)


AS_IF("a claw were added for a marker, not for each", "kd.roll.added-markers").so(
    "one-marker", markers(lambda state: int(any(map(in_spotlight, monsters.markers(state)))))
)
AS_IF("only markers on the owner's side counted", "kd.roll.added-markers").so(
    "own-spotlight",
    markers(
        lambda state: sum(
            in_spotlight(place) and (place > 0) == (state.registers[ACTIVE] == 0)
            for place in monsters.markers(state)
        )
    ),
)
AS_IF("markers were always counted once", "kd.roll.added-markers").so(
    "markers-counted-once", do.answer("markers_when_complete", True)
)
AS_IF("markers were always counted anew", "kd.roll.added-markers").so(
    "markers-counted-anew", do.answer("markers_when_complete", False)
)


@AS_IF("claws that come later were resolved too", "kd.roll.added-markers")
@do.result(resolve.results)
def new_claws_again(left: list[int], machine: Duel, state: State) -> list[int]:
    claws = monsters.result_of(machine, state, CLAW)
    if CLAW not in left and claws > state.registers[CLAWS]:
        left.insert(0, CLAW)
    return left


@AS_IF("an added symbol could be left out", "kd.roll.added-symbols")
@do.instead(symbols, "_not_left")
def added_left_out(state: State, face: int) -> int:
    dice = state.registers[DICE + face] + state.registers[ADDED + face]
    return dice + (face == CLAW) - state.registers[LEFT + face]


AS_IF("what looks at the Roll saw dice only", "kd.roll.added-symbols").so(
    "added-are-not-seen",
    do.put(conditions, "roll_of", lambda machine, state, face: state.registers[DICE + face]),
)
AS_IF(
    "an added symbol that was resolved left the Roll with its card or marker",
    "kd.roll.added",
    "kd.roll.added-markers",
).so("resolved-goes-along", do.swap(monsters.keep_added, lambda machine, state, face: None))
