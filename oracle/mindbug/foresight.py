"""Whether an effect would do something, as far as that can be seen without trying it.

An Action may be used only if it would do something. To try it on a copy of the game always tells,
but is slow; for the commonest words a look at the table tells the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from oracle.kernel.state import State
from rules_dsl.definitions import Call, Selection

from .defeat import replacements_of
from .permissions import rules_in_force
from .selection import bind_candidates

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

Foresight = Callable[["Mindbug", State, int, int], bool | None]
"""`(machine, state, source, you)`: True, False, or None when it has to be tried."""


def bind_foresight(linker: Linker, number: int, body: Iterable[Call]) -> Foresight:
    """What can be seen about the effects of a definition's ability, carried out in order."""
    parts = [_of_word(linker, number, call) for call in body]
    if any(part is _certain for part in parts):
        return _certain

    def foresee(machine: Mindbug, state: State, source: int, you: int) -> bool | None:
        unsure = False
        for part in parts:
            seen = part(machine, state, source, you)
            if seen:
                return True
            unsure = unsure or seen is None
        return None if unsure else False

    return foresee


def _certain(machine: Mindbug, state: State, source: int, you: int) -> bool | None:
    return True


def _unsure(machine: Mindbug, state: State, source: int, you: int) -> bool | None:
    return None


def _of_word(linker: Linker, number: int, call: Call) -> Foresight:
    if call.word == "evolve":
        return _certain if number in linker.machine.next_stage else _unsure
    if call.word in ("gain-life", "lose-life"):
        fixed = call.get("count") is None and type(call["amount"]) is int and call["amount"] > 0
        return _certain if fixed else _unsure
    if call.word == "if":
        return _if(linker, number, call)
    if call.word == "defeat":
        return _defeat(linker, call)
    return _unsure


def _if(linker: Linker, number: int, call: Call) -> Foresight:
    given = call["condition"]
    assert isinstance(given, Call)
    holds = linker.condition(given)
    assert holds is not None
    then = bind_foresight(linker, number, call["body"])  # type: ignore[arg-type]

    def foresee(machine: Mindbug, state: State, source: int, you: int) -> bool | None:
        return then(machine, state, source, you) if holds(machine, state, source, you) else False

    return foresee


def _defeat(linker: Linker, call: Call) -> Foresight:
    """One creature that nothing protects is enough; without any there is nothing to do."""
    phrase = linker.phrase(call["creatures"])
    candidates = bind_candidates(linker, phrase)
    if isinstance(phrase, Selection) and phrase.quantity.count != 1:
        return _unsure

    def foresee(machine: Mindbug, state: State, source: int, you: int) -> bool | None:
        found = candidates(machine, state, source, you)
        if not found:
            return False
        if rules_in_force(machine, state, "cannot-be-defeated"):
            return None
        return any(not replacements_of(machine, state, card) for card in found) or None

    return foresee
