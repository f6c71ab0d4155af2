"""An engine that misreads: the oracle with misreadings in force whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.mutants.changes import Changes
from conformance.mutants.mutant import Mutant
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Count, Frame, Hello, Rejected


class Misreader(InProcess):
    """Introduces itself as another engine does, so that it is judged just as that one is.

    Between two requests the oracle is as it should be: whoever judges may ask it anything.
    `options` are the answers that the engine plays by, unless a request brings others.
    """

    def __init__(self, changes: Changes, hello: Hello, options: Mapping[str, str]) -> None:
        super().__init__()
        self._changes = changes
        self._introduction = hello
        self._answers = dict(options)

    def hello(self) -> Hello:
        return self._introduction

    def start(
        self,
        game: str,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
        players: int | None = None,
    ) -> Frame:
        with self._changes.in_force_again():
            return super().start(game, self._played_by(game, options), cards, players)

    def setup(
        self,
        game: str,
        setup: JsonObject,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
        players: int | None = None,
    ) -> Frame:
        with self._changes.in_force_again():
            return super().setup(game, setup, self._played_by(game, options), cards, players)

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        with self._changes.in_force_again():
            return super().apply(decision, do)

    def view(self, seat: str) -> JsonObject:
        with self._changes.in_force_again():
            return super().view(seat)

    def state(self) -> JsonObject:
        with self._changes.in_force_again():
            return super().state()

    def snapshot(self) -> Any:
        with self._changes.in_force_again():
            return super().snapshot()

    def restore(self, snapshot: Any) -> Frame:
        with self._changes.in_force_again():
            return super().restore(snapshot)

    def perft(self, depth: int, *given: Any) -> list[Count]:
        with self._changes.in_force_again():
            return super().perft(depth, *given)

    def _played_by(self, game: str, options: Mapping[str, str] | None) -> dict[str, str]:
        played = self._introduction.plays(game)
        declared = played.options if played is not None else {}
        return {**self._answers, **declared, **(options or {})}


@contextmanager
def misreader(
    mutant: Mutant, hello: Hello | None = None, options: Mapping[str, str] | None = None
) -> Iterator[Misreader]:
    """The engine that misreads as a mutant does; it introduces itself as is said."""
    introduction = hello or InProcess().hello()
    with mutant.in_force() as changes, changes.lifted():
        yield Misreader(changes, evolve(introduction), options or {})
