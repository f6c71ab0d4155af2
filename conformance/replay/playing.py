"""Plays the scenarios that are not on record, on several cores, and keeps what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from attrs import frozen

from conformance.coverage.points import Points
from conformance.replay.inputs import scenario_sum
from conformance.replay.replay import Replay, story_of
from conformance.replay.store import Store, default_folder
from conformance.scenario.face import Json
from conformance.scenario.loading import cached_load
from conformance.scenario.model import Scenario
from conformance.scenario.player import play
from conformance.scenario.shelf import expect_known_rules
from conformance.spread import JOBS, spread
from conformance.vectors.export import DoesNotHold, expect_complete, vector, with_sums
from oracle.verbs.progress import Tell, silent
from rules_dsl.errors import KaijuError

AT_ONCE = 128
"""Scenarios given to a worker together."""

Part = TypeVar("Part")


@frozen
class Played:
    """All that one playing gives; the parts are kept apart, as they are asked for apart."""

    replay: Replay
    vector: Json | None
    story: str


def play_once(scenario: Scenario) -> Played:
    """Play a scenario, following it through the points of the oracle."""
    points = _points()
    try:
        result = play(scenario, points.load)
    finally:
        passed = points.take()
    replay = Replay.of(result, passed)
    exported = vector(result, cached_load) if replay.counts and scenario.id else None
    points.take()  # the vector steps over what is forced at the end: that is not the scenario's
    return Played(replay, exported, story_of(result))


@cache
def _points() -> Points:
    return Points(cached_load)


class Replays:
    """Replays of scenarios: from the record, or played now and put on record."""

    def __init__(self, folder: Path | None, jobs: int = JOBS) -> None:
        self._jobs = jobs
        self._replays, self._vectors, self._stories = (
            Store(None if folder is None else folder / f"{part}.jsonl")
            for part in ("replays", "vectors", "stories")
        )

    def replays(self, scenarios: Sequence[Scenario], tell: Tell = silent) -> list[Replay]:
        """What came of each scenario."""

        def read(scenario: Scenario, said: Any) -> Replay:  # Any: JSON
            return Replay.from_json(scenario, said)

        return self._part(self._replays, scenarios, read, lambda played: played.replay, tell)

    def vectors(
        self, scenarios: Sequence[Scenario], sums: Mapping[str, str], tell: Tell = silent
    ) -> list[Json]:
        """The vector of each scenario; DoesNotHold tells of every one that fails."""
        for scenario in scenarios:
            expect_complete(scenario)
        expect_known_rules(scenarios, sums)
        failures: list[str] = []

        def read(scenario: Scenario, said: Any) -> Json:
            return with_sums(said, sums)

        def made(played: Played) -> Json:
            failures.extend(played.replay.messages)
            return with_sums(played.vector or {}, sums)

        found = self._part(self._vectors, scenarios, read, made, tell)
        if failures:
            raise DoesNotHold(tuple(failures))
        return found

    def stories(self, scenarios: Sequence[Scenario]) -> list[str]:
        """What the oracle does in each scenario, in words."""
        return self._part(
            self._stories, scenarios, lambda _, said: str(said), lambda played: played.story, silent
        )

    def _part(
        self,
        store: Store,
        scenarios: Sequence[Scenario],
        read: Callable[[Scenario, Any], Part],
        made: Callable[[Played], Part],
        tell: Tell,
    ) -> list[Part]:
        keys = [scenario_sum(scenario) for scenario in scenarios]
        found: dict[str, Part] = {}
        for key, scenario in zip(keys, scenarios, strict=True):
            try:
                found[key] = read(scenario, store.get(key))
            except (KeyError, ValueError):
                continue
        missing = {k: s for k, s in zip(keys, scenarios, strict=True) if k not in found}
        tell(len(scenarios) - len(missing))
        for key, played in self._play(missing, tell).items():
            found[key] = made(played)
        return [found[key] for key in keys]

    def _play(self, missing: Mapping[str, Scenario], tell: Tell) -> dict[str, Played]:
        """Play scenarios and keep those that hold; a mistake in one is told as it stands."""
        tasks = list(missing.items())
        found: dict[str, Played] = {}
        for key, played in spread(_try, tasks, self._jobs, tell, AT_ONCE):
            found[key] = played or play_once(missing[key])
        kept = {key: played for key, played in found.items() if played.vector is not None}
        self._replays.add({k: played.replay.to_json() for k, played in kept.items()})
        self._vectors.add({k: played.vector for k, played in kept.items()})
        self._stories.add({k: played.story for k, played in kept.items()})
        return found


def _try(key: str, scenario: Scenario) -> Played | None:
    """Play a scenario in a worker; nothing when it cannot be set out, which is told elsewhere."""
    try:
        return play_once(scenario)
    except KaijuError:
        return None


@cache
def kit_replays() -> Replays:
    """The replays of the kit's own scenarios."""
    return Replays(default_folder())
