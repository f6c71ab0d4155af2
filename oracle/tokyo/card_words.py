"""Effects on cards: discarding and buying them, drawing and taking them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.flow import Label
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from . import atoms
from .binding import effect
from .buy import can_buy, purchase
from .energy import get_energy, pay
from .evolution import draw
from .moments import TAKEN_NOW, is_new
from .monsters import paid_for
from .selection import bind_card_choice, bind_cards, bind_players
from .table import AREA, COPIER, DECLINE, DISCARD, DONE, KEEP_CARD, SOURCE, YOU

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo


@effect("discard")
def _discard(linker: Linker, call: Call) -> list[Step]:
    phrase = call["cards"]
    assert isinstance(phrase, Selection | Call)
    if call.get("price") is not None:
        return _discard_or_pay(linker, call)
    rules = linker.told(call)
    by_price = "price-paid" in linker.text and not linker.machine.sells_at_cost
    itself = phrase == Call("this")

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[DONE] = 0
        for card in state.answer:
            if state.where[card] != DISCARD:
                cost = machine.cost[state.cards[card]]
                frame[DONE] = paid_for(state, card) if by_price else cost
                copies = state.registers[COPIER] == card + 1
                if copies and itself and not machine.copy_discarded:
                    told = ("kt.copy.this-card", "kt.copy.taken-back", "kt.copy.ends")
                    atoms.end_copy(machine, state, card, frame[YOU], told)
                    continue
                more: Rules = ("kt.copy.this-card",) if copies else ()
                atoms.discard(machine, state, card, frame[SOURCE], rules + more)

    return [*bind_card_choice(linker, phrase), act]


def _discard_or_pay(linker: Linker, call: Call) -> list[Any]:
    """A monster discards its cards, but can keep each for a price. rule: kt.energy.pay"""
    before, players = bind_players(linker, call["player"])
    price, rules = int(call["price"]), linker.told(call)  # type: ignore[call-overload]
    whose, left, label = linker.slot(), linker.slot(), Label()
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    quantity: Any = phrase.quantity

    def begin(machine: Tokyo, state: State, frame: Frame) -> None:
        seats = players(machine, state, frame)
        frame[whose] = seats[0] if seats else frame[YOU]
        cards = sorted(state.zones[AREA + seats[0]]) if seats else []
        if quantity.kind == "all" or len(cards) <= quantity.count:
            state.answer = tuple(cards)
            return
        most = quantity.count
        least = 0 if quantity.kind == "up-to" else most
        ask_to_choose(state, "choose", frame[whose], cards, least, most, frame[SOURCE], rules)

    def keep_in_mind(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[left] = state.answer

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if not frame[left]:
            label.leave(frame)
            return
        seat = frame[whose]
        if state.counters[machine.energy + seat] < price:
            state.answer = DECLINE
            return
        options = [KEEP_CARD[frame[left][0]], DECLINE]
        ask(state, "keep", seat, options, frame[SOURCE], rules)

    def take(machine: Tokyo, state: State, frame: Frame) -> None:
        card, *others_left = frame[left]
        frame[left] = tuple(others_left)
        if state.answer != DECLINE:
            told = (*rules, "kt.energy.pay")
            pay(machine, state, frame[whose], price, frame[SOURCE], told)
            if machine.ransom_to_owner:
                get_energy(machine, state, frame[YOU], price, frame[SOURCE], told)
        elif state.where[card] == AREA + frame[whose]:
            atoms.discard(machine, state, card, frame[SOURCE], rules)
        label.again(frame)

    return [*before, begin, keep_in_mind, *label.around([], [offer, take], [])]


@effect("draw-evolution")
def _draw_evolution(linker: Linker, call: Call) -> list[Step]:
    """The top card of another deck goes to the hand. rule: kt.evolution.foreign"""
    before, players = bind_players(linker, call["player"])

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in players(machine, state, frame):
            draw(state, frame[YOU], seat, 1)

    return [*before, act]


@effect("buy")
def _buy(linker: Linker, call: Call) -> list[Step]:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    discount = int(call.get("discount") or 0)  # type: ignore[call-overload]
    rules = linker.told(call)
    every = bind_cards(linker, phrase)

    def affordable(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        found = every(machine, state, source, you)
        return [card for card in found if can_buy(machine, state, card, you, discount)]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for card in state.answer:
            purchase(state, frame[YOU], card, machine, discount, frame[SOURCE], rules)

    return [*bind_card_choice(linker, phrase, affordable), act]


@effect("take-card")
def _take_card(linker: Linker, call: Call) -> list[Step]:
    """A card is taken from the discard pile, never the one that says so."""
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    every = bind_cards(linker, phrase)
    rules = linker.told(call)

    def others_than(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        return [card for card in every(machine, state, source, you) if card != source]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for card in state.answer if state.counters[frame[YOU]] else ():
            atoms.move(state, card, AREA + frame[YOU])
            is_new(state, card)
            turns = state.stack[0]
            turns[TAKEN_NOW] = (*turns[TAKEN_NOW], card)
            state.log.append(("take-card", rules, frame[SOURCE], frame[YOU], card))

    return [*bind_card_choice(linker, phrase, others_than), act]
