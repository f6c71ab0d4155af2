"""The misreadings that failures look like, named by the mutants that fail the same way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from conformance.judge.results import Result
from conformance.protocol.canonical import JsonObject

RULES_BROKEN = ("fail", "auto-choice", "xfail")
"""The statuses of an engine that got as far as misreading a rule."""

MOST = 5
MOST_ALIKE = 3
NEWS = 0.5
"""How much of what a misreading explains nothing else must have explained before."""


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
    failing = [result for result in results if result.status in RULES_BROKEN]
    passing = {result.id for result in results if result.status in ("pass", "xpass")}
    if not failing:
        return []
    try:
        return list(_explaining(failing, passing))[:MOST]
    except KeyboardInterrupt:
        return []  # whoever has no patience for the names still gets the results


def _explaining(failing: Sequence[Result], passing: set[str]) -> Iterator[Misreading]:
    """Name the misreading of most failures, and then those of what it leaves unexplained."""
    from conformance.mutants.naming import Failure, name_misreading

    named = name_misreading({result.id: Failure.of(result) for result in failing}, passing)
    explained: frozenset[str] = frozenset()
    while named:
        best = named[0]
        equals = [one for one in named if (one.alike, one.explains) == (best.alike, best.explains)]
        for one in equals[:MOST_ALIKE]:
            vectors = tuple(result.id for result in failing if result.id in one.explains)
            yield Misreading(one.mutant.id, one.mutant.words, vectors)
        explained |= best.explains
        named = [one for one in named if _is_news(one.explains, explained)]


def _is_news(explains: frozenset[str], explained: frozenset[str]) -> bool:
    """Whether a misreading is more than a lookalike of those that are named already."""
    return len(explains - explained) > NEWS * len(explains)


def named_in(about: JsonObject) -> list[Misreading]:
    """The misreadings that a summary names."""
    return [
        Misreading(str(one["mutant"]), str(one["as_if"]), tuple(one["vectors"]))
        for one in about.get("misreadings", ())
    ]
