"""What changes a game of Lanterns: cards that move, light that is gained and lost."""

from __future__ import annotations

from oracle.kernel.layout import NATURE
from oracle.kernel.linking import wait
from oracle.kernel.machine import ask
from oracle.kernel.state import State

from .table import DECK, DISCARD, HAND, LIGHT_CHANGED, NONE, STREET, Lanterns


def move(state: State, card: int, place: int) -> None:
    """Lay a card elsewhere."""
    state.zones[state.where[card]].remove(card)
    state.zones[place].append(card)
    state.where[card] = place
    state.derived = state.said = None


def gain(state: State, seat: int, amount: int, rules: tuple[str, ...], cause: int = NONE) -> None:
    """Give light."""
    state.counters[seat] += amount
    state.dirty |= LIGHT_CHANGED
    state.log.append(("gain", rules, cause, seat, amount))


def lose(state: State, seat: int, amount: int, rules: tuple[str, ...], cause: int) -> None:
    """Take light, as far as there is any. rule: ln.lantern.lose"""
    lost = min(amount, state.counters[seat])
    if lost:
        state.counters[seat] -= lost
        state.log.append(("lose", rules, cause, seat, lost))


def offer_draw(state: State, rules: tuple[str, ...], cause: int = NONE) -> None:
    """Let chance draw a card; the deck has one."""
    options = [("draw", card) for card in sorted(state.zones[DECK])]
    ask(state, "draw", NATURE, options, cause, rules)


def take_drawn(state: State, seat: int, rules: tuple[str, ...], cause: int = NONE) -> None:
    """Take the card that chance drew."""
    card = state.answer[1]
    move(state, card, HAND + seat)
    state.log.append(("draw", rules, cause, seat, card))


def put_out(machine: Lanterns, state: State, card: int, cause: int) -> None:
    """Put a lantern out. rules: ln.lantern.out, ln.lantern.goes-out"""
    seat = state.where[card] - STREET
    move(state, card, DISCARD)
    state.log.append(("put-out", ("ln.lantern.out",), cause, seat, card))
    wait(state, machine.triggered["goes-out"][state.cards[card]], card, seat)
