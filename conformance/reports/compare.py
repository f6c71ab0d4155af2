"""What changed between two runs of the same engine, or of two."""

from __future__ import annotations

from attrs import frozen

from conformance.judge.results import HARMLESS, Result
from conformance.protocol.canonical import JsonObject
from conformance.reports.stream import Stream

PASSING = ("pass", "xpass")


@frozen
class Change:
    """One vector in both runs; what a run does not have is None."""

    old: Result | None
    new: Result | None

    @property
    def id(self) -> str:
        return self._known.id

    @property
    def title(self) -> str:
        return self._known.title

    @property
    def _known(self) -> Result:
        known = self.new or self.old
        assert known is not None
        return known

    def to_json(self) -> JsonObject:
        said: JsonObject = {"id": self.id, "title": self.title}
        for when, result in (("old", self.old), ("new", self.new)):
            if result is not None:
                said[when] = result.status
                if result.message:
                    said[f"{when}_message"] = result.message
        return said


@frozen
class Comparison:
    """The vectors whose results differ, by how."""

    newly_failing: tuple[Change, ...] = ()
    newly_passing: tuple[Change, ...] = ()
    changed: tuple[Change, ...] = ()
    added: tuple[Change, ...] = ()
    removed: tuple[Change, ...] = ()

    def to_json(self) -> JsonObject:
        return {
            kind: [change.to_json() for change in changes] for kind, changes in self.kinds.items()
        }

    @property
    def kinds(self) -> dict[str, tuple[Change, ...]]:
        return {
            "newly_failing": self.newly_failing,
            "newly_passing": self.newly_passing,
            "changed": self.changed,
            "added": self.added,
            "removed": self.removed,
        }


def compare(old: Stream, new: Stream) -> Comparison:
    """What is new in the new run, in the order of its vectors."""
    before = {result.id: result for result in old.results}
    found: dict[str, list[Change]] = {kind: [] for kind in Comparison().kinds}
    for result in new.results:
        change = Change(before.pop(result.id, None), result)
        kind = _kind(change)
        if kind is not None:
            found[kind].append(change)
    found["removed"] = [Change(result, None) for result in before.values()]
    return Comparison(**{kind: tuple(changes) for kind, changes in found.items()})


def _kind(change: Change) -> str | None:
    old, new = change.old, change.new
    assert new is not None
    if old is None:
        return "added"
    if _fails(new) and not _fails(old):
        return "newly_failing"
    if new.status in PASSING and old.status not in PASSING:
        return "newly_passing"
    if _verdict(old) != _verdict(new):
        return "changed"
    return None


def _fails(result: Result) -> bool:
    return result.status not in HARMLESS and result.status not in PASSING


def _verdict(result: Result) -> tuple[object, ...]:
    return result.status, result.message, result.differences
