"""The misreadings that failures look like, named by the mutants that fail the same way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from conformance.judge.results import Result
from conformance.protocol.canonical import JsonObject

if TYPE_CHECKING:
    from conformance.mutants.mutant import Mutant

RULES_BROKEN = ("fail", "auto-choice", "xfail")
"""The statuses of an engine that got as far as misreading a rule."""

MOST = 5
MOST_ALIKE = 3
PRECISE = 0.75
"""How much of what a mutant fails the engine must fail too: else it is something else."""


@frozen
class Misreading:
    """What an engine does on some vectors, as if it had read a rule so."""

    mutant: str
    as_if: str
    vectors: tuple[str, ...]

    def to_json(self) -> JsonObject:
        return {"mutant": self.mutant, "as_if": self.as_if, "vectors": list(self.vectors)}


def misreadings(results: Sequence[Result]) -> list[Misreading]:
    """The misreadings that together explain most of the failures, the widest first."""
    failing = {result.id for result in results if result.status in RULES_BROKEN}
    passing = {result.id for result in results if result.status in ("pass", "xpass")}
    if not failing:
        return []
    try:
        return list(_explaining(failing, passing, results))[:MOST]
    except KeyboardInterrupt:
        return []  # whoever has no patience for the names still gets the results


def _explaining(
    failing: set[str], passing: set[str], results: Sequence[Result]
) -> Iterator[Misreading]:
    """Name the misreading of most failures, leave those out, and look at the rest again."""
    from conformance.mutants.naming import how_it_fails, name_misreading
    from conformance.mutants.table import committed

    known = committed().failing
    how = {result.id: how_it_fails(result) for result in results if result.id in failing}
    while failing:
        judged = failing | passing
        precise = [
            (mutant, theirs, alike)
            for mutant, alike in name_misreading(failing, passing, how)
            if _is_precise(theirs := known[mutant.id] & judged, failing)
        ]
        if not precise:
            return
        best = precise[0]
        alike = [one for one in precise if one[1:] == best[1:]][:MOST_ALIKE]
        explained = best[1] & failing
        for mutant, _, _ in alike:
            yield _named(mutant, [result.id for result in results if result.id in explained])
        failing = failing - explained


def _is_precise(theirs: frozenset[str], failing: set[str]) -> bool:
    return len(theirs & failing) >= PRECISE * len(theirs)


def _named(mutant: Mutant, vectors: list[str]) -> Misreading:
    return Misreading(mutant.id, mutant.words, tuple(vectors))


def named_in(about: JsonObject) -> list[Misreading]:
    """The misreadings that a summary names."""
    return [
        Misreading(str(one["mutant"]), str(one["as_if"]), tuple(one["vectors"]))
        for one in about.get("misreadings", ())
    ]
