"""The tree of positions below one position, counted in the oracle itself.

A step is an answer to a decision, or an outcome of chance, that has more than one possible
answer. What has only one is answered at once and is no step: engines may ask it or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import oracle
from conformance.protocol.messages import Count
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import OVER, KernelError, Machine, answer
from oracle.kernel.state import Pending, State
from oracle.verbs.progress import Tell, silent

PLAYERS, CHANCE, ENDED = range(3)

FORCED_AT_MOST = 1_000
"""Answers in a row that are the only ones: misread rules can go on like that for ever."""


def count(
    position: oracle.Position, depth: int, fired: set[str] | None = None, tell: Tell = silent
) -> list[Count]:
    """The positions at each depth from 0, which is the position itself, on.

    The rules that fire on the way are added to `fired`.
    """
    found = [[0, 0, 0] for _ in range(depth + 1)]
    state = position.state.clone()
    settle(position.ruleset.machine, state)
    _count(position.ruleset.machine, state, 0, depth, found, fired, tell)
    return [Count(*each) for each in found]


def _count(
    machine: Machine,
    state: State,
    at: int,
    depth: int,
    found: list[list[int]],
    fired: set[str] | None,
    tell: Tell,
) -> None:
    pending = state.pending
    assert pending is not None
    found[at][_kind(pending)] += 1
    if fired is not None:
        fired.update(pending[6], *(record[1] for record in state.log))
    if at == depth or pending[0] == OVER:
        return
    before = sum(found[depth])
    for given in answers(pending):
        after = state.clone()
        answer(machine, after, given)
        settle(machine, after)
        _count(machine, after, at + 1, depth, found, fired, tell)
    if at + 1 == depth:
        tell(sum(found[depth]) - before)


def _kind(pending: Pending) -> int:
    if pending[0] == OVER:
        return ENDED
    return CHANCE if pending[1] == NATURE else PLAYERS


def answers(pending: Pending) -> Iterator[Any]:
    """Every answer to a pending decision in the machine's own form, choices enumerated.

    Candidates that are alike, such as two dice with the same face, make one choice and not two.
    """
    options, least, most = pending[2], pending[3], pending[4]
    if least < 0:
        return iter(options)
    sizes = range(least, most + 1)
    if len(set(options)) == len(options):
        return chain.from_iterable(combinations(options, size) for size in sizes)
    return chain.from_iterable(dict.fromkeys(combinations(options, size)) for size in sizes)


def settle(machine: Machine, state: State) -> None:
    """Give every answer that is the only one, until there is a choice or the end."""
    pending = state.pending
    settled = 0
    while pending is not None and pending[0] != OVER:
        settled += 1
        if settled > FORCED_AT_MOST:
            raise KernelError("no choice comes any more")
        options, least = pending[2], pending[3]
        if least < 0:
            if len(options) != 1:
                return
            answer(machine, state, options[0])
        elif least == pending[4] and (least in (0, len(options)) or len(set(options)) == 1):
            answer(machine, state, tuple(options)[:least])
        else:
            return
        pending = state.pending
