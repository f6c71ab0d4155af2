"""Cases: the results of a stream beside the vectors they are about."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from attrs import define, frozen

from conformance.engines.connect import ORACLE
from conformance.judge.causes import Cause, causes, grouped
from conformance.judge.results import HARMLESS, Result
from conformance.judge.said_by import broken
from conformance.judge.vector import Vector
from conformance.judge.why_not import LEFT_OUT as LEFT_OUT
from conformance.judge.why_not import Reason, why_not
from conformance.reports.misreadings import Misreading, named_in
from conformance.reports.stream import Stream

NO_TOPIC = "other"
KIT_SCENARIOS = "conformance/scenarios/"
ERRORS = ("crash", "timeout", "protocol-error")
"""The statuses of an engine that did not get as far as breaking a rule."""


@frozen
class Case:
    """One result, and the vector if this kit knows it."""

    result: Result
    vector: Vector | None = None

    @property
    def topic(self) -> str:
        """The topic is the file of the vector."""
        return Path(self.vector.file).stem if self.vector and self.vector.file else NO_TOPIC

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards that the vector is about."""
        needs = self.vector.requires if self.vector else ()
        return tuple(need.removeprefix("card:") for need in needs if need.startswith("card:"))

    @property
    def fails(self) -> bool:
        """Whether the result fails the run."""
        return self.result.status not in HARMLESS

    def commands(self, engine: str | None, earlier: Sequence[str] = ()) -> list[str]:
        """The commands that show the verdict again."""
        return reproduce(self.result.id, self.vector, engine, earlier)


@define(frozen=True, slots=False)  # with slots nothing could be kept that is found once
class Judged:
    """A whole run, ready to be reported."""

    stream: Stream
    cases: tuple[Case, ...]
    misreadings: tuple[Misreading, ...] = ()

    @classmethod
    def of(cls, stream: Stream, vectors: Iterable[Vector]) -> Judged:
        """The run of a stream beside its vectors, with the misreadings that it names."""
        named = tuple(named_in(stream.summary.about))
        return cls(stream, cases_of(stream, vectors), named)

    def behaviour(self, case: Case) -> list[str]:
        """What the engine does on this vector, as mutants do: `as if ties did not defeat`."""
        return [
            f"{one.says} ({one.ids})" if one.ids else one.says
            for one in self.misreadings
            if case.result.id in one.vectors
        ]

    @cached_property
    def causes(self) -> list[Cause]:
        """What is wrong, each thing once."""
        earlier = self.stream.summary.about.get("earlier")
        return causes(self.stream.results, self._vectors, self.misreadings, earlier)

    @cached_property
    def known_causes(self) -> list[Cause]:
        """What is wrong and was expected."""
        known = [result for result in self.stream.results if result.status == "xfail"]
        return grouped(known, self._vectors, self.misreadings)

    @cached_property
    def _vectors(self) -> dict[str, Vector]:
        return {case.vector.id: case.vector for case in self.cases if case.vector is not None}

    @property
    def why_not(self) -> list[Reason]:
        """Why vectors were not judged."""
        return why_not(self.stream.results)

    @cached_property
    def by_id(self) -> dict[str, Case]:
        return {case.result.id: case for case in self.cases}

    @property
    def failures(self) -> list[Case]:
        return [case for case in self.cases if case.fails]

    @property
    def broken(self) -> str:
        """Whose word the failures break."""
        return broken(self.stream.results)

    @property
    def headline(self) -> str:
        """The verdict in one line."""
        summary = self.stream.summary
        passed = summary.counts.get("pass", 0)
        said = f"{passed} of {summary.played} vectors pass"
        if summary.failed:
            said += f", {summary.failed} {'fails' if summary.failed == 1 else 'fail'} the run"
        return f"{said} (stopped before the end)" if summary.interrupted else said


def cases_of(stream: Stream, vectors: Iterable[Vector]) -> tuple[Case, ...]:
    """Every result with its vector, in the order of the stream."""
    known = {vector.id: vector for vector in vectors}
    return tuple(Case(result, known.get(result.id)) for result in stream.results)


def by_topic(cases: Iterable[Case]) -> Iterator[tuple[str, list[Case]]]:
    """The cases of each topic, topics in the order of their first case."""
    topics: dict[str, list[Case]] = {}
    for case in cases:
        topics.setdefault(case.topic, []).append(case)
    yield from topics.items()


def reproduce(
    name: str, vector: Vector | None, engine: str | None, earlier: Sequence[str] = ()
) -> list[str]:
    """The commands that show the verdict on a vector again, after those it depends on."""
    flag = f" --engine {shlex.quote(engine)}" if engine and engine != ORACLE else ""
    commands = [f"kaiju run {' '.join((*earlier, name))}{flag}"]
    scenario = vector.provenance.get("scenario") if vector is not None else None
    if isinstance(scenario, str):
        is_of_kit = scenario.startswith(KIT_SCENARIOS)  # found by id, from any folder
        commands.append(f"kaiju ask {name}" if is_of_kit else f"kaiju ask {scenario} --id {name}")
    return commands
