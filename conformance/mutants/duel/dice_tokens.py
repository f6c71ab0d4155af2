"""Misreadings of dice tokens: how many there are, how they come and go, and what they give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.duel.dice import AS_IF
from conformance.mutants.duel.turn import around
from oracle.duel import atoms, roll
from oracle.duel.machine import Duel
from oracle.duel.table import AMOUNT, MOST_EXTRA_DICE, MOST_TOKENS, PLAYERS, TOKENS, rival
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import NONE, REROLLED


def offering(change: Changes, other: Callable[[int, int], list[Any]]) -> None:
    """Let other numbers of tokens be spent: given how many are held and could give dice."""

    def offer(machine: Duel, state: State, frame: Frame) -> None:
        held = state.counters[TOKENS + frame[roll.SEAT]]
        most = min(held, MOST_EXTRA_DICE - frame[roll.EXTRA])
        options = other(held, most)
        if options == AMOUNT[:1]:
            state.answer = AMOUNT[0]
        else:
            rules = ("kd.dice.token-spend",)
            ask(state, "tokens", frame[roll.SEAT], options, NONE, rules)

    change.swap(roll.offer_tokens, offer)


def getting(change: Changes, other: Any) -> None:
    """Let dice tokens be gained otherwise. Any: says how many each gets, given all of it."""
    get_tokens = atoms.get_tokens

    def get(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        given = 0
        for each, much in other(state, seat, amount).items():
            given += get_tokens(state, each, much, cause, rules)
        return given

    change.put(atoms, "get_tokens", get)


def room(state: State, seat: int) -> int:
    """How many more tokens a monster may hold."""
    return MOST_TOKENS - state.counters[TOKENS + seat]


@AS_IF("tokens-stay", "dice tokens spent were kept", "kd.dice.back", "kd.dice.token-spend")
def tokens_stay(change: Changes) -> None:
    def keep(state: State, seat: int, amount: int, rules: Rules) -> None:
        left = state.counters[TOKENS + seat]
        state.log.append(("spend-tokens", rules, NONE, seat, amount, left))

    change.swap(atoms.spend_tokens, keep)


@AS_IF("extra-dice-stay", "extra dice of tokens were had in the next turn too", "kd.dice.back")
def extra_dice_stay(change: Changes) -> None:
    def remember(machine: Duel, state: State, frame: Frame) -> None:
        amount = state.answer[1]
        state.registers[REROLLED] = -amount if frame[roll.SEAT] else amount

    def have_again(machine: Duel, state: State, frame: Frame) -> None:
        kept = state.registers[REROLLED]  # used by nothing else here; the sign says whose
        frame[roll.TO_ROLL] += max(0, -kept if frame[roll.SEAT] else kept)

    around(change, roll.reckon, after=have_again)
    around(change, roll.take_tokens, before=remember)


@AS_IF("two-in-the-box", "there were 2 dice tokens in all", "kd.dice.tokens")
def two_in_the_box(change: Changes) -> None:
    def as_far_as_there(state: State, seat: int, amount: int) -> dict[int, int]:
        out = sum(state.counters[TOKENS + each] for each in range(PLAYERS))
        return {seat: min(amount, max(0, 2 - out))}

    getting(change, as_far_as_there)


@AS_IF("three-in-the-box", "there were 3 dice tokens in all", "kd.dice.tokens")
def three_in_the_box(change: Changes) -> None:
    def as_far_as_there(state: State, seat: int, amount: int) -> dict[int, int]:
        out = sum(state.counters[TOKENS + each] for each in range(PLAYERS))
        return {seat: min(amount, max(0, 3 - out))}

    getting(change, as_far_as_there)


@AS_IF("one-token-each", "nobody held more than 1 dice token", "kd.dice.token-limit")
def one_token_each(change: Changes) -> None:
    change.put(atoms, "MOST_TOKENS", 1)


@AS_IF("three-tokens-each", "a monster could hold 3 dice tokens", "kd.dice.token-limit")
def three_tokens_each(change: Changes) -> None:
    change.put(atoms, "MOST_TOKENS", 3)


@AS_IF(
    "beyond-goes-to-the-rival",
    "a dice token beyond the limit went to the rival",
    "kd.dice.token-limit",
)
def beyond_goes_to_the_rival(change: Changes) -> None:
    def hand_on(state: State, seat: int, amount: int) -> dict[int, int]:
        beyond = max(0, amount - room(state, seat))
        return {seat: amount, rival(seat): beyond}

    getting(change, hand_on)


@AS_IF("all-or-none-spent", "a monster spent all its dice tokens or none", "kd.dice.token-spend")
def all_or_none_spent(change: Changes) -> None:
    offering(change, lambda held, most: AMOUNT[:1] + ([AMOUNT[most]] if most else []))


@AS_IF("one-spent-at-most", "one dice token could be spent in a turn", "kd.dice.token-spend")
def one_spent_at_most(change: Changes) -> None:
    offering(change, lambda held, most: AMOUNT[: min(1, most) + 1])


@AS_IF("must-be-spent", "dice tokens had to be spent", "kd.dice.token-spend")
def must_be_spent(change: Changes) -> None:
    offering(change, lambda held, most: AMOUNT[min(1, most) : most + 1])


@AS_IF("spent-later", "dice tokens could be spent after the first roll too", "kd.dice.token-spend")
def spent_later(change: Changes) -> None:
    roll_die, take_face = roll.roll, roll.take_face

    def roll_or_offer(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        held = min(state.counters[TOKENS + seat], MOST_EXTRA_DICE - frame[roll.EXTRA])
        if frame[roll.TO_ROLL] or frame[roll.ROLLED] != 1 or not held:
            roll_die(machine, state, frame)
            return
        frame[roll.ROLLED] = 2
        rules = ("kd.dice.token-spend",)
        ask(state, "tokens", seat, AMOUNT[: held + 1], NONE, rules)

    def take_face_or_tokens(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer[0] != "amount":
            take_face(machine, state, frame)
            return
        amount = state.answer[1]
        frame[1] = roll.ROLL_STEP.at
        if amount:
            atoms.spend_tokens(state, frame[roll.SEAT], amount, ("kd.dice.token-spend",))
            frame[roll.TO_ROLL] += amount

    change.swap(roll_die, roll_or_offer)
    change.swap(take_face, take_face_or_tokens)


@AS_IF("two-dice-for-a-token", "a dice token gave two extra dice", "kd.dice.token-spend")
def two_dice_for_a_token(change: Changes) -> None:
    def have_more(machine: Duel, state: State, frame: Frame) -> None:
        frame[roll.TO_ROLL] += state.answer[1]

    around(change, roll.take_tokens, before=have_more)


@AS_IF("useless-spent", "a dice token could be spent for nothing", "kd.dice.token-useless")
def useless_spent(change: Changes) -> None:
    def no_die(machine: Duel, state: State, frame: Frame) -> None:
        beyond = state.answer[1] - (MOST_EXTRA_DICE - frame[roll.EXTRA])
        frame[roll.TO_ROLL] -= max(0, beyond)

    offering(change, lambda held, most: AMOUNT[: held + 1])
    around(change, roll.take_tokens, before=no_die)


@AS_IF(
    "useless-ends-spending",
    "with extra dice of cards no token could be spent",
    "kd.dice.token-useless",
)
def useless_ends_spending(change: Changes) -> None:
    offering(change, lambda held, most: AMOUNT[: most + 1] if most == held else AMOUNT[:1])


@AS_IF("one-token-given", "a card always gave one dice token", "kd.dice.token-gain")
def one_token_given(change: Changes) -> None:
    getting(change, lambda state, seat, amount: {seat: 1})


@AS_IF("all-or-nothing-given", "tokens that cannot all be held were not had", "kd.dice.token-gain")
def all_or_nothing_given(change: Changes) -> None:
    getting(
        change, lambda state, seat, amount: {seat: amount} if amount <= room(state, seat) else {}
    )


@AS_IF("tokens-for-both", "the rival got the dice tokens too", "kd.dice.token-gain")
def tokens_for_both(change: Changes) -> None:
    getting(change, lambda state, seat, amount: {seat: amount, rival(seat): amount})
