"""Levels: how much of the protocol an engine speaks, and how much a vector asks for.

An engine has a level when it offers the operations of that level and of all below it. A vector
has the level of the highest operation it needs. Whether a vector can be run depends on the
operations it needs and not on the level: an engine may skip a level and still be judged above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from attrs import define, frozen

from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import MANDATORY, Hello

if TYPE_CHECKING:
    from conformance.judge.results import Result
    from conformance.judge.vector import Vector


@frozen
class Level:
    """One step of the ladder: its number, its name, and the operations it adds."""

    number: int
    name: str
    ops: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def to_json(self) -> JsonObject:
        return {"level": self.number, "name": self.name}


PLAY = Level(0, "Play", MANDATORY)
PUZZLE = Level(1, "Puzzle", ("setup",))
SECRET = Level(2, "Secret", ("view",))
FAST = Level(3, "Fast", ("replay", "snapshot", "perft"))
AUTHOR = Level(4, "Author", ("card",))

LEVELS = (PLAY, PUZZLE, SECRET, FAST, AUTHOR)


def level_of(hello: Hello) -> Level:
    """The level of an engine, from its handshake alone."""
    return level_reached(hello.ops)


def level_reached(ops: Iterable[str]) -> Level:
    """The highest level whose operations are all offered, and those of every level below."""
    offered = {*MANDATORY, *ops}
    return [*takewhile(lambda level: offered.issuperset(level.ops), LEVELS)][-1]


def next_step(hello: Hello) -> tuple[Level, tuple[str, ...]] | None:
    """The level above an engine's own, and the operations that are missing for it."""
    above = level_of(hello).number + 1
    if above == len(LEVELS):
        return None
    return LEVELS[above], tuple(op for op in LEVELS[above].ops if op not in hello.ops)


def level_needed(vector: Vector) -> Level:
    """The level that a vector belongs to."""
    if vector.cards:
        return AUTHOR
    if any(expectation.perft is not None for expectation in vector.expect):
        return FAST
    if any(expectation.view is not None for expectation in vector.expect):
        return SECRET
    return PLAY if vector.setup is None else PUZZLE


@define
class Tally:
    """The vectors of one level in one run: all, those that ran, those that passed."""

    level: Level
    vectors: int = 0
    ran: int = 0
    passed: int = 0

    def __str__(self) -> str:
        return f"{self.level}: {self.ran} of {self.vectors} ran, {self.passed} passed"

    def to_json(self) -> JsonObject:
        counted = {"vectors": self.vectors, "ran": self.ran, "passed": self.passed}
        return self.level.to_json() | counted


def tally(vectors: Sequence[Vector], results: Iterable[Result]) -> list[Tally]:
    """How the vectors of each level fared, levels without vectors left out."""
    tallies = [Tally(level) for level in LEVELS]
    level_by_id = {vector.id: level_needed(vector).number for vector in vectors}
    for number in level_by_id.values():
        tallies[number].vectors += 1
    for result in results:
        found = tallies[level_by_id[result.id]]
        found.ran += result.status not in ("unsupported", "skip", "not-applicable")
        found.passed += result.status == "pass"
    return [each for each in tallies if each.vectors]
