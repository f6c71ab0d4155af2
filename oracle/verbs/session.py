"""One game from start to end: chance and the other seats answer at random, a person may join."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from oracle.kernel.decision import Outcome
from oracle.kernel.driver import LivelockError, mixed, random_answer
from oracle.kernel.events import Event
from oracle.position import Position

from .person import Person
from .telling import Line, Teller

Show = Callable[[str, str, tuple[str, ...]], None]
"""Shows a sentence: its kind, its text, its rules."""


class Session:
    """Plays a game to its end and tells it.

    The counter of decisions drives chance, so that the same seed with the same answers gives
    the same game, and a game without a person is the one that the random driver plays.
    """

    def __init__(
        self, position: Position, seed: int, show: Show, limit: int, person: Person | None = None
    ) -> None:
        self.position = position
        self.seed = seed
        self.show = show
        self.limit = limit
        self.person = person
        self.teller = Teller(position, None if person is None else person.seat)

    def run(self) -> Outcome:
        """Play until the game is over."""
        self._tell(self.position.events)
        for counter in range(1, self.limit + 1):
            outcome = self.position.over
            if outcome is not None:
                return outcome
            self._tell(self._answer(mixed(self.seed, counter)))
        raise LivelockError(f"no end after {self.limit} decisions")

    def _answer(self, number: int) -> tuple[Event, ...]:
        position, decision = self.position, self.position.decision
        assert decision is not None
        if self.person is not None and decision.seat == self.person.seat:
            given = self.person.decide(position)
        else:
            pending = position.state.pending
            assert pending is not None
            given = position.to_json_answer(random_answer(pending, number))
        return position.advance(given)

    def _tell(self, events: Iterable[Event]) -> None:
        for line in self.teller.tell(self.position, events):
            if self.person is not None:
                self.person.lines.append(line)
            if line.kind not in self.teller.story.QUIET:
                self._show(line)

    def _show(self, line: Line) -> None:
        self.show(line.kind, line.text, line.rules)
