"""Misreadings of the buy phase: when, what, for how much, and how the row is filled."""

from __future__ import annotations

from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, buy, end, energy, moments, monsters, turn
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import (
    ACTOR,
    DECK,
    DECLINE,
    DISCARD,
    PROCEDURES,
    ROW,
    SCORED,
    SWEEP,
    SWEEP_PRICE,
    TOP,
)

AS_IF = Topic("tokyo", "buy")

HAS_SWEPT = 1 << 8
"""A bit of SCORED that the oracle does not use."""

NEW = 1
"""A bit of a card's marks that the oracle does not use: it was turned up in this turn."""


@do.verb
def turns_in_order(change: Changes, step: Step, before: Step) -> None:
    """Let a step of every turn come before another one."""
    steps = [each for each in PROCEDURES.steps[turn.TURNS] if each is not step]
    steps.insert(steps.index(before), step)
    change.put(PROCEDURES.steps, turn.TURNS, tuple(steps))


@do.verb
def offering(change: Changes, new: Any) -> None:
    """Offer other purchases; nobody is asked where there are none. Any: gives the options."""

    @change.instead(buy, "ask")
    def ask_otherwise(
        state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
    ) -> None:
        if kind == "buy":
            options = new(state, seat, list(options))
        if list(options) == [DECLINE]:
            state.answer = DECLINE
        else:
            ask(state, kind, seat, options, *rest)


@do.verb
def taking(change: Changes, verb: str, more: Any) -> None:
    """Do something more when a monster has bought, swept or declined. Any: a step."""

    @change.around(buy.take)
    def take_and_more(take: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        chosen = state.answer[0]
        take()
        if chosen == verb:
            more(machine, state, frame)


@do.verb
def paying(change: Changes, new: Any) -> None:
    """Pay in another way. Any: says how much, of what should be paid and whether for a sweep."""
    pay = energy.pay

    @change.instead(buy, "pay")
    def pay_otherwise(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        amount = new(machine, state, seat, amount, rules is buy.SWEPT)
        pay(machine, state, seat, amount, cause, rules)


@do.verb
def pricing(change: Changes, new: Any) -> None:
    """Let cards have another price. Any: gives it, from what it should be."""

    @change.around(buy.price_of)
    def price_otherwise(price_of: Any, machine: Tokyo, state: State, card: int, buyer: int) -> Any:
        price, rules = price_of()
        return new(machine, state, card, buyer, price), rules


def discount_of(machine: Tokyo, state: State, seat: int) -> int:
    """How much cheaper cards are for a monster."""
    changes = monsters.changes_of(machine, state, "modify-cost", seat)
    return -sum(much for _, made, much in changes if made.subject == "bought")


# --- when and how often --------------------------------------------------------------------------


AS_IF("a monster bought before its dice are resolved", "kt.buy.when").so(
    "before-the-dice", turns_in_order(turn.buy, turn.resolve)
)
AS_IF("a monster bought before it enters Tokyo", "kt.buy.when").so(
    "before-entering", turns_in_order(turn.buy, turn.enter)
)


@AS_IF("all monsters bought in every turn", "kt.buy.when")
@do.before(turn.buy)
def everybody_buys(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in reversed(monsters.others(machine, state, frame[turn.SEAT])):
        buy.begin_buying(state, seat)


@AS_IF("a monster had to buy what it can pay", "kt.buy.may")
@offering
def must_buy(state: State, seat: int, options: list[Any]) -> list[Any]:
    can = any(option[0] == "buy" for option in options)
    return [option for option in options if option != DECLINE or not can]


AS_IF("a monster that can pay for no card had to sweep", "kt.buy.may").so(
    "must-sweep",
    offering(lambda state, seat, options: [SWEEP] if options == [SWEEP, DECLINE] else options),
)


@AS_IF("a monster bought one card a turn", "kt.buy.any-number")
@partial(taking, "buy")
def one_card(machine: Tokyo, state: State, frame: Frame) -> None:
    frame[1] = buy.DONE


@AS_IF("a monster swept once a turn", "kt.buy.any-number")
def one_sweep(change: Changes) -> None:
    def note(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[SCORED] |= HAS_SWEPT

    def no_more_sweeps(state: State, seat: int, options: list[Any]) -> list[Any]:
        swept = state.registers[SCORED] & HAS_SWEPT
        return [option for option in options if option != SWEEP or not swept]

    taking("sweep", note)(change)
    offering(no_more_sweeps)(change)


@AS_IF("a monster that has bought a card could not sweep any more", "kt.buy.any-number")
@offering
def no_sweep_after_buying(state: State, seat: int, options: list[Any]) -> list[Any]:
    bought = state.stack[0][buy.BOUGHT_NOW]
    return [option for option in options if option != SWEEP or not bought]


# --- prices --------------------------------------------------------------------------------------


AS_IF("the price of a card had to be had, not to be paid", "kt.buy.price").so(
    "had-not-paid", paying(lambda machine, state, seat, amount, sweeps: amount if sweeps else 0)
)


@AS_IF("a card could be bought for all energy one has, if it costs more", "kt.buy.price")
@pricing
def all_one_has(machine: Tokyo, state: State, card: int, buyer: int, price: int) -> int:
    energy = state.counters[machine.energy + buyer]
    return min(price, energy) if energy else price


@AS_IF("only cards of the row were cheaper", "kt.buy.cheaper")
@pricing
def cheaper_in_row(machine: Tokyo, state: State, card: int, buyer: int, price: int) -> int:
    if state.where[card] == ROW:
        return price
    return price + discount_of(machine, state, buyer)


AS_IF("a card cost at least 1 energy, however cheap it becomes", "kt.buy.cheaper").so(
    "never-free", pricing(lambda machine, state, card, buyer, price: max(1, price))
)


@AS_IF("sweeping were cheaper too", "kt.buy.cheaper", "kt.buy.sweep")
def cheaper_sweep(change: Changes) -> None:
    @change.around(buy.offer)
    def offer_sweep(offer: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[buy.SEAT]
        offer()
        enough = SWEEP_PRICE - discount_of(machine, state, seat)
        pending = state.pending
        if pending is not None and state.counters[machine.energy + seat] >= enough:
            options = [option for option in pending[2] if option not in (SWEEP, DECLINE)]
            state.pending = (*pending[:2], [*options, SWEEP, DECLINE], *pending[3:])

    def cheaper(machine: Tokyo, state: State, seat: int, amount: int, sweeps: bool) -> int:
        return amount - discount_of(machine, state, seat) if sweeps else amount

    paying(cheaper)(change)


# --- the row -------------------------------------------------------------------------------------


def note_revealed(machine: Tokyo, state: State, frame: Frame) -> None:
    """Keep what was turned up with the purchase."""
    frame[buy.REVEALED] = state.answer if frame[buy.FROM_ROW] else ()


@do.verb
def purchase_by(change: Changes, *steps: Step) -> None:
    """Let a purchase go in other steps."""
    last = PROCEDURES.steps[buy.PURCHASE][-1]
    change.put(PROCEDURES.steps, buy.PURCHASE, (*steps, last))


@AS_IF("a card bought were replaced after its effect", "kt.buy.refill", "kt.buy.steps")
def refill_after_effect(change: Changes) -> None:
    steps = buy.take_effect, buy.refill, note_revealed, buy.put_away, buy.show
    purchase_by(*steps)(change)


@AS_IF("the row were refilled when the buy phase is over", "kt.buy.refill", "kt.buy.replacement")
def refill_at_phase_end(change: Changes) -> None:
    @change.instead(buy.refill)
    def refill_later(state: State) -> None:
        state.answer = ()

    @change.after(end.finish)
    def finish_and_fill(state: State, frame: Frame) -> None:
        if frame[buy.BOUGHT_NOW]:
            buy.fill_row(state, offer_after=True)


@AS_IF("a card turned up were not for sale before the next turn", "kt.buy.replacement")
def replacement_waits(change: Changes) -> None:
    @change.before(buy.lay_out)
    def lay_out_new(state: State) -> None:
        state.marks[state.answer[1]] |= NEW

    @change.before(turn.begin)
    def begin_anew(state: State) -> None:
        state.marks = [marks & ~NEW for marks in state.marks]

    def old_ones(state: State, seat: int, options: list[Any]) -> list[Any]:
        return [o for o in options if o[0] != "buy" or not state.marks[o[1]] & NEW]

    offering(old_ones)(change)


AS_IF("sweeping cost 3 energy", "kt.buy.sweep").so(
    "sweep-for-three", do.put(buy, "SWEEP_PRICE", SWEEP_PRICE + 1)
)


@AS_IF("cards swept away went back to the deck", "kt.buy.sweep")
@do.instead(buy, "discard")
def swept_into_deck(machine: Tokyo, state: State, card: int, cause: int, rules: Rules) -> None:
    if rules is buy.SWEPT:
        atoms.move(state, card, DECK)
    else:
        atoms.discard(machine, state, card, cause, rules)


@AS_IF("the cards of a new row were turned up and offered one by one", "kt.buy.sweep")
def offered_one_by_one(change: Changes) -> None:
    @change.around(buy.lay_out)
    def lay_out_and_offer(lay_out: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        card = state.answer[1]
        lay_out()
        if frame[buy.OFFER_AFTER]:
            buy.offer_revealed(machine, state, (card,))

    @change.before(buy.filled)
    def filled_already(frame: Frame) -> None:
        frame[buy.OFFER_AFTER] = 0


@AS_IF("what was turned up were offered to others before the card takes effect", "kt.buy.steps")
def offered_before_effect(change: Changes) -> None:
    take_effect = buy.take_effect

    def take_effect_later(machine: Tokyo, state: State, frame: Frame) -> None:
        take_effect(machine, state, frame)
        frame[buy.REVEALED] = ()

    steps = buy.refill, note_revealed, buy.show, take_effect_later, buy.put_away
    purchase_by(*steps)(change)


@AS_IF("what rewards buying came before the effect of the card", "kt.buy.steps")
def reward_before_effect(change: Changes) -> None:
    begin_moment = moments.begin_moment

    def reward(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, card = frame[buy.BUYER], frame[buy.CARD]
        found = [e for e in moments.at(machine, state, "buying", seat) if e[0] != card]
        begin_moment(state, seat, (seat, 0), found)

    def put_away_only(machine: Tokyo, state: State, frame: Frame) -> None:
        stack = len(state.stack)
        put_away(machine, state, frame)
        del state.stack[stack:]

    put_away = buy.put_away
    steps = (buy.refill, note_revealed, reward, *_effect_last(), put_away_only, buy.show)
    purchase_by(*steps)(change)


def _effect_last() -> tuple[Step, ...]:
    """The effect of a card, with what was turned up kept as it is."""

    def take_effect(machine: Tokyo, state: State, frame: Frame) -> None:
        kept = frame[buy.REVEALED]
        buy.take_effect(machine, state, frame)
        frame[buy.REVEALED] = kept

    return (take_effect,)


# --- rewards -------------------------------------------------------------------------------------


@do.verb
def rewarding(change: Changes, new: Any) -> None:
    """Reward a purchase otherwise. Any: says whether, of buyer, card bought and what rewards."""
    begin_moment, at = moments.begin_moment, moments.at

    def put_away(machine: Tokyo, state: State, frame: Frame) -> None:
        card, seat = frame[buy.CARD], frame[buy.BUYER]
        stack = len(state.stack)
        before(machine, state, frame)
        del state.stack[stack:]
        if state.counters[seat]:
            found = [e for e in at(machine, state, "buying", seat) if new(state, seat, card, e[0])]
            begin_moment(state, seat, (seat, 0), found)

    before = buy.put_away
    change.swap(before, put_away)


AS_IF("a card that rewards buying rewarded its own purchase", "kt.buy.reward").so(
    "rewards-itself", rewarding(lambda state, seat, card, by: True)
)
AS_IF("buying were rewarded in one's own turn only", "kt.buy.reward").so(
    "own-turn-only",
    rewarding(lambda state, seat, card, by: by != card and state.registers[ACTOR] == seat),
)


@AS_IF("only the first card bought in a turn were rewarded", "kt.buy.reward")
@rewarding
def first_card_only(state: State, seat: int, card: int, by: int) -> bool:
    return by != card and len(state.stack[0][buy.BOUGHT_NOW]) == 1


# --- the deck ------------------------------------------------------------------------------------


@AS_IF("the discard pile were never shuffled", "kt.buy.reshuffle")
def no_reshuffle(change: Changes) -> None:
    @change.around(buy.next_card)
    def next_if_any(next_card: Any, state: State, frame: Frame) -> None:
        if state.zones[DECK] or state.zones[TOP]:
            next_card()
        else:
            frame[1] = buy.FILLED.at

    @change.instead(buy, "reshuffle")
    def leave_it() -> None:
        return


@AS_IF("the discard pile were shuffled as soon as the deck is empty", "kt.buy.reshuffle")
@do.after(buy.lay_out)
def reshuffle_at_once(state: State) -> None:
    if not state.zones[DECK] and state.zones[DISCARD]:
        atoms.reshuffle(state)


@AS_IF("a card bought from a short row were replaced by one card only", "kt.buy.exhausted")
@do.after(buy.lay_out)
def one_for_one(frame: Frame) -> None:
    if not frame[buy.OFFER_AFTER] and not frame[buy.AT_SETUP]:
        frame[1] = buy.FILLED


AS_IF(
    "energy could be paid for a sweep where no card is left to put away or turn up",
    "kt.buy.exhausted",
).so("swept-for-nothing", do.swap(buy.can_be_swept, lambda state: True))
AS_IF("an empty row could not be swept", "kt.buy.exhausted", "kt.buy.sweep").so(
    "no-empty-sweep", do.swap(buy.can_be_swept, lambda state: bool(state.zones[ROW]))
)


@AS_IF("a sweep turned up as many cards as it put away", "kt.buy.exhausted", "kt.buy.sweep")
def as_many_as_swept(change: Changes) -> None:
    @change.around(buy.take)
    def take_and_count(take: Any, state: State) -> None:
        sweeps, swept = state.answer == SWEEP, len(state.zones[ROW])
        take()
        if sweeps:
            state.stack[-1][buy.WANTED] = swept

    @change.around(buy.next_card)
    def next_if_wanted(next_card: Any, frame: Frame) -> None:
        if 0 < frame[buy.WANTED] <= len(frame[buy.TURNED]):
            frame[1] = buy.FILLED.at
        else:
            next_card()
