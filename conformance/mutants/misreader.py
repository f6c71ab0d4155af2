"""An engine that misreads: the oracle with misreadings in force whenever it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.mutants.changes import Changes
from conformance.mutants.mutant import Mutant
from conformance.protocol.messages import Hello


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

    @contextmanager
    def _working(self) -> Iterator[None]:
        with self._changes.in_force_again(), super()._working():
            yield

    def _played_by(self, game: str, options: Mapping[str, str]) -> dict[str, str]:
        played = self._introduction.plays(game)
        declared = played.options if played is not None else {}
        return {**self._answers, **declared, **options}


@contextmanager
def misreader(
    mutant: Mutant, hello: Hello | None = None, options: Mapping[str, str] | None = None
) -> Iterator[Misreader]:
    """The engine that misreads as a mutant does; it introduces itself as is said."""
    introduction = hello or InProcess().hello()
    with mutant.in_force() as changes, changes.lifted():
        yield Misreader(changes, evolve(introduction), options or {})
