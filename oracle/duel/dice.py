"""Dice: how many are rolled, and the tokens that add to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.rolling import ROLL_FRAME as COMMON_ROLL_FRAME
from oracle.dice_games.rolling import SEAT, TO_ROLL
from oracle.dice_games.table import NONE, NUMBER_OF_DICE, REROLLS
from oracle.kernel.machine import ask, ask_to_choose
from oracle.kernel.procedures import Locals
from oracle.kernel.state import Frame, Rules, State

from .cards import MAY, discard
from .monsters import changes_of, has_say, said_of, total
from .table import (
    AMOUNT,
    FEWER_AT_FIRST,
    FIRST,
    MOST_EXTRA_DICE,
    MOST_TOKENS,
    ROLLS_EACH_TURN,
    TOKENS,
)

if TYPE_CHECKING:
    from .machine import Duel

# Locals of the frame of the roll phase behind those of every game: extra dice, whether any rolled.
ROLL_FRAME = Locals(COMMON_ROLL_FRAME)
EXTRA = ROLL_FRAME.one()
ROLLED = ROLL_FRAME.one()

FIRST_ROLL = ("kd.roll.first", "kd.dice.count", "kd.turn.phases")


def offer_discards(machine: Duel, state: State, frame: Frame) -> None:
    """Cards may be discarded before the dice are counted. rule: kd.dice.fewer-per-card"""
    seat = frame[SEAT]
    found: list[int] = []
    source = NONE
    rules: Rules = ()
    for card, you, said in said_of(machine, state, "can-discard", seat):
        assert said.candidates is not None
        found += [c for c in said.candidates(machine, state, card, you) if c not in found]
        source, rules = card, said.rules
        has_say(state, card, said, you)
    if found:
        ask_to_choose(state, "choose", seat, sorted(found), 0, len(found), source, rules + MAY)
    else:
        state.answer = ()


def take_discards(machine: Duel, state: State, frame: Frame) -> None:
    """They are discarded."""
    for card in state.answer:
        discard(state, card, NONE, ("kd.dice.fewer-per-card", "kd.card.leaves"))


def reckon(machine: Duel, state: State, frame: Frame) -> None:
    """How many dice, how many rolls. rules: kd.dice.count, kd.roll.three"""
    seat, registers = frame[SEAT], state.registers
    own = NUMBER_OF_DICE
    rules: Rules = FIRST_ROLL
    if registers[FIRST] == seat + 1:
        own -= FEWER_AT_FIRST
        rules += ("kd.dice.first-turn",)
    else:
        rules += ("kd.dice.six",)
    fewer = extra = 0
    found = changes_of(machine, state, "modify-dice", seat)
    for card, you, change, much in found:
        has_say(state, card, change, you)
        rules += change.rules
        if much < 0:
            fewer -= much
        else:
            extra += much
    if len(found) > 1:
        rules += ("kd.card.add-up",)
    if extra > MOST_EXTRA_DICE:
        extra = MOST_EXTRA_DICE
        rules += ("kd.dice.most",)
    if extra:
        rules += ("kd.dice.extra",)
    if machine.fewer_of_all:
        dice = max(0, own + extra - fewer)
    else:
        dice = max(0, own - fewer) + extra
    frame[TO_ROLL], frame[EXTRA] = dice, extra
    state.log.append(("dice", rules, NONE, seat, dice))
    more, told = total(machine, state, "modify-rerolls", seat)
    registers[REROLLS] = max(1, ROLLS_EACH_TURN + more)
    state.log.append(("rolls", ("kd.roll.three", *told), NONE, seat, registers[REROLLS]))


def offer_tokens(machine: Duel, state: State, frame: Frame) -> None:
    """Dice tokens may be spent for extra dice. rules: kd.dice.token-spend, .token-useless"""
    held = state.counters[TOKENS + frame[SEAT]]
    most = min(held, MOST_EXTRA_DICE - frame[EXTRA])
    rules: Rules = ("kd.dice.token-spend",)
    if most < held:
        rules += ("kd.dice.token-useless", "kd.dice.most")
    if most:
        ask(state, "tokens", frame[SEAT], AMOUNT[: most + 1], NONE, rules)
        return
    state.answer = AMOUNT[0]
    if held:
        state.log.append(("no-tokens", rules[1:], NONE, frame[SEAT]))


def take_tokens(machine: Duel, state: State, frame: Frame) -> None:
    """Each is one die more. rules: kd.dice.token-spend, kd.dice.extra, kd.dice.back"""
    amount = state.answer[1]
    if amount:
        rules = ("kd.dice.token-spend", "kd.dice.extra", "kd.dice.back")
        spend_tokens(state, frame[SEAT], amount, rules)
        frame[TO_ROLL] += amount
    frame[ROLLED] = int(frame[TO_ROLL] > 0)
    if frame[ROLLED]:
        state.registers[REROLLS] -= 1
    else:
        state.log.append(("dice", ("kd.dice.none",), NONE, frame[SEAT], 0))


def get_tokens(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
    """Give dice tokens, as far as they may be held. rule: kd.dice.token-limit"""
    room = MOST_TOKENS - state.counters[TOKENS + seat]
    if amount > room:
        rules += ("kd.dice.token-limit",)
    given = min(amount, room)
    if given > 0:
        state.counters[TOKENS + seat] += given
        state.log.append(("token", rules, cause, seat, given, state.counters[TOKENS + seat]))
    elif amount > 0:
        state.log.append(("no-token", rules, cause, seat))
    return given


def spend_tokens(state: State, seat: int, amount: int, rules: Rules) -> None:
    """Give dice tokens back for extra dice."""
    state.counters[TOKENS + seat] -= amount
    left = state.counters[TOKENS + seat]
    state.log.append(("spend-tokens", rules, NONE, seat, amount, left))
