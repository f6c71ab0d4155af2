"""Misreadings of the buy phase: who buys, for how much, and how the row slides and is filled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games import atoms
from oracle.dice_games.table import (
    AREA,
    DECK,
    DECLINE,
    DISCARD,
    NONE,
    ROW,
    ROW_SIZE,
    SWEEP,
    SWEEP_PRICE,
)
from oracle.duel import buy, cards, end, energy, moments, turn
from oracle.duel.machine import Duel
from oracle.duel.table import ENERGY, PROCEDURES, rival
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State

AS_IF = Topic("duel", "buy")

SWEPT_NOW = -2
"""Stands among what was bought in a turn for a sweep of the row."""

OWED = 9
"""Stands in the news of the row for a price that is still to be paid."""

Offered = Callable[[State, int, list[Any]], list[Any]]
Priced = Callable[[Duel, State, int, int, int], int]


@do.verb
def offering(change: Changes, new: Offered) -> None:
    """Offer other purchases; nobody is asked where there are none."""

    @change.instead(buy, "ask")
    def ask_otherwise(
        state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
    ) -> None:
        options = new(state, seat, list(options)) if kind == "buy" else options
        if list(options) == [DECLINE]:
            state.answer = DECLINE
        else:
            ask(state, kind, seat, options, *rest)


@do.verb
def taking(change: Changes, verb: str, more: Step) -> None:
    """Do something more when a monster has bought or swept."""

    @change.around(buy.take)
    def take_and_more(take: Any, machine: Duel, state: State, frame: Frame) -> None:
        chosen = state.answer[0]
        take()
        if chosen == verb:
            more(machine, state, frame)


@do.verb
def pricing(change: Changes, new: Priced) -> None:
    """Let cards have another price, from the card, what it should cost and what it costs less."""

    @change.around(buy.price_of)
    def price_otherwise(
        price_of: Any, machine: Duel, state: State, card: int, discount: int = 0
    ) -> Any:
        price, rules = price_of()
        return new(machine, state, card, price, discount), rules


def is_rightmost(state: State, card: int) -> bool:
    """Whether a card lies on the rightmost place of the row."""
    return state.zones[ROW][-1] == card


@do.verb
def purchase_by(change: Changes, *steps: Step) -> None:
    """Let a purchase go in other steps."""
    change.put(PROCEDURES.steps, buy.PURCHASE, steps)


def count_as_bought(state: State) -> None:
    """Let something pass for a purchase of this turn."""
    turns = state.stack[0]
    turns[buy.BOUGHT_NOW] = (*turns[buy.BOUGHT_NOW], SWEPT_NOW)


# --- who buys, and how much ----------------------------------------------------------------------


@AS_IF("a monster had to buy what it can pay", "kd.buy.may")
@offering
def must_buy(state: State, seat: int, options: list[Any]) -> list[Any]:
    can = any(option[0] == "buy" for option in options)
    return [option for option in options if option != DECLINE or not can]


AS_IF("the rival bought in every buy phase too", "kd.buy.may").so(
    "both-buy",
    do.before(turn.buy)(lambda state, frame: buy.begin_buying(state, rival(frame[turn.SEAT]))),
)


@AS_IF("a monster that can neither buy nor sweep could use no card in its buy phase", "kd.buy.may")
@offering
def only_to_buy(state: State, seat: int, options: list[Any]) -> list[Any]:
    can = any(option[0] in ("buy", "sweep") for option in options)
    return options if can else [DECLINE]


@AS_IF("a monster bought one card in a buy phase", "kd.buy.any-number", "kd.buy.may")
@partial(taking, "buy")
def one_card(machine: Duel, state: State, frame: Frame) -> None:
    frame[1] = buy.DONE


@AS_IF("a monster swept the row once a turn", "kd.buy.any-number")
def one_sweep(change: Changes) -> None:
    def note(machine: Duel, state: State, frame: Frame) -> None:
        count_as_bought(state)

    def no_more_sweeps(state: State, seat: int, options: list[Any]) -> list[Any]:
        swept = SWEPT_NOW in state.stack[0][buy.BOUGHT_NOW]
        return [option for option in options if option != SWEEP or not swept]

    @change.before(buy.reckon_none)
    def reckon_cards(state: State) -> None:
        turns = state.stack[0]
        bought = turns[buy.BOUGHT_NOW]
        turns[buy.BOUGHT_NOW] = tuple(card for card in bought if card != SWEPT_NOW)

    taking("sweep", note)(change)
    offering(no_more_sweeps)(change)


@AS_IF("a monster that has bought a card could not sweep any more", "kd.buy.any-number")
@offering
def no_sweep_after_buying(state: State, seat: int, options: list[Any]) -> list[Any]:
    bought = state.stack[0][buy.BOUGHT_NOW]
    return [option for option in options if option != SWEEP or not bought]


# --- prices --------------------------------------------------------------------------------------


@AS_IF("the price of a card had to be had, not to be paid", "kd.buy.price")
@do.instead(buy, "pay")
def had_not_paid(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
    energy.pay(state, seat, amount if rules is buy.SWEPT else 0, cause, rules)


@AS_IF("a card could cost 1 more than the buyer has", "kd.buy.price")
def more_than_one_has(change: Changes) -> None:
    @change.instead(buy.can_buy)
    def can_nearly(machine: Duel, state: State, card: int, seat: int, discount: int = 0) -> bool:
        price = buy.price_of(machine, state, card, discount)[0]
        return price - 1 <= state.counters[ENERGY + seat]

    @change.after(buy.purchase)
    def purchase_all(state: State, seat: int) -> None:
        state.counters[ENERGY + seat] = max(0, state.counters[ENERGY + seat])


@AS_IF("the rightmost card cost as much as it says", "kd.buy.rightmost")
@pricing
def nothing_off(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
    cost = machine.cost[state.cards[card]]
    return max(1, cost - discount) if discount else cost


@AS_IF("the card next to the deck were the cheaper one", "kd.buy.rightmost")
@pricing
def leftmost_cheaper(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
    off = discount + (state.zones[ROW][0] == card)
    return max(1 if discount else 0, machine.cost[state.cards[card]] - off)


@AS_IF(
    "the rightmost card were cheaper in the buy phase only", "kd.buy.rightmost", "kd.buy.at-start"
)
@pricing
def cheaper_in_phase(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
    return max(1, machine.cost[state.cards[card]] - discount) if discount else price


@AS_IF(
    "the last card of a short row did not lie on the rightmost place",
    "kd.buy.exhausted",
    "kd.buy.rightmost",
)
@pricing
def cheaper_in_full_row(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
    short = len(state.zones[ROW]) < ROW_SIZE
    return price + 1 if short and is_rightmost(state, card) else price


@AS_IF(
    "only the card that lay on the rightmost place when the turn began were cheaper",
    "kd.buy.chain",
    "kd.buy.rightmost",
)
@pricing
def first_rightmost_only(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
    slid = (card, buy.SLID) in state.stack[0][buy.NEWS]
    return price + 1 if slid and is_rightmost(state, card) else price


@AS_IF("only one card a turn could be bought for less", "kd.buy.chain")
@pricing
def one_cheaper_a_turn(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
    bought = state.stack[0][buy.BOUGHT_NOW]
    return price + 1 if bought and is_rightmost(state, card) else price


# --- the row -------------------------------------------------------------------------------------


@AS_IF("a card were replaced where it lay, and none slid", "kd.buy.slide")
@do.around(buy.lay_out)
def where_it_lay(lay_out: Any, state: State, frame: Frame) -> None:
    news = state.stack[0][buy.NEWS] if frame[buy.WHY] == buy.AFTER_ONE else ()
    slid = 0
    while slid < len(news) and news[-1 - slid][1] == buy.SLID:
        slid += 1
    lay_out()
    row = state.zones[ROW]
    row.insert(slid, row.pop(0))


@AS_IF("the row were not filled after a discard", "kd.buy.slide")
@do.provided(buy.fill_row)
def discard_does_not_slide(state: State, why: int) -> object:
    return why != buy.AFTER_ONE or state.stack[-1][0] == buy.PURCHASE


@AS_IF("new cards were laid on the rightmost place", "kd.buy.refill")
@do.after(buy.lay_out)
def laid_on_the_right(state: State, frame: Frame) -> None:
    if frame[buy.WHY] == buy.AFTER_ONE:
        row = state.zones[ROW]
        row.append(row.pop(0))


@AS_IF("the row were refilled when the buy phase is over", "kd.buy.refill", "kd.buy.new-card")
def refill_at_phase_end(change: Changes) -> None:
    fill_row = buy.fill_row

    @change.instead(fill_row)
    def fill_later(state: State, why: int, *, short: bool = False) -> None:
        if why != buy.AFTER_ONE:
            fill_row(state, why, short=short)

    @change.after(end.finish)
    def finish_and_fill(state: State, frame: Frame) -> None:
        if frame[buy.BOUGHT_NOW]:
            fill_row(state, buy.AFTER_ONE)


@do.verb
def not_for_sale(change: Changes, why: int) -> None:
    """Let cards that are new in the row wait for the next turn."""

    def old_ones(state: State, seat: int, options: list[Any]) -> list[Any]:
        news = state.stack[0][buy.NEWS]
        return [o for o in options if o[0] != "buy" or (o[1], why) not in news]

    offering(old_ones)(change)


AS_IF("a card just laid out were not for sale in this turn", "kd.buy.new-card").so(
    "new-card-waits", not_for_sale(buy.AFTER_ONE)
)


# --- sweeping ------------------------------------------------------------------------------------


AS_IF("sweeping cost 3 energy", "kd.buy.sweep").so(
    "sweep-for-three", do.put(buy, "SWEEP_PRICE", SWEEP_PRICE + 1)
)


@AS_IF("cards swept away went back to the deck", "kd.buy.sweep")
@do.instead(buy, "discard")
def swept_into_deck(state: State, card: int, cause: int, rules: Rules) -> None:
    if rules is buy.SWEPT:
        atoms.move(state, card, DECK)
    else:
        cards.discard(state, card, cause, rules)


AS_IF("the cards of a sweep were for sale next turn only", "kd.buy.sweep-new").so(
    "swept-not-for-sale", not_for_sale(buy.SWEPT_OUT)
)


@AS_IF("no card laid out by a sweep were cheaper", "kd.buy.sweep-new")
@pricing
def swept_not_cheaper(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
    new = (card, buy.SWEPT_OUT) in state.stack[0][buy.NEWS]
    return price + 1 if new and is_rightmost(state, card) else price


# --- energy for buying nothing -------------------------------------------------------------------


@AS_IF("every monster gained 1 energy after its buy phase", "kd.buy.none")
@do.instead(buy.reckon_none)
def bought_or_not(machine: Duel, state: State, frame: Frame) -> None:
    energy.gain_energy(machine, state, frame[buy.SEAT], 1, NONE, ("kd.buy.none",))


AS_IF("only who could have bought gained energy for it", "kd.buy.none").so(
    "asked-in-vain", do.provided(buy.reckon_none)(lambda frame: frame[buy.OFFERED])
)


@AS_IF("a card bought at the start of the turn did not count", "kd.buy.none")
@do.before(buy.begin_buying)
def phase_only(state: State) -> None:
    state.stack[0][buy.BOUGHT_NOW] = ()


AS_IF("who sweeps gained no energy for buying nothing", "kd.buy.sweep-none").so(
    "sweep-is-buying", taking("sweep", lambda machine, state, frame: count_as_bought(state))
)
AS_IF("discarding a card of the row were buying it", "kd.buy.sweep-none").so(
    "discard-is-buying", do.after(buy.discard_from_row)(lambda state: count_as_bought(state))
)


@AS_IF("sweeping were rewarded like buying", "kd.buy.sweep-none")
@partial(taking, "sweep")
def sweep_rewarded(machine: Duel, state: State, frame: Frame) -> None:
    seat = frame[buy.SEAT]
    moments.happen(machine, state, "buying", seat, (seat, 0))


# --- the deck ------------------------------------------------------------------------------------


@AS_IF(
    "the discard pile were shuffled as soon as the deck is empty",
    "kd.buy.reshuffle",
    "kd.buy.refill",
)
@do.after(buy.lay_out)
def reshuffle_at_once(machine: Duel, state: State) -> None:
    if not state.zones[DECK] and state.zones[DISCARD] and not machine.row_shrinks:
        buy.reshuffle(state)


@AS_IF("one card of the discard pile came back, no more", "kd.buy.reshuffle")
@do.around(buy.reshuffle)
def one_comes_back(reshuffle: Any, state: State) -> None:
    kept = state.zones[DISCARD][:-1]
    reshuffle()
    for card in kept:
        atoms.move(state, card, DISCARD)


AS_IF("no answer kept the row from being filled", "kd.buy.reshuffle").so(
    "row-always-full", do.answer("row_shrinks", False)
)


@AS_IF("a card of a short row were replaced by one card only", "kd.buy.exhausted")
@do.after(buy.lay_out)
def one_for_one(state: State, frame: Frame) -> None:
    if frame[buy.WHY] == buy.AFTER_ONE:
        state.stack.pop()


@AS_IF("a row without cards could be swept", "kd.buy.exhausted")
@do.around(buy.offer)
def empty_row_swept(offer: Any, state: State, frame: Frame) -> None:
    seat = frame[buy.SEAT]
    if state.zones[ROW] or state.counters[ENERGY + seat] < SWEEP_PRICE:
        offer()
    else:
        ask(state, "buy", seat, [SWEEP, DECLINE], -1, -1, NONE, ("kd.buy.sweep",))


# --- one purchase, step by step ------------------------------------------------------------------


@AS_IF("a card bought were replaced after its effect", "kd.buy.steps")
def refill_after_effect(change: Changes) -> None:
    fill_row = buy.fill_row

    @change.instead(fill_row)
    def fill_later(state: State, why: int, *, short: bool = False) -> None:
        if why != buy.AFTER_ONE or state.stack[-1][0] != buy.PURCHASE:
            fill_row(state, why, short=short)

    def refill(machine: Duel, state: State, frame: Frame) -> None:
        fill_row(state, buy.AFTER_ONE)

    purchase_by(*PROCEDURES.steps[buy.PURCHASE][:-1], refill, PROCEDURES.steps[buy.PURCHASE][-1])(
        change
    )


@AS_IF("the price were paid when the card has done its work", "kd.buy.steps")
def paid_last(change: Changes) -> None:
    pay = energy.pay

    @change.instead(buy, "pay")
    def pay_later(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
        if rules is buy.SWEPT:
            pay(state, seat, amount, cause, rules)
        else:
            state.stack[0][buy.NEWS] += ((amount, OWED),)

    @change.before(buy.put_away)
    def pay_and_put_away(state: State, frame: Frame) -> None:
        turns = state.stack[0]
        owed = [amount for amount, why in turns[buy.NEWS] if why == OWED]
        turns[buy.NEWS] = tuple(each for each in turns[buy.NEWS] if each[1] != OWED)
        pay(state, frame[buy.BUYER], sum(owed), NONE, buy.PAID)


@AS_IF(
    "a keep card lay before its buyer before buying is rewarded, and rewarded itself",
    "kd.buy.reward",
    "kd.buy.steps",
)
def kept_before_rewards(change: Changes) -> None:
    take_effect = buy.take_effect

    def keep(machine: Duel, state: State, frame: Frame) -> None:
        if state.cards[frame[buy.CARD]] in machine.kept:
            buy.put_away(machine, state, frame)

    def take_effect_of_others(machine: Duel, state: State, frame: Frame) -> None:
        if state.where[frame[buy.CARD]] != AREA + frame[buy.BUYER]:
            take_effect(machine, state, frame)

    noise, reward, _, *rest = PROCEDURES.steps[buy.PURCHASE]
    purchase_by(noise, keep, reward, take_effect_of_others, *rest)(change)
