"""Misreadings of the buy phase: who buys, for how much, the row, and what rewards it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import happens, let, remembered, steps
from conformance.mutants.topic import Topic
from oracle.dice_games import atoms, table
from oracle.dice_games.table import DECK, DECLINE, DISCARD, NONE, ROW, SWEEP, SWEEP_PRICE, USED
from oracle.duel import buy, cards, end, energy, moments, turn
from oracle.duel.binding import EFFECTS
from oracle.duel.buy import AFTER_ONE, BOUGHT_NOW, BUYER, CARD, NEWS, PURCHASE, SEAT, WHY
from oracle.duel.machine import Duel
from oracle.duel.table import ENERGY, PROCEDURES, rival
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, State

AS_IF = Topic("duel", "buy")

SWEPT_NOW = -2
"""Stands among what was bought in a turn for a sweep of the row."""

OWED = 9
"""Stands in the news of the row for a price that is still to be paid."""


@do.verb
def offering(change: Changes, new: Callable[[State, list[Any]], list[Any]]) -> None:
    """Offer other purchases; nobody is asked where there are none."""

    @change.around(buy, "ask")
    def ask_otherwise(ask: Any, state: State, kind: str, options: Any) -> None:
        options = new(state, list(options)) if kind == "buy" else options
        if list(options) == [DECLINE]:
            state.answer = DECLINE
        else:
            ask(options=options)


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
def pricing(change: Changes, new: Callable[..., int]) -> None:
    """Let cards have another price: by what it should be, the cost, and what it is less now."""

    @change.around(buy.price_of)
    def otherwise(price_of: Any, machine: Duel, state: State, card: int, discount: int = 0) -> Any:
        price, rules = price_of()
        return new(state, card, price, machine.cost[state.cards[card]], discount), rules


@do.verb
def dearer(change: Changes, when: Callable[[State, int], object]) -> None:
    """Let the card on the rightmost place not be cheaper at times."""

    @change.result(buy.price_of)
    def dearer_price(found: Any, state: State, card: int) -> Any:
        return (found[0] + bool(state.zones[ROW][-1] == card and when(state, card)), found[1])


def count_as_bought(state: State) -> None:
    """Let something pass for a purchase of this turn."""
    state.stack[0][BOUGHT_NOW] += (SWEPT_NOW,)


# --- who buys, and how much ----------------------------------------------------------------------
@AS_IF("a monster had to buy what it can pay", "kd.buy.may")
@offering
def must_buy(state: State, options: list[Any]) -> list[Any]:
    can = any(option[0] == "buy" for option in options)
    return [option for option in options if option != DECLINE or not can]


@AS_IF("a monster that can neither buy nor sweep could use no card in its buy phase", "kd.buy.may")
@offering
def only_to_buy(state: State, options: list[Any]) -> list[Any]:
    return options if any(each[0] in ("buy", "sweep") for each in options) else [DECLINE]


@AS_IF("a monster swept the row once a turn", "kd.buy.any-number")
def one_sweep(change: Changes) -> None:
    def no_more_sweeps(state: State, options: list[Any]) -> list[Any]:
        swept = SWEPT_NOW in state.stack[0][BOUGHT_NOW]
        return [option for option in options if option != SWEEP or not swept]

    @change.before(buy.reckon_none)
    def reckon_cards(state: State) -> None:
        turns = state.stack[0]
        turns[BOUGHT_NOW] = tuple(card for card in turns[BOUGHT_NOW] if card != SWEPT_NOW)

    taking("sweep", lambda machine, state, frame: count_as_bought(state))(change)
    offering(no_more_sweeps)(change)


@AS_IF("a monster that has bought a card could not sweep any more", "kd.buy.any-number")
@offering
def no_sweep_after_buying(state: State, options: list[Any]) -> list[Any]:
    return [each for each in options if each != SWEEP or not state.stack[0][BOUGHT_NOW]]


AS_IF("the rival bought in every buy phase too", "kd.buy.may").so(
    "both-buy",
    do.before(turn.buy)(lambda state, frame: buy.begin_buying(state, rival(frame[turn.SEAT]))),
)
AS_IF("a monster bought one card in a buy phase", "kd.buy.any-number", "kd.buy.may").so(
    "one-card", taking("buy", lambda machine, state, frame: let(frame, 1, buy.DONE.at))
)


# --- prices --------------------------------------------------------------------------------------
@AS_IF("a card could cost 1 more than the buyer has", "kd.buy.price")
def more_than_one_has(change: Changes) -> None:
    @change.instead(buy.can_buy)
    def can_nearly(machine: Duel, state: State, card: int, seat: int, discount: int = 0) -> bool:
        price = buy.price_of(machine, state, card, discount)[0]
        return price - 1 <= state.counters[ENERGY + seat]

    @change.after(buy.purchase)
    def purchase_all(state: State, seat: int) -> None:
        state.counters[ENERGY + seat] = max(0, state.counters[ENERGY + seat])


@AS_IF("the card next to the deck were the cheaper one", "kd.buy.rightmost")
@pricing
def leftmost_cheaper(state: State, card: int, price: int, cost: int, discount: int) -> int:
    return max(1 if discount else 0, cost - discount - (state.zones[ROW][0] == card))


AS_IF("the price of a card had to be had, not to be paid", "kd.buy.price").so(
    "had-not-paid",
    do.around(buy, "pay")(
        lambda pay, amount, rules: pay(amount=amount if rules is buy.SWEPT else 0)
    ),
)
AS_IF("the rightmost card cost as much as it says", "kd.buy.rightmost").so(
    "nothing-off",
    pricing(lambda state, card, price, cost, off: max(1, cost - off) if off else cost),
)
AS_IF(
    "the rightmost card were cheaper in the buy phase only", "kd.buy.rightmost", "kd.buy.at-start"
).so(
    "cheaper-in-phase",
    pricing(lambda state, card, price, cost, off: max(1, cost - off) if off else price),
)
AS_IF(
    "the last card of a short row did not lie on the rightmost place",
    "kd.buy.exhausted",
    "kd.buy.rightmost",
).so("cheaper-in-full-row", dearer(lambda state, card: len(state.zones[ROW]) < table.ROW_SIZE))
AS_IF(
    "only the card that lay on the rightmost place when the turn began were cheaper",
    "kd.buy.chain",
    "kd.buy.rightmost",
).so("first-rightmost-only", dearer(lambda state, card: (card, buy.SLID) in state.stack[0][NEWS]))
AS_IF("only one card a turn could be bought for less", "kd.buy.chain").so(
    "one-cheaper-a-turn", dearer(lambda state, card: state.stack[0][BOUGHT_NOW])
)


# --- the row -------------------------------------------------------------------------------------
@AS_IF("a card were replaced where it lay, and none slid", "kd.buy.slide")
@do.around(buy.lay_out)
def where_it_lay(lay_out: Any, state: State, frame: Frame) -> None:
    news = state.stack[0][NEWS] if frame[WHY] == AFTER_ONE else ()
    slid = 0
    while slid < len(news) and news[-1 - slid][1] == buy.SLID:
        slid += 1
    lay_out()
    row = state.zones[ROW]
    row.insert(slid, row.pop(0))


@AS_IF("new cards were laid on the rightmost place", "kd.buy.refill")
@do.after(buy.lay_out)
def laid_on_the_right(state: State, frame: Frame) -> None:
    if frame[WHY] == AFTER_ONE:
        row = state.zones[ROW]
        row.append(row.pop(0))


@AS_IF("the row were refilled when the buy phase is over", "kd.buy.refill", "kd.buy.new-card")
def refill_at_phase_end(change: Changes) -> None:
    fill_row = buy.fill_row

    @change.unless(fill_row)
    def fill_later(why: int) -> bool:
        return why == AFTER_ONE

    @change.after(end.finish)
    def finish_and_fill(state: State, frame: Frame) -> None:
        if frame[BOUGHT_NOW]:
            fill_row(state, AFTER_ONE)


@do.verb
def not_for_sale(change: Changes, why: int) -> None:
    """Let cards that are new in the row wait for the next turn."""

    def old_ones(state: State, options: list[Any]) -> list[Any]:
        news = state.stack[0][NEWS]
        return [o for o in options if o[0] != "buy" or (o[1], why) not in news]

    offering(old_ones)(change)


AS_IF("the row were not filled after a discard", "kd.buy.slide").so(
    "discard-does-not-slide",
    do.provided(buy.fill_row)(
        lambda state, why: why != AFTER_ONE or state.stack[-1][0] == PURCHASE
    ),
)
AS_IF("a card just laid out were not for sale in this turn", "kd.buy.new-card").so(
    "new-card-waits", not_for_sale(AFTER_ONE)
)


# --- sweeping ------------------------------------------------------------------------------------
@AS_IF("cards swept away went back to the deck", "kd.buy.sweep")
@do.around(buy, "discard")
def swept_into_deck(discard: Any, state: State, card: int, rules: Any) -> None:
    if rules is buy.SWEPT:
        atoms.move(state, card, DECK)
    else:
        discard()


AS_IF("sweeping cost 3 energy", "kd.buy.sweep").so(
    "sweep-for-three", do.put(buy, "SWEEP_PRICE", SWEEP_PRICE + 1)
)
AS_IF("the cards of a sweep were for sale next turn only", "kd.buy.sweep-new").so(
    "swept-not-for-sale", not_for_sale(buy.SWEPT_OUT)
)
AS_IF("no card laid out by a sweep were cheaper", "kd.buy.sweep-new").so(
    "swept-not-cheaper",
    dearer(lambda state, card: (card, buy.SWEPT_OUT) in state.stack[0][NEWS]),
)


# --- energy for buying nothing -------------------------------------------------------------------
@AS_IF("every monster gained 1 energy after its buy phase", "kd.buy.none")
@do.instead(buy.reckon_none)
def bought_or_not(machine: Duel, state: State, frame: Frame) -> None:
    energy.gain_energy(machine, state, frame[SEAT], 1, NONE, ("kd.buy.none",))


AS_IF("sweeping were rewarded like buying", "kd.buy.sweep-none").so(
    "sweep-rewarded", taking("sweep", happens("buying", SEAT))
)
AS_IF("only who could have bought gained energy for it", "kd.buy.none").so(
    "asked-in-vain", do.provided(buy.reckon_none)(lambda frame: frame[buy.OFFERED])
)
AS_IF("a card bought at the start of the turn did not count", "kd.buy.none").so(
    "phase-only", do.before(buy.begin_buying)(lambda state: let(state.stack[0], BOUGHT_NOW, ()))
)
AS_IF("who sweeps gained no energy for buying nothing", "kd.buy.sweep-none").so(
    "sweep-is-buying", taking("sweep", lambda machine, state, frame: count_as_bought(state))
)
AS_IF("discarding a card of the row were buying it", "kd.buy.sweep-none").so(
    "discard-is-buying", do.after(buy.discard_from_row)(lambda state: count_as_bought(state))
)


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


@AS_IF("a card of a short row were replaced by one card only", "kd.buy.exhausted")
@do.after(buy.lay_out)
def one_for_one(state: State, frame: Frame) -> None:
    if frame[WHY] == AFTER_ONE:
        state.stack.pop()


def offer_sweep(machine: Duel, state: State, frame: Frame) -> None:
    """Ask whether a monster sweeps the row."""
    ask(state, "buy", frame[SEAT], [SWEEP, DECLINE], NONE, ("kd.buy.sweep",))


@AS_IF("a row without cards could be swept", "kd.buy.exhausted")
@do.around(buy.offer)
def empty_row_swept(offer: Any, machine: Duel, state: State, frame: Frame) -> None:
    if state.zones[ROW] or state.counters[ENERGY + frame[SEAT]] < SWEEP_PRICE:
        offer()
    else:
        offer_sweep(machine, state, frame)


AS_IF("no answer kept the row from being filled", "kd.buy.reshuffle").so(
    "row-always-full", do.answer("row_shrinks", False)
)


# --- one purchase, step by step ------------------------------------------------------------------
@AS_IF("a card bought were replaced after its effect", "kd.buy.steps")
def refill_after_effect(change: Changes) -> None:
    fill_row = buy.fill_row

    @change.unless(fill_row)
    def fill_later(state: State, why: int) -> bool:
        return why == AFTER_ONE and state.stack[-1][0] == PURCHASE

    def refill(machine: Duel, state: State, frame: Frame) -> None:
        fill_row(state, AFTER_ONE)

    *before, last = PROCEDURES.steps[PURCHASE]
    steps(PURCHASE, *before, refill, last)(change)


@AS_IF("the price were paid when the card has done its work", "kd.buy.steps")
def paid_last(change: Changes) -> None:
    @change.around(buy, "pay")
    def pay_later(pay: Any, state: State, amount: int, rules: Any) -> None:
        if rules is buy.SWEPT:
            pay()
        else:
            state.stack[0][NEWS] += ((amount, OWED),)

    @change.before(buy.put_away)
    def pay_and_put_away(state: State, frame: Frame) -> None:
        turns = state.stack[0]
        owed = sum(amount for amount, why in turns[NEWS] if why == OWED)
        turns[NEWS] = tuple(each for each in turns[NEWS] if each[1] != OWED)
        energy.pay(state, frame[BUYER], owed, NONE, buy.PAID)


@AS_IF(
    "a keep card lay before its buyer before buying is rewarded, and rewarded itself",
    "kd.buy.reward",
    "kd.buy.steps",
)
def kept_before_rewards(change: Changes) -> None:
    def keep(machine: Duel, state: State, frame: Frame) -> None:
        if state.cards[frame[CARD]] in machine.kept:
            buy.put_away(machine, state, frame)

    def take_effect_of_others(machine: Duel, state: State, frame: Frame) -> None:
        if state.where[frame[CARD]] != table.AREA + frame[BUYER]:
            take_effect(machine, state, frame)

    noise, reward, take_effect, *rest = PROCEDURES.steps[PURCHASE]
    steps(PURCHASE, noise, keep, reward, take_effect_of_others, *rest)(change)


# --- rewards -------------------------------------------------------------------------------------
AS_IF("a card rewarded its owner when the rival buys too", "kd.buy.reward").so(
    "rival-rewarded", do.before(buy.reward)(happens("buying", BUYER, to_rival=True))
)


AS_IF("only the first card bought in a turn were rewarded", "kd.buy.reward").so(
    "first-card-only",
    do.provided(buy.reward)(lambda state: len(state.stack[0][BOUGHT_NOW]) == 1),
)
AS_IF("buying were rewarded in the buy phase only", "kd.buy.reward").so(
    "in-buy-phase-only",
    do.provided(buy.reward)(lambda state: any(e[0] == buy.BUY_PHASE for e in state.stack)),
)
AS_IF("buying were always rewarded before the effect", "kd.buy.reward").so(
    "reward-never-after", do.answer("reward_after", False)
)
AS_IF("buying were always rewarded after the effect", "kd.buy.reward").so(
    "reward-always-after", do.answer("reward_after", True)
)


# --- buying at the start of the turn -------------------------------------------------------------
@AS_IF("a card could cost nothing at the start of a turn", "kd.buy.at-start")
@do.around(buy.price_of)
def free_at_start(price_of: Any, discount: int = 0) -> Any:
    price, rules = price_of(discount=0)
    return max(0, price - discount), rules


@AS_IF("the row could be swept at the start of a turn", "kd.buy.at-start")
def sweep_at_start(change: Changes) -> None:
    def take(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer != SWEEP:
            return
        energy.pay(state, frame[SEAT], SWEEP_PRICE, NONE, buy.SWEPT)
        for card in list(state.zones[ROW]):
            cards.discard(state, card, NONE, buy.SWEPT)
        buy.fill_row(state, buy.SWEPT_OUT)

    number = change.procedure("sweep-at-start", offer_sweep, take, remembers=1)

    @change.around(turn.begin_effect)
    def begin_or_sweep(begin_effect: Any, machine: Duel, state: State, frame: Frame) -> None:
        seat, card = frame[turn.SEAT], state.answer[1]
        begin_effect()
        buys = machine.definitions[state.cards[card]].id == "made-in-a-lab"
        if buys and state.counters[ENERGY + seat] >= SWEEP_PRICE and state.zones[ROW]:
            state.stack.append([number, 0, seat])


AS_IF("a card cost its price at the start of a turn", "kd.buy.at-start").so(
    "no-discount-at-start", do.around(buy.price_of)(lambda price_of: price_of(discount=0))
)
AS_IF("two cards could be bought at the start of a turn", "kd.buy.at-start").so(
    "two-at-start", do.around(EFFECTS, "buy")(lambda buy: [*buy(), *buy()])
)


# --- discarding a card of the row ----------------------------------------------------------------
@AS_IF("a card of the row were discarded for 1 energy", "kd.buy.discard-one")
@do.after(buy.discard_from_row)
def discard_for_one(state: State, cause: int, rules: Any) -> None:
    seat = state.stack[0][turn.SEAT]
    energy.pay(state, seat, min(1, state.counters[ENERGY + seat]), cause, rules)


@AS_IF("a monster discarded as many as it likes", "kd.buy.discard-one")
@do.after(buy.discard_from_row)
def discard_any_number(state: State, cause: int) -> None:
    turns = state.stack[0]
    turns[USED] = tuple(used for used in turns[USED] if used[0] != cause)


@AS_IF("a monster discarded from the row in the rival's turn", "kd.buy.discard-one")
@do.after(turn.before_effects)
def any_turn(machine: Duel, state: State, frame: Frame) -> None:
    other = rival(frame[turn.SEAT])
    moments.open_window(machine, state, ("any-time",), other, (other, 0))


AS_IF("a monster discarded from the row once a game", "kd.buy.discard-one").so(
    "once-a-game", remembered(turn.begin, USED)
)
