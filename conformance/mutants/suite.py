"""The vectors that mutants are judged by, and checksums that say when a verdict is old."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

import oracle
from conformance.judge.vector import Vector
from conformance.judge.vector_files import load_vectors
from conformance.mutants.games import GAMES, game_of
from conformance.mutants.mutant import Mutant
from conformance.protocol.canonical import canonical
from conformance.protocol.reading import write

COUNTED = "perft"
"""Vectors of this kind count positions: they fail with everything and name nothing."""

BEHAVIOUR = ("game", "options", "cards", "setup", "start", "script", "expect")
SUM_DIGITS = 10


@frozen
class Suite:
    """Vectors by id, in the order of their ids."""

    vectors: dict[str, Vector]

    @property
    def scenarios(self) -> dict[str, Vector]:
        """The vectors that tell a scenario: only these may kill."""
        return {id: vector for id, vector in self.vectors.items() if is_scenario(vector)}

    def plus(self, drafts: Iterable[Vector]) -> Suite:
        """The suite with vectors that are not on record, in the place of those of the same ids."""
        return Suite({**self.vectors, **{vector.id: vector for vector in drafts}})

    def of(self, game: str) -> Suite:
        """The vectors of one game."""
        return Suite({id: each for id, each in self.vectors.items() if game_of(each.game) == game})

    def citing(self, mutant: Mutant) -> list[Vector]:
        """The scenarios that cite a rule of the mutant."""
        rules = set(mutant.rules)
        return [each for each in self.scenarios.values() if rules.intersection(each.rule_ids)]


@cache
def load_suite() -> Suite:
    """The vectors of the kit that show how a game goes."""
    found = [vector for vector in load_vectors() if vector.kind != COUNTED]
    return Suite({vector.id: vector for vector in sorted(found, key=lambda each: each.id)})


def is_scenario(vector: Vector) -> bool:
    """Whether somebody has written it down to show something; others were found by search."""
    return "scenario" in vector.provenance


def vector_sum(vector: Vector) -> str:
    """A checksum of what a vector does."""
    said = write(vector)
    return _sum(canonical({part: _said(said.get(part)) for part in BEHAVIOUR}))


def _said(value: Any) -> Any:  # Any: JSON
    """Only what a vector says: fields that are left out and remarks do not matter."""
    if isinstance(value, dict):
        return {
            key: _said(part) for key, part in value.items() if part is not None and key != "origin"
        }
    return [_said(part) for part in value] if isinstance(value, list) else value


def mutant_sum(mutant: Mutant) -> str:
    """A checksum of what a mutant changes."""
    return _sum(mutant.origin)


@cache
def oracle_sum(game: str) -> str:
    """A checksum of the oracle's code as far as a game depends on it."""
    root = Path(oracle.__file__).parent
    others = {root / name for name in GAMES if name != game}
    files = [file for file in sorted(root.rglob("*.py")) if others.isdisjoint(file.parents)]
    return _sum("\0".join(file.read_text("utf-8") for file in files))


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:SUM_DIGITS]
