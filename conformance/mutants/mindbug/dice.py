"""Misreadings of dice: who rolls and when, and what may be rolled again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT
from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import combat, dice, permissions, play, turn
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


@AS_IF("printed-symbols-only", "only printed die symbols counted", "mb.dice.symbols")
def printed_symbols_only(change: Changes) -> None:
    def roll_printed(machine: Mindbug, state: State, frame: Frame) -> None:
        attacker = frame[combat.ATTACKER]
        printed = machine.definitions[state.cards[attacker]].property("dice")
        if printed and machine.die_faces:
            dice.roll_dice(state, attacker, frame[combat.SEAT], printed)

    change.swap(combat.roll, roll_printed)


@AS_IF("no-maximum", "a creature could have more than two die symbols", "mb.dice.maximum")
def no_maximum(change: Changes) -> None:
    def unbound(machine: Mindbug) -> None:
        for layer in machine.layers[DICE:]:
            layer.highest = None

    change.relink(unbound)


@AS_IF("no-smash", "a die had no side with a smash", "mb.dice.faces")
def no_smash(change: Changes) -> None:
    def drop_a_face(machine: Mindbug) -> None:
        machine.die_faces = machine.die_faces[:-1]

    change.relink(drop_a_face)


# --- when --------------------------------------------------------------------------------------


@AS_IF("when-blocking", "a blocker with a die symbol rolled, too", "mb.dice.attack-only")
def when_blocking(change: Changes) -> None:
    take_block = combat.take_block

    def take_block_and_roll(machine: Mindbug, state: State, frame: Frame) -> None:
        take_block(machine, state, frame)
        blocker = frame[combat.BLOCKER]
        if blocker != NONE and symbols(machine, state, blocker):
            count = symbols(machine, state, blocker)
            dice.roll_dice(state, blocker, 1 - frame[combat.SEAT], count)

    change.swap(take_block, take_block_and_roll)


@AS_IF(
    "when-played", "a creature with a die symbol rolled when it is played", "mb.dice.attack-only"
)
def when_played(change: Changes) -> None:
    put_into_play = play.put_into_play

    def put_and_roll(machine: Mindbug, state: State, frame: Frame) -> None:
        put_into_play(machine, state, frame)
        card = frame[play.CARD]
        if symbols(machine, state, card):
            seat = state.where[card] - PLAY
            dice.roll_dice(state, card, seat, symbols(machine, state, card))

    change.swap(put_into_play, put_and_roll)


@AS_IF(
    "when-acting",
    "a creature with a die symbol rolled when it uses its Action",
    "mb.dice.attack-only",
    "mb.action.instead",
)
def when_acting(change: Changes) -> None:
    act = turn.act

    def act_after_a_roll(machine: Mindbug, state: State, card: int, seat: int) -> None:
        act(machine, state, card, seat)
        if symbols(machine, state, card):
            dice.roll_dice(state, card, seat, symbols(machine, state, card))

    change.swap(act, act_after_a_roll)


def rolling_unless(change: Changes, skip: Skip) -> None:
    """Let some attacks have no dice."""
    roll = combat.roll

    def roll_sometimes(machine: Mindbug, state: State, frame: Frame) -> None:
        if not skip(frame):
            roll(machine, state, frame)

    change.swap(roll, roll_sometimes)


@AS_IF("once-a-turn", "nothing were rolled in the second attack of FRENZY", "mb.dice.roll")
def once_a_turn(change: Changes) -> None:
    rolling_unless(change, lambda frame: bool(frame[combat.MADE] > 1))


@AS_IF("not-when-forced", "nothing were rolled in a forced attack", "mb.dice.roll")
def not_when_forced(change: Changes) -> None:
    rolling_unless(change, lambda frame: bool(frame[combat.FORCED]))


@AS_IF("may-roll", "a player could attack without rolling the dice", "mb.dice.roll")
def may_roll(change: Changes) -> None:
    roll_dice = dice.roll_dice

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        attacker, seat = frame[2], frame[3]
        ask(state, "may", seat, [ACCEPT, DECLINE], attacker, dice.ROLL)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer == ACCEPT:
            roll_dice(state, *frame[2:5])

    code = change.procedure("may-roll", offer, take, remembers=3)

    def offer_dice(state: State, attacker: int, seat: int, count: int) -> None:
        state.stack.append([code, 0, attacker, seat, count])

    change.put(combat, "roll_dice", offer_dice)


@AS_IF("after-the-block", "dice were rolled after the block", "mb.dice.before-block")
def after_the_block(change: Changes) -> None:
    roll, take_block, take_hunt = combat.roll, combat.take_block, combat.take_hunt

    def block_and_roll(machine: Mindbug, state: State, frame: Frame) -> None:
        take_block(machine, state, frame)
        roll(machine, state, frame)

    def hunt_and_roll(machine: Mindbug, state: State, frame: Frame) -> None:
        is_hunt = state.answer[0] == "hunt"
        take_hunt(machine, state, frame)
        if is_hunt:
            roll(machine, state, frame)

    rolling_unless(change, lambda frame: True)
    change.swap(take_block, block_and_roll)
    change.swap(take_hunt, hunt_and_roll)


@AS_IF("after-the-effects", "dice were rolled after Attack effects", "mb.dice.before-effects")
def after_the_effects(change: Changes) -> None:
    steps = list(PROCEDURES.steps[combat.ATTACK])
    first, second = steps.index(combat.roll), steps.index(combat.let_trigger)
    steps[first], steps[second] = steps[second], steps[first]
    change.put(PROCEDURES.steps, combat.ATTACK, tuple(steps))


@AS_IF(
    "after-the-hunt",
    "dice were rolled after the HUNTER choice",
    "mb.dice.before-effects",
)
def after_the_hunt(change: Changes) -> None:
    roll, take_hunt = combat.roll, combat.take_hunt

    def hunts(machine: Mindbug, state: State, frame: Frame) -> bool:
        attacker, seat = frame[combat.ATTACKER], frame[combat.SEAT]
        word = "can-choose-blocker"
        able = permissions.first_rule(machine, state, word, (attacker,)) is not None
        return able and bool(state.zones[PLAY + 1 - seat]) and not machine.hunt_at_declaration

    def roll_unless_hunting(machine: Mindbug, state: State, frame: Frame) -> None:
        if not hunts(machine, state, frame):
            roll(machine, state, frame)

    def hunt_and_roll(machine: Mindbug, state: State, frame: Frame) -> None:
        is_late = hunts(machine, state, frame)
        take_hunt(machine, state, frame)
        if is_late:
            roll(machine, state, frame)

    change.swap(roll, roll_unless_hunting)
    change.swap(take_hunt, hunt_and_roll)


# --- rolling again -----------------------------------------------------------------------------


def rerolling(change: Changes, often: Callable[[int, int], int]) -> None:
    """Let dice be rolled again another number of times, by that number and how many dice."""
    offer_reroll = dice.offer_reroll

    def offer_as_often(machine: Mindbug, state: State, frame: Frame) -> None:
        is_first = frame[dice.LEFT] == NONE
        offer_reroll(machine, state, frame)
        if is_first:
            frame[dice.LEFT] = often(frame[dice.LEFT], len(frame[dice.FACES]))
            if not frame[dice.LEFT]:
                state.pending = None
                state.answer = DECLINE

    change.swap(offer_reroll, offer_as_often)


@AS_IF("no-reroll", "dice could not be rolled again", "mb.dice.reroll")
def no_reroll(change: Changes) -> None:
    rerolling(change, lambda times, count: 0)


@AS_IF("two-rerolls", "dice could be rolled again twice", "mb.dice.reroll")
def two_rerolls(change: Changes) -> None:
    rerolling(change, lambda times, count: times + 1)


@AS_IF("one-reroll-at-most", "no effect gave further rerolls", "mb.dice.reroll")
def one_reroll_at_most(change: Changes) -> None:
    rerolling(change, lambda times, count: 1)


@AS_IF(
    "a-reroll-a-die",
    "each of two dice could be rolled again in turn",
    "mb.dice.reroll-two",
)
def a_reroll_a_die(change: Changes) -> None:
    rerolling(change, lambda times, count: times * count)


def asking(change: Changes, kind: str, read: Callable[[int, Any], tuple[int, Any]]) -> None:
    """Ask somebody else, or something else: by the seat and the options."""

    def ask_otherwise(state: State, asked: str, seat: int, options: Any, *rest: Any) -> None:
        if asked == kind:
            seat, options = read(seat, options)
        ask(state, asked, seat, options, *rest)

    change.put(dice, "ask", ask_otherwise)


@AS_IF("opponent-rerolls", "the opponent decided about a reroll", "mb.dice.reroll")
def opponent_rerolls(change: Changes) -> None:
    asking(change, "reroll", lambda seat, options: (1 - seat, options))


@AS_IF("both-or-none", "only both of two dice could be rolled again", "mb.dice.reroll-two")
def both_or_none(change: Changes) -> None:
    def both(seat: int, options: Any) -> tuple[int, Any]:
        return seat, [("reroll", 2), DECLINE] if ("reroll", 2) in options else options

    asking(change, "reroll", both)


@AS_IF("one-of-two", "only one of two dice could be rolled again", "mb.dice.reroll-two")
def one_of_two(change: Changes) -> None:
    asking(change, "reroll", lambda seat, options: (seat, [o for o in options if o[-1] != 2]))


@AS_IF(
    "reroll-adds",
    "what a reroll shows came on top of what was rolled before",
    "mb.dice.final",
)
def reroll_adds(change: Changes) -> None:
    take_reroll = dice.take_reroll

    def roll_more(machine: Mindbug, state: State, frame: Frame) -> None:
        before = frame[dice.FACES]
        take_reroll(machine, state, frame)
        again = tuple(face for face in frame[dice.FACES] if face == NONE)
        frame[dice.FACES] = before + again

    change.swap(take_reroll, roll_more)


@AS_IF("reroll-in-vain", "a reroll did not change the result", "mb.dice.final")
def reroll_in_vain(change: Changes) -> None:
    take_reroll = dice.take_reroll

    def roll_for_nothing(machine: Mindbug, state: State, frame: Frame) -> None:
        before = frame[dice.FACES]
        take_reroll(machine, state, frame)
        frame[dice.FACES] = before

    change.swap(take_reroll, roll_for_nothing)


# --- two dice ----------------------------------------------------------------------------------


@AS_IF("one-die-only", "a creature with two die symbols rolled one die", "mb.dice.two")
def one_die_only(change: Changes) -> None:
    roll_dice = dice.roll_dice

    def roll_one(state: State, attacker: int, seat: int, count: int) -> None:
        roll_dice(state, attacker, seat, 1)

    change.put(combat, "roll_dice", roll_one)


@AS_IF(
    "one-after-the-other",
    "the second of two dice were rolled when the first had been applied",
    "mb.dice.two",
)
def one_after_the_other(change: Changes) -> None:
    roll_dice = dice.roll_dice

    def roll_in_turn(state: State, attacker: int, seat: int, count: int) -> None:
        for _ in range(count):
            roll_dice(state, attacker, seat, 1)

    change.put(combat, "roll_dice", roll_in_turn)
