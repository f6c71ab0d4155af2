"""Checks of the printed cards: clauses that are true of the data alone."""

from __future__ import annotations

from collections.abc import Callable

CHECKS: dict[str, Callable[[], None]] = {}
"""By name; each raises AssertionError where the data says otherwise than the clause."""


def check(function: Callable[[], None]) -> Callable[[], None]:
    """Declare a check; its docstring is the sentence."""
    CHECKS[function.__name__] = function
    return function
