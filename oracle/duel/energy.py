"""Energy: gained and paid, with what waits for a gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.state import Rules, State

from .moments import at, happen
from .table import ENERGY, rival

if TYPE_CHECKING:
    from .machine import Duel


def give_energy(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
    """Give energy, as much as it is. rule: kd.energy.unlimited"""
    if amount > 0:
        state.counters[ENERGY + seat] += amount
        left = state.counters[ENERGY + seat]
        state.log.append(("gain-energy", rules, cause, seat, amount, left))
    return amount


def pay(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
    """Give energy to the supply for something."""
    state.counters[ENERGY + seat] -= amount
    state.log.append(("pay", rules, cause, seat, amount, state.counters[ENERGY + seat]))


def gain_energy(
    machine: Duel,
    state: State,
    seat: int,
    amount: int,
    cause: int,
    rules: Rules,
    *,
    by_symbols: bool = False,
) -> None:
    """Give energy; the rival may answer. rules: kd.energy.unlimited, kd.energy.same"""
    if give_energy(state, seat, amount, cause, rules) <= 0:
        return
    other = rival(seat)
    if by_symbols or not machine.symbols_only:
        happen(machine, state, "rival-gains-energy", other, (seat, amount))
        return
    for card, number in at(machine, state, "rival-gains-energy", other):
        told = ("kd.energy.same",)
        state.log.append(("no-effect", told, card, card, number, other))
