"""Hearts: gained up to the maximum and lost down to none, with what waits for a gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.state import Rules, State

from .moments import happen
from .table import HEARTS, MONSTER

if TYPE_CHECKING:
    from .machine import Duel

MAXIMUM = ("kd.heart.maximum",)


def most_hearts(machine: Duel, state: State, seat: int) -> int:
    """What the board of a monster shows. rule: kd.heart.maximum"""
    return machine.hearts_of[state.cards[state.zones[MONSTER + seat][0]]]


def give_hearts(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Give hearts up to the maximum; returns how many."""
    if amount <= 0:
        return 0
    room = most_hearts(machine, state, seat) - state.counters[HEARTS + seat]
    if amount > room:
        amount = room
        rules += MAXIMUM
    if amount <= 0:
        state.log.append(("full", rules, cause, seat))
        return 0
    state.counters[HEARTS + seat] += amount
    left = state.counters[HEARTS + seat]
    state.log.append(("gain-hearts", rules, cause, seat, amount, left))
    return amount


def lose_hearts(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
    """Take hearts, never below 0; returns how many. rule: kd.hit.heart"""
    amount = min(amount, state.counters[HEARTS + seat])
    if amount > 0:
        state.counters[HEARTS + seat] -= amount
        left = state.counters[HEARTS + seat]
        if not left:
            rules += ("kd.heart.zero",)
        state.log.append(("lose-hearts", rules, cause, seat, amount, left))
    return amount


def set_hearts(state: State, seat: int, hearts: int, cause: int, rules: Rules) -> None:
    """A monster has so many hearts now."""
    state.counters[HEARTS + seat] = hearts
    state.log.append(("set-hearts", rules, cause, seat, hearts))


def start_with_hearts(state: State, seat: int, hearts: int) -> None:
    """A monster has the hearts that its board gives it, or that a position says."""
    state.counters[HEARTS + seat] = hearts


def gain_hearts(
    machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> None:
    """Give hearts; what adds to a gain comes right with it. rule: kd.heart.extra"""
    gained = give_hearts(machine, state, seat, amount, cause, rules)
    if gained:
        happen(machine, state, "gaining-hearts", seat, (seat, gained))
