"""One playing of a scenario: the position, the moves made so far, the rules that fired."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from conformance.scenario.answers import say_answer
from conformance.scenario.cast import Cast
from conformance.scenario.face import (
    Asked,
    Decision,
    Event,
    Json,
    Position,
    Ruleset,
    is_forced,
    only_answer,
)
from conformance.scenario.model import Place, Scenario, Step


class Failure(Exception):
    """The scenario does not hold on this engine."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(f"{place}: {message}")


@frozen
class Move:
    """One decision that was answered, and what followed."""

    seat: str
    kind: str
    do: Json
    legal: Json
    said: str
    events: tuple[Event, ...]
    rules: tuple[str, ...]
    line: Step | None = None
    forced: bool = False

    @property
    def scripted(self) -> bool:
        """Whether a line of the scenario gave the answer."""
        return self.line is not None


@frozen
class Observed:
    """A check that held after so many moves."""

    after: int
    what: str  # legal, refused, state, view
    data: Json
    said: str = ""  # the line of `when` that was checked


@define
class Run:
    """One playing of a scenario."""

    scenario: Scenario
    ruleset: Ruleset
    cast: Cast
    position: Position
    setup: Json | None
    moves: list[Move] = field(factory=list)
    before: list[Position] = field(factory=list)
    """The position in which each move was made."""
    observed: list[Observed] = field(factory=list)
    fired: set[str] = field(factory=set)
    events: list[Event] = field(factory=list)
    opening: tuple[Event, ...] = ()
    """What happened before the first decision."""
    tells: bool = True
    """Whether moves and checks are kept as they are told; judging alone does not need it."""
    keeps: bool = True
    """Whether the positions it comes through are kept; otherwise one position goes all the way."""
    _asked: tuple[Position, Decision | None] | None = None
    _seen: tuple[Position, Json] | None = None

    @property
    def decision(self) -> Decision | None:
        """What the game waits for."""
        if self._asked is None or self._asked[0] is not self.position:
            pending = self.position.decision
            self._asked = self.position, Asked.of(pending) if pending is not None else None
        return self._asked[1]

    def state(self) -> Json:
        """The projection of the position; whoever gets it leaves it as it is."""
        if self._seen is None or self._seen[0] is not self.position:
            self._seen = self.position, self.position.projection()
        return self._seen[1]

    def answer(self, do: Json, line: Step | None = None) -> None:
        """Answer the pending decision and note what follows."""
        decision = self.decision
        assert decision is not None
        said, legal, forced = "", {}, False
        if self.tells:
            said = say_answer(decision.kind, do, self.cast)
            legal, forced = decision.legal(), self._is_forced(decision)
        if self.keeps:
            self.before.append(self.position)
            self.position, events = self.position.apply(do)
        else:
            events = self.position.advance(do)
            self._asked = self._seen = None
        if self.setup is None:
            self.cast.adopt(self.position)  # cards may come into a game that has begun
        self.cast.follow(self.position)
        self.fired.update(decision.rules)
        self.note_events(events)
        self.moves.append(
            Move(
                decision.seat,
                decision.kind,
                do,
                legal,
                said,
                tuple(events),
                tuple(decision.rules),
                line,
                forced,
            )
        )

    def note_events(self, events: Sequence[Event]) -> None:
        """Count the rules of events as fired."""
        self.events += events
        for event in events:
            self.fired.update(event.rules)

    def pass_over(self) -> bool:
        """Answer the pending decision if it is forced; say whether it was."""
        decision = self.decision
        if decision is None or not self._is_forced(decision):
            return False
        only = only_answer(decision)
        assert only is not None
        self.answer(only)
        return True

    def _is_forced(self, decision: Decision) -> bool:
        return is_forced(decision, self.cast.game.own_acts)

    def observe(self, what: str, data: Json, said: str = "") -> None:
        """Note a check that held at this point."""
        if self.tells:
            self.observed.append(Observed(len(self.moves), what, data, said))
