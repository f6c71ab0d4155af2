"""Misreadings of the buy phase: who buys, for how much, and how the row slides and is filled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import atoms, buying, gains, moments, turn
from oracle.duel.machine import Duel
from oracle.duel.table import ENERGY, PROCEDURES, rival
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import AREA, DECK, DECLINE, DISCARD, NONE, ROW, ROW_SIZE, SWEEP, SWEEP_PRICE

AS_IF = Topic("duel", "buy")

SWEPT_NOW = -2
"""Stands among what was bought in a turn for a sweep of the row."""

OWED = 9
"""Stands in the news of the row for a price that is still to be paid."""

Offered = Callable[[State, int, list[Any]], list[Any]]
Priced = Callable[[Duel, State, int, int, int], int]


def offering(change: Changes, new: Offered) -> None:
    """Offer other purchases; nobody is asked where there are none."""

    def ask_otherwise(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        options = new(state, seat, list(options)) if kind == "buy" else options
        if list(options) == [DECLINE]:
            state.answer = DECLINE
        else:
            ask(state, kind, seat, options, *rest)

    change.put(buying, "ask", ask_otherwise)


def taking(change: Changes, verb: str, more: Step) -> None:
    """Do something more when a monster has bought or swept."""
    take = buying.take

    def take_and_more(machine: Duel, state: State, frame: Frame) -> None:
        chosen = state.answer[0]
        take(machine, state, frame)
        if chosen == verb:
            more(machine, state, frame)

    change.swap(take, take_and_more)


def pricing(change: Changes, new: Priced) -> None:
    """Let cards have another price, from the card, what it should cost and what it costs less."""
    price_of = buying.price_of

    def price_otherwise(
        machine: Duel, state: State, card: int, discount: int = 0
    ) -> tuple[int, Rules]:
        price, rules = price_of(machine, state, card, discount)
        return new(machine, state, card, price, discount), rules

    change.swap(price_of, price_otherwise)


def is_rightmost(state: State, card: int) -> bool:
    """Whether a card lies on the rightmost place of the row."""
    return state.zones[ROW][-1] == card


def purchase_by(change: Changes, *steps: Step) -> None:
    """Let a purchase go in other steps."""
    change.put(PROCEDURES.steps, buying.PURCHASE, steps)


def count_as_bought(state: State) -> None:
    """Let something pass for a purchase of this turn."""
    turns = state.stack[0]
    turns[buying.BOUGHT_NOW] = (*turns[buying.BOUGHT_NOW], SWEPT_NOW)


# --- who buys, and how much ----------------------------------------------------------------------


@AS_IF("must-buy", "a monster had to buy what it can pay", "kd.buy.may")
def must_buy(change: Changes) -> None:
    def without_declining(state: State, seat: int, options: list[Any]) -> list[Any]:
        can = any(option[0] == "buy" for option in options)
        return [option for option in options if option != DECLINE or not can]

    offering(change, without_declining)


@AS_IF("both-buy", "the rival bought in every buy phase too", "kd.buy.may")
def both_buy(change: Changes) -> None:
    buy = turn.buy

    def buy_both(machine: Duel, state: State, frame: Frame) -> None:
        buying.begin_buying(state, rival(frame[turn.SEAT]))
        buy(machine, state, frame)

    change.swap(buy, buy_both)


@AS_IF(
    "only-to-buy",
    "a monster that can neither buy nor sweep could use no card in its buy phase",
    "kd.buy.may",
)
def only_to_buy(change: Changes) -> None:
    def buyers_only(state: State, seat: int, options: list[Any]) -> list[Any]:
        can = any(option[0] in ("buy", "sweep") for option in options)
        return options if can else [DECLINE]

    offering(change, buyers_only)


@AS_IF("one-card", "a monster bought one card in a buy phase", "kd.buy.any-number", "kd.buy.may")
def one_card(change: Changes) -> None:
    def stop(machine: Duel, state: State, frame: Frame) -> None:
        frame[1] = buying.DONE.at

    taking(change, "buy", stop)


@AS_IF("one-sweep", "a monster swept the row once a turn", "kd.buy.any-number")
def one_sweep(change: Changes) -> None:
    reckon_none = buying.reckon_none

    def note(machine: Duel, state: State, frame: Frame) -> None:
        count_as_bought(state)

    def no_more_sweeps(state: State, seat: int, options: list[Any]) -> list[Any]:
        swept = SWEPT_NOW in state.stack[0][buying.BOUGHT_NOW]
        return [option for option in options if option != SWEEP or not swept]

    def reckon_cards(machine: Duel, state: State, frame: Frame) -> None:
        turns = state.stack[0]
        bought = turns[buying.BOUGHT_NOW]
        turns[buying.BOUGHT_NOW] = tuple(card for card in bought if card != SWEPT_NOW)
        reckon_none(machine, state, frame)

    taking(change, "sweep", note)
    offering(change, no_more_sweeps)
    change.swap(reckon_none, reckon_cards)


@AS_IF(
    "no-sweep-after-buying",
    "a monster that has bought a card could not sweep any more",
    "kd.buy.any-number",
)
def no_sweep_after_buying(change: Changes) -> None:
    def no_sweeps(state: State, seat: int, options: list[Any]) -> list[Any]:
        bought = state.stack[0][buying.BOUGHT_NOW]
        return [option for option in options if option != SWEEP or not bought]

    offering(change, no_sweeps)


# --- prices --------------------------------------------------------------------------------------


@AS_IF("had-not-paid", "the price of a card had to be had, not to be paid", "kd.buy.price")
def had_not_paid(change: Changes) -> None:
    pay = atoms.pay

    def pay_sweeps(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
        pay(state, seat, amount if rules is buying.SWEPT else 0, cause, rules)

    change.put(buying, "pay", pay_sweeps)


@AS_IF("more-than-one-has", "a card could cost 1 more than the buyer has", "kd.buy.price")
def more_than_one_has(change: Changes) -> None:
    purchase, can_buy = buying.purchase, buying.can_buy

    def can_nearly(machine: Duel, state: State, card: int, seat: int, discount: int = 0) -> bool:
        price = buying.price_of(machine, state, card, discount)[0]
        return price - 1 <= state.counters[ENERGY + seat]

    def purchase_all(machine: Duel, state: State, seat: int, *rest: Any) -> None:
        purchase(machine, state, seat, *rest)
        state.counters[ENERGY + seat] = max(0, state.counters[ENERGY + seat])

    change.swap(can_buy, can_nearly)
    change.swap(purchase, purchase_all)


@AS_IF("nothing-off", "the rightmost card cost as much as it says", "kd.buy.rightmost")
def nothing_off(change: Changes) -> None:
    def printed(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        cost = machine.cost[state.cards[card]]
        return max(1, cost - discount) if discount else cost

    pricing(change, printed)


@AS_IF("leftmost-cheaper", "the card next to the deck were the cheaper one", "kd.buy.rightmost")
def leftmost_cheaper(change: Changes) -> None:
    def at_the_left(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        off = discount + (state.zones[ROW][0] == card)
        return max(1 if discount else 0, machine.cost[state.cards[card]] - off)

    pricing(change, at_the_left)


@AS_IF(
    "cheaper-in-phase",
    "the rightmost card were cheaper in the buy phase only",
    "kd.buy.rightmost",
    "kd.buy.at-start",
)
def cheaper_in_phase(change: Changes) -> None:
    def dearer(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        return max(1, machine.cost[state.cards[card]] - discount) if discount else price

    pricing(change, dearer)


@AS_IF(
    "cheaper-in-full-row",
    "the last card of a short row did not lie on the rightmost place",
    "kd.buy.exhausted",
    "kd.buy.rightmost",
)
def cheaper_in_full_row(change: Changes) -> None:
    def if_full(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        short = len(state.zones[ROW]) < ROW_SIZE
        return price + 1 if short and is_rightmost(state, card) else price

    pricing(change, if_full)


@AS_IF(
    "first-rightmost-only",
    "only the card that lay on the rightmost place when the turn began were cheaper",
    "kd.buy.chain",
    "kd.buy.rightmost",
)
def first_rightmost_only(change: Changes) -> None:
    def unless_slid(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        slid = (card, buying.SLID) in state.stack[0][buying.NEWS]
        return price + 1 if slid and is_rightmost(state, card) else price

    pricing(change, unless_slid)


@AS_IF("one-cheaper-a-turn", "only one card a turn could be bought for less", "kd.buy.chain")
def one_cheaper_a_turn(change: Changes) -> None:
    def first_only(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        bought = state.stack[0][buying.BOUGHT_NOW]
        return price + 1 if bought and is_rightmost(state, card) else price

    pricing(change, first_only)


# --- the row -------------------------------------------------------------------------------------


@AS_IF("where-it-lay", "a card were replaced where it lay, and none slid", "kd.buy.slide")
def where_it_lay(change: Changes) -> None:
    lay_out = buying.lay_out

    def lay_there(machine: Duel, state: State, frame: Frame) -> None:
        news = state.stack[0][buying.NEWS] if frame[buying.WHY] == buying.AFTER_ONE else ()
        slid = 0
        while slid < len(news) and news[-1 - slid][1] == buying.SLID:
            slid += 1
        lay_out(machine, state, frame)
        row = state.zones[ROW]
        row.insert(slid, row.pop(0))

    change.swap(lay_out, lay_there)


@AS_IF("discard-does-not-slide", "the row were not filled after a discard", "kd.buy.slide")
def discard_does_not_slide(change: Changes) -> None:
    fill_row = buying.fill_row

    def fill_after_purchase(state: State, why: int, *, short: bool = False) -> None:
        if why != buying.AFTER_ONE or state.stack[-1][0] == buying.PURCHASE:
            fill_row(state, why, short=short)

    change.swap(fill_row, fill_after_purchase)


@AS_IF("laid-on-the-right", "new cards were laid on the rightmost place", "kd.buy.refill")
def laid_on_the_right(change: Changes) -> None:
    lay_out = buying.lay_out

    def lay_right(machine: Duel, state: State, frame: Frame) -> None:
        lay_out(machine, state, frame)
        if frame[buying.WHY] == buying.AFTER_ONE:
            row = state.zones[ROW]
            row.append(row.pop(0))

    change.swap(lay_out, lay_right)


@AS_IF(
    "refill-at-phase-end",
    "the row were refilled when the buy phase is over",
    "kd.buy.refill",
    "kd.buy.new-card",
)
def refill_at_phase_end(change: Changes) -> None:
    fill_row, finish = buying.fill_row, turn.finish

    def fill_later(state: State, why: int, *, short: bool = False) -> None:
        if why != buying.AFTER_ONE:
            fill_row(state, why, short=short)

    def finish_and_fill(machine: Duel, state: State, frame: Frame) -> None:
        finish(machine, state, frame)
        if frame[buying.BOUGHT_NOW]:
            fill_row(state, buying.AFTER_ONE)

    change.swap(fill_row, fill_later)
    change.swap(finish, finish_and_fill)


def not_for_sale(change: Changes, why: int) -> None:
    """Let cards that are new in the row wait for the next turn."""

    def old_ones(state: State, seat: int, options: list[Any]) -> list[Any]:
        news = state.stack[0][buying.NEWS]
        return [o for o in options if o[0] != "buy" or (o[1], why) not in news]

    offering(change, old_ones)


@AS_IF("new-card-waits", "a card just laid out were not for sale in this turn", "kd.buy.new-card")
def new_card_waits(change: Changes) -> None:
    not_for_sale(change, buying.AFTER_ONE)


# --- sweeping ------------------------------------------------------------------------------------


@AS_IF("sweep-for-three", "sweeping cost 3 energy", "kd.buy.sweep")
def sweep_for_three(change: Changes) -> None:
    change.put(buying, "SWEEP_PRICE", SWEEP_PRICE + 1)


@AS_IF("swept-into-deck", "cards swept away went back to the deck", "kd.buy.sweep")
def swept_into_deck(change: Changes) -> None:
    discard = atoms.discard

    def put_back(state: State, card: int, cause: int, rules: Rules) -> None:
        if rules is buying.SWEPT:
            atoms.move(state, card, DECK)
        else:
            discard(state, card, cause, rules)

    change.put(buying, "discard", put_back)


@AS_IF(
    "swept-not-for-sale", "the cards of a sweep were for sale next turn only", "kd.buy.sweep-new"
)
def swept_not_for_sale(change: Changes) -> None:
    not_for_sale(change, buying.SWEPT_OUT)


@AS_IF("swept-not-cheaper", "no card laid out by a sweep were cheaper", "kd.buy.sweep-new")
def swept_not_cheaper(change: Changes) -> None:
    def unless_swept(machine: Duel, state: State, card: int, price: int, discount: int) -> int:
        new = (card, buying.SWEPT_OUT) in state.stack[0][buying.NEWS]
        return price + 1 if new and is_rightmost(state, card) else price

    pricing(change, unless_swept)


# --- energy for buying nothing -------------------------------------------------------------------


@AS_IF("bought-or-not", "every monster gained 1 energy after its buy phase", "kd.buy.none")
def bought_or_not(change: Changes) -> None:
    def reckon_all(machine: Duel, state: State, frame: Frame) -> None:
        gains.gain_energy(machine, state, frame[buying.SEAT], 1, NONE, ("kd.buy.none",))

    change.swap(buying.reckon_none, reckon_all)


@AS_IF("asked-in-vain", "only who could have bought gained energy for it", "kd.buy.none")
def asked_in_vain(change: Changes) -> None:
    reckon_none = buying.reckon_none

    def reckon_asked(machine: Duel, state: State, frame: Frame) -> None:
        if frame[buying.OFFERED]:
            reckon_none(machine, state, frame)

    change.swap(reckon_none, reckon_asked)


@AS_IF("phase-only", "a card bought at the start of the turn did not count", "kd.buy.none")
def phase_only(change: Changes) -> None:
    begin_buying = buying.begin_buying

    def begin_with_none(state: State, seat: int) -> None:
        state.stack[0][buying.BOUGHT_NOW] = ()
        begin_buying(state, seat)

    change.swap(begin_buying, begin_with_none)


@AS_IF("sweep-is-buying", "who sweeps gained no energy for buying nothing", "kd.buy.sweep-none")
def sweep_is_buying(change: Changes) -> None:
    def note(machine: Duel, state: State, frame: Frame) -> None:
        count_as_bought(state)

    taking(change, "sweep", note)


@AS_IF("discard-is-buying", "discarding a card of the row were buying it", "kd.buy.sweep-none")
def discard_is_buying(change: Changes) -> None:
    discard_from_row = buying.discard_from_row

    def discard_and_count(state: State, card: int, cause: int, rules: Rules) -> None:
        discard_from_row(state, card, cause, rules)
        count_as_bought(state)

    change.swap(discard_from_row, discard_and_count)


@AS_IF("sweep-rewarded", "sweeping were rewarded like buying", "kd.buy.sweep-none")
def sweep_rewarded(change: Changes) -> None:
    def reward(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[buying.SEAT]
        moments.happen(machine, state, "buying", seat, (seat, 0))

    taking(change, "sweep", reward)


# --- the deck ------------------------------------------------------------------------------------


@AS_IF(
    "reshuffle-at-once",
    "the discard pile were shuffled as soon as the deck is empty",
    "kd.buy.reshuffle",
    "kd.buy.refill",
)
def reshuffle_at_once(change: Changes) -> None:
    lay_out = buying.lay_out

    def lay_out_and_shuffle(machine: Duel, state: State, frame: Frame) -> None:
        lay_out(machine, state, frame)
        if not state.zones[DECK] and state.zones[DISCARD] and not machine.row_shrinks:
            atoms.reshuffle(state)

    change.swap(lay_out, lay_out_and_shuffle)


@AS_IF("one-comes-back", "one card of the discard pile came back, no more", "kd.buy.reshuffle")
def one_comes_back(change: Changes) -> None:
    reshuffle = atoms.reshuffle

    def bring_last(state: State) -> None:
        kept = state.zones[DISCARD][:-1]
        reshuffle(state)
        for card in kept:
            atoms.move(state, card, DISCARD)

    change.swap(reshuffle, bring_last)


@AS_IF("row-always-full", "no answer kept the row from being filled", "kd.buy.reshuffle")
def row_always_full(change: Changes) -> None:
    def shuffle(machine: Duel) -> None:
        machine.row_shrinks = False

    change.relink(shuffle)


@AS_IF(
    "one-for-one",
    "a card of a short row were replaced by one card only",
    "kd.buy.exhausted",
)
def one_for_one(change: Changes) -> None:
    lay_out = buying.lay_out

    def lay_out_one(machine: Duel, state: State, frame: Frame) -> None:
        lay_out(machine, state, frame)
        if frame[buying.WHY] == buying.AFTER_ONE:
            state.stack.pop()

    change.swap(lay_out, lay_out_one)


@AS_IF("empty-row-swept", "a row without cards could be swept", "kd.buy.exhausted")
def empty_row_swept(change: Changes) -> None:
    offer = buying.offer

    def offer_sweep(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[buying.SEAT]
        if state.zones[ROW] or state.counters[ENERGY + seat] < SWEEP_PRICE:
            offer(machine, state, frame)
        else:
            ask(state, "buy", seat, [SWEEP, DECLINE], NONE, ("kd.buy.sweep",))

    change.swap(offer, offer_sweep)


# --- one purchase, step by step ------------------------------------------------------------------


@AS_IF("refill-after-effect", "a card bought were replaced after its effect", "kd.buy.steps")
def refill_after_effect(change: Changes) -> None:
    fill_row = buying.fill_row

    def fill_later(state: State, why: int, *, short: bool = False) -> None:
        if why != buying.AFTER_ONE or state.stack[-1][0] != buying.PURCHASE:
            fill_row(state, why, short=short)

    def refill(machine: Duel, state: State, frame: Frame) -> None:
        fill_row(state, buying.AFTER_ONE)

    change.swap(fill_row, fill_later)
    steps = PROCEDURES.steps[buying.PURCHASE]
    purchase_by(change, *steps[:-1], refill, steps[-1])


@AS_IF("paid-last", "the price were paid when the card has done its work", "kd.buy.steps")
def paid_last(change: Changes) -> None:
    pay, put_away = atoms.pay, buying.put_away

    def pay_later(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
        if rules is buying.SWEPT:
            pay(state, seat, amount, cause, rules)
        else:
            state.stack[0][buying.NEWS] += ((amount, OWED),)

    def pay_and_put_away(machine: Duel, state: State, frame: Frame) -> None:
        turns = state.stack[0]
        owed = [amount for amount, why in turns[buying.NEWS] if why == OWED]
        turns[buying.NEWS] = tuple(each for each in turns[buying.NEWS] if each[1] != OWED)
        pay(state, frame[buying.BUYER], sum(owed), NONE, buying.PAID)
        put_away(machine, state, frame)

    change.put(buying, "pay", pay_later)
    change.swap(put_away, pay_and_put_away)


@AS_IF(
    "kept-before-rewards",
    "a keep card lay before its buyer before buying is rewarded, and rewarded itself",
    "kd.buy.reward",
    "kd.buy.steps",
)
def kept_before_rewards(change: Changes) -> None:
    take_effect = buying.take_effect

    def keep(machine: Duel, state: State, frame: Frame) -> None:
        if state.cards[frame[buying.CARD]] in machine.kept:
            buying.put_away(machine, state, frame)

    def take_effect_of_others(machine: Duel, state: State, frame: Frame) -> None:
        if state.where[frame[buying.CARD]] != AREA + frame[buying.BUYER]:
            take_effect(machine, state, frame)

    noise, reward, _, *rest = PROCEDURES.steps[buying.PURCHASE]
    purchase_by(change, noise, keep, reward, take_effect_of_others, *rest)
