"""Special powers: what power symbols pay for, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.table import ADDED
from oracle.kernel.state import Rules, State

from .monsters import added_symbols, result_of
from .table import FACES, POWER, SPENT, SPENT_DICE

if TYPE_CHECKING:
    from .machine import Duel


def payable(machine: Duel, state: State, face: int) -> int:
    """How many symbols can still pay; dice left out pay for nothing. rule: kd.power.symbols"""
    spent = state.registers[SPENT] if face == POWER else 0
    return result_of(machine, state, face) - spent


def spend(
    machine: Duel, state: State, seat: int, face: int, amount: int, cause: int, rules: Rules
) -> None:
    """Symbols pay for something; they stay in the Roll. rule: kd.power.symbols"""
    if face == POWER:
        state.registers[SPENT_DICE] += dice_paying(machine, state, amount)
        state.registers[SPENT] += amount
    state.log.append(("spend", rules, cause, seat, amount, FACES[face]))


def dice_paying(machine: Duel, state: State, amount: int) -> int:
    """How many dice it takes to pay; added symbols pay first. rule: kd.resolve.left"""
    registers = state.registers
    added = registers[ADDED + POWER] + added_symbols(machine, state, POWER)
    return max(0, amount - max(0, added - (registers[SPENT] - registers[SPENT_DICE])))


def tell_activation(machine: Duel, state: State, card: int, number: int, seat: int) -> None:
    """Tell that a special power is activated. rules: kd.power.when, kd.power.may"""
    rules = ("kd.power.when", "kd.power.may", "kd.power.own")
    state.log.append(("applies", rules, card, card, number, seat))
