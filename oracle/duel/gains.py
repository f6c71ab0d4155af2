"""Gains of energy and hearts, with what waits for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.state import Rules, State

from . import atoms
from .moments import at, happen
from .table import rival

if TYPE_CHECKING:
    from .machine import Duel


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
    if atoms.gain_energy(state, seat, amount, cause, rules) <= 0:
        return
    other = rival(seat)
    if by_symbols or not machine.symbols_only:
        happen(machine, state, "rival-gains-energy", other, (seat, amount))
        return
    for card, number in at(machine, state, "rival-gains-energy", other):
        told = ("kd.energy.same",)
        state.log.append(("no-effect", told, card, card, number, other))


def gain_hearts(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> None:
    """Give hearts; what adds to a gain comes right with it. rule: kd.heart.extra"""
    gained = atoms.gain_hearts(machine, state, seat, amount, cause, rules)
    if gained:
        happen(machine, state, "gaining-hearts", seat, (seat, gained))
