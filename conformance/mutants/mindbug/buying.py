"""More misreadings of power cards: when they may be bought, and in place of what."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again, once_more
from conformance.mutants.mindbug.power import AS_IF
from conformance.mutants.mindbug.turn import PASS_ON, can_act
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import keywords, power, table, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, DECLINE, OWED, PLAY

SERVED = 100
"""Added to the number of purchases of a turn: the other player has been asked, too."""


def buying(change: Changes) -> int:
    """A procedure in which one player may buy power cards."""

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        if not power.offer_purchase(machine, state, frame[2]):
            state.stack.pop()

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer == DECLINE:
            state.stack.pop()
        else:
            begin_again(frame)
            power.buy(machine, state, state.answer[1], frame[2], again=False)

    return change.procedure("buying", offer, take, remembers=1)


@AS_IF("a player who can buy a power card had to", "mb.power.buy")
@do.instead(power, "ask")
def must_buy(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, seat, options[:-1] if kind == "buy" else options, *rest)


@AS_IF("power cards were bought after the turn action", "mb.power.before-action")
def after_the_action(change: Changes) -> None:
    code = buying(change)

    @change.after(turn.begin)
    def begin_with_the_action(frame: Frame) -> None:
        frame[1] = turn.OFFER_ACTION

    @change.around(turn.pass_on)
    def buy_and_pass_on(pass_on: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        due = machine.power_pool and not frame[turn.BOUGHT_BEFORE]
        if due and not state.registers[OWED]:
            frame[turn.BOUGHT_BEFORE] = 1
            once_more(frame)
            state.stack.append([code, 0, frame[turn.SEAT]])
        else:
            pass_on()


@AS_IF(
    "a player without a turn action lost before power cards can be bought",
    "mb.power.before-action",
    "mb.power.not-an-action",
)
@do.around(turn.offer_buying)
def lost_before_buying(offer_buying: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    if can_act(machine, state, frame[turn.SEAT]):
        offer_buying()
    else:
        frame[1] = turn.OFFER_ACTION


@AS_IF("only one power card could be bought in a turn", "mb.power.unlimited")
@do.after(turn.take_purchase)
def one_a_turn(frame: Frame) -> None:
    frame[1] = turn.OFFER_ACTION


@AS_IF("power cards could be bought before a follow-up action", "mb.power.own-turn-start")
def before_follow_ups(change: Changes) -> None:
    @change.after(turn.begin)
    def begin_with_buying(machine: Mindbug, frame: Frame) -> None:
        if machine.power_pool:
            frame[1] = turn.OFFER_BUYING.at

    @change.after(turn.pass_on)
    def pass_on_to_buying(machine: Mindbug, frame: Frame) -> None:
        if machine.power_pool and frame[1] == turn.OFFER_ACTION:
            frame[1] = turn.OFFER_BUYING


@AS_IF("power cards could be bought between two attacks", "mb.power.own-turn-start")
def between_attacks(change: Changes) -> None:
    code = buying(change)
    size = table.FORCED + 1

    @change.around(keywords.offer_again)
    def buy_and_offer(offer_again: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        attacker, seat = frame[table.ATTACKER], frame[table.ATTACKING_SIDE]
        is_due = machine.power_pool and len(frame) == size and seat == state.registers[ACTIVE]
        if is_due and attacks_again(machine, state, attacker, frame[table.MADE]):
            frame.append(1)
            once_more(frame)
            state.stack.append([code, 0, seat])
        else:
            del frame[size:]
            offer_again()


def attacks_again(machine: Mindbug, state: State, attacker: int, made: int) -> bool:
    """Whether an attacker can attack once more."""
    if not PLAY <= state.where[attacker] <= PLAY + 1:
        return False
    return keywords.attack_times(machine, state, attacker)[0] > made


@AS_IF(
    "power cards could be bought at the start of the other player's turns, too",
    "mb.power.own-turn-start",
    "mb.power.buy",
)
def in_every_turn(change: Changes) -> None:
    code = buying(change)

    @change.around(turn.offer_action)
    def serve_and_offer(offer_action: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        is_first = frame[turn.BOUGHT_BEFORE] < SERVED and not frame[turn.FOLLOW_UP]
        if machine.power_pool and is_first:
            frame[turn.BOUGHT_BEFORE] += SERVED
            once_more(frame)
            state.stack.append([code, 0, 1 - frame[turn.SEAT]])
        else:
            offer_action()


@AS_IF("buying a power card were the turn action", "mb.power.not-an-action")
@do.around(turn.take_purchase)
def takes_the_turn(take_purchase: Any, state: State, frame: Frame) -> None:
    bought = state.answer != DECLINE
    take_purchase()
    if bought:
        frame[1] = PASS_ON


@AS_IF(
    "a player who has bought a power card did not lose for want of a turn action",
    "mb.power.not-an-action",
)
@do.around(turn.offer_action)
def buying_is_enough(offer_action: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    if frame[turn.BOUGHT_BEFORE] and not can_act(machine, state, frame[turn.SEAT]):
        frame[1] = PASS_ON
    else:
        offer_action()
