"""More misreadings of the buy phase: what cards reward, and what they let a monster do."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.buy import AS_IF, pricing
from oracle.dice_games.table import DECLINE, NONE, ROW, SWEEP, SWEEP_PRICE, USED
from oracle.duel import buy, cards, energy, turn
from oracle.duel.binding import EFFECTS
from oracle.duel.machine import Duel
from oracle.duel.moments import happen, open_window
from oracle.duel.table import ENERGY, rival
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State

__all__ = ["AS_IF"]

# --- rewards -------------------------------------------------------------------------------------


AS_IF("only the first card bought in a turn were rewarded", "kd.buy.reward").so(
    "first-card-only",
    do.provided(buy.reward)(lambda state: len(state.stack[0][buy.BOUGHT_NOW]) == 1),
)


@AS_IF("buying were rewarded in the buy phase only", "kd.buy.reward")
@do.provided(buy.reward)
def in_buy_phase_only(state: State) -> object:
    return any(each[0] == buy.BUY_PHASE for each in state.stack)


@AS_IF("a card rewarded its owner when the rival buys too", "kd.buy.reward")
@do.before(buy.reward)
def rival_rewarded(machine: Duel, state: State, frame: Frame) -> None:
    other = rival(frame[buy.BUYER])
    happen(machine, state, "buying", other, (other, 0))


AS_IF("buying were always rewarded before the effect", "kd.buy.reward").so(
    "reward-never-after", do.answer("reward_after", False)
)


AS_IF("buying were always rewarded after the effect", "kd.buy.reward").so(
    "reward-always-after", do.answer("reward_after", True)
)


# --- buying at the start of the turn -------------------------------------------------------------


@AS_IF("a card cost its price at the start of a turn", "kd.buy.at-start")
def no_discount_at_start(change: Changes) -> None:
    price_of = buy.price_of

    def full(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        return price_of(machine, state, card)[0]

    pricing(full)(change)


@AS_IF("a card could cost nothing at the start of a turn", "kd.buy.at-start")
def free_at_start(change: Changes) -> None:
    price_of = buy.price_of

    def free(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        return max(0, price_of(machine, state, card)[0] - discount)

    pricing(free)(change)


AS_IF("two cards could be bought at the start of a turn", "kd.buy.at-start").so(
    "two-at-start", do.around(EFFECTS, "buy")(lambda buy: [*buy(), *buy()])
)


@AS_IF("the row could be swept at the start of a turn", "kd.buy.at-start")
def sweep_at_start(change: Changes) -> None:
    def offer(machine: Duel, state: State, frame: Frame) -> None:
        ask(state, "buy", frame[buy.SEAT], [SWEEP, DECLINE], NONE, ("kd.buy.sweep",))

    def take(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer != SWEEP:
            return
        energy.pay(state, frame[buy.SEAT], SWEEP_PRICE, NONE, buy.SWEPT)
        for card in list(state.zones[ROW]):
            cards.discard(state, card, NONE, buy.SWEPT)
        buy.fill_row(state, buy.SWEPT_OUT)

    number = change.procedure("sweep-at-start", offer, take, remembers=1)

    @change.around(turn.begin_effect)
    def begin_or_sweep(begin_effect: Any, machine: Duel, state: State, frame: Frame) -> None:
        seat, card = frame[turn.SEAT], state.answer[1]
        begin_effect()
        buys = machine.definitions[state.cards[card]].id == "made-in-a-lab"
        if buys and state.counters[ENERGY + seat] >= SWEEP_PRICE and state.zones[ROW]:
            state.stack.append([number, 0, seat])


# --- discarding a card of the row ----------------------------------------------------------------


@AS_IF("a card of the row were discarded for 1 energy", "kd.buy.discard-one")
@do.after(buy.discard_from_row)
def discard_for_one(state: State, cause: int, rules: Rules) -> None:
    seat = state.stack[0][turn.SEAT]
    energy.pay(state, seat, min(1, state.counters[ENERGY + seat]), cause, rules)


@AS_IF("a monster discarded as many as it likes", "kd.buy.discard-one")
@do.after(buy.discard_from_row)
def discard_any_number(state: State, cause: int) -> None:
    turns = state.stack[0]
    turns[USED] = tuple(used for used in turns[USED] if used[0] != cause)


@AS_IF("a monster discarded from the row once a game", "kd.buy.discard-one")
@do.around(turn.begin)
def once_a_game(begin: Any, frame: Frame) -> None:
    used = frame[USED]
    begin()
    frame[USED] = used


@AS_IF("a monster discarded from the row in the rival's turn", "kd.buy.discard-one")
@do.after(turn.before_effects)
def any_turn(machine: Duel, state: State, frame: Frame) -> None:
    other = rival(frame[turn.SEAT])
    open_window(machine, state, ("any-time",), other, (other, 0))
