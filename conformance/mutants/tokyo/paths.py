"""Misreadings that forget a rule on one of the ways that lead to it: dice or cards."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.tokyo.hearts import AS_IF as HEARTS
from conformance.mutants.tokyo.stars import AS_IF as STARS
from oracle.kernel.state import State
from oracle.tokyo import atoms, stars
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import NONE


@HEARTS("a card could give hearts beyond the maximum", "kt.heart.maximum", "kt.heart.card")
@do.around(atoms.gain_hearts)
def card_beyond_maximum(gain: Any, state: State, seat: int, amount: int, cause: int) -> Any:
    if cause == NONE or not state.counters[seat]:
        return gain()
    state.counters[seat] += max(0, amount)
    return amount


@STARS("a card could take more stars than a monster has", "kt.star.lose")
@do.around(stars.lose_stars)
def lost_below_zero(lose: Any, machine: Tokyo, state: State, seat: int, amount: int) -> Any:
    had = state.counters[machine.stars + seat]
    lost = lose()
    state.counters[machine.stars + seat] = had - amount
    return lost
