"""Misreadings of dice: who rolls and when, and what may be rolled again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT
from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import action, combat, dice, mindbug, permissions, play, table
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DECLINE, DICE, NONE, PLAY, PROCEDURES

AS_IF = Topic("mindbug", "dice", "die-face")

Skip = Callable[[Frame], bool]
"""Whether nothing is rolled, by the frame of the attack."""


def symbols(machine: Mindbug, state: State, card: int) -> int:
    """How many die symbols a creature has."""
    if not machine.die_faces:
        return 0
    return int((state.derived or derive(machine, state))[DICE].get(card, 0))


# --- symbols -----------------------------------------------------------------------------------


@AS_IF("only printed die symbols counted", "mb.dice.symbols")
@do.instead(combat.roll)
def printed_symbols_only(machine: Mindbug, state: State, frame: Frame) -> None:
    attacker = frame[table.ATTACKER]
    printed = machine.definitions[state.cards[attacker]].property("dice")
    if printed and machine.die_faces:
        dice.roll_dice(state, attacker, frame[table.ATTACKING_SIDE], printed)


@AS_IF("a creature could have more than two die symbols", "mb.dice.maximum")
@do.relink
def no_maximum(machine: Mindbug) -> None:
    for layer in machine.layers[DICE:]:
        layer.highest = None


@AS_IF("a die had no side with a smash", "mb.dice.faces")
@do.relink
def no_smash(machine: Mindbug) -> None:
    machine.die_faces = machine.die_faces[:-1]


# --- when --------------------------------------------------------------------------------------


@AS_IF("a blocker with a die symbol rolled, too", "mb.dice.attack-only")
@do.after(combat.take_block)
def when_blocking(machine: Mindbug, state: State, frame: Frame) -> None:
    blocker = frame[table.BLOCKER]
    if blocker != NONE and symbols(machine, state, blocker):
        count = symbols(machine, state, blocker)
        dice.roll_dice(state, blocker, 1 - frame[table.ATTACKING_SIDE], count)


@AS_IF("a creature with a die symbol rolled when it is played", "mb.dice.attack-only")
@do.after(play.put_into_play)
def when_played(machine: Mindbug, state: State, frame: Frame) -> None:
    card = frame[mindbug.CARD]
    if symbols(machine, state, card):
        seat = state.where[card] - PLAY
        dice.roll_dice(state, card, seat, symbols(machine, state, card))


@AS_IF(
    "a creature with a die symbol rolled when it uses its Action",
    "mb.dice.attack-only",
    "mb.action.instead",
)
@do.after(action.act)
def when_acting(machine: Mindbug, state: State, card: int, seat: int) -> None:
    if symbols(machine, state, card):
        dice.roll_dice(state, card, seat, symbols(machine, state, card))


@do.verb
def rolling_unless(change: Changes, skip: Skip) -> None:
    """Let some attacks have no dice."""

    @change.unless(combat.roll)
    def roll_sometimes(frame: Frame) -> object:
        return skip(frame)


AS_IF("nothing were rolled in the second attack of FRENZY", "mb.dice.roll").so(
    "once-a-turn", rolling_unless(lambda frame: bool(frame[table.MADE] > 1))
)
AS_IF("nothing were rolled in a forced attack", "mb.dice.roll").so(
    "not-when-forced", rolling_unless(lambda frame: bool(frame[table.FORCED]))
)


@AS_IF("a player could attack without rolling the dice", "mb.dice.roll")
def may_roll(change: Changes) -> None:
    roll_dice = dice.roll_dice

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        attacker, seat = frame[2], frame[3]
        ask(state, "may", seat, [ACCEPT, DECLINE], attacker, dice.ROLL)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer == ACCEPT:
            roll_dice(state, *frame[2:5])

    code = change.procedure("may-roll", offer, take, remembers=3)

    @change.instead(combat, "roll_dice")
    def offer_dice(state: State, attacker: int, seat: int, count: int) -> None:
        state.stack.append([code, 0, attacker, seat, count])


@AS_IF("dice were rolled after the block", "mb.dice.before-block")
def after_the_block(change: Changes) -> None:
    roll = combat.roll

    @change.after(combat.take_block)
    def block_and_roll(machine: Mindbug, state: State, frame: Frame) -> None:
        roll(machine, state, frame)

    @change.around(combat.take_hunt)
    def hunt_and_roll(take_hunt: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        is_hunt = state.answer[0] == "hunt"
        take_hunt()
        if is_hunt:
            roll(machine, state, frame)

    rolling_unless(lambda frame: True)(change)


@AS_IF("dice were rolled after Attack effects", "mb.dice.before-effects")
def after_the_effects(change: Changes) -> None:
    steps = list(PROCEDURES.steps[combat.ATTACK])
    first, second = steps.index(combat.roll), steps.index(combat.let_trigger)
    steps[first], steps[second] = steps[second], steps[first]
    change.put(PROCEDURES.steps, combat.ATTACK, tuple(steps))


@AS_IF("dice were rolled after the HUNTER choice", "mb.dice.before-effects")
def after_the_hunt(change: Changes) -> None:
    roll = combat.roll

    def hunts(machine: Mindbug, state: State, frame: Frame) -> bool:
        attacker, seat = frame[table.ATTACKER], frame[table.ATTACKING_SIDE]
        word = "can-choose-blocker"
        able = permissions.first_rule(machine, state, word, (attacker,)) is not None
        return able and bool(state.zones[PLAY + 1 - seat]) and not machine.hunt_at_declaration

    @change.instead(roll)
    def roll_unless_hunting(machine: Mindbug, state: State, frame: Frame) -> None:
        if not hunts(machine, state, frame):
            roll(machine, state, frame)

    @change.around(combat.take_hunt)
    def hunt_and_roll(take_hunt: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        is_late = hunts(machine, state, frame)
        take_hunt()
        if is_late:
            roll(machine, state, frame)


# --- rolling again -----------------------------------------------------------------------------


@do.verb
def rerolling(change: Changes, often: Callable[[int, int], int]) -> None:
    """Let dice be rolled again another number of times, by that number and how many dice."""

    @change.around(dice.offer_reroll)
    def offer_as_often(offer_reroll: Any, state: State, frame: Frame) -> None:
        is_first = frame[dice.LEFT] == NONE
        offer_reroll()
        if is_first:
            frame[dice.LEFT] = often(frame[dice.LEFT], len(frame[dice.FACES]))
            if not frame[dice.LEFT]:
                state.pending = None
                state.answer = DECLINE


AS_IF("dice could not be rolled again", "mb.dice.reroll").so(
    "no-reroll", rerolling(lambda times, count: 0)
)
AS_IF("dice could be rolled again twice", "mb.dice.reroll").so(
    "two-rerolls", rerolling(lambda times, count: times + 1)
)
AS_IF("no effect gave further rerolls", "mb.dice.reroll").so(
    "one-reroll-at-most", rerolling(lambda times, count: 1)
)
AS_IF("each of two dice could be rolled again in turn", "mb.dice.reroll-two").so(
    "a-reroll-a-die", rerolling(lambda times, count: times * count)
)


@do.verb
def asking(change: Changes, kind: str, read: Callable[[int, Any], tuple[int, Any]]) -> None:
    """Ask somebody else, or something else: by the seat and the options."""

    @change.instead(dice, "ask")
    def ask_otherwise(state: State, asked: str, seat: int, options: Any, *rest: Any) -> None:
        if asked == kind:
            seat, options = read(seat, options)
        ask(state, asked, seat, options, *rest)


AS_IF("the opponent decided about a reroll", "mb.dice.reroll").so(
    "opponent-rerolls", asking("reroll", lambda seat, options: (1 - seat, options))
)


@AS_IF("only both of two dice could be rolled again", "mb.dice.reroll-two")
@partial(asking, "reroll")
def both_or_none(seat: int, options: Any) -> tuple[int, Any]:
    return seat, [("reroll", 2), DECLINE] if ("reroll", 2) in options else options


AS_IF("only one of two dice could be rolled again", "mb.dice.reroll-two").so(
    "one-of-two", asking("reroll", lambda seat, options: (seat, [o for o in options if o[-1] != 2]))
)


@AS_IF("what a reroll shows came on top of what was rolled before", "mb.dice.final")
@do.around(dice.take_reroll)
def reroll_adds(take_reroll: Any, frame: Frame) -> None:
    before = frame[dice.FACES]
    take_reroll()
    again = tuple(face for face in frame[dice.FACES] if face == NONE)
    frame[dice.FACES] = before + again


@AS_IF("a reroll did not change the result", "mb.dice.final")
@do.around(dice.take_reroll)
def reroll_in_vain(take_reroll: Any, frame: Frame) -> None:
    before = frame[dice.FACES]
    take_reroll()
    frame[dice.FACES] = before


# --- two dice ----------------------------------------------------------------------------------


@AS_IF("a creature with two die symbols rolled one die", "mb.dice.two")
@do.instead(combat, "roll_dice")
def one_die_only(state: State, attacker: int, seat: int) -> None:
    dice.roll_dice(state, attacker, seat, 1)


@AS_IF("the second of two dice were rolled when the first had been applied", "mb.dice.two")
@do.instead(combat, "roll_dice")
def one_after_the_other(state: State, attacker: int, seat: int, count: int) -> None:
    for _ in range(count):
        dice.roll_dice(state, attacker, seat, 1)
