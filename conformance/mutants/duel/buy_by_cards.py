"""More misreadings of the buy phase: what cards reward, and what they let a monster do."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.duel.buy import AS_IF, pricing
from oracle.duel import atoms, buying, turn
from oracle.duel.binding import EFFECTS
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import happen, open_window
from oracle.duel.table import ENERGY, rival
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import DECLINE, NONE, ROW, SWEEP, SWEEP_PRICE, USED
from rules_dsl.definitions import Call

__all__ = ["AS_IF"]

# --- rewards -------------------------------------------------------------------------------------


@AS_IF("first-card-only", "only the first card bought in a turn were rewarded", "kd.buy.reward")
def first_card_only(change: Changes) -> None:
    reward = buying.reward

    def reward_first(machine: Duel, state: State, frame: Frame) -> None:
        if len(state.stack[0][buying.BOUGHT_NOW]) == 1:
            reward(machine, state, frame)

    change.swap(reward, reward_first)


@AS_IF("in-buy-phase-only", "buying were rewarded in the buy phase only", "kd.buy.reward")
def in_buy_phase_only(change: Changes) -> None:
    reward = buying.reward

    def reward_in_phase(machine: Duel, state: State, frame: Frame) -> None:
        if any(each[0] == buying.BUY_PHASE for each in state.stack):
            reward(machine, state, frame)

    change.swap(reward, reward_in_phase)


@AS_IF("rival-rewarded", "a card rewarded its owner when the rival buys too", "kd.buy.reward")
def rival_rewarded(change: Changes) -> None:
    reward = buying.reward

    def reward_both(machine: Duel, state: State, frame: Frame) -> None:
        other = rival(frame[buying.BUYER])
        happen(machine, state, "buying", other, (other, 0))
        reward(machine, state, frame)

    change.swap(reward, reward_both)


@AS_IF("reward-never-after", "buying were always rewarded before the effect", "kd.buy.reward")
def reward_never_after(change: Changes) -> None:
    def before(machine: Duel) -> None:
        machine.reward_after = False

    change.relink(before)


@AS_IF("reward-always-after", "buying were always rewarded after the effect", "kd.buy.reward")
def reward_always_after(change: Changes) -> None:
    def after(machine: Duel) -> None:
        machine.reward_after = True

    change.relink(after)


# --- buying at the start of the turn -------------------------------------------------------------


@AS_IF("no-discount-at-start", "a card cost its price at the start of a turn", "kd.buy.at-start")
def no_discount_at_start(change: Changes) -> None:
    price_of = buying.price_of

    def full(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        return price_of(machine, state, card)[0]

    pricing(change, full)


@AS_IF("free-at-start", "a card could cost nothing at the start of a turn", "kd.buy.at-start")
def free_at_start(change: Changes) -> None:
    price_of = buying.price_of

    def free(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        return max(0, price_of(machine, state, card)[0] - discount)

    pricing(change, free)


@AS_IF("two-at-start", "two cards could be bought at the start of a turn", "kd.buy.at-start")
def two_at_start(change: Changes) -> None:
    buy = EFFECTS["buy"]

    def buy_twice(linker: Linker, call: Call) -> list[Any]:
        return [*buy(linker, call), *buy(linker, call)]

    change.put(EFFECTS, "buy", buy_twice)


@AS_IF("sweep-at-start", "the row could be swept at the start of a turn", "kd.buy.at-start")
def sweep_at_start(change: Changes) -> None:
    begin_effect = turn.begin_effect

    def offer(machine: Duel, state: State, frame: Frame) -> None:
        ask(state, "buy", frame[buying.SEAT], [SWEEP, DECLINE], NONE, ("kd.buy.sweep",))

    def take(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer != SWEEP:
            return
        atoms.pay(state, frame[buying.SEAT], SWEEP_PRICE, NONE, buying.SWEPT)
        for card in list(state.zones[ROW]):
            atoms.discard(state, card, NONE, buying.SWEPT)
        buying.fill_row(state, buying.SWEPT_OUT)

    number = change.procedure("sweep-at-start", offer, take, remembers=1)

    def begin_or_sweep(machine: Duel, state: State, frame: Frame) -> None:
        seat, card = frame[turn.SEAT], state.answer[1]
        begin_effect(machine, state, frame)
        buys = machine.definitions[state.cards[card]].id == "made-in-a-lab"
        if buys and state.counters[ENERGY + seat] >= SWEEP_PRICE and state.zones[ROW]:
            state.stack.append([number, 0, seat])

    change.swap(begin_effect, begin_or_sweep)


# --- discarding a card of the row ----------------------------------------------------------------


@AS_IF("discard-for-one", "a card of the row were discarded for 1 energy", "kd.buy.discard-one")
def discard_for_one(change: Changes) -> None:
    discard_from_row = buying.discard_from_row

    def discard_and_pay(state: State, card: int, cause: int, rules: Rules) -> None:
        discard_from_row(state, card, cause, rules)
        seat = state.stack[0][turn.SEAT]
        atoms.pay(state, seat, min(1, state.counters[ENERGY + seat]), cause, rules)

    change.swap(discard_from_row, discard_and_pay)


@AS_IF("discard-any-number", "a monster discarded as many as it likes", "kd.buy.discard-one")
def discard_any_number(change: Changes) -> None:
    discard_from_row = buying.discard_from_row

    def discard_again(state: State, card: int, cause: int, rules: Rules) -> None:
        discard_from_row(state, card, cause, rules)
        turns = state.stack[0]
        turns[USED] = tuple(used for used in turns[USED] if used[0] != cause)

    change.swap(discard_from_row, discard_again)


@AS_IF("once-a-game", "a monster discarded from the row once a game", "kd.buy.discard-one")
def once_a_game(change: Changes) -> None:
    begin = turn.begin

    def begin_with_used(machine: Duel, state: State, frame: Frame) -> None:
        used = frame[USED]
        begin(machine, state, frame)
        frame[USED] = used

    change.swap(begin, begin_with_used)


@AS_IF("any-turn", "a monster discarded from the row in the rival's turn", "kd.buy.discard-one")
def any_turn(change: Changes) -> None:
    before_effects = turn.before_effects

    def before_effects_of_both(machine: Duel, state: State, frame: Frame) -> None:
        before_effects(machine, state, frame)
        other = rival(frame[turn.SEAT])
        open_window(machine, state, ("any-time",), other, (other, 0))

    change.swap(before_effects, before_effects_of_both)
