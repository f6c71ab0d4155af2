"""What is kept of one playing of a scenario."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from conformance.coverage.exercise import Exercise, exercise
from conformance.coverage.points import Passed, Point
from conformance.scenario.face import Json
from conformance.scenario.model import Scenario
from conformance.scenario.player import Judged, Result
from conformance.scenario.story import result_json


@frozen
class Replay(Judged):
    """What came of a scenario, as far as anybody asks later."""

    fired: frozenset[str]
    decisions: int
    cards: int
    exercise: Exercise
    points: Mapping[Point, Passed] = field(factory=dict)
    story: str = ""
    """What the oracle does: each answer, and the events that follow with their rules."""

    @classmethod
    def of(cls, result: Result, points: Mapping[Point, Passed] | None = None) -> Replay:
        """What is kept of a result."""
        return cls(
            result.scenario,
            result.messages,
            result.fired,
            result.decisions,
            result.cards,
            exercise(result.run),
            points or {},
        )

    @property
    def counts(self) -> bool:
        """Whether the scenario proves anything: it passes, and it claims something."""
        return self.passed and not self.scenario.is_question

    # --- on record ---

    def to_json(self) -> Json:
        """All but the scenario, which whoever reads the record has."""
        return {
            "fired": sorted(self.fired),
            "decisions": self.decisions,
            "cards": self.cards,
            "exercise": self.exercise.to_json(),
            "points": {point: passed.to_json() for point, passed in self.points.items()},
        }

    @classmethod
    def from_json(cls, scenario: Scenario, said: Json) -> Replay:
        """A replay of a scenario that passed; what is wrong with the record is a ValueError."""
        try:
            return cls(
                scenario,
                (),
                frozenset(said["fired"]),
                int(said["decisions"]),
                int(said["cards"]),
                Exercise.from_json(said["exercise"]),
                {point: Passed.from_json(each) for point, each in said["points"].items()},
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no replay: {error}") from None


def story_of(result: Result) -> str:
    """What the oracle does: each answer, and the events that follow with their rules."""
    lines = []
    for move in result_json(result)["story"]:
        lines.append(move["text"])
        lines += [f"  {e['text']}  [{', '.join(e['rules'])}]" for e in move["events"]]
    return "\n".join(lines)
