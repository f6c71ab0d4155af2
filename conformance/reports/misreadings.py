"""The misreadings that explain failures, as a summary says them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from conformance.judge.results import Result
from conformance.judge.vector import Vector
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Hello

RULES_BROKEN = ("fail", "auto-choice", "xfail")
"""The statuses of an engine that got as far as misreading a rule."""


@frozen
class Misreading:
    """What an engine does on some vectors, as if it had read a rule so.

    `others` are misreadings that explain these vectors equally well, by their ids, each with
    what it reads. Where too many do, `mutant` is empty and `fitting` says how many.
    """

    mutant: str
    as_if: str
    vectors: tuple[str, ...]
    others: tuple[tuple[str, str], ...] = ()
    fitting: int = 1

    @property
    def says(self) -> str:
        """What it does: `as if ties did not defeat`."""
        if not self.mutant:
            return f"as {self.fitting} misreadings do, which these vectors do not tell apart"
        return ", or ".join(
            f"as if {words}" for _, words in ((self.mutant, self.as_if), *self.others)
        )

    @property
    def ids(self) -> str:
        """The misreadings by their ids."""
        return " or ".join(id for id in (self.mutant, *(id for id, _ in self.others)) if id)

    def to_json(self) -> JsonObject:
        said: JsonObject = {
            "mutant": self.mutant,
            "as_if": self.as_if,
            "vectors": list(self.vectors),
        }
        if self.others:
            said["or"] = [{"mutant": id, "as_if": words} for id, words in self.others]
        if not self.mutant:
            said["fitting"] = self.fitting
        return said


def misreadings(
    results: Sequence[Result],
    vectors: Iterable[Vector],
    hello: Hello | None,
    options: Mapping[str, str] | None = None,
) -> list[Misreading]:
    """The misreadings that explain failures, the widest first; vectors are as they were judged."""
    failing = [result for result in results if result.status in RULES_BROKEN]
    if not failing or hello is None:
        return []
    try:
        return _explained(results, failing, vectors, hello, options)
    except KeyboardInterrupt:
        return []  # whoever has no patience for the names still gets the results


def _explained(
    results: Sequence[Result],
    failing: Sequence[Result],
    vectors: Iterable[Vector],
    hello: Hello,
    options: Mapping[str, str] | None,
) -> list[Misreading]:
    from conformance.mutants.catalogue import by_id
    from conformance.mutants.peeling import explain
    from conformance.mutants.replaying import Replays

    passing = [result.id for result in results if result.status in ("pass", "xpass")]
    found = explain(failing, passing, Replays(vectors, hello, options))
    known = by_id()
    said = []
    for named in found.named:
        first, *others = (known[id] for id in named.mutants)
        explained = _in_order(failing, named.explains)
        alike = tuple((other.id, other.words) for other in others)
        said.append(Misreading(first.id, first.words, explained, alike))
    for unnamed in found.unnamed:
        explained = _in_order(failing, unnamed.explains)
        said.append(Misreading("", "", explained, fitting=unnamed.fitting))
    return said


def _in_order(failing: Sequence[Result], ids: frozenset[str]) -> tuple[str, ...]:
    return tuple(result.id for result in failing if result.id in ids)


def named_in(about: JsonObject) -> list[Misreading]:
    """The misreadings that a summary names."""
    return [
        Misreading(
            str(one["mutant"]),
            str(one["as_if"]),
            tuple(one["vectors"]),
            tuple((str(each["mutant"]), str(each["as_if"])) for each in one.get("or", ())),
            one.get("fitting", 1),
        )
        for one in about.get("misreadings", ())
    ]
