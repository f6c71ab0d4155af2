"""What permission and prohibition words speak about: one test for each word."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracle.kernel.state import State
from rules_dsl.definitions import Call

from .selection import bind_matches

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

Holds = Callable[["Mindbug", State, int, int, tuple[Any, ...]], bool]


def _about(hole: str) -> Callable[[Linker, Call], tuple[Holds, int]]:
    """A word about one creature, named in the given hole."""

    def bind(linker: Linker, call: Call) -> tuple[Holds, int]:
        matches = bind_matches(linker, linker.phrase(call[hole]))
        times = call.get("times", 0)
        assert isinstance(times, int)

        def holds(
            machine: Mindbug, state: State, source: int, you: int, subjects: tuple[Any, ...]
        ) -> bool:
            return matches(machine, state, source, you, subjects[0])

        return holds, times

    return bind


def _cannot_block(linker: Linker, call: Call) -> tuple[Holds, int]:
    """Subjects: the blocker and the attacker."""
    blocker = bind_matches(linker, linker.phrase(call["blockers"]))
    against = call.get("attacker")
    attacker = None if against is None else bind_matches(linker, linker.phrase(against))

    def holds(
        machine: Mindbug, state: State, source: int, you: int, subjects: tuple[Any, ...]
    ) -> bool:
        if attacker is not None and not attacker(machine, state, source, you, subjects[1]):
            return False
        return blocker(machine, state, source, you, subjects[0])

    return holds, 0


def _cannot_activate(linker: Linker, call: Call) -> tuple[Holds, int]:
    """Subjects: the trigger and the seat of the player who would activate it."""
    seats = linker.players(call["player"])
    trigger = call["trigger"]

    def holds(
        machine: Mindbug, state: State, source: int, you: int, subjects: tuple[Any, ...]
    ) -> bool:
        return subjects[0] == trigger and subjects[1] in seats(machine, state, source, you)

    return holds, 0


def _pair(first: str, second: str) -> Callable[[Linker, Call], tuple[Holds, int]]:
    """A word about two creatures, in the order of its subjects."""

    def bind(linker: Linker, call: Call) -> tuple[Holds, int]:
        one = bind_matches(linker, linker.phrase(call[first]))
        other = bind_matches(linker, linker.phrase(call[second]))

        def holds(
            machine: Mindbug, state: State, source: int, you: int, subjects: tuple[Any, ...]
        ) -> bool:
            return one(machine, state, source, you, subjects[0]) and other(
                machine, state, source, you, subjects[1]
            )

        return holds, 0

    return bind


def _about_player(linker: Linker, call: Call) -> tuple[Holds, int]:
    """A word with an amount about a player; subject: the seat."""
    seats, amount = linker.players(call["player"]), call["amount"]
    assert isinstance(amount, int)

    def holds(
        machine: Mindbug, state: State, source: int, you: int, subjects: tuple[Any, ...]
    ) -> bool:
        return subjects[0] in seats(machine, state, source, you)

    return holds, amount


RULE_WORDS: dict[str, Callable[[Linker, Call], tuple[Holds, int]]] = {
    "cannot-block": _cannot_block,
    "cannot-attack": _about("attackers"),
    "cannot-be-defeated": _about("creatures"),
    "cannot-activate": _cannot_activate,
    "can-attack-times": _about("creature"),
    "can-choose-blocker": _about("creature"),
    "defeats-each-fighter": _about("creature"),
    "reverses-fights": _about("creature"),
    "must-hunt": _pair("hunters", "prey"),
    "cannot-hunt": _pair("hunters", "prey"),
    "loses-more-life": _about_player,
    "rerolls-more": _about_player,
}
