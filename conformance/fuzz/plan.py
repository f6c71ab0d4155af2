"""What is fuzzed, and how."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from attrs import field, frozen

from conformance.engines.connect import connect
from conformance.engines.exec import Limits
from conformance.fuzz.subject import Beginning, Subject


@frozen
class Plan:
    """What is fuzzed, and how: equal plans give equal findings."""

    engine: str
    game: str
    seed: int = 1
    options: dict[str, str] = field(factory=dict)
    cards: tuple[str, ...] = ()
    timeout: float = 5.0
    players: int | None = None
    """How many play each game; without it any number that ruleset and engine allow."""
    known: tuple[str, ...] = ()
    """Misreadings that the engine is known to have: the oracle has them too."""
    in_step: bool = False
    """Whether every game is played in step, even with an engine that replays whole games."""

    @property
    def beginning(self) -> Beginning:
        """The start of a game."""
        return Beginning(self.game, None, self.options, self.cards, self.players, self.known)

    def judging(self) -> AbstractContextManager[None]:
        """The oracle in this process as the engine is judged: with what is known of it."""
        from conformance.mutants.known import known

        return known(self.known, self.game) if self.known else nullcontext()

    def subject(self) -> Subject:
        """The engine, not yet started."""
        return Subject(connect(self.engine, Limits(seconds=self.timeout)), not self.in_step)
