"""Results: one verdict a vector, and the stream of JSON Lines every report is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import field, frozen

from conformance.judge.compare import ABSENT, Difference
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Hello
from conformance.protocol.reading import write

STATUSES = (
    "pass",
    "fail",
    "skip",
    "unsupported",
    "crash",
    "timeout",
    "protocol-error",
    "auto-choice",
    "suspect",
)
HARMLESS = ("pass", "skip", "unsupported")
"""The statuses that do not fail a run."""


@frozen
class Result:
    """How one engine did on one vector."""

    id: str
    status: str
    title: str
    rules: tuple[str, ...] = ()
    message: str = ""
    differences: tuple[Difference, ...] = ()
    script: tuple[str, ...] = ()
    stderr: str = ""
    seconds: float = field(default=0.0, eq=False)

    def to_json(self, timing: bool = False) -> JsonObject:
        """The object of this result; without `timing` equal runs give equal texts."""
        said: JsonObject = {
            "id": self.id,
            "status": self.status,
            "title": self.title,
            "rules": list(self.rules),
        }
        if self.message:
            said["message"] = self.message
        if self.differences:
            said["differences"] = [
                {"place": one.place, "want": _value(one.want), "got": _value(one.got)}
                for one in self.differences
            ]
        if self.script and self.status != "pass":
            said["script"] = list(self.script)
        if self.stderr:
            said["stderr"] = self.stderr
        if timing:
            said["seconds"] = round(self.seconds, 4)
        return said


def _value(value: object) -> object:
    return None if value is ABSENT else value


@frozen
class Summary:
    """All results of one run, counted."""

    counts: dict[str, int]
    engine: JsonObject
    interrupted: bool = False

    @classmethod
    def of(cls, results: Iterable[Result], hello: Hello | None, interrupted: bool) -> Summary:
        counted = Counter(result.status for result in results)
        counts = {status: counted[status] for status in STATUSES}
        return cls(counts, write(hello.engine) if hello else {}, interrupted)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def is_good(self) -> bool:
        """Whether something passed and nothing failed."""
        failed = self.total - sum(self.counts[status] for status in HARMLESS)
        return failed == 0 and self.counts["pass"] > 0

    def to_json(self) -> JsonObject:
        said: JsonObject = {
            "summary": True,
            "counts": self.counts,
            "engine": self.engine,
            "total": self.total,
        }
        if self.interrupted:
            said["interrupted"] = True
        return said
