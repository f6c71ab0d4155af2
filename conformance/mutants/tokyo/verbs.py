"""Verbs of one's own: a function at a place of the oracle, that is given something first.

Under `@own.around(damage.lose)` stands what a verb does there: its first parameters are what the
verb is given, then comes what `do.around` gives, and last those parameters that it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.fitting import Function, taking
from oracle.kernel.flow import ACCEPT
from oracle.kernel.machine import Step, ask, finish
from oracle.kernel.state import Frame, State
from oracle.tokyo import tokyo
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import DECLINE, NONE, PROCEDURES

Owning = Callable[..., Callable[[Function], Callable[..., do.Change]]]


def _own(at: do.Placing) -> Owning:
    """The maker of verbs that put a function at a place in one way."""

    def place_of(*place: Any) -> Callable[[Function], Callable[..., do.Change]]:
        def made(does: Function) -> Callable[..., do.Change]:
            def put(changes: Changes, *given: Any) -> None:
                at(*place)(partial(does, *given))(changes)

            return do.verb(put)

        return made

    return place_of


around = _own(do.around)
after = _own(do.after)
before = _own(do.before)
instead = _own(do.instead)
result = _own(do.result)
unless = _own(do.unless)
provided = _own(do.provided)


def also(*others: do.Change) -> Callable[[do.Change], do.Change]:
    """Let other changes be made too, before the one that stands under it."""

    def with_others(change: do.Change) -> do.Change:
        def every(changes: Changes) -> None:
            for each in (*others, change):
                each(changes)

        every.__name__ = change.__name__
        return every

    return with_others


@do.verb
def in_order(changes: Changes, procedure: int, *steps: Step) -> None:
    """Let steps of a procedure come in this order: each takes the next of their places."""
    ordered = list(PROCEDURES.steps[procedure])
    for place, step in zip(sorted(map(ordered.index, steps)), steps, strict=True):
        ordered[place] = step
    changes.put(PROCEDURES.steps, procedure, tuple(ordered))


@do.verb
def consists(changes: Changes, procedure: int, *steps: Step) -> None:
    """Let a procedure consist of other steps."""
    changes.put(PROCEDURES.steps, procedure, (*steps, finish))


@do.verb
def then(changes: Changes, word: str, step: Step) -> None:
    """Let an effect have one more step."""
    changes.result(EFFECTS, word)(lambda steps: [*steps, step])


@do.verb
def offers(changes: Changes, module: Any, kind: str, offered: Function) -> None:
    """Let a module offer something else where it asks for a decision of one kind."""
    asked = kind

    @changes.around(module, "ask")
    def ask_otherwise(ask: Function, kind: str, options: Any) -> None:
        ask(options=offered(options)) if kind == asked else ask()


@do.verb
def answers(changes: Changes, module: Any, kind: str, answer: Function) -> None:
    """Let a module take an answer, of the options, where it asks for a decision of one kind."""
    asked = kind

    @changes.around(module, "ask")
    def ask_otherwise(ask: Function, state: State, kind: str, options: Any) -> None:
        if kind == asked:
            state.answer = answer(options)
        else:
            ask()


@do.verb
def keeps(changes: Changes, function: Function, what: Function, when: Function = bool) -> None:
    """Let a function leave something as it was; `what` says where: a list and a place in it.

    `when` is asked once it is done.
    """
    give, holds = taking(function, what), taking(function, when)

    def keep(old: Function, *args: Any, **named: Any) -> Any:
        where, place = give(args, named)
        kept = where[place]
        given = old()
        if when is bool or holds(args, named):
            where[place] = kept
        return given

    changes.around(function)(keep)


@do.verb
def refused(changes: Changes, rule: str, may: Function) -> None:
    """Let a monster refuse to come into Tokyo; `may` says when, of the frame of the phase."""
    come_in = tokyo.come_in

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        state.answer = ACCEPT
        if may(frame):
            ask(state, "may", frame[tokyo.SEAT], [ACCEPT, DECLINE], NONE, (rule,))

    def come_in_or_not(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer == ACCEPT:
            come_in(machine, state, frame)

    consists(tokyo.ENTER_PHASE, tokyo.aim, offer, come_in_or_not)(changes)


def first(options: Any) -> Any:
    """The first of some options."""
    return options[0]


def undeclined(options: Any) -> list[Any]:
    """The options without the one that declines."""
    return [each for each in options if each != DECLINE]


def last(word: str, when: Function = lambda linker, call: True) -> Callable[[Function], do.Change]:
    """Do the last step of an effect otherwise, where its text is one of some; it is given first."""

    @do.verb
    def put(changes: Changes, does: Function) -> None:
        @changes.around(EFFECTS, word)
        def bind(bind: Function, linker: Any, call: Any) -> list[Step]:
            *before, act = bind()

            def step(machine: Tokyo, state: State, frame: Frame) -> None:
                does(partial(act, machine, state, frame), machine, state, frame)

            return [*before, step if when(linker, call) else act]

    return put
