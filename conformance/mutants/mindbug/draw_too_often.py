"""Misreadings of the refill: cards drawn although the hand is large enough."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.mindbug.draw import AS_IF
from oracle.kernel.state import State
from oracle.mindbug import discard, draw, play
from oracle.mindbug.table import DECK, HAND

__all__ = ["AS_IF"]


def replace(state: State, seat: int, lost: int) -> None:
    """Draw a card for each that a hand has lost."""
    for _ in range(lost):
        if state.zones[DECK + seat]:
            draw.draw(state, seat, draw.REFILL)


AS_IF("each discarded card were replaced, however many are left in hand", "mb.draw.refill").so(
    "every-discard-is-replaced",
    do.after(discard.discard)(lambda state, cards, seat: replace(state, seat, len(cards))),
)


@AS_IF("each stolen card were replaced, however many are left in hand", "mb.draw.refill")
@do.around(draw.take_into_hand)
def every_theft_is_replaced(take_into_hand: Any, state: State, card: int) -> None:
    victim = state.where[card] - HAND
    take_into_hand()
    if victim in (0, 1):
        replace(state, victim, 1)


AS_IF("each card that is played were replaced, however many are left in hand", "mb.draw.refill").so(
    "every-play-is-replaced", do.after(play.lay_open)(lambda state, seat: replace(state, seat, 1))
)
