"""Misreadings that forget a rule on one of the ways that lead to it: dice or cards."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.hearts import AS_IF as HEARTS
from conformance.mutants.tokyo.stars import AS_IF as STARS
from oracle.kernel.state import State
from oracle.tokyo import atoms
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import NONE


@HEARTS(
    "card-beyond-maximum",
    "a card could give hearts beyond the maximum",
    "kt.heart.maximum",
    "kt.heart.card",
)
def card_beyond_maximum(change: Changes) -> None:
    gain = atoms.gain_hearts

    def gain_by_cards_at_will(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, *rest: Any, **more: Any
    ) -> int:
        if cause == NONE or not state.counters[seat]:
            return gain(machine, state, seat, amount, cause, *rest, **more)
        state.counters[seat] += max(0, amount)
        return amount

    change.swap(gain, gain_by_cards_at_will)


@STARS(
    "lost-below-zero",
    "a card could take more stars than a monster has",
    "kt.star.lose",
)
def lost_below_zero(change: Changes) -> None:
    lose = atoms.lose_stars

    def lose_all_of_them(machine: Tokyo, state: State, seat: int, amount: int, *rest: Any) -> int:
        had = state.counters[machine.stars + seat]
        lost = lose(machine, state, seat, amount, *rest)
        state.counters[machine.stars + seat] = had - amount
        return lost

    change.swap(lose, lose_all_of_them)
