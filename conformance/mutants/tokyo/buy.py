"""Misreadings of the buy phase: when, what, for how much, and how the row is filled."""

from __future__ import annotations

from functools import partial
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT
from oracle.kernel.machine import Step, ask, finish
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, buy, end, energy, moments, monsters, selection, table, turn
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ACTIVE, ACTOR, AREA, BUY, DECK, DECLINE, NONE, PROCEDURES, ROW, TOP
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("tokyo", "buy")

HAS_SWEPT = 1 << 8
"""A bit of SCORED that the oracle does not use."""

NEW = 1
"""A bit of a card's marks that the oracle does not use: it was turned up in this turn."""


@do.verb
def turns_in_order(change: Changes, step: Any, before: Any) -> None:
    """Let a step of every turn come before another one."""
    steps = [each for each in table.PROCEDURES.steps[turn.TURNS] if each is not step]
    steps.insert(steps.index(before), step)
    change.put(table.PROCEDURES.steps, turn.TURNS, tuple(steps))


@own.instead(buy, "ask")
def offering(new: Any, state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    """Offer other purchases; nobody is asked where there are none. Any: gives the options."""
    if kind == "buy":
        options = new(state, seat, list(options))
    if list(options) == [table.DECLINE]:
        state.answer = table.DECLINE
    else:
        ask(state, kind, seat, options, *rest)


@own.around(buy.take)
def taking(verb: str, more: Any, take: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Do something more when a monster has bought, swept or declined. Any: a step."""
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


@own.around(buy.price_of)
def pricing(new: Any, price_of: Any, machine: Tokyo, state: State, card: int, buyer: int) -> Any:
    """Let cards have another price. Any: gives it, from what it should be."""
    price, rules = price_of()
    return new(machine, state, card, buyer, price), rules


def discount_of(machine: Tokyo, state: State, seat: int) -> int:
    """How much cheaper cards are for a monster."""
    changes = monsters.changes_of(machine, state, "modify-cost", seat)
    return -sum(much for _, made, much in changes if made.subject == "bought")


# --- when and how often --------------------------------------------------------------------------
@AS_IF("all monsters bought in every turn", "kt.buy.when")
@do.before(turn.buy)
def everybody_buys(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in reversed(monsters.others(machine, state, frame[turn.SEAT])):
        buy.begin_buying(state, seat)


@AS_IF("a monster had to buy what it can pay", "kt.buy.may")
@offering
def must_buy(state: State, seat: int, options: list[Any]) -> list[Any]:
    can = any(option[0] == "buy" for option in options)
    return [option for option in options if option != table.DECLINE or not can]


@AS_IF("a monster bought one card a turn", "kt.buy.any-number")
@partial(taking, "buy")
def one_card(machine: Tokyo, state: State, frame: Frame) -> None:
    frame[1] = buy.DONE.at


@AS_IF("a monster swept once a turn", "kt.buy.any-number")
def one_sweep(change: Changes) -> None:
    def note(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[table.SCORED] |= HAS_SWEPT

    def no_more_sweeps(state: State, seat: int, options: list[Any]) -> list[Any]:
        swept = state.registers[table.SCORED] & HAS_SWEPT
        return [option for option in options if option != table.SWEEP or not swept]

    taking("sweep", note)(change)
    offering(no_more_sweeps)(change)


@AS_IF("a monster that has bought a card could not sweep any more", "kt.buy.any-number")
@offering
def no_sweep_after_buying(state: State, seat: int, options: list[Any]) -> list[Any]:
    bought = state.stack[0][buy.BOUGHT_NOW]
    return [option for option in options if option != table.SWEEP or not bought]


AS_IF("a monster bought before its dice are resolved", "kt.buy.when").so(
    "before-the-dice", turns_in_order(turn.buy, turn.resolve)
)
AS_IF("a monster bought before it enters Tokyo", "kt.buy.when").so(
    "before-entering", turns_in_order(turn.buy, turn.enter)
)
AS_IF("a monster that can pay for no card had to sweep", "kt.buy.may").so(
    "must-sweep",
    offering(
        lambda state, seat, options: (
            [table.SWEEP] if options == [table.SWEEP, table.DECLINE] else options
        )
    ),
)


# --- prices --------------------------------------------------------------------------------------
@AS_IF("a card could be bought for all energy one has, if it costs more", "kt.buy.price")
@pricing
def all_one_has(machine: Tokyo, state: State, card: int, buyer: int, price: int) -> int:
    energy = state.counters[machine.energy + buyer]
    return min(price, energy) if energy else price


@AS_IF("only cards of the row were cheaper", "kt.buy.cheaper")
@pricing
def cheaper_in_row(machine: Tokyo, state: State, card: int, buyer: int, price: int) -> int:
    return price if state.where[card] == table.ROW else price + discount_of(machine, state, buyer)


@AS_IF("sweeping were cheaper too", "kt.buy.cheaper", "kt.buy.sweep")
def cheaper_sweep(change: Changes) -> None:
    @change.around(buy.offer)
    def offer_sweep(offer: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[buy.SEAT]
        offer()
        enough = table.SWEEP_PRICE - discount_of(machine, state, seat)
        pending = state.pending
        if pending is not None and state.counters[machine.energy + seat] >= enough:
            options = [
                option for option in pending[2] if option not in (table.SWEEP, table.DECLINE)
            ]
            state.pending = (*pending[:2], [*options, table.SWEEP, table.DECLINE], *pending[3:])

    def cheaper(machine: Tokyo, state: State, seat: int, amount: int, sweeps: bool) -> int:
        return amount - discount_of(machine, state, seat) if sweeps else amount

    paying(cheaper)(change)


AS_IF("the price of a card had to be had, not to be paid", "kt.buy.price").so(
    "had-not-paid", paying(lambda machine, state, seat, amount, sweeps: amount if sweeps else 0)
)
AS_IF("a card cost at least 1 energy, however cheap it becomes", "kt.buy.cheaper").so(
    "never-free", pricing(lambda machine, state, card, buyer, price: max(1, price))
)


# --- the row -------------------------------------------------------------------------------------
def note_revealed(machine: Tokyo, state: State, frame: Frame) -> None:
    """Keep what was turned up with the purchase."""
    frame[buy.REVEALED] = state.answer if frame[buy.FROM_ROW] else ()


@do.verb
def purchase_by(change: Changes, *steps: Any) -> None:
    """Let a purchase go in other steps."""
    last = table.PROCEDURES.steps[buy.PURCHASE][-1]
    change.put(table.PROCEDURES.steps, buy.PURCHASE, (*steps, last))


@AS_IF("a card bought were replaced after its effect", "kt.buy.refill", "kt.buy.steps")
def refill_after_effect(change: Changes) -> None:
    steps = buy.take_effect, buy.refill, note_revealed, buy.put_away, buy.show
    purchase_by(*steps)(change)


@AS_IF("the row were refilled when the buy phase is over", "kt.buy.refill", "kt.buy.replacement")
def refill_at_phase_end(change: Changes) -> None:
    change.instead(buy.refill)(lambda state: setattr(state, "answer", ()))

    @change.after(end.finish)
    def finish_and_fill(state: State, frame: Frame) -> None:
        if frame[buy.BOUGHT_NOW]:
            buy.fill_row(state, offer_after=True)


@AS_IF("a card turned up were not for sale before the next turn", "kt.buy.replacement")
def replacement_waits(change: Changes) -> None:
    change.before(buy.lay_out)(
        lambda state: setitem(state.marks, state.answer[1], state.marks[state.answer[1]] | NEW)
    )
    change.before(turn.begin)(
        lambda state: setattr(state, "marks", [marks & ~NEW for marks in state.marks])
    )

    def old_ones(state: State, seat: int, options: list[Any]) -> list[Any]:
        return [o for o in options if o[0] != "buy" or not state.marks[o[1]] & NEW]

    offering(old_ones)(change)


AS_IF("sweeping cost 3 energy", "kt.buy.sweep").so(
    "sweep-for-three", do.put(buy, "SWEEP_PRICE", table.SWEEP_PRICE + 1)
)
AS_IF("cards swept away went back to the deck", "kt.buy.sweep").so(
    "swept-into-deck",
    do.around(buy, "discard")(
        lambda discard, state, card, rules: (
            atoms.move(state, card, table.DECK) if rules is buy.SWEPT else discard()
        )
    ),
)


@AS_IF("the cards of a new row were turned up and offered one by one", "kt.buy.sweep")
@own.also(do.before(buy.filled)(lambda frame: setitem(frame, buy.OFFER_AFTER, 0)))
@do.around(buy.lay_out)
def offered_one_by_one(lay_out: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    card = state.answer[1]
    lay_out()
    if frame[buy.OFFER_AFTER]:
        buy.offer_revealed(machine, state, (card,))


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
    rewarding(lambda state, seat, card, by: by != card and state.registers[table.ACTOR] == seat),
)


@AS_IF("only the first card bought in a turn were rewarded", "kt.buy.reward")
@rewarding
def first_card_only(state: State, seat: int, card: int, by: int) -> bool:
    return by != card and len(state.stack[0][buy.BOUGHT_NOW]) == 1


# --- the deck ------------------------------------------------------------------------------------
@AS_IF("the discard pile were shuffled as soon as the deck is empty", "kt.buy.reshuffle")
@do.after(buy.lay_out)
def reshuffle_at_once(state: State) -> None:
    if not state.zones[table.DECK] and state.zones[table.DISCARD]:
        atoms.reshuffle(state)


@AS_IF("a card bought from a short row were replaced by one card only", "kt.buy.exhausted")
@do.after(buy.lay_out)
def one_for_one(frame: Frame) -> None:
    if not frame[buy.OFFER_AFTER] and not frame[buy.AT_SETUP]:
        frame[1] = buy.FILLED.at


@AS_IF("a sweep turned up as many cards as it put away", "kt.buy.exhausted", "kt.buy.sweep")
def as_many_as_swept(change: Changes) -> None:
    @change.around(buy.take)
    def take_and_count(take: Any, state: State) -> None:
        sweeps, swept = state.answer == table.SWEEP, len(state.zones[table.ROW])
        take()
        if sweeps:
            state.stack[-1][buy.WANTED] = swept

    @change.around(buy.next_card)
    def next_if_wanted(next_card: Any, frame: Frame) -> None:
        if 0 < frame[buy.WANTED] <= len(frame[buy.TURNED]):
            frame[1] = buy.FILLED.at
        else:
            next_card()


AS_IF("the discard pile were never shuffled", "kt.buy.reshuffle").so(
    "no-reshuffle",
    do.around(buy.next_card)(
        lambda next_card, state, frame: (
            next_card()
            if state.zones[table.DECK] or state.zones[table.TOP]
            else setitem(frame, 1, buy.FILLED.at)
        )
    ),
    do.instead(buy, "reshuffle")(lambda: None),
)
AS_IF(
    "energy could be paid for a sweep where no card is left to put away or turn up",
    "kt.buy.exhausted",
).so("swept-for-nothing", do.swap(buy.can_be_swept, lambda state: True))
AS_IF("an empty row could not be swept", "kt.buy.exhausted", "kt.buy.sweep").so(
    "no-empty-sweep", do.swap(buy.can_be_swept, lambda state: bool(state.zones[table.ROW]))
)


# --- what is turned up ---------------------------------------------------------------------------
@AS_IF("all cards of the row were offered with those turned up", "kt.buy.revealed")
@do.result(buy.revealed_cards)
def whole_row_offered(found: list[int], state: State) -> list[int]:
    return [*found, *(c for c in state.zones[ROW] if c not in found)] if found else []


@AS_IF("what is turned up cost the price it has for the active monster", "kt.buy.revealed")
@do.around(buy.price_of)
def printed_price(price_of: Any, state: State, buyer: int) -> Any:
    if any(frame[0] == buy.REVEAL for frame in state.stack):
        buyer = state.registers[ACTIVE]
    return price_of(buyer=buyer)


@AS_IF("what replaces a card bought when it was turned up were not offered", "kt.buy.revealed")
@do.unless(buy.offer_revealed)
def replacement_not_offered(state: State) -> object:
    return any(frame[0] == buy.REVEAL for frame in state.stack)


@AS_IF(
    "a card declined were offered to the same monster again with a further one", "kt.buy.revealed"
)
@do.before(buy.offer_revealed)
def declined_offered_again(state: State, cards: tuple[int, ...]) -> None:
    for frame in state.stack if cards else ():
        if frame[0] == buy.REVEAL:
            frame[buy.DECLINED] = ()


@AS_IF(
    "the asking went on with the next monster when a further card is turned up",
    "kt.buy.revealed-order",
)
@do.around(buy.offer_revealed)
def no_new_beginning(offer_revealed: Any, state: State) -> None:
    running = next((frame for frame in state.stack if frame[0] == buy.REVEAL), None)
    asked = 0 if running is None else running[buy.ASKED]
    offer_revealed()
    if running is not None:
        running[buy.ASKED] = asked


@AS_IF(
    "a monster that has bought one of the cards turned up were not asked about the others",
    "kt.buy.revealed-order",
)
@do.around(buy.take_revealed)
def asked_once(take_revealed: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = monsters.others(machine, state, state.registers[ACTOR])[frame[buy.ASKED]]
    revealed = buy.revealed_cards(state, seat)
    buys = state.answer != DECLINE
    take_revealed()
    if buys:
        frame[buy.DECLINED] += tuple((seat, card) for card in revealed)


AS_IF("what is turned up were offered in one's own turn too", "kt.buy.revealed").so(
    "own-turn-too", do.turn_round("buys_revealed_in_own_turn")
)
AS_IF(
    "those who may buy what is turned up were asked counter-clockwise", "kt.buy.revealed-order"
).so("counter-clockwise", do.around(buy, "others")(lambda others: others()[::-1]))


# --- the top card of the deck --------------------------------------------------------------------
@AS_IF("a top card that is not bought were shuffled away", "kt.buy.top-card")
@partial(taking, "decline")
def top_goes_back(machine: Tokyo, state: State, frame: Frame) -> None:
    for card in list(state.zones[TOP]):
        atoms.move(state, card, DECK)


@AS_IF("buying the top card of the deck filled the row", "kt.buy.top-card")
@do.around(buy.take)
def top_is_replaced(take: Any, state: State) -> None:
    from_top = state.answer[0] == "buy" and state.where[state.answer[1]] == TOP
    take()
    if from_top:
        state.stack[-1][buy.FROM_ROW] = 1


AS_IF("everybody saw the top card one monster looks at", "kt.buy.top-card").so(
    "all-see-the-top", do.answer("sees_too", lambda state, place, seat: place == TOP)
)
AS_IF("the top card could be looked at once in a buy phase", "kt.buy.top-card").so(
    "one-look",
    do.around(buy.look)(
        lambda look, frame: setitem(frame, 1, buy.OFFER_STEP.at) if frame[buy.OFFERED] else look()
    ),
)


# --- from others ---------------------------------------------------------------------------------
@AS_IF(
    "a card bought from another monster did not do what it does when bought", "kt.buy.from-others"
)
@do.around(buy.take_effect)
def not_as_if_bought(take_effect: Any, state: State, frame: Frame) -> None:
    stack = len(state.stack)
    take_effect()
    if frame[buy.SECOND_HAND]:
        del state.stack[stack:]


@AS_IF("cards could be bought from the next monster only", "kt.buy.from-others")
@do.around(buy.wares)
def neighbours_only(wares: Any, machine: Tokyo, state: State, seat: int) -> Any:
    near = monsters.others(machine, state, seat)[:1]
    found = wares()
    return [c for c in found if state.where[c] < AREA or state.where[c] - AREA in near]


AS_IF("the price of another monster's card were paid to the supply", "kt.buy.from-others-price").so(
    "paid-to-supply", do.instead(buy, "get_energy")(lambda: 0)
)
AS_IF("the monster that had the card got the printed price", "kt.buy.from-others-price").so(
    "printed-price-received",
    do.instead(buy, "get_energy")(
        lambda machine, state, seat, cause, rules: energy.get_energy(
            machine, state, seat, machine.cost[state.cards[state.log[-1][4]]], cause, rules
        )
    ),
)


@AS_IF("a monster could refuse to sell its card", "kt.buy.from-others-price")
def may_refuse_to_sell(change: Changes) -> None:
    take = buy.take
    first = 2

    def offer_sale(machine: Tokyo, state: State, frame: Frame) -> None:
        verb, *about = state.answer
        if verb == "buy" and state.where[about[0]] >= AREA:
            frame[buy.OFFERED] = about[0] + first
            owner = state.where[about[0]] - AREA
            ask(state, "may", owner, [ACCEPT, DECLINE], NONE, ("kt.buy.from-others-price",))

    def take_or_not(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[buy.OFFERED] - first
        frame[buy.OFFERED] = 1
        if card >= 0 and state.answer == DECLINE:
            begin_again(frame)
            return
        if card >= 0:
            state.answer = BUY[card]
        take(machine, state, frame)

    steps = buy.look, buy.take_look, buy.offer, offer_sale, take_or_not, finish
    change.put(PROCEDURES.steps, buy.BUY_PHASE, steps)
    done = Place()
    done.at = len(steps) - 1
    change.put(buy, "DONE", done)


@AS_IF(
    "cards of other monsters could be bought with what is turned up, in another's turn",
    "kt.buy.from-others",
)
@do.result(selection.bind_cards)
def whenever_it_buys(cards: selection.Candidates, phrase: Selection | Call) -> selection.Candidates:
    if not isinstance(phrase, Selection) or phrase.zone != Call("revealed"):
        return cards

    def with_others(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        found = cards(machine, state, source, you)
        for card, said in monsters.said_by(machine, state, "can-buy", you) if found else ():
            if said.resource == "other-areas" and said.candidates is not None:
                found += said.candidates(machine, state, card, you)
        return found

    return with_others


@AS_IF("the discard pile were shuffled whenever a card could be looked at", "kt.buy.top-card")
@do.around(buy.look)
def shuffled_to_look(look: Any, state: State) -> None:
    look()
    if state.pending is not None and state.pending[0] == "may":
        state.pending = None
        atoms.reshuffle(state)
        look()


@AS_IF("an empty deck were never made anew to look", "kt.buy.top-card")
@do.after(buy.look)
def no_card_to_look_at(state: State, frame: Frame) -> None:
    if state.pending is not None and state.pending[0] == "may":
        state.pending = None
        frame[1] = buy.OFFER_STEP.at
