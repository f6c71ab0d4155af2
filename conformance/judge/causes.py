"""Failures by cause: what is wrong once is said once, however many vectors show it.

A cause is a named misreading, a difference at the same decision with the same shape, or a crash
with the same trace. What fails only after earlier games is a cause of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from conformance.judge.compare import ABSENT, Difference
from conformance.judge.headline import headline, names_in
from conformance.judge.results import HARMLESS, Result
from conformance.judge.vector import Vector, cards_in
from conformance.reports.misreadings import Misreading

TRACE_LINES = 3
"""Of what a crashed engine wrote last, the lines that tell crashes apart."""
_HANDLE = re.compile(r"#\d+")
_SEAT = re.compile(r"\bp[1-6]\b")
_NUMBER = re.compile(r"0x[0-9a-f]+|\d+")
_ANSWER = re.compile(
    r"(as if told to |accepted |refused |offers )[^;(]*?(?=;|, which| of p| for an| but|$)"
)


@frozen
class Cause:
    """Failures that are one: what is said of all of them, and their results, the smallest first."""

    says: str
    results: tuple[Result, ...]
    misreading: Misreading | None = None
    earlier: Mapping[str, Sequence[str]] | None = None
    """Where it shows only after other games: by vector, those that bring it out."""

    @property
    def smallest(self) -> Result:
        """The result that is told in full."""
        return self.results[0]

    @property
    def others(self) -> tuple[str, ...]:
        """The vectors that show the same."""
        return tuple(result.id for result in self.results[1:])


def causes(
    results: Iterable[Result],
    vectors: Mapping[str, Vector],
    misreadings: Sequence[Misreading] = (),
    earlier: Mapping[str, Sequence[str]] | None = None,
) -> list[Cause]:
    """The causes of all that fails a run, those with the most vectors first."""
    failing = [result for result in results if result.status not in HARMLESS]
    return grouped(failing, vectors, misreadings, earlier)


def grouped(
    failing: Iterable[Result],
    vectors: Mapping[str, Vector],
    misreadings: Sequence[Misreading] = (),
    earlier: Mapping[str, Sequence[str]] | None = None,
) -> list[Cause]:
    """The causes of these results, whether they were expected or not."""
    failing = sorted(failing, key=lambda result: _size(result, vectors.get(result.id)))
    named = _by_vector(misreadings)
    groups: dict[object, list[Result]] = {}
    for result in failing:
        key: object = shape(result)
        if result.id in (earlier or {}):
            key = "earlier", *shape(result)[:1]
        elif result.id in named:
            key = "misreading", named[result.id].ids or named[result.id].vectors
        groups.setdefault(key, []).append(result)
    found = [_cause(group, vectors, named, earlier or {}) for group in groups.values()]
    return sorted(found, key=_precedence)  # equals: the smallest first


def _precedence(cause: Cause) -> tuple[bool, int, bool]:
    """What the engine does wrong before what is only said of it wrongly; the widest first."""
    return cause.smallest.status == "xpass", -len(cause.results), cause.misreading is None


def _by_vector(misreadings: Sequence[Misreading]) -> dict[str, Misreading]:
    """The first misreading that explains each vector."""
    found: dict[str, Misreading] = {}
    for one in misreadings:
        for vector in one.vectors:
            found.setdefault(vector, one)
    return found


def _cause(
    group: list[Result],
    vectors: Mapping[str, Vector],
    named: Mapping[str, Misreading],
    earlier: Mapping[str, Sequence[str]],
) -> Cause:
    first = group[0]
    said = told(first, vectors.get(first.id))
    if first.id in earlier:
        depends = {result.id: earlier[result.id] for result in group}
        return Cause(f"depends on earlier games: {said}", tuple(group), None, depends)
    misreading = named.get(first.id)
    if misreading is not None:
        return Cause(f"behaves {misreading.says}", tuple(group), misreading)
    return Cause(said, tuple(group))


def told(result: Result, vector: Vector | None) -> str:
    """The headline of one result."""
    names = names_in(vector) if vector is not None else {}
    return headline(result.differences, result.message or result.status, names, result.script)


def _size(result: Result, vector: Vector | None) -> tuple[bool, int, int, str]:
    """How much there is to understand: a count says little, then the answers, the cards."""
    counts = _counts(result)
    if vector is None:
        return counts, len(result.script), 0, result.id
    return counts, len(vector.script), len(cards_in(vector.setup)), result.id


def _counts(result: Result) -> bool:
    return bool(result.differences) and result.differences[0].place.startswith("perft[")


# ------------------------------------------------------------------ what looks alike


def shape(result: Result) -> tuple[object, ...]:
    """What two results have in common that look like one fault."""
    game = result.id.partition("-")[0]
    if _counts(result):
        return game, result.status, "counts"
    trace = tuple(map(_alike, result.stderr.splitlines()[-TRACE_LINES:]))
    message = _ANSWER.sub(r"\1…", _alike(result.message.partition("\n")[0]))
    return (
        game,
        result.status,
        message,
        trace,
        tuple(sorted(set(map(_place, result.differences)))),
    )


def _place(one: Difference) -> str:
    """Where a difference is, and what kind: the card, the player and the number do not matter."""
    missing = "-" if one.got is ABSENT else "+" if one.want is ABSENT else ""
    verbs = ""
    if one.place == "legal":
        answer = one.want if one.got is ABSENT else one.got
        verbs = " ".join(answer) if isinstance(answer, dict) else ""
    elif one.place == "next":
        verbs = _alike(f"{one.want} {one.got}")
    return f"{missing}{_alike(one.place)} {verbs}"


def _alike(text: str) -> str:
    """A text without the names that change from vector to vector."""
    return _NUMBER.sub("0", _SEAT.sub("p", _HANDLE.sub("#", text)))
