"""The vectors that mutants are judged by, and checksums that say when a verdict is old."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

import conformance
from conformance.judge.vector import Vector
from conformance.judge.vector_files import VECTORS, Listed, json_lines_of, vector_files
from conformance.mutants.games import game_of
from conformance.mutants.mutant import Mutant
from conformance.protocol.canonical import JsonObject, canonical
from conformance.protocol.reading import write
from conformance.replay.inputs import essence_of
from conformance.replay.inputs import oracle_sum as sum_of_oracle

COUNTED = "perft"
"""Vectors of this kind count positions: they fail with everything and name nothing."""

BEHAVIOUR = ("game", "options", "cards", "setup", "start", "script", "expect")
SUM_DIGITS = 10


@frozen
class Entry:
    """What is known of a vector before it is read."""

    id: str
    game: str
    rules: tuple[str, ...]
    is_scenario: bool
    """Whether somebody has written it down to show something; others were found by search."""
    authority: str
    """Who says what it expects."""
    sum: str
    """A checksum of what the vector does."""

    @classmethod
    def of(cls, said: JsonObject) -> Entry:
        """What a line of a vector file says."""
        rules = tuple(rule["id"] for rule in said["rules"])
        provenance = said["provenance"]
        return cls(
            id=said["id"],
            game=game_of(said["game"]),
            rules=rules,
            is_scenario="scenario" in provenance,
            authority=provenance.get("authority", ""),
            sum=sum_of(said),
        )


class Vectors(Mapping[str, Vector]):
    """Vectors by id; each is read when it is first asked for."""

    def __init__(self, listed: Mapping[str, Listed | Vector]) -> None:
        self._listed = dict(listed)
        self._words: dict[str, str] = {}

    def __getitem__(self, id: str) -> Vector:
        found = self._listed[id]
        if isinstance(found, Listed):
            found = self._listed[id] = found.read(self._words)
        return found

    def __contains__(self, id: object) -> bool:
        return id in self._listed  # Mapping would read the vector to see whether there is one

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def only(self, ids: Iterable[str]) -> Vectors:
        """Some of them."""
        return Vectors({id: self._listed[id] for id in ids})

    def plus(self, vectors: Iterable[Vector]) -> Vectors:
        """These and others, in the place of those of the same ids."""
        return Vectors({**self._listed, **{vector.id: vector for vector in vectors}})


@define(slots=False)
class Suite:
    """Vectors by id, in the order of their ids."""

    vectors: Vectors
    entries: dict[str, Entry] = field(repr=False)

    @cached_property
    def scenarios(self) -> Vectors:
        """The vectors that tell a scenario: only these may kill."""
        return self.vectors.only(id for id, one in self.entries.items() if one.is_scenario)

    @cached_property
    def _scenarios_by_rule(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for id, entry in self.entries.items():
            for rule in entry.rules if entry.is_scenario else ():
                found.setdefault(rule, []).append(id)
        return found

    @property
    def sums(self) -> dict[str, str]:
        """The checksum of what each vector does."""
        return {id: entry.sum for id, entry in self.entries.items()}

    def plus(self, drafts: Iterable[Vector]) -> Suite:
        """The suite with vectors that are not on record, in the place of those of the same ids."""
        new = {vector.id: vector for vector in drafts}
        entries = {id: Entry.of(write(vector)) for id, vector in new.items()}
        return Suite(self.vectors.plus(new.values()), {**self.entries, **entries})

    def of(self, game: str) -> Suite:
        """The vectors of one game."""
        own = {id: entry for id, entry in self.entries.items() if entry.game == game}
        return Suite(self.vectors.only(own), own)

    def ids_citing(self, mutant: Mutant) -> list[str]:
        """The ids of the scenarios that cite a rule of the mutant."""
        found = {id for rule in mutant.rules for id in self._scenarios_by_rule.get(rule, ())}
        return sorted(found)

    def citing(self, mutant: Mutant) -> list[Vector]:
        """The scenarios that cite a rule of the mutant."""
        return [self.vectors[id] for id in self.ids_citing(mutant)]


@cache
def load_suite() -> Suite:
    """The vectors of the kit that show how a game goes."""
    listed: dict[str, Listed] = {}
    entries: dict[str, Entry] = {}
    for file in vector_files(VECTORS) if VECTORS.is_dir() else ():  # a game may have none yet
        for one, said in json_lines_of(file):
            if said["kind"] != COUNTED:
                listed[one.id], entries[one.id] = one, Entry.of(said)
    return Suite(Vectors({id: listed[id] for id in sorted(listed)}), dict(sorted(entries.items())))


def vector_sum(vector: Vector) -> str:
    """A checksum of what a vector does."""
    return sum_of(write(vector))


def sum_of(said: JsonObject) -> str:
    """A checksum of what a vector does, as JSON says it."""
    return _sum(canonical({part: _said(said[part]) for part in BEHAVIOUR if said.get(part)}))


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
    """A checksum of all by which a mutant of a game is judged: the oracle and the judge."""
    kit = Path(conformance.__file__).parent
    files = [*sorted((kit / "judge").glob("*.py")), *sorted((kit / "mutants").glob("*.py"))]
    return _sum("\0".join([sum_of_oracle(game), *map(essence_of, files)]))


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:SUM_DIGITS]
