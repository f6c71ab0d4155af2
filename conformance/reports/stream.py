"""The stream of a run: JSON Lines, one object a vector, the summary last."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrs import field, frozen

from conformance.judge.compare import ABSENT, Difference
from conformance.judge.results import HARMLESS, STATUSES, Result, Summary
from conformance.levels import LEVELS
from conformance.protocol.canonical import JsonObject
from rules_dsl.errors import KaijuError

SUMMARY_KEYS = ("summary", "counts", "engine", "total", "played", "interrupted")


@frozen
class Stream:
    """One run, whole."""

    results: tuple[Result, ...]
    summary: Summary
    source: str = field(default="", eq=False)

    @property
    def failures(self) -> list[Result]:
        """The results that fail the run."""
        return [result for result in self.results if result.status not in HARMLESS]

    @property
    def engine_name(self) -> str:
        """The engine as people call it."""
        engine = self.summary.engine
        said = " ".join(str(engine[key]) for key in ("name", "version") if engine.get(key))
        return said or str(self.summary.about.get("command", "")) or "an engine without a name"

    @property
    def command(self) -> str | None:
        """How the engine was named to `kaiju run`, if the stream says it."""
        command = self.summary.about.get("command")
        return command if isinstance(command, str) else None

    def lines(self, timing: bool = False) -> list[str]:
        """The stream as it is saved."""
        said = [*(result.to_json(timing) for result in self.results), self.summary.to_json()]
        return [json.dumps(one) for one in said]


def read_stream(path: Path) -> Stream:
    """The stream of a file; one without its summary is refused."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise KaijuError(f"cannot be read: {error.strerror}", place=str(path)) from None
    except UnicodeDecodeError:
        raise KaijuError("is not UTF-8", place=str(path)) from None
    return read_lines(text.splitlines(), str(path))


def read_lines(lines: Iterable[str], source: str = "") -> Stream:
    """The stream of these lines."""
    results: list[Result] = []
    summary: Summary | None = None
    seen: set[str] = set()
    number = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{source}:{number}"
        said = _object(line, place)
        if summary is not None:
            raise KaijuError("there is a line after the summary", place=place)
        if said.get("summary") is True:
            summary = _summary(said, results, place)
            continue
        result = _result(said, place)
        if result.id in seen:
            raise KaijuError(f"{result.id} is judged twice", place=place)
        seen.add(result.id)
        results.append(result)
    if summary is None:
        raise KaijuError(
            "the stream has no summary, so it is not whole",
            place=f"{source}:{number or 1}",
            remedy="Save it with `kaiju run --jsonl FILE`, or run it again.",
        )
    return Stream(tuple(results), summary, source)


def _object(line: str, place: str) -> JsonObject:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise KaijuError(f"not JSON: {error}", place=place) from None
    if not isinstance(said, dict):
        raise KaijuError("expected a JSON object", place=place)
    return said


def _result(said: JsonObject, place: str) -> Result:
    status = _of(said, "status", str, place)
    if status not in STATUSES:
        raise KaijuError(
            f"{status!r} is no status", place=place, remedy=f"There are {', '.join(STATUSES)}."
        )
    return Result(
        id=_of(said, "id", str, place),
        status=status,
        title=_of(said, "title", str, place),
        rules=tuple(map(str, _of(said, "rules", list, place))),
        authority=_of(said, "authority", str, place, ""),
        message=_of(said, "message", str, place, ""),
        differences=tuple(
            _difference(one, place) for one in _of(said, "differences", list, place, [])
        ),
        script=tuple(map(str, _of(said, "script", list, place, []))),
        stderr=_of(said, "stderr", str, place, ""),
        step=_of(said, "step", int, place, 0),
        issue=_of(said, "issue", str, place, ""),
        under={str(k): str(v) for k, v in _of(said, "under", dict, place, {}).items()},
        waits=_of(said, "waits", dict, place, {}) or None,
        stands=_of(said, "stands", dict, place, {}) or None,
        seconds=float(_of(said, "seconds", int | float, place, 0.0)),
    )


def _difference(said: object, place: str) -> Difference:
    if not isinstance(said, dict):
        raise KaijuError("a difference must be an object", place=place)
    where = _of(said, "place", str, place)
    may_be_absent = where == "legal" or where.endswith("]")  # elsewhere null is a value
    want, got = (
        ABSENT if value is None and may_be_absent else value
        for value in (said.get("want"), said.get("got"))
    )
    return Difference(where, want, got)


def _summary(said: JsonObject, results: list[Result], place: str) -> Summary:
    counts = _of(said, "counts", dict, place)
    counted = Counter(result.status for result in results)
    if {status: count for status, count in counts.items() if count} != dict(counted):
        raise KaijuError(
            "the summary does not count what stands above it",
            place=place,
            remedy="The stream was changed or cut: run it again.",
        )
    _expect_about(said, place)
    return Summary(
        counts={status: counted[status] for status in STATUSES if status in counts},
        engine=_of(said, "engine", dict, place, {}),
        interrupted=bool(said.get("interrupted", False)),
        about={key: value for key, value in said.items() if key not in SUMMARY_KEYS},
    )


def _expect_about(said: JsonObject, place: str) -> None:
    """Refuse a summary that reports could not tell."""
    for level in _of(said, "levels", list, place, []):
        if not isinstance(level, dict):
            raise KaijuError("a level must be an object", place=place)
        _of(level, "name", str, place)
        for key in ("level", "vectors", "ran", "passed"):
            _of(level, key, int, place)
    for named in _of(said, "misreadings", list, place, []):
        if not isinstance(named, dict):
            raise KaijuError("a misreading must be an object", place=place)
        _of(named, "mutant", str, place)
        _of(named, "as_if", str, place)
        if not all(isinstance(each, str) for each in _of(named, "vectors", list, place)):
            raise KaijuError("a misreading must list the ids of vectors", place=place)
        _of(named, "fitting", int, place, 1)
        for other in _of(named, "or", list, place, []):
            if not isinstance(other, dict):
                raise KaijuError("another misreading must be an object", place=place)
            _of(other, "mutant", str, place)
            _of(other, "as_if", str, place)
    for vector, before in _of(said, "earlier", dict, place, {}).items():
        if not isinstance(before, list) or not all(isinstance(each, str) for each in before):
            raise KaijuError(f"`earlier` of {vector} must list the ids of vectors", place=place)
    if not -1 <= _of(said, "level", int, place, -1) < len(LEVELS):
        raise KaijuError(f"there is no level {said['level']}", place=place)
    if not all(isinstance(each, str) for each in _of(said, "unmatched", list, place, [])):
        raise KaijuError("`unmatched` must be a list of texts", place=place)


def _of(said: JsonObject, key: str, kind: Any, place: str, default: Any = None) -> Any:
    """A field of the wanted kind. Any: as many kinds as there are fields."""
    value = said.get(key, default)
    if not isinstance(value, kind):
        what = "is missing" if value is None else f"is {json.dumps(value)}"
        raise KaijuError(f"`{key}` {what}", place=place)
    return value
