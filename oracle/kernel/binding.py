"""Where the words of card text are bound to what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Binder = Callable[[str], Callable[[Any], Any]]


def binder(table: dict[str, Any]) -> Binder:
    """What puts a function into a table by the word that it binds."""

    def named(word: str) -> Callable[[Any], Any]:
        def take(bind: Any) -> Any:
            table[word] = bind
            return bind

        return take

    return named
