"""Misreadings of the refill: cards drawn although the hand is large enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.draw import AS_IF
from oracle.kernel.state import Rules, State
from oracle.mindbug import atoms
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DECK, HAND

__all__ = ["AS_IF"]


def replace(state: State, seat: int, lost: int) -> None:
    """Draw a card for each that a hand has lost."""
    for _ in range(lost):
        if state.zones[DECK + seat]:
            atoms.draw(state, seat, atoms.REFILL)


@AS_IF(
    "every-discard-is-replaced",
    "each discarded card were replaced, however many are left in hand",
    "mb.draw.refill",
)
def every_discard_is_replaced(change: Changes) -> None:
    discard = atoms.discard

    def discard_and_draw(
        machine: Mindbug, state: State, cards: Sequence[int], seat: int, cause: int
    ) -> None:
        discard(machine, state, cards, seat, cause)
        replace(state, seat, len(cards))

    change.swap(discard, discard_and_draw)


@AS_IF(
    "every-theft-is-replaced",
    "each stolen card were replaced, however many are left in hand",
    "mb.draw.refill",
)
def every_theft_is_replaced(change: Changes) -> None:
    take_into_hand = atoms.take_into_hand

    def take_and_draw(machine: Mindbug, state: State, card: int, *rest: Any) -> None:
        victim = state.where[card] - HAND
        take_into_hand(machine, state, card, *rest)
        if victim in (0, 1):
            replace(state, victim, 1)

    change.swap(take_into_hand, take_and_draw)


@AS_IF(
    "every-play-is-replaced",
    "each card that is played were replaced, however many are left in hand",
    "mb.draw.refill",
)
def every_play_is_replaced(change: Changes) -> None:
    lay_open = atoms.lay_open

    def lay_open_and_draw(state: State, card: int, seat: int, rules: Rules) -> None:
        lay_open(state, card, seat, rules)
        replace(state, seat, 1)

    change.swap(lay_open, lay_open_and_draw)
