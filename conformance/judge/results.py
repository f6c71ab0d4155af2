"""Results: one verdict a vector, and the stream of JSON Lines every report is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import field, frozen

from conformance.judge.compare import ABSENT, Difference, kept_differences
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Hello
from conformance.protocol.reading import write
from conformance.protocol.words import kept, kept_end, kept_texts, kept_value, spelled_out

STATUSES = (
    "pass",
    "fail",
    "xfail",
    "xpass",
    "skip",
    "unsupported",
    "not-applicable",
    "crash",
    "timeout",
    "protocol-error",
    "auto-choice",
    "suspect",
)
HARMLESS = ("pass", "xfail", "skip", "unsupported", "not-applicable")
"""The statuses that do not fail a run."""

NOT_PLAYED = ("unsupported", "not-applicable")
"""The statuses of what an engine does not play, which does not count against it."""

EXPECTED = ("xfail", "xpass")
"""The statuses that only expectations make."""


def _kept_object(value: JsonObject | None) -> JsonObject | None:
    """An object as a report keeps it; one too long to be kept is left out."""
    said = kept_value(value) if value is not None else None
    return said if isinstance(said, dict) else None


@frozen
class Result:
    """How one engine did on one vector; what the engine said is made safe to keep."""

    id: str
    status: str
    title: str = field(converter=kept)
    rules: tuple[str, ...] = ()
    message: str = field(default="", converter=kept)
    differences: tuple[Difference, ...] = field(default=(), converter=kept_differences)
    script: tuple[str, ...] = field(default=(), converter=kept_texts)
    stderr: str = field(default="", converter=kept_end)
    step: int = 0
    issue: str = field(default="", converter=kept)
    under: dict[str, str] = field(factory=dict)
    """The engine's answers to options under which the vector was derived anew."""
    waits: JsonObject | None = field(default=None, converter=_kept_object)
    """What the engine waited for when it failed."""
    stands: JsonObject | None = field(default=None, converter=_kept_object)
    """The position as the engine had it then."""
    authority: str = ""
    """Who says what the vector expects."""
    seconds: float = field(default=0.0, eq=False)

    def to_json(self, timing: bool = False) -> JsonObject:
        """The object of this result; without `timing` equal runs give equal texts."""
        said: JsonObject = {
            "id": self.id,
            "status": self.status,
            "title": self.title,
            "rules": list(self.rules),
        }
        if self.authority:
            said["authority"] = self.authority
        if self.message:
            said["message"] = self.message
        if self.differences:
            said["differences"] = [
                {"place": one.place, "want": _value(one.want), "got": _value(one.got)}
                for one in self.differences
            ]
        if self.script and self.status != "pass":
            said["script"] = list(self.script)
        if self.step and self.status != "pass":
            said["step"] = self.step
        if self.stderr:
            said["stderr"] = self.stderr
        if self.issue:
            said["issue"] = self.issue
        if self.under:
            said["under"] = dict(sorted(self.under.items()))
        for key, value in (("waits", self.waits), ("stands", self.stands)):
            if value is not None and self.status != "pass":
                said[key] = value
        if timing:
            said["seconds"] = round(self.seconds, 4)
        return said


def _spelled_out(said: JsonObject) -> JsonObject:
    return {key: spelled_out(value) for key, value in said.items()}


def _value(value: object) -> object:
    return None if value is ABSENT else value


@frozen
class Summary:
    """All results of one run, counted; `about` says what was judged by what."""

    counts: dict[str, int]
    engine: JsonObject = field(converter=_spelled_out)
    interrupted: bool = False
    about: JsonObject = field(factory=dict, converter=_spelled_out)

    @classmethod
    def of(
        cls,
        results: Iterable[Result],
        hello: Hello | None,
        interrupted: bool,
        about: JsonObject | None = None,
        has_expectations: bool = False,
    ) -> Summary:
        counted = Counter(result.status for result in results)
        counts = {
            status: counted[status]
            for status in STATUSES
            if has_expectations or status not in EXPECTED
        }
        return cls(counts, write(hello.engine) if hello else {}, interrupted, about or {})

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def played(self) -> int:
        """How many the engine plays: all that it could be asked."""
        return self.total - sum(self.counts.get(status, 0) for status in NOT_PLAYED)

    @property
    def failed(self) -> int:
        """How many results fail the run."""
        return sum(count for status, count in self.counts.items() if status not in HARMLESS)

    @property
    def is_good(self) -> bool:
        """Whether something passed and nothing failed."""
        return self.failed == 0 and self.counts["pass"] > 0

    def to_json(self) -> JsonObject:
        said: JsonObject = {
            "summary": True,
            "counts": self.counts,
            "engine": self.engine,
            "total": self.total,
            "played": self.played,
            **self.about,
        }
        if self.interrupted:
            said["interrupted"] = True
        return said
