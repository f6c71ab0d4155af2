"""Changes that serve every topic: cards move, become others, and are marked."""

from __future__ import annotations

from oracle.kernel.state import State

from .table import DECK, DISCARD, HANDS, PLACES, UNDER, UNUSED, VOLATILE

DIRTIED_BY_LEAVING = [HANDS << place if place < DECK else 0 for place in PLACES]
DIRTIED_BY_ENTERING = [HANDS << place - DECK if DECK <= place < DISCARD else 0 for place in PLACES]
DERIVED_FROM = [DISCARD <= place < UNUSED for place in PLACES]
"""Places whose cards have a say in what creatures are: discard piles and play."""


def move(state: State, card: int, place: int) -> None:
    """Put a card somewhere else."""
    where = state.where
    old = where[card]
    state.zones[old].remove(card)
    state.zones[place].append(card)
    where[card] = place
    state.dirty |= DIRTIED_BY_LEAVING[old] | DIRTIED_BY_ENTERING[place]
    if DERIVED_FROM[old] or DERIVED_FROM[place]:
        state.derived = state.said = None
    if old == UNDER:
        release(state, card)


def release(state: State, card: int) -> None:
    """A card that lay under another does so no longer."""
    for host, below in state.under.items():
        if card in below:
            left = tuple([other for other in below if other != card])
            others = {other: cards for other, cards in state.under.items() if other != host}
            state.under = {**others, host: left} if left else others
            break
    state.derived = None


def unsettle(state: State) -> None:
    """Let what depends on more than the cards on the table be derived anew."""
    if state.derived is not None and state.derived[VOLATILE]:
        state.derived = None


def become(state: State, card: int, definition: int) -> None:
    """Make a card another definition; it stays the same card."""
    cards = list(state.cards)
    cards[card] = definition
    state.cards = tuple(cards)
    state.derived = state.said = None


def mark(state: State, card: int, bit: int) -> None:
    """Note something about a card."""
    state.marks[card] |= bit


def unmark(state: State, card: int, bit: int) -> None:
    """What was noted about a card holds no more."""
    state.marks[card] &= ~bit
