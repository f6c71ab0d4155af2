"""What misreadings do to the oracle, each verb as a change of its own.

A place is a function of the oracle, or an owner and the name of what it holds. The function given
to a verb may leave out parameters at the end: it gets as many as it takes, and what it leaves out
goes to the original all the same, so a parameter that the oracle adds harms nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, Concatenate, ParamSpec

from conformance.mutants.changes import Changes
from conformance.mutants.fitting import Function

P = ParamSpec("P")
Change = Callable[[Changes], None]
Placing = Callable[..., Callable[[Function], Change]]


def verb(does: Callable[Concatenate[Changes, P], object]) -> Callable[P, Change]:
    """Make a way to change the oracle a verb: given the rest, it is the change itself."""

    def given(*args: P.args, **named: P.kwargs) -> Change:
        def change(changes: Changes) -> None:
            does(changes, *args, **named)

        for each in (*args, *named.values()):
            if isinstance(each, FunctionType):
                change.__name__ = each.__name__  # it is called as what was put under the verb
        return change

    return given


def _at_place(does: Callable[..., Callable[[Function], Function]]) -> Placing:
    """The verb for a way to put a function at a place."""

    def at(*place: Any) -> Callable[[Function], Change]:
        def put(changes: Changes, new: Function) -> None:
            does(changes, *place)(new)

        return verb(put)

    return at


around = _at_place(Changes.around)
after = _at_place(Changes.after)
before = _at_place(Changes.before)
instead = _at_place(Changes.instead)
result = _at_place(Changes.result)
unless = _at_place(Changes.unless)
provided = _at_place(Changes.provided)

never = verb(Changes.never)
put = verb(Changes.put)
swap = verb(Changes.swap)
relink = verb(Changes.relink)
rewrite = verb(Changes.rewrite)
turn_round = verb(Changes.turn_round)
answer = verb(Changes.answer)
