"""Where the words of King of Tokyo card text are bound to what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo

Number = Callable[["Tokyo", State, Frame, int], int]
"""`(machine, state, frame, whose)`."""

Condition = Callable[["Tokyo", State, int, int, tuple[int, int]], bool]
"""`(machine, state, source, you, context)`."""

EFFECTS: dict[str, Callable[[Linker, Call], list[Any]]] = {}
CONDITIONS: dict[str, Callable[[Linker, Call], Condition]] = {}
NUMBERS: dict[str, Callable[[Linker, Call], Number]] = {}


def _binder(table: dict[str, Any]) -> Callable[[str], Callable[[Any], Any]]:
    def named(word: str) -> Callable[[Any], Any]:
        def take(bind: Any) -> Any:
            table[word] = bind
            return bind

        return take

    return named


effect = _binder(EFFECTS)
condition = _binder(CONDITIONS)
number = _binder(NUMBERS)
