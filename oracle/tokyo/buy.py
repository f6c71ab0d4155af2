"""The buy phase: the row, prices, sweeping, and cards that buy in other ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.dice_games.row import turn_up
from oracle.kernel.flow import ACCEPT
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Each, Frame, Rules, State

from .any_time import note_declined, timely
from .atoms import discard, left_area, move, note_price, reshuffle
from .counters import lose_counters
from .energy import get_energy, pay
from .moments import (
    AGAIN,
    at,
    begin_moment,
    happen_to,
    is_for_any_moment,
    is_new,
    offer_use,
    start,
    usable,
)
from .monsters import changes_of, clockwise, counters_on, has_say, others, said_by
from .table import (
    ACTIVE,
    ACTOR,
    AREA,
    BOUGHT,
    BUY,
    COPIED,
    COPIER,
    DECK,
    DECLINE,
    DISCARD,
    NONE,
    PROCEDURES,
    ROW,
    ROW_SIZE,
    SWEEP,
    SWEEP_PRICE,
    TOP,
    TURN_UP,
)
from .table import BOUGHT_NOW as BOUGHT_NOW
from .table import CUT as CUT

if TYPE_CHECKING:
    from .machine import Change, Said, Tokyo

# Locals of the frame of the buy phase.
BUY_FRAME = Locals()
SEAT = BUY_FRAME.one()
OFFERED = BUY_FRAME.one()
# Locals of the frame of a purchase.
PURCHASE_FRAME = Locals()
BUYER = PURCHASE_FRAME.one()
CARD = PURCHASE_FRAME.one()
FROM_ROW = PURCHASE_FRAME.one()
REVEALED = PURCHASE_FRAME.one()
SECOND_HAND = PURCHASE_FRAME.one()
# Locals of the frame of filling the row.
FILL_FRAME = Locals()
WANTED = FILL_FRAME.one()
TURNED = FILL_FRAME.one()
OFFER_AFTER = FILL_FRAME.one()
AT_SETUP = FILL_FRAME.one()

OFFER = ("kt.buy.when", "kt.buy.may", "kt.buy.any-number", "kt.buy.price")
SWEPT = ("kt.buy.sweep", "kt.buy.any-number", "kt.energy.pay")
FILL = ("kt.buy.refill", "kt.buy.replacement")
FIRST_ROW = ("kt.setup.row", "kt.setup.shuffle")
PAID = ("kt.buy.price", "kt.buy.steps", "kt.energy.pay")
CONSUMABLE = ("kt.consumable.type", "kt.consumable.laid", "kt.consumable.idle")
KEEP = ("kt.card.keep", "kt.card.at-once", "kt.card.owner")
USED_UP = ("kt.card.discard", "kt.card.discard-pile", "kt.card.owner")
FROM_OTHERS = ("kt.buy.from-others", "kt.buy.from-others-price", "kt.energy.returned")
PEEK = ("kt.buy.top-card",)
EXHAUSTED = ("kt.buy.exhausted",)


# Whose price a text changes.
ITSELF, BOUGHT_BY_YOU, BOUGHT_BY_ANYBODY = "this", "bought", "anybody"


def begin_buying(state: State, seat: int) -> None:
    """Begin a buy phase."""
    state.stack.append([BUY_PHASE, 0, seat, 0])


def wares(machine: Tokyo, state: State, seat: int) -> list[int]:
    """All cards that a monster may buy in its buy phase, if it can pay."""
    found = list(state.zones[ROW])
    for card, said in said_by(machine, state, "can-buy", seat):
        assert said.candidates is not None
        found += [each for each in said.candidates(machine, state, card, seat) if each not in found]
    return found


def can_buy(machine: Tokyo, state: State, card: int, seat: int, discount: int = 0) -> bool:
    """Whether a monster can pay for a card and nothing forbids it."""
    price, _ = price_of(machine, state, card, seat)
    if max(0, price - discount) > state.counters[machine.energy + seat]:
        return False
    needed = machine.needs_discarded.get(state.cards[card])
    if needed is not None and machine.treasure_refused and not needed(machine, state, card, seat):
        return False
    return not bans_on(machine, state, card, seat)


def can_be_swept(state: State) -> bool:
    """Whether there is a card to discard or to turn up. rule: kt.buy.exhausted"""
    return any(state.zones[place] for place in (ROW, DECK, TOP, DISCARD))


def bans_on(machine: Tokyo, state: State, card: int, seat: int) -> list[Said]:
    """The texts of a card that keep a monster from buying it now. rule: kt.mindbug.buy-condition"""
    bans = machine.said["cannot-buy"].get(state.cards[card], ())
    return [ban for ban in bans if ban.holds is None or ban.holds(machine, state, card, seat)]


def barred_by(machine: Tokyo, state: State, card: int) -> Rules:
    """The rules that keep a monster from buying a card it could pay for."""
    if state.cards[card] in machine.needs_discarded and machine.treasure_refused:
        return ("kt.consumable.buy-from-discard",)
    bans = machine.said["cannot-buy"].get(state.cards[card], ())
    return ("kt.mindbug.buy-condition", *(rule for ban in bans for rule in ban.rules))


def look(machine: Tokyo, state: State, frame: Frame) -> None:
    """Who may buy the top card of the deck looks at it. rule: kt.buy.top-card"""
    seat = frame[SEAT]
    said = said_by(machine, state, "can-buy", seat) if state.counters[seat] else []
    looking = [card for card, each in said if each.resource == "deck-top"]
    if looking and not state.zones[TOP]:
        if state.zones[DECK]:
            ask(state, "peek", NATURE, Each(TURN_UP, sorted(state.zones[DECK])), NONE, PEEK)
            return
        if state.zones[DISCARD]:
            rules = (*PEEK, "kt.card.may", "kt.buy.reshuffle")
            ask(state, "may", seat, [ACCEPT, DECLINE], looking[0], rules)
            return
    frame[1] = OFFER_STEP.at


def take_look(machine: Tokyo, state: State, frame: Frame) -> None:
    """That card lies on top until it is taken; a deck may have to be made for it."""
    if state.answer == ACCEPT:
        reshuffle(state)
        frame[1] = LOOK_AGAIN.at
    if state.answer in (ACCEPT, DECLINE):
        return
    card = state.answer[1]
    move(state, card, TOP)
    state.log.append(("peek", PEEK, NONE, frame[SEAT], card))


def looks_at_top(state: State, place: int, seat: int) -> bool:
    """In its buy phase a monster that may buy the top card sees it. rule: kt.buy.top-card"""
    return place == TOP and any(f[0] == BUY_PHASE and f[SEAT] == seat for f in state.stack)


def offer(machine: Tokyo, state: State, frame: Frame) -> None:
    """Buy, sweep, use a card, or be done. rules: kt.buy.*"""
    seat = frame[SEAT]
    if not state.counters[seat] or state.stack[0][CUT]:
        frame[1] = DONE.at
        return
    options: list[Any] = [
        BUY[card]
        for card in sorted(wares(machine, state, seat))
        if can_buy(machine, state, card, seat)
    ]
    if state.counters[machine.energy + seat] >= SWEEP_PRICE:
        if can_be_swept(state):
            options.append(SWEEP)
        else:
            state.log.append(("no-sweep", EXHAUSTED, NONE, seat))
    at_any_time = timely(machine, state, seat)
    if not machine.set_moments:
        at_any_time = [e for e in at_any_time if not is_for_any_moment(machine, state, e)]
    for card, number in sorted({(entry[0], entry[1]) for entry in at_any_time}):
        options.append(("use", card, number))
    for card in state.zones[ROW] if machine.has_tokens else ():
        price, _ = price_of(machine, state, card, seat)
        banned = price <= state.counters[machine.energy + seat]
        if banned and not can_buy(machine, state, card, seat):
            for ban in bans_on(machine, state, card, seat):
                has_say(state, card, ban, seat)
            state.log.append(("forbidden", barred_by(machine, state, card), card, seat, card))
    if not options:
        if not frame[OFFERED]:
            state.log.append(("no-purchase", ("kt.buy.may",), NONE, seat))
        frame[1] = DONE.at
        return
    frame[OFFERED] = 1
    rules = OFFER + ((*AGAIN, "kt.card.any-time") if at_any_time else ())
    if any(is_for_any_moment(machine, state, entry) for entry in at_any_time):
        rules += ("kt.evolution.any-moment", "kt.evolution.set-moments")
    if seat != state.registers[ACTIVE]:
        rules += ("kt.borrowed.buy",)
    ask(state, "buy", seat, [*options, DECLINE], NONE, rules)


def take(machine: Tokyo, state: State, frame: Frame) -> None:
    """Carry it out, and ask again."""
    seat = frame[SEAT]
    verb = state.answer[0]
    if verb == "decline":
        note_declined(machine, state, seat, timely(machine, state, seat))
        return
    frame[1] = LOOK_AGAIN.at
    if verb == "sweep":
        pay(machine, state, seat, SWEEP_PRICE, NONE, SWEPT)
        state.log.append(("sweep", SWEPT, NONE, seat))
        short = len(state.zones[ROW]) < ROW_SIZE
        for card in sorted(state.zones[ROW]):
            discard(machine, state, card, NONE, SWEPT)
        fill_row(state, offer_after=True, rules=SHORT_BEFORE if short else 0)
    elif verb == "use":
        start(machine, state, (state.answer[1], state.answer[2]), seat, (seat, 0))
    else:
        purchase(state, seat, state.answer[1], machine, 0, NONE)


LOOK_AGAIN = Place()
OFFER_STEP = Place()
DONE = Place()
BUY_PHASE = PROCEDURES.declare(
    "buy-phase",
    LOOK_AGAIN,
    look,
    take_look,
    OFFER_STEP,
    offer,
    take,
    remembers=BUY_FRAME,
)


# --- one purchase --------------------------------------------------------------------------------


def purchase(
    state: State,
    seat: int,
    card: int,
    machine: Tokyo,
    discount: int,
    cause: int,
    why: Rules = (),
) -> None:
    """Pay for a card and take it. rule: kt.buy.steps"""
    price, rules = price_of(machine, state, card, seat)
    price = max(0, price - discount)
    place = state.where[card]
    from_row = place == ROW
    told = PAID + rules + why
    for ban in machine.said["cannot-buy"].get(state.cards[card], ()):
        told += ban.rules
    if state.cards[card] in machine.needs_discarded:
        told += ("kt.consumable.buy-from-discard",)
    tell_prices(machine, state, card, seat)
    if cause == NONE and not from_row:
        for source, said in said_by(machine, state, "can-buy", seat):
            assert said.candidates is not None
            if card in said.candidates(machine, state, source, seat):
                has_say(state, source, said, seat)
    turns = state.stack[0]
    turns[BOUGHT_NOW] = (*turns[BOUGHT_NOW], card)
    if state.registers[ACTOR] == seat != state.registers[ACTIVE]:
        told += ("kt.borrowed.buy",)
    if state.lasting:
        state.lasting = [
            entry
            for entry in state.lasting
            if not (entry[2] == seat and machine.lasting[entry[0]].next_purchase)
        ]
    if place >= AREA:
        told += FROM_OTHERS
        if state.cards[card] in machine.copiers:
            told += ("kt.copy.bought",)
        elif counters_on(state, card):
            told += ("kt.counter.moved",)
        if state.registers[COPIED] == card + 1:
            told += ("kt.copy.taken-back",)
    pay(machine, state, seat, price, cause, told)
    left = state.counters[machine.energy + seat]
    state.log.append(("buy", told, cause, seat, card, price, left))
    if place >= AREA:
        get_energy(machine, state, place - AREA, price, cause, FROM_OTHERS)
    move(state, card, BOUGHT)
    note_price(machine, state, card, price)
    if place >= AREA:
        left_area(machine, state, card, place - AREA, cause, stays=True)
        if not machine.counters_stay:
            lose_counters(state, card)
    state.stack.append([PURCHASE, 0, seat, card, int(from_row), (), int(place >= AREA)])


def refill(machine: Tokyo, state: State, frame: Frame) -> None:
    """The place in the row is filled before the card takes effect. rule: kt.buy.refill"""
    if frame[FROM_ROW]:
        fill_row(state, offer_after=False)


def take_effect(machine: Tokyo, state: State, frame: Frame) -> None:
    """The card lies before its buyer and is in force, or has its effect. rules: kt.card.*"""
    card, seat = frame[CARD], frame[BUYER]
    frame[REVEALED] = state.answer if frame[FROM_ROW] else ()
    if not state.counters[seat]:
        discard(machine, state, card, NONE, USED_UP)
        return
    if state.cards[card] in machine.kept:
        move(state, card, AREA + seat)
        is_new(state, card)
        laid = CONSUMABLE if state.cards[card] in machine.consumable else ()
        state.log.append(("lay", KEEP + laid, NONE, card, seat))
    keeps_counters = frame[SECOND_HAND] and machine.counters_stay and counters_on(state, card)
    if not keeps_counters:
        copied = state.registers[COPIED] - 1 if state.registers[COPIER] == card + 1 else card
        happen_to(machine, state, "bought", card, state.cards[copied], seat)


def put_away(machine: Tokyo, state: State, frame: Frame) -> None:
    """A discard card goes to the discard pile after its effect; then what rewards buying."""
    card, seat = frame[CARD], frame[BUYER]
    if state.where[card] == BOUGHT:
        discard(machine, state, card, NONE, USED_UP)
    if state.counters[seat]:
        found = [entry for entry in at(machine, state, "buying", seat) if entry[0] != card]
        begin_moment(state, seat, (seat, 0), found)


def show(machine: Tokyo, state: State, frame: Frame) -> None:
    """What was turned up is offered to those who may buy it at once. rule: kt.buy.revealed"""
    offer_revealed(machine, state, frame[REVEALED])


PURCHASE = PROCEDURES.declare(
    "purchase", refill, take_effect, put_away, show, remembers=PURCHASE_FRAME
)


# --- filling the row -----------------------------------------------------------------------------


def fill_row(state: State, *, offer_after: bool, rules: int = 0) -> None:
    """Turn cards up until the row is full again."""
    state.stack.append([FILL_ROW, 0, 0, (), int(offer_after), rules])


SHORT_BEFORE = 2
"""That the row was short before it was swept; 1 is the filling at setup."""


def next_card(machine: Tokyo, state: State, frame: Frame) -> None:
    """The top card of the deck is needed. rules: kt.buy.reshuffle, .exhausted"""
    if len(state.zones[ROW]) >= ROW_SIZE:
        frame[1] = FILLED.at
        return
    if state.zones[TOP]:
        state.answer = TURN_UP[state.zones[TOP][0]]
        return
    rules: Rules = FIRST_ROW if frame[AT_SETUP] == 1 else FILL
    if not turn_up(state, reshuffle, rules):
        state.log.append(("no-cards", EXHAUSTED, NONE))
        frame[1] = FILLED.at


def lay_out(machine: Tokyo, state: State, frame: Frame) -> None:
    """It lies face up in the row."""
    card = state.answer[1]
    move(state, card, ROW)
    rules: Rules = FIRST_ROW if frame[AT_SETUP] == 1 else FILL
    further = frame[TURNED] and not frame[OFFER_AFTER] and not frame[AT_SETUP]
    if further or frame[AT_SETUP] == SHORT_BEFORE:
        rules += EXHAUSTED
    state.log.append(("turn-up", rules, NONE, card))
    frame[TURNED] += (card,)
    frame[1] = NEXT_CARD.at


def filled(machine: Tokyo, state: State, frame: Frame) -> None:
    """The row is as full as it can be."""
    cards = frame[TURNED]
    state.stack.pop()
    state.answer = cards
    if frame[OFFER_AFTER]:
        offer_revealed(machine, state, cards)


NEXT_CARD = Place()
FILLED = Place()
FILL_ROW = PROCEDURES.declare(
    "fill-row",
    NEXT_CARD,
    next_card,
    lay_out,
    FILLED,
    filled,
    remembers=FILL_FRAME,
)


# --- cards just turned up ------------------------------------------------------------------------

# Locals of the frame of an offer of cards just turned up: the cards, who is asked next, and which
# cards each has declined.
REVEAL_FRAME = Locals()
CARDS = REVEAL_FRAME.one()
ASKED = REVEAL_FRAME.one()
DECLINED = REVEAL_FRAME.one()


def offer_revealed(machine: Tokyo, state: State, cards: tuple[int, ...]) -> None:
    """Offer cards just turned up to those who may buy them at once.

    If such an offer is under way, the asking begins again with the first. rule: .revealed-order
    """
    if not cards or not machine.triggered["revealing"]:
        return
    running = next((frame for frame in state.stack if frame[0] == REVEAL), None)
    if running is None:
        state.stack.append([REVEAL, 0, cards, 0, ()])
    else:
        running[CARDS] += cards
        running[ASKED] = 0


def revealed_cards(state: State, seat: int) -> list[int]:
    """The cards just turned up that are still in the row and that a monster has not declined."""
    for frame in state.stack:
        if frame[0] == REVEAL:
            return [
                card
                for card in frame[CARDS]
                if state.where[card] == ROW and (seat, card) not in frame[DECLINED]
            ]
    return []


def revealed_to(machine: Tokyo, state: State) -> list[int]:
    """Who may buy what is turned up, in order; by option the active monster too, and first."""
    around = clockwise if machine.buys_revealed_in_own_turn else others
    return around(machine, state, state.registers[ACTOR])


def ask_next(machine: Tokyo, state: State, frame: Frame) -> None:
    """Each is asked, clockwise from the active monster, until it declines. rule: .revealed-order"""
    seats = revealed_to(machine, state)
    while frame[ASKED] < len(seats):
        seat = seats[frame[ASKED]]
        found = usable(machine, state, ("revealing",), seat, (seat, 0))
        if found:
            rules = ("kt.buy.revealed", "kt.buy.revealed-order")
            offer_use(state, seat, found, rules, "use")
            return
        frame[ASKED] += 1
    state.stack.pop()


def take_revealed(machine: Tokyo, state: State, frame: Frame) -> None:
    """Buy one of them, or decline them for good."""
    frame[1] = ASK_NEXT.at
    seat = revealed_to(machine, state)[frame[ASKED]]
    if state.answer == DECLINE:
        frame[DECLINED] += tuple((seat, card) for card in revealed_cards(state, seat))
        frame[ASKED] += 1
        return
    start(machine, state, (state.answer[1], state.answer[2]), seat, (seat, 0))


ASK_NEXT = Place()
REVEAL = PROCEDURES.declare(
    "reveal",
    ASK_NEXT,
    ask_next,
    take_revealed,
    remembers=REVEAL_FRAME,
)


# --- prices --------------------------------------------------------------------------------------


def price_changes(
    machine: Tokyo, state: State, card: int, buyer: int
) -> list[tuple[int, Change, int]]:
    """What changes the price of a card for a monster: `(source, change, amount)`."""
    found = [
        each
        for each in changes_of(machine, state, "modify-cost", buyer)
        if each[1].subject in (BOUGHT_BY_YOU, BOUGHT_BY_ANYBODY)
    ]
    if machine.prices_for_all:
        for seat in others(machine, state, buyer):
            found += [
                each
                for each in changes_of(machine, state, "modify-cost", seat)
                if each[1].subject == BOUGHT_BY_ANYBODY
            ]
    for change in machine.changes["modify-cost"].get(state.cards[card], ()):
        if change.subject == ITSELF:
            times = change.per(machine, state, card, buyer) if change.per else 1
            found.append((card, change, change.amount * times))
    return found


def tell_prices(machine: Tokyo, state: State, card: int, buyer: int) -> None:
    """Tell of each text that changes what a card costs a monster."""
    for source, change, amount in price_changes(machine, state, card, buyer):
        if amount:
            has_say(state, source, change, buyer)


def price_of(machine: Tokyo, state: State, card: int, buyer: int) -> tuple[int, Rules]:
    """What a card costs a monster. rules: kt.buy.price, kt.buy.cheaper"""
    amount = machine.cost[state.cards[card]]
    rules: Rules = ("kt.buy.price",)
    if machine.changes["modify-cost"] or state.lasting:
        for _, change, much in price_changes(machine, state, card, buyer):
            amount += much
            rules += change.rules
    return max(0, amount), rules
