"""The row: how many cards lie there, turning them up, and how the deck is made anew."""

from __future__ import annotations

from collections.abc import Callable

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.state import Each, Rules, State
from rules_dsl.errors import KaijuError

from .table import DECK, DISCARD, NONE, ROW, ROW_SIZE, TURN_UP


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
    ask(state, "turn-up", NATURE, Each(TURN_UP, sorted(state.zones[DECK])), NONE, rules)
    return True


def check_row(state: State) -> None:
    """Refuse a position with more cards in the row than it has places."""
    if len(state.zones[ROW]) > ROW_SIZE:
        raise KaijuError(
            f"the row has {ROW_SIZE} places, not {len(state.zones[ROW])}",
            place=f"setup.row[{ROW_SIZE}]",
            remedy="Leave cards out, or put them into the deck.",
        )
