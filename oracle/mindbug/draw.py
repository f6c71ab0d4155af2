"""Drawing: hands fill by themselves, and effects put cards into them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from oracle.kernel.state import Rules, State

from .atoms import move
from .boost import noticed
from .discard import put_there
from .leaving import forget, leave
from .table import DECK, HAND, HAND_SIZE, HANDS, NONE, PLAY

if TYPE_CHECKING:
    from .machine import Mindbug

REFILL = ("mb.draw.refill", "mb.draw.refill-first")
SHORT = ("mb.draw.empty-deck",)


def refill(machine: Mindbug, state: State, dirty: int) -> None:
    """At any moment: a hand below five is filled from its deck before anything else happens."""
    for seat in (0, 1):
        missing = HAND_SIZE - len(state.zones[HAND + seat])
        if missing <= 0 or not dirty & HANDS << seat:
            continue
        deck = state.zones[DECK + seat]
        while missing and deck:
            draw(state, seat, REFILL)
            missing -= 1
        if missing:
            state.log.append(("short", SHORT, NONE, seat))


def draw(state: State, seat: int, rules: Rules) -> None:
    """Take the top card of a deck into its hand."""
    card = state.zones[DECK + seat].pop(0)
    state.zones[HAND + seat].append(card)
    state.where[card] = HAND + seat
    state.log.append(("draw", rules, NONE, seat, card))


def take_into_hand(
    machine: Mindbug,
    state: State,
    card: int,
    seat: int,
    kind: Literal["recover", "return", "steal"],
    cause: int,
    rules: Rules,
) -> None:
    """Put a card into a hand, which may hold any number."""
    old = state.where[card]
    in_play = PLAY <= old <= PLAY + 1
    if in_play:
        leave(machine, state, card)
    move(state, card, HAND + seat)
    if len(state.zones[HAND + seat]) > HAND_SIZE:
        rules += ("mb.draw.no-maximum",)
    state.log.append((kind, rules, cause, card, old, seat))
    if in_play:
        boosts = forget(machine, state, card, old - PLAY, cause)
        put_there(machine, state, noticed(machine, state, boosts, old - PLAY))
