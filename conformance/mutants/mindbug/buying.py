"""More misreadings of power cards: when they may be bought, and in place of what."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again, once_more
from conformance.mutants.mindbug.power import AS_IF
from conformance.mutants.mindbug.turn import PASS_ON, can_act
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import combat, permissions, powers, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, DECLINE, OWED, PLAY

SERVED = 100
"""Added to the number of purchases of a turn: the other player has been asked, too."""


def buying(change: Changes) -> int:
    """A procedure in which one player may buy power cards."""

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        if not powers.offer_purchase(machine, state, frame[2]):
            state.stack.pop()

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer == DECLINE:
            state.stack.pop()
        else:
            begin_again(frame)
            powers.buy(machine, state, state.answer[1], frame[2], again=False)

    return change.procedure("buying", offer, take, remembers=1)


@AS_IF("must-buy", "a player who can buy a power card had to", "mb.power.buy")
def must_buy(change: Changes) -> None:
    def ask_to_buy(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, options[:-1] if kind == "buy" else options, *rest)

    change.put(powers, "ask", ask_to_buy)


@AS_IF(
    "after-the-action", "power cards were bought after the turn action", "mb.power.before-action"
)
def after_the_action(change: Changes) -> None:
    begin, pass_on, code = turn.begin, turn.pass_on, buying(change)

    def begin_with_the_action(machine: Mindbug, state: State, frame: Frame) -> None:
        begin(machine, state, frame)
        frame[1] = turn.OFFER_ACTION.at

    def buy_and_pass_on(machine: Mindbug, state: State, frame: Frame) -> None:
        due = machine.power_pool and not frame[turn.BOUGHT_BEFORE]
        if due and not state.registers[OWED]:
            frame[turn.BOUGHT_BEFORE] = 1
            once_more(frame)
            state.stack.append([code, 0, frame[turn.SEAT]])
        else:
            pass_on(machine, state, frame)

    change.swap(begin, begin_with_the_action)
    change.swap(pass_on, buy_and_pass_on)


@AS_IF(
    "lost-before-buying",
    "a player without a turn action lost before power cards can be bought",
    "mb.power.before-action",
    "mb.power.not-an-action",
)
def lost_before_buying(change: Changes) -> None:
    offer_buying = turn.offer_buying

    def offer_if_able(machine: Mindbug, state: State, frame: Frame) -> None:
        if can_act(machine, state, frame[turn.SEAT]):
            offer_buying(machine, state, frame)
        else:
            frame[1] = turn.OFFER_ACTION.at

    change.swap(offer_buying, offer_if_able)


@AS_IF("one-a-turn", "only one power card could be bought in a turn", "mb.power.unlimited")
def one_a_turn(change: Changes) -> None:
    take_purchase = turn.take_purchase

    def take_one(machine: Mindbug, state: State, frame: Frame) -> None:
        take_purchase(machine, state, frame)
        frame[1] = turn.OFFER_ACTION.at

    change.swap(take_purchase, take_one)


@AS_IF(
    "before-follow-ups",
    "power cards could be bought before a follow-up action",
    "mb.power.own-turn-start",
)
def before_follow_ups(change: Changes) -> None:
    begin, pass_on = turn.begin, turn.pass_on

    def begin_with_buying(machine: Mindbug, state: State, frame: Frame) -> None:
        begin(machine, state, frame)
        if machine.power_pool:
            frame[1] = turn.OFFER_BUYING.at

    def pass_on_to_buying(machine: Mindbug, state: State, frame: Frame) -> None:
        pass_on(machine, state, frame)
        if machine.power_pool and frame[1] == turn.OFFER_ACTION.at:
            frame[1] = turn.OFFER_BUYING.at

    change.swap(begin, begin_with_buying)
    change.swap(pass_on, pass_on_to_buying)


@AS_IF(
    "between-attacks",
    "power cards could be bought between two attacks",
    "mb.power.own-turn-start",
)
def between_attacks(change: Changes) -> None:
    offer_again, code = combat.offer_again, buying(change)
    size = combat.FORCED + 1

    def buy_and_offer(machine: Mindbug, state: State, frame: Frame) -> None:
        attacker, seat = frame[combat.ATTACKER], frame[combat.SEAT]
        is_due = machine.power_pool and len(frame) == size and seat == state.registers[ACTIVE]
        if is_due and attacks_again(machine, state, attacker, frame[combat.MADE]):
            frame.append(1)
            once_more(frame)
            state.stack.append([code, 0, seat])
        else:
            del frame[size:]
            offer_again(machine, state, frame)

    change.swap(offer_again, buy_and_offer)


def attacks_again(machine: Mindbug, state: State, attacker: int, made: int) -> bool:
    """Whether an attacker can attack once more."""
    if not PLAY <= state.where[attacker] <= PLAY + 1:
        return False
    return permissions.attack_times(machine, state, attacker)[0] > made


@AS_IF(
    "in-every-turn",
    "power cards could be bought at the start of the other player's turns, too",
    "mb.power.own-turn-start",
    "mb.power.buy",
)
def in_every_turn(change: Changes) -> None:
    offer_action, code = turn.offer_action, buying(change)

    def serve_and_offer(machine: Mindbug, state: State, frame: Frame) -> None:
        is_first = frame[turn.BOUGHT_BEFORE] < SERVED and not frame[turn.FOLLOW_UP]
        if machine.power_pool and is_first:
            frame[turn.BOUGHT_BEFORE] += SERVED
            once_more(frame)
            state.stack.append([code, 0, 1 - frame[turn.SEAT]])
        else:
            offer_action(machine, state, frame)

    change.swap(offer_action, serve_and_offer)


@AS_IF("takes-the-turn", "buying a power card were the turn action", "mb.power.not-an-action")
def takes_the_turn(change: Changes) -> None:
    take_purchase = turn.take_purchase

    def take_and_end(machine: Mindbug, state: State, frame: Frame) -> None:
        bought = state.answer != DECLINE
        take_purchase(machine, state, frame)
        if bought:
            frame[1] = PASS_ON

    change.swap(take_purchase, take_and_end)


@AS_IF(
    "buying-is-enough",
    "a player who has bought a power card did not lose for want of a turn action",
    "mb.power.not-an-action",
)
def buying_is_enough(change: Changes) -> None:
    offer_action = turn.offer_action

    def offer_or_pass(machine: Mindbug, state: State, frame: Frame) -> None:
        if frame[turn.BOUGHT_BEFORE] and not can_act(machine, state, frame[turn.SEAT]):
            frame[1] = PASS_ON
        else:
            offer_action(machine, state, frame)

    change.swap(offer_action, offer_or_pass)
