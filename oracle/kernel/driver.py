"""Drivers answer for players and for chance; the machine itself owns no randomness."""

from __future__ import annotations

from typing import Any

from .machine import OVER, Machine, accept
from .state import Pending, State

MASK = (1 << 64) - 1
STRIDE = 0x9E3779B97F4A7C15
FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB


def mixed(seed: int, counter: int) -> int:
    """The counter-based 64-bit number of a seed (SplitMix64): the same in every language."""
    z = (seed + counter * STRIDE) & MASK
    z = ((z ^ (z >> 30)) * FIRST_FACTOR) & MASK
    z = ((z ^ (z >> 27)) * SECOND_FACTOR) & MASK
    return z ^ (z >> 31)


def random_answer(pending: Pending, number: int) -> Any:
    """The answer a random number stands for: every option as likely as the next."""
    options = pending[2]
    least = pending[3]
    if least < 0:
        return options[number % len(options)]
    count = least + number % (pending[4] - least + 1)
    number //= 97
    left = list(range(len(options)))
    taken = []
    for _ in range(count):
        taken.append(left.pop(number % len(left)))
        number //= 7
    return tuple([options[i] for i in sorted(taken)])


def play_out(machine: Machine, state: State, seed: int, limit: int) -> int:
    """Answer at random until the game is over; returns the number of decisions taken."""
    stride, first, second, mask = STRIDE, FIRST_FACTOR, SECOND_FACTOR, MASK
    for counter in range(limit + 1):
        pending = state.pending
        assert pending is not None
        if pending[0] == OVER:
            return counter
        # `mixed`, written out: a call for each decision would be felt.
        seed = z = (seed + stride) & mask
        z = ((z ^ (z >> 30)) * first) & mask
        z = ((z ^ (z >> 27)) * second) & mask
        z ^= z >> 31
        if pending[3] < 0:
            options = pending[2]
            accept(machine, state, options[z % len(options)])
        else:
            accept(machine, state, random_answer(pending, z))
    raise LivelockError(f"no end after {limit} decisions")


class LivelockError(Exception):
    """A game that does not end."""
