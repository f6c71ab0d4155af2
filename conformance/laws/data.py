"""Checks of the printed cards: clauses that are true of the data alone."""

from __future__ import annotations

from collections.abc import Callable

from conformance.games import kit, names


def checks() -> dict[str, Callable[[], None]]:
    """By name; each raises AssertionError where the data says otherwise than the clause."""
    laws = [found() for name in names() if (found := kit(name).laws) is not None]
    return {check.__name__: check for each in laws for check in each.checks}
