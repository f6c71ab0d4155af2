"""Energy: gained, lost, paid and given back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from oracle.kernel.state import Rules, State

from .atoms import more_of, note_gain
from .table import GAINED_ENERGY

if TYPE_CHECKING:
    from .machine import Tokyo


def gain_energy(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Give energy from the supply, and what cards add to the gain."""
    if amount <= 0 or not state.counters[seat]:
        return 0
    more, told = more_of(machine, state, "energy", seat)
    return get_energy(machine, state, seat, amount + more, cause, rules + told, "gain-energy")


def get_energy(
    machine: Tokyo,
    state: State,
    seat: int,
    amount: int,
    cause: int,
    rules: Rules,
    kind: Literal["get-energy", "gain-energy"] = "get-energy",
) -> int:
    """Give energy that is no gain, or whose gain is reckoned already. rule: kt.elimination.out"""
    if not state.counters[seat]:
        return 0
    if amount > 0:
        state.counters[machine.energy + seat] += amount
        left = state.counters[machine.energy + seat]
        state.log.append((kind, rules, cause, seat, amount, left))
        if kind == "gain-energy":
            note_gain(state, seat, GAINED_ENERGY, amount)
    return amount


def lose_energy(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Take energy, as much as there is. rule: kt.energy.lose"""
    amount = min(amount, state.counters[machine.energy + seat])
    if amount > 0:
        state.counters[machine.energy + seat] -= amount
        left = state.counters[machine.energy + seat]
        state.log.append(("lose-energy", rules, cause, seat, amount, left))
    return amount


def pay(machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
    """Give energy to the supply for something. rule: kt.energy.pay"""
    state.counters[machine.energy + seat] -= amount
    left = state.counters[machine.energy + seat]
    state.log.append(("pay", rules, cause, seat, amount, left))
