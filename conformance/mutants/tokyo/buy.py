"""Misreadings of the buy phase: when, what, for how much, and how the row is filled."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, buying, moments, monsters, turn
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


def turns_in_order(change: Changes, step: Step, before: Step) -> None:
    """Let a step of every turn come before another one."""
    steps = [each for each in PROCEDURES.steps[turn.TURNS] if each is not step]
    steps.insert(steps.index(before), step)
    change.put(PROCEDURES.steps, turn.TURNS, tuple(steps))


def offering(change: Changes, new: Any) -> None:
    """Offer other purchases; nobody is asked where there are none. Any: gives the options."""

    def ask_otherwise(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "buy":
            options = new(state, seat, list(options))
        if list(options) == [DECLINE]:
            state.answer = DECLINE
        else:
            ask(state, kind, seat, options, *rest)

    change.put(buying, "ask", ask_otherwise)


def taking(change: Changes, verb: str, more: Any) -> None:
    """Do something more when a monster has bought, swept or declined. Any: a step."""
    take = buying.take

    def take_and_more(machine: Tokyo, state: State, frame: Frame) -> None:
        chosen = state.answer[0]
        take(machine, state, frame)
        if chosen == verb:
            more(machine, state, frame)

    change.swap(take, take_and_more)


def paying(change: Changes, new: Any) -> None:
    """Pay in another way. Any: says how much, of what should be paid and whether for a sweep."""
    pay = atoms.pay

    def pay_otherwise(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        amount = new(machine, state, seat, amount, rules is buying.SWEPT)
        pay(machine, state, seat, amount, cause, rules)

    change.put(buying, "pay", pay_otherwise)


def pricing(change: Changes, new: Any) -> None:
    """Let cards have another price. Any: gives it, from what it should be."""
    price_of = monsters.price_of

    def price_otherwise(machine: Tokyo, state: State, card: int, buyer: int) -> tuple[int, Rules]:
        price, rules = price_of(machine, state, card, buyer)
        return new(machine, state, card, buyer, price), rules

    change.swap(price_of, price_otherwise)


def discount_of(machine: Tokyo, state: State, seat: int) -> int:
    """How much cheaper cards are for a monster."""
    changes = monsters.changes_of(machine, state, "modify-cost", seat)
    return -sum(much for _, made, much in changes if made.subject == "bought")


# --- when and how often --------------------------------------------------------------------------


@AS_IF("before-the-dice", "a monster bought before its dice are resolved", "kt.buy.when")
def before_the_dice(change: Changes) -> None:
    turns_in_order(change, turn.buy, turn.resolve)


@AS_IF("before-entering", "a monster bought before it enters Tokyo", "kt.buy.when")
def before_entering(change: Changes) -> None:
    turns_in_order(change, turn.buy, turn.enter)


@AS_IF("everybody-buys", "all monsters bought in every turn", "kt.buy.when")
def everybody_buys(change: Changes) -> None:
    buy = turn.buy

    def buy_all(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in reversed(monsters.others(machine, state, frame[turn.SEAT])):
            buying.begin_buying(state, seat)
        buy(machine, state, frame)

    change.swap(buy, buy_all)


@AS_IF("must-buy", "a monster had to buy what it can pay", "kt.buy.may")
def must_buy(change: Changes) -> None:
    def without_declining(state: State, seat: int, options: list[Any]) -> list[Any]:
        can = any(option[0] == "buy" for option in options)
        return [option for option in options if option != DECLINE or not can]

    offering(change, without_declining)


@AS_IF("must-sweep", "a monster that can pay for no card had to sweep", "kt.buy.may")
def must_sweep(change: Changes) -> None:
    def sweep_only(state: State, seat: int, options: list[Any]) -> list[Any]:
        return [SWEEP] if options == [SWEEP, DECLINE] else options

    offering(change, sweep_only)


@AS_IF("one-card", "a monster bought one card a turn", "kt.buy.any-number")
def one_card(change: Changes) -> None:
    def stop(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[1] = buying.DONE.at

    taking(change, "buy", stop)


@AS_IF("one-sweep", "a monster swept once a turn", "kt.buy.any-number")
def one_sweep(change: Changes) -> None:
    def note(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[SCORED] |= HAS_SWEPT

    def no_more_sweeps(state: State, seat: int, options: list[Any]) -> list[Any]:
        swept = state.registers[SCORED] & HAS_SWEPT
        return [option for option in options if option != SWEEP or not swept]

    taking(change, "sweep", note)
    offering(change, no_more_sweeps)


@AS_IF(
    "no-sweep-after-buying",
    "a monster that has bought a card could not sweep any more",
    "kt.buy.any-number",
)
def no_sweep_after_buying(change: Changes) -> None:
    def no_sweeps(state: State, seat: int, options: list[Any]) -> list[Any]:
        bought = state.stack[0][buying.BOUGHT_NOW]
        return [option for option in options if option != SWEEP or not bought]

    offering(change, no_sweeps)


# --- prices --------------------------------------------------------------------------------------


@AS_IF("had-not-paid", "the price of a card had to be had, not to be paid", "kt.buy.price")
def had_not_paid(change: Changes) -> None:
    def sweeps_only(machine: Tokyo, state: State, seat: int, amount: int, sweeps: bool) -> int:
        return amount if sweeps else 0

    paying(change, sweeps_only)


@AS_IF(
    "all-one-has",
    "a card could be bought for all energy one has, if it costs more",
    "kt.buy.price",
)
def all_one_has(change: Changes) -> None:
    def at_most(machine: Tokyo, state: State, card: int, buyer: int, price: int) -> int:
        energy = state.counters[machine.energy + buyer]
        return min(price, energy) if energy else price

    pricing(change, at_most)


@AS_IF("cheaper-in-row", "only cards of the row were cheaper", "kt.buy.cheaper")
def cheaper_in_row(change: Changes) -> None:
    def full(machine: Tokyo, state: State, card: int, buyer: int, price: int) -> int:
        if state.where[card] == ROW:
            return price
        return price + discount_of(machine, state, buyer)

    pricing(change, full)


@AS_IF("never-free", "a card cost at least 1 energy, however cheap it becomes", "kt.buy.cheaper")
def never_free(change: Changes) -> None:
    def at_least_one(machine: Tokyo, state: State, card: int, buyer: int, price: int) -> int:
        return max(1, price)

    pricing(change, at_least_one)


@AS_IF("cheaper-sweep", "sweeping were cheaper too", "kt.buy.cheaper", "kt.buy.sweep")
def cheaper_sweep(change: Changes) -> None:
    offer = buying.offer

    def offer_sweep(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[buying.SEAT]
        offer(machine, state, frame)
        enough = SWEEP_PRICE - discount_of(machine, state, seat)
        pending = state.pending
        if pending is not None and state.counters[machine.energy + seat] >= enough:
            options = [option for option in pending[2] if option not in (SWEEP, DECLINE)]
            state.pending = (*pending[:2], [*options, SWEEP, DECLINE], *pending[3:])

    def cheaper(machine: Tokyo, state: State, seat: int, amount: int, sweeps: bool) -> int:
        return amount - discount_of(machine, state, seat) if sweeps else amount

    change.swap(offer, offer_sweep)
    paying(change, cheaper)


# --- the row -------------------------------------------------------------------------------------


def note_revealed(machine: Tokyo, state: State, frame: Frame) -> None:
    """Keep what was turned up with the purchase."""
    frame[buying.REVEALED] = state.answer if frame[buying.FROM_ROW] else ()


def purchase_by(change: Changes, *steps: Step) -> None:
    """Let a purchase go in other steps."""
    last = PROCEDURES.steps[buying.PURCHASE][-1]
    change.put(PROCEDURES.steps, buying.PURCHASE, (*steps, last))


@AS_IF(
    "refill-after-effect",
    "a card bought were replaced after its effect",
    "kt.buy.refill",
    "kt.buy.steps",
)
def refill_after_effect(change: Changes) -> None:
    steps = (buying.take_effect, buying.refill, note_revealed, buying.put_away, buying.show)
    purchase_by(change, *steps)


@AS_IF(
    "refill-at-phase-end",
    "the row were refilled when the buy phase is over",
    "kt.buy.refill",
    "kt.buy.replacement",
)
def refill_at_phase_end(change: Changes) -> None:
    finish = turn.finish

    def refill_later(machine: Tokyo, state: State, frame: Frame) -> None:
        state.answer = ()

    def finish_and_fill(machine: Tokyo, state: State, frame: Frame) -> None:
        finish(machine, state, frame)
        if frame[buying.BOUGHT_NOW]:
            buying.fill_row(state, offer_after=True)

    change.swap(buying.refill, refill_later)
    change.swap(finish, finish_and_fill)


@AS_IF(
    "replacement-waits",
    "a card turned up were not for sale before the next turn",
    "kt.buy.replacement",
)
def replacement_waits(change: Changes) -> None:
    lay_out, begin = buying.lay_out, turn.begin

    def lay_out_new(machine: Tokyo, state: State, frame: Frame) -> None:
        state.marks[state.answer[1]] |= NEW
        lay_out(machine, state, frame)

    def begin_anew(machine: Tokyo, state: State, frame: Frame) -> None:
        state.marks = [marks & ~NEW for marks in state.marks]
        begin(machine, state, frame)

    def old_ones(state: State, seat: int, options: list[Any]) -> list[Any]:
        return [o for o in options if o[0] != "buy" or not state.marks[o[1]] & NEW]

    change.swap(lay_out, lay_out_new)
    change.swap(begin, begin_anew)
    offering(change, old_ones)


@AS_IF("sweep-for-three", "sweeping cost 3 energy", "kt.buy.sweep")
def sweep_for_three(change: Changes) -> None:
    change.put(buying, "SWEEP_PRICE", SWEEP_PRICE + 1)


@AS_IF("swept-into-deck", "cards swept away went back to the deck", "kt.buy.sweep")
def swept_into_deck(change: Changes) -> None:
    discard = atoms.discard

    def put_back(machine: Tokyo, state: State, card: int, cause: int, rules: Rules) -> None:
        if rules is buying.SWEPT:
            atoms.move(state, card, DECK)
        else:
            discard(machine, state, card, cause, rules)

    change.put(buying, "discard", put_back)


@AS_IF(
    "offered-one-by-one",
    "the cards of a new row were turned up and offered one by one",
    "kt.buy.sweep",
)
def offered_one_by_one(change: Changes) -> None:
    lay_out, filled = buying.lay_out, buying.filled

    def lay_out_and_offer(machine: Tokyo, state: State, frame: Frame) -> None:
        card = state.answer[1]
        lay_out(machine, state, frame)
        if frame[buying.OFFER_AFTER]:
            buying.offer_revealed(machine, state, (card,))

    def filled_already(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[buying.OFFER_AFTER] = 0
        filled(machine, state, frame)

    change.swap(lay_out, lay_out_and_offer)
    change.swap(filled, filled_already)


@AS_IF(
    "offered-before-effect",
    "what was turned up were offered to others before the card takes effect",
    "kt.buy.steps",
)
def offered_before_effect(change: Changes) -> None:
    take_effect = buying.take_effect

    def take_effect_later(machine: Tokyo, state: State, frame: Frame) -> None:
        take_effect(machine, state, frame)
        frame[buying.REVEALED] = ()

    steps = (buying.refill, note_revealed, buying.show, take_effect_later, buying.put_away)
    purchase_by(change, *steps)


@AS_IF(
    "reward-before-effect",
    "what rewards buying came before the effect of the card",
    "kt.buy.steps",
)
def reward_before_effect(change: Changes) -> None:
    begin_moment = moments.begin_moment

    def reward(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, card = frame[buying.BUYER], frame[buying.CARD]
        found = [e for e in moments.at(machine, state, "buying", seat) if e[0] != card]
        begin_moment(state, seat, (seat, 0), found)

    def put_away_only(machine: Tokyo, state: State, frame: Frame) -> None:
        stack = len(state.stack)
        put_away(machine, state, frame)
        del state.stack[stack:]

    put_away = buying.put_away
    steps = (buying.refill, note_revealed, reward, *_effect_last(), put_away_only, buying.show)
    purchase_by(change, *steps)


def _effect_last() -> tuple[Step, ...]:
    """The effect of a card, with what was turned up kept as it is."""

    def take_effect(machine: Tokyo, state: State, frame: Frame) -> None:
        kept = frame[buying.REVEALED]
        buying.take_effect(machine, state, frame)
        frame[buying.REVEALED] = kept

    return (take_effect,)


# --- rewards -------------------------------------------------------------------------------------


def rewarding(change: Changes, new: Any) -> None:
    """Reward a purchase otherwise. Any: says whether, of buyer, card bought and what rewards."""
    begin_moment, at = moments.begin_moment, moments.at

    def put_away(machine: Tokyo, state: State, frame: Frame) -> None:
        card, seat = frame[buying.CARD], frame[buying.BUYER]
        stack = len(state.stack)
        before(machine, state, frame)
        del state.stack[stack:]
        if state.counters[seat]:
            found = [e for e in at(machine, state, "buying", seat) if new(state, seat, card, e[0])]
            begin_moment(state, seat, (seat, 0), found)

    before = buying.put_away
    change.swap(before, put_away)


@AS_IF("rewards-itself", "a card that rewards buying rewarded its own purchase", "kt.buy.reward")
def rewards_itself(change: Changes) -> None:
    def every(state: State, seat: int, card: int, by: int) -> bool:
        return True

    rewarding(change, every)


@AS_IF("own-turn-only", "buying were rewarded in one's own turn only", "kt.buy.reward")
def own_turn_only(change: Changes) -> None:
    def in_own_turn(state: State, seat: int, card: int, by: int) -> bool:
        return by != card and state.registers[ACTOR] == seat

    rewarding(change, in_own_turn)


@AS_IF("first-card-only", "only the first card bought in a turn were rewarded", "kt.buy.reward")
def first_card_only(change: Changes) -> None:
    def first(state: State, seat: int, card: int, by: int) -> bool:
        return by != card and len(state.stack[0][buying.BOUGHT_NOW]) == 1

    rewarding(change, first)


# --- the deck ------------------------------------------------------------------------------------


@AS_IF("no-reshuffle", "the discard pile were never shuffled", "kt.buy.reshuffle")
def no_reshuffle(change: Changes) -> None:
    next_card = buying.next_card

    def next_if_any(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.zones[DECK] or state.zones[TOP]:
            next_card(machine, state, frame)
        else:
            frame[1] = buying.FILLED.at

    def leave_it(state: State) -> None:
        return

    change.swap(next_card, next_if_any)
    change.put(buying, "reshuffle", leave_it)


@AS_IF(
    "reshuffle-at-once",
    "the discard pile were shuffled as soon as the deck is empty",
    "kt.buy.reshuffle",
)
def reshuffle_at_once(change: Changes) -> None:
    lay_out = buying.lay_out

    def lay_out_and_shuffle(machine: Tokyo, state: State, frame: Frame) -> None:
        lay_out(machine, state, frame)
        if not state.zones[DECK] and state.zones[DISCARD]:
            atoms.reshuffle(state)

    change.swap(lay_out, lay_out_and_shuffle)


@AS_IF(
    "one-for-one",
    "a card bought from a short row were replaced by one card only",
    "kt.buy.exhausted",
)
def one_for_one(change: Changes) -> None:
    lay_out = buying.lay_out

    def lay_out_one(machine: Tokyo, state: State, frame: Frame) -> None:
        lay_out(machine, state, frame)
        if not frame[buying.OFFER_AFTER] and not frame[buying.AT_SETUP]:
            frame[1] = buying.FILLED.at

    change.swap(lay_out, lay_out_one)


@AS_IF(
    "swept-for-nothing",
    "energy could be paid for a sweep where no card is left to put away or turn up",
    "kt.buy.exhausted",
)
def swept_for_nothing(change: Changes) -> None:
    change.swap(buying.can_be_swept, lambda state: True)


@AS_IF("no-empty-sweep", "an empty row could not be swept", "kt.buy.exhausted", "kt.buy.sweep")
def no_empty_sweep(change: Changes) -> None:
    change.swap(buying.can_be_swept, lambda state: bool(state.zones[ROW]))


@AS_IF(
    "as-many-as-swept",
    "a sweep turned up as many cards as it put away",
    "kt.buy.exhausted",
    "kt.buy.sweep",
)
def as_many_as_swept(change: Changes) -> None:
    take, next_card = buying.take, buying.next_card

    def take_and_count(machine: Tokyo, state: State, frame: Frame) -> None:
        sweeps, swept = state.answer == SWEEP, len(state.zones[ROW])
        take(machine, state, frame)
        if sweeps:
            state.stack[-1][buying.WANTED] = swept

    def next_if_wanted(machine: Tokyo, state: State, frame: Frame) -> None:
        if 0 < frame[buying.WANTED] <= len(frame[buying.TURNED]):
            frame[1] = buying.FILLED.at
        else:
            next_card(machine, state, frame)

    change.swap(take, take_and_count)
    change.swap(next_card, next_if_wanted)
