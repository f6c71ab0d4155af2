"""Trying an effect on a copy of the game: would it change anything at all?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from .machine import OVER, Machine, ask, run
from .procedures import Locals, Step
from .state import Frame, Pending, State

TRIED = "tried"
"""The kind of the pending record at which a trial ends."""

MOST_TRIES = 200
"""A text with more choices than that has certainly something to do."""

TRYING = Locals()
UNTIL = TRYING.one()  # the fence at which the trial ends, or -1


def stop(machine: Machine, state: State, frame: Frame) -> None:
    """The one step of the code that a trial runs into when its effect is done."""
    ask(state, TRIED, -1, [], -1, ())


def would_change(machine: Machine, state: State, effect: Frame, until: int = -1) -> bool:
    """Whether some way to carry an effect out changes the game.

    It is carried out on copies, with every answer to what it asks, until an event tells of a
    change. `until` is the fence at which the trial of a part of an effect ends.
    """
    first = state.clone()
    first.heard = True
    first.stack = [[machine.trial_code, 0, until], effect]
    first.waiting = []
    first.resolving = 0
    left = [first]
    for _ in range(MOST_TRIES):
        if not left:
            return False
        trial = left.pop()
        run(machine, trial)
        if any(record[0] not in machine.silent_events for record in trial.log):
            return True
        pending = trial.pending
        assert pending is not None
        if pending[0] not in (TRIED, OVER):
            left += [_answered(trial, given) for given in _answers(pending)]
    return True


def is_trial(machine: Machine, state: State) -> bool:
    """Whether this is a copy on which something is tried."""
    return bool(state.stack[0][0] == machine.trial_code)


def fence(place: int) -> Step:
    """A step that does nothing, except that a trial of what stands before it ends here."""

    def end_trial(machine: Machine, state: State, frame: Frame) -> None:
        ends_here = is_trial(machine, state) and state.stack[0][UNTIL] == place
        if ends_here and len(state.stack) == 2:
            state.stack.pop()

    return end_trial


def _answered(trial: State, given: Any) -> State:
    after = trial.clone()
    after.pending = None
    after.answer = given
    return after


def _answers(pending: Pending) -> Iterator[Any]:
    """Every answer; of several sizes of a choice the largest, which does the most."""
    options, least, most = pending[2], pending[3], pending[4]
    if least < 0:
        yield from options
    else:
        yield from sorted(set(combinations(options, most)))
