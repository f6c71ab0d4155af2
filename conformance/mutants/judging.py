"""Judges a mutant by vectors, just as a foreign engine is judged."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from conformance.engines.in_process import InProcess
from conformance.engines.interface import Trouble
from conformance.engines.rulesets import ordered_lists, pool
from conformance.judge.compare import Difference, show
from conformance.judge.reference import Reference
from conformance.judge.vector import Vector
from conformance.judge.walk import ChoseItself, Failed, Walk
from conformance.mutants.changes import Changes
from conformance.mutants.games import game_of
from conformance.mutants.mutant import Mutant
from conformance.mutants.reach import called
from conformance.mutants.saying import words_said
from conformance.protocol.messages import Hello

_REFERENCES: dict[str, Reference] = {}
"""What the oracle does on a vector does not change with the mutant."""


MARK_DIGITS = 3
CRASH = "0" * MARK_DIGITS


def mark(step: int, found: Iterable[Difference]) -> str:
    """A short mark of how a vector fails: at which step, and what is there instead."""
    said = sorted(f"{one.place} {show(one.want)} {show(one.got)}" for one in found)
    text = "\n".join([str(step), *said])
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:MARK_DIGITS]


class Bench:
    """One mutant at work: says of one vector after the other whether the mutant fails it."""

    def __init__(self, mutant: Mutant, changes: Changes) -> None:
        self.mutant = mutant
        self._changes = changes
        self._engine = InProcess()
        self._replaced = changes.replaced
        with changes.lifted():
            self._hello = self._engine.hello()

    def found_without(self, vectors: Iterator[Vector]) -> Iterator[Vector]:
        """Vectors that are looked for while nothing is misread."""
        while True:
            with self._changes.lifted():
                vector = next(vectors, None)
            if vector is None:
                return
            yield vector

    def fails(self, vector: Vector) -> bool:
        """Whether the mutant shows itself; one that crashes or never ends shows no misreading."""
        return self.how(vector) not in (None, CRASH)

    def how(self, vector: Vector) -> str | None:
        """The mark of how it fails, or None when it passes."""
        with self._changes.lifted():
            touched = can_touch(self.mutant, vector) and self._is_reached(vector)
            ordered_lists(vector.game)  # asked for again where nothing can be loaded as it is
        if not touched:
            return None
        walk = _Walk(self._engine, self._hello, vector, self._changes)
        try:
            walk.go()
        except Trouble:
            return CRASH
        except Failed as failed:
            return mark(walk.step, failed.differences)
        return None

    def _is_reached(self, vector: Vector) -> bool:
        """Whether the oracle, judged by the vector, calls anything that the mutant replaces."""
        codes = called(vector) if self._replaced is not None else None
        return self._replaced is None or codes is None or not self._replaced.isdisjoint(codes)


@contextmanager
def at_work(mutant: Mutant) -> Iterator[Bench]:
    """The mutant in force, ready to be judged."""
    with mutant.in_force() as changes:
        yield Bench(mutant, changes)


def can_touch(mutant: Mutant, vector: Vector) -> bool:
    """Whether a vector has any card, keyword or word that the mutant misreads."""
    if game_of(vector.game) != mutant.game:
        return False
    if mutant.about and mutant.about.isdisjoint(words_said(vector.game, tuple(vector.cards))):
        return False
    if mutant.touches is None:
        return True
    needed = vector.requires if vector.setup is not None else _dealt(vector)
    if not mutant.touches.isdisjoint(needed):
        return True
    texts = "\n".join(vector.cards)
    return any(touch.removeprefix("keyword:") in texts for touch in mutant.touches)


_DEALT: dict[str, frozenset[str]] = {}


def _dealt(vector: Vector) -> frozenset[str]:
    """The cards that the script of a game from its start names: nobody ever sees the others."""
    if vector.id not in _DEALT:
        names = {
            each["h"]: each["card"] for each in pool(vector.game, vector.options, vector.cards)
        }
        named = {str(what) for step in vector.script for what in step.do.values()}
        _DEALT[vector.id] = frozenset(f"card:{names[h]}" for h in named & names.keys())
    return _DEALT[vector.id]


class _Walk(Walk):
    """A walk that asks the oracle as it is, not the mutant, what should have been."""

    def __init__(self, engine: InProcess, hello: Hello, vector: Vector, changes: Changes) -> None:
        super().__init__(engine, hello, vector)
        self._changes = changes

    @property
    def _reference(self) -> Reference:
        id = self._vector.id
        if id not in _REFERENCES:
            with self._changes.lifted():
                _REFERENCES[id] = Reference(self._vector)
        return _REFERENCES[id]

    def _self_made(self, at: int) -> ChoseItself | None:
        """How a mutant fails is not told, only that it does."""
        return None


def failing(mutant: Mutant, vectors: Iterable[Vector]) -> frozenset[str]:
    """The ids of the vectors that a mutant fails."""
    with at_work(mutant) as bench:
        return frozenset(vector.id for vector in vectors if bench.fails(vector))
