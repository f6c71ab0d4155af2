"""Misreadings of dice tokens: how many there are, how they come and go, and what they give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.dice import AS_IF
from conformance.mutants.duel.turn import wrapping
from oracle.dice_games.table import NONE, REROLLED
from oracle.duel import dice, roll
from oracle.duel.machine import Duel
from oracle.duel.table import AMOUNT, MOST_EXTRA_DICE, MOST_TOKENS, PLAYERS, TOKENS, rival
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State


@do.verb
def offering(change: Changes, other: Callable[[int, int], list[Any]]) -> None:
    """Let other numbers of tokens be spent: given how many are held and could give dice."""

    @change.instead(dice.offer_tokens)
    def offer(state: State, frame: Frame) -> None:
        held = state.counters[TOKENS + frame[roll.SEAT]]
        most = min(held, MOST_EXTRA_DICE - frame[dice.EXTRA])
        options = other(held, most)
        if options == AMOUNT[:1]:
            state.answer = AMOUNT[0]
        else:
            rules = ("kd.dice.token-spend",)
            ask(state, "tokens", frame[roll.SEAT], options, NONE, rules)


@do.verb
def getting(change: Changes, other: Any) -> None:
    """Let dice tokens be gained otherwise. Any: says how many each gets, given all of it."""

    @change.around(dice, "get_tokens")
    def get(get_tokens: Any, state: State, seat: int, amount: int) -> Any:
        given = 0
        for each, much in other(state, seat, amount).items():
            given += get_tokens(seat=each, amount=much)
        return given


def room(state: State, seat: int) -> int:
    """How many more tokens a monster may hold."""
    return MOST_TOKENS - state.counters[TOKENS + seat]


@AS_IF("dice tokens spent were kept", "kd.dice.back", "kd.dice.token-spend")
@do.instead(dice.spend_tokens)
def tokens_stay(state: State, seat: int, amount: int, rules: Rules) -> None:
    left = state.counters[TOKENS + seat]
    state.log.append(("spend-tokens", rules, NONE, seat, amount, left))


@AS_IF("extra dice of tokens were had in the next turn too", "kd.dice.back")
def extra_dice_stay(change: Changes) -> None:
    def remember(machine: Duel, state: State, frame: Frame) -> None:
        amount = state.answer[1]
        state.registers[REROLLED] = -amount if frame[roll.SEAT] else amount

    def have_again(machine: Duel, state: State, frame: Frame) -> None:
        kept = state.registers[REROLLED]  # used by nothing else here; the sign says whose
        frame[roll.TO_ROLL] += max(0, -kept if frame[roll.SEAT] else kept)

    wrapping(dice.reckon, after=have_again)(change)
    wrapping(dice.take_tokens, before=remember)(change)


@AS_IF("there were 2 dice tokens in all", "kd.dice.tokens")
@getting
def two_in_the_box(state: State, seat: int, amount: int) -> dict[int, int]:
    out = sum(state.counters[TOKENS + each] for each in range(PLAYERS))
    return {seat: min(amount, max(0, 2 - out))}


@AS_IF("there were 3 dice tokens in all", "kd.dice.tokens")
@getting
def three_in_the_box(state: State, seat: int, amount: int) -> dict[int, int]:
    out = sum(state.counters[TOKENS + each] for each in range(PLAYERS))
    return {seat: min(amount, max(0, 3 - out))}


AS_IF("nobody held more than 1 dice token", "kd.dice.token-limit").so(
    "one-token-each", do.put(dice, "MOST_TOKENS", 1)
)
AS_IF("a monster could hold 3 dice tokens", "kd.dice.token-limit").so(
    "three-tokens-each", do.put(dice, "MOST_TOKENS", 3)
)


@AS_IF("a dice token beyond the limit went to the rival", "kd.dice.token-limit")
@getting
def beyond_goes_to_the_rival(state: State, seat: int, amount: int) -> dict[int, int]:
    beyond = max(0, amount - room(state, seat))
    return {seat: amount, rival(seat): beyond}


AS_IF("a monster spent all its dice tokens or none", "kd.dice.token-spend").so(
    "all-or-none-spent", offering(lambda held, most: AMOUNT[:1] + ([AMOUNT[most]] if most else []))
)
AS_IF("one dice token could be spent in a turn", "kd.dice.token-spend").so(
    "one-spent-at-most", offering(lambda held, most: AMOUNT[: min(1, most) + 1])
)
AS_IF("dice tokens had to be spent", "kd.dice.token-spend").so(
    "must-be-spent", offering(lambda held, most: AMOUNT[min(1, most) : most + 1])
)


@AS_IF("dice tokens could be spent after the first roll too", "kd.dice.token-spend")
def spent_later(change: Changes) -> None:
    @change.around(roll.roll)
    def roll_or_offer(roll_die: Any, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        held = min(state.counters[TOKENS + seat], MOST_EXTRA_DICE - frame[dice.EXTRA])
        if frame[roll.TO_ROLL] or frame[dice.ROLLED] != 1 or not held:
            roll_die()
            return
        frame[dice.ROLLED] = 2
        rules = ("kd.dice.token-spend",)
        ask(state, "tokens", seat, AMOUNT[: held + 1], NONE, rules)

    @change.around(roll.take_face)
    def take_face_or_tokens(take_face: Any, state: State, frame: Frame) -> None:
        if state.answer[0] != "amount":
            take_face()
            return
        amount = state.answer[1]
        frame[1] = roll.ROLL_STEP.at
        if amount:
            dice.spend_tokens(state, frame[roll.SEAT], amount, ("kd.dice.token-spend",))
            frame[roll.TO_ROLL] += amount


@AS_IF("a dice token gave two extra dice", "kd.dice.token-spend")
def two_dice_for_a_token(change: Changes) -> None:
    def have_more(machine: Duel, state: State, frame: Frame) -> None:
        frame[roll.TO_ROLL] += state.answer[1]

    wrapping(dice.take_tokens, before=have_more)(change)


@AS_IF("a dice token could be spent for nothing", "kd.dice.token-useless")
def useless_spent(change: Changes) -> None:
    def no_die(machine: Duel, state: State, frame: Frame) -> None:
        beyond = state.answer[1] - (MOST_EXTRA_DICE - frame[dice.EXTRA])
        frame[roll.TO_ROLL] -= max(0, beyond)

    offering(lambda held, most: AMOUNT[: held + 1])(change)
    wrapping(dice.take_tokens, before=no_die)(change)


AS_IF("with extra dice of cards no token could be spent", "kd.dice.token-useless").so(
    "useless-ends-spending",
    offering(lambda held, most: AMOUNT[: most + 1] if most == held else AMOUNT[:1]),
)
AS_IF("a card always gave one dice token", "kd.dice.token-gain").so(
    "one-token-given", getting(lambda state, seat, amount: {seat: 1})
)
AS_IF("tokens that cannot all be held were not had", "kd.dice.token-gain").so(
    "all-or-nothing-given",
    getting(lambda state, seat, amount: {seat: amount} if amount <= room(state, seat) else {}),
)
AS_IF("the rival got the dice tokens too", "kd.dice.token-gain").so(
    "tokens-for-both", getting(lambda state, seat, amount: {seat: amount, rival(seat): amount})
)
