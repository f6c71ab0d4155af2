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
from conformance.mutants.fitting import Function

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
