"""Turning up the cards of the row, and how the deck is made anew."""

from __future__ import annotations

from collections.abc import Callable

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.state import Each, Rules, State

from .table import DECK, DISCARD, NONE, TURN_UP


def turn_up(state: State, renew: Callable[[State], None], rules: Rules) -> bool:
    """Let chance name the top card of the deck; False if there is no card to be had.

    An empty deck is renewed from the discard pile first.
    """
    if not state.zones[DECK]:
        if not state.zones[DISCARD]:
            return False
        renew(state)
        if not state.zones[DECK]:
            return False
    ask(state, "turn-up", NATURE, Each(TURN_UP, sorted(state.zones[DECK])), -1, -1, NONE, rules)
    return True
