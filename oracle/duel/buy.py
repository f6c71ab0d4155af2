"""The buy phase: the row, prices, sweeping, and one purchase step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.dice_games.atoms import move
from oracle.dice_games.row import turn_up
from oracle.dice_games.table import (
    BOUGHT,
    BUY,
    DECK,
    DECLINE,
    DISCARD,
    NONE,
    ROW,
    ROW_SIZE,
    SWEEP,
    SWEEP_PRICE,
)
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .cards import discard, finish_purchase, happen_to_bought
from .energy import gain_energy, pay
from .moments import at, begin_moment, start, usable
from .noise import bring, lies_at
from .table import BOUGHT_NOW as BOUGHT_NOW
from .table import ENERGY, PROCEDURES
from .table import NEWS as NEWS

if TYPE_CHECKING:
    from .machine import Duel

# Locals of the frame of the buy phase.
BUY_FRAME = Locals()
SEAT = BUY_FRAME.one()
OFFERED = BUY_FRAME.one()
# Locals of the frame of a purchase: whose, of what; where the token of the card lay before, and
# then whether it was laid elsewhere.
PURCHASE_FRAME = Locals()
BUYER = PURCHASE_FRAME.one()
CARD = PURCHASE_FRAME.one()
LAID = PURCHASE_FRAME.one()
# Locals of the frame of filling the row: why, and whether it was short.
FILL_FRAME = Locals()
WHY = FILL_FRAME.one()
SHORT = FILL_FRAME.one()
AFTER_ONE, AT_SETUP, SWEPT_OUT, SLID = range(4)

PAID = ("kd.buy.price", "kd.buy.steps", "kd.energy.kept")
SWEPT = ("kd.buy.sweep", "kd.energy.kept")
LAY_OUT: dict[int, Rules] = {
    AFTER_ONE: ("kd.buy.refill",),
    AT_SETUP: ("kd.setup.row", "kd.setup.shuffle"),
    SWEPT_OUT: ("kd.buy.sweep", "kd.buy.sweep-new"),
}


def begin_buying(state: State, seat: int) -> None:
    """Begin a buy phase."""
    state.stack.append([BUY_PHASE, 0, seat, 0])


def price_of(machine: Duel, state: State, card: int, discount: int = 0) -> tuple[int, Rules]:
    """What a card of the row costs. rules: kd.buy.price, .rightmost, .at-start"""
    price = machine.cost[state.cards[card]]
    rules: Rules = ("kd.buy.price",)
    if state.zones[ROW] and state.zones[ROW][-1] == card:
        price = max(0, price - 1)
        rules += ("kd.buy.rightmost",)
    if discount:
        price = max(1, price - discount)
        rules += ("kd.buy.at-start",)
    return price, rules


def can_buy(machine: Duel, state: State, card: int, seat: int, discount: int = 0) -> bool:
    """Whether a monster can pay for a card of the row."""
    return price_of(machine, state, card, discount)[0] <= state.counters[ENERGY + seat]


def offer(machine: Duel, state: State, frame: Frame) -> None:
    """Buy, sweep, use a card, or be done. rules: kd.buy.may, .any-number, kd.card.any-time"""
    seat = frame[SEAT]
    wares = [card for card in state.zones[ROW] if can_buy(machine, state, card, seat)]
    options: list[Any] = [BUY[card] for card in sorted(wares)]
    rules: Rules = ("kd.buy.may", "kd.buy.price")
    if len(wares) < len(state.zones[ROW]):
        rules += ("kd.energy.kept",)
    if state.counters[ENERGY + seat] >= SWEEP_PRICE:
        if state.zones[ROW]:
            options.append(SWEEP)
            rules += ("kd.buy.sweep",)
        else:
            state.log.append(("no-sweep", ("kd.buy.exhausted",), NONE, seat))
    found = usable(machine, state, ("any-time",), seat, (seat, 0))
    options += [("use", card, number) for card, number in sorted(found)]
    if found:
        rules += ("kd.card.any-time", "kd.card.may")
    if not options:
        if not frame[OFFERED]:
            state.log.append(("no-purchase", ("kd.buy.may",), NONE, seat))
        frame[1] = DONE.at
        return
    if frame[OFFERED]:
        rules += ("kd.buy.any-number",)
    frame[OFFERED] = 1
    ask(state, "buy", seat, [*options, DECLINE], NONE, rules)


def take(machine: Duel, state: State, frame: Frame) -> None:
    """Carry it out, and ask again."""
    seat = frame[SEAT]
    verb = state.answer[0]
    if verb == "decline":
        return
    frame[1] = OFFER_AGAIN.at
    if verb == "sweep":
        pay(state, seat, SWEEP_PRICE, NONE, SWEPT)
        state.log.append(("sweep", (*SWEPT, "kd.buy.sweep-none"), NONE, seat))
        short = len(state.zones[ROW]) < ROW_SIZE
        for card in list(state.zones[ROW]):
            discard(state, card, NONE, SWEPT)
        state.stack[0][NEWS] = ()
        fill_row(state, SWEPT_OUT, short=short)
    elif verb == "use":
        start(machine, state, (state.answer[1], state.answer[2]), seat, (seat, 0))
    else:
        purchase(machine, state, seat, state.answer[1], 0, NONE)


def reckon_none(machine: Duel, state: State, frame: Frame) -> None:
    """Who bought nothing gains 1 energy. rule: kd.buy.none"""
    if not state.stack[0][BOUGHT_NOW]:
        gain_energy(machine, state, frame[SEAT], 1, NONE, ("kd.buy.none",))


OFFER_AGAIN = Place()
DONE = Place()
BUY_PHASE = PROCEDURES.declare(
    "buy-phase",
    OFFER_AGAIN,
    offer,
    take,
    DONE,
    reckon_none,
    remembers=BUY_FRAME,
)


# --- one purchase --------------------------------------------------------------------------------


def purchase(
    machine: Duel,
    state: State,
    seat: int,
    card: int,
    discount: int,
    cause: int,
    why: Rules = (),
) -> None:
    """Pay for a card and take it. rule: kd.buy.steps"""
    price, rules = price_of(machine, state, card, discount)
    told = (*PAID, *rules, *why, "kd.buy.slide")
    turns = state.stack[0]
    if "kd.buy.rightmost" in rules and (card, SLID) in turns[NEWS]:
        told += ("kd.buy.chain",)
    if (card, AFTER_ONE) in turns[NEWS]:
        told += ("kd.buy.new-card",)
    if (card, SWEPT_OUT) in turns[NEWS]:
        told += ("kd.buy.sweep-new",)
    pay(state, seat, price, cause, told)
    turns[BOUGHT_NOW] = (*turns[BOUGHT_NOW], card)
    state.log.append(("buy", told, cause, seat, card, price, state.counters[ENERGY + seat]))
    short = len(state.zones[ROW]) < ROW_SIZE
    slide(state, card)
    move(state, card, BOUGHT)
    state.stack.append([PURCHASE, 0, seat, card, 0])
    fill_row(state, AFTER_ONE, short=short)


def place_noise(machine: Duel, state: State, frame: Frame) -> None:
    """The noise token of the card is placed. rule: kd.noise.before"""
    frame[LAID] = lies_at(machine, state, frame[CARD])
    bring(machine, state, frame[BUYER], frame[CARD])


def reward(machine: Duel, state: State, frame: Frame) -> None:
    """What rewards buying, before the card's own effect. rule: kd.buy.reward"""
    frame[LAID] = int(frame[LAID] != lies_at(machine, state, frame[CARD]))
    if not machine.reward_after:
        reward_buyer(machine, state, frame)


def take_effect(machine: Duel, state: State, frame: Frame) -> None:
    """The card does what it does when bought. rules: kd.card.discard, kd.buy.steps"""
    happen_to_bought(machine, state, frame[CARD], frame[BUYER])


def reward_after(machine: Duel, state: State, frame: Frame) -> None:
    """By option, what rewards buying comes after it. rule: kd.buy.reward"""
    if machine.reward_after:
        reward_buyer(machine, state, frame)


def reward_buyer(machine: Duel, state: State, frame: Frame) -> None:
    """What rewards buying; by option, a card rewards its own purchase too. rule: kd.buy.reward"""
    seat, card = frame[BUYER], frame[CARD]
    found = at(machine, state, "buying", seat)
    if machine.own_purchase_counts and state.cards[card] in machine.kept:
        own = machine.triggered["buying"].get(state.cards[card], ())
        found = [*found, *((card, number) for number in own)]
    begin_moment(state, seat, (seat, 0), found)


def put_away(machine: Duel, state: State, frame: Frame) -> None:
    """A keep card lies before its buyer, a discard card goes to the pile. rules: kd.card.*"""
    finish_purchase(machine, state, frame[CARD], frame[BUYER])


PURCHASE = PROCEDURES.declare(
    "purchase", place_noise, reward, take_effect, reward_after, put_away, remembers=PURCHASE_FRAME
)


def was_laid_for(state: State, card: int) -> bool:
    """Whether a noise token was placed or moved for a card that is being bought."""
    return any(
        frame[0] == PURCHASE and frame[CARD] == card and frame[LAID] for frame in state.stack
    )


# --- the row -------------------------------------------------------------------------------------


def fill_row(state: State, why: int, *, short: bool = False) -> None:
    """Lay cards out until the row is full; it may have been `short` before."""
    state.stack.append([FILL_ROW, 0, why, int(short)])


def slide(state: State, card: int) -> None:
    """Note which cards slide when one leaves the row, which is news no more. rule: kd.buy.slide"""
    row, turns = state.zones[ROW], state.stack[0]
    slid = tuple((each, SLID) for each in row[: row.index(card)])
    turns[NEWS] = tuple(news for news in turns[NEWS] if news[0] != card) + slid


def next_card(machine: Duel, state: State, frame: Frame) -> None:
    """The top card of the deck is needed. rules: kd.buy.reshuffle, .exhausted"""
    if len(state.zones[ROW]) >= ROW_SIZE:
        state.stack.pop()
        return
    if machine.row_shrinks and not state.zones[DECK]:
        state.log.append(("no-cards", ("kd.buy.reshuffle", "kd.buy.exhausted"), NONE))
        state.stack.pop()
    elif not turn_up(state, reshuffle, LAY_OUT[frame[WHY]]):
        state.log.append(("no-cards", ("kd.buy.exhausted",), NONE))
        state.stack.pop()


def lay_out(machine: Duel, state: State, frame: Frame) -> None:
    """It lies face up on the place next to the deck. rules: kd.setup.row, kd.buy.refill"""
    rules = LAY_OUT[frame[WHY]]
    if frame[SHORT]:
        rules += ("kd.buy.exhausted",)
    card = state.answer[1]
    lay_in_row(state, card, rules)
    if frame[WHY] != AT_SETUP:
        state.stack[0][NEWS] += ((card, frame[WHY]),)
    frame[1] = NEXT_CARD.at


NEXT_CARD = Place()
FILL_ROW = PROCEDURES.declare(
    "fill-row",
    NEXT_CARD,
    next_card,
    lay_out,
    remembers=FILL_FRAME,
)


def discard_from_row(state: State, card: int, cause: int, rules: Rules) -> None:
    """A card of the row is discarded, which is no purchase. rules: kd.buy.slide, .sweep-none"""
    short = len(state.zones[ROW]) < ROW_SIZE
    slide(state, card)
    discard(state, card, cause, (*rules, "kd.buy.slide", "kd.buy.sweep-none"))
    fill_row(state, AFTER_ONE, short=short)


def lay_in_row(state: State, card: int, rules: Rules) -> None:
    """Lay a card on the place next to the deck, which is the left end. rule: kd.buy.refill"""
    move(state, card, ROW)
    row = state.zones[ROW]
    row.insert(0, row.pop())
    state.log.append(("turn-up", rules, NONE, card))


def reshuffle(state: State) -> None:
    """The discard pile is the new deck. rule: kd.buy.reshuffle"""
    pile = sorted(state.zones[DISCARD])
    for card in pile:
        move(state, card, DECK)
    state.log.append(("reshuffle", ("kd.buy.reshuffle",), NONE, len(pile)))
