"""Whose word failures break: the printed rules, a ruling, or only our own reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import frozen

from conformance.judge.results import HARMLESS, NOT_PLAYED, Result
from rules_dsl.sources import AUTHORITIES

PRINTED = ("book", "card")
"""The authorities that anybody can look up in the box."""


@frozen
class Score:
    """How many of some vectors pass, of those that the engine plays."""

    passed: int
    played: int

    def __str__(self) -> str:
        return f"{self.passed}/{self.played}"


def broken(results: Iterable[Result]) -> str:
    """What is broken, and how often: `breaks printed rules: 12 · published rulings: 3`.

    Vectors of somebody else that do not tell their authority are not counted.
    """
    counted = Counter(result.authority for result in results if result.status not in HARMLESS)
    said = [f"{words}: {counted[kind]}" for kind, words in AUTHORITIES.items() if counted[kind]]
    return f"breaks {' · '.join(said)}" if said else ""


def scores(results: Iterable[Result]) -> tuple[Score, Score]:
    """What passes of all that is printed in the box, and of the rest."""
    passed, played = Counter[bool](), Counter[bool]()
    for result in results:
        is_printed = result.authority in PRINTED
        played[is_printed] += result.status not in NOT_PLAYED
        passed[is_printed] += result.status == "pass"
    printed, rest = (Score(passed[which], played[which]) for which in (True, False))
    return printed, rest
