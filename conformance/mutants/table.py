"""The committed verdicts, by game: which vectors each mutant fails, and the table for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from conformance.mutants.catalogue import mutants, mutants_of
from conformance.mutants.games import GAMES
from conformance.mutants.judging import CRASH, MARK_DIGITS
from conformance.mutants.mutant import Mutant
from conformance.mutants.suite import Suite, load_suite, mutant_sum, oracle_sum, vector_sum
from rules_dsl.errors import KaijuError
from rules_dsl.writing import replace_text

REWRITE = "`kaiju mutants --write` refreshes it"
FORMAT = 2
NAMED_AT_MOST = 3

_HEADER = """\
# Mutant, how it ends, how many of the scenarios that cite its rules kill it, how many vectors
# it fails in all, and the first scenarios that kill it.
"""


@frozen
class Signatures:
    """Which vectors each mutant fails, with the checksums of both."""

    oracle: str = ""
    vectors: dict[str, str] = field(factory=dict)
    mutants: dict[str, str] = field(factory=dict)
    marks: dict[str, dict[str, str]] = field(factory=dict)
    """For each mutant the vectors it fails, each with the mark of how."""

    @property
    def failing(self) -> dict[str, frozenset[str]]:
        """The vectors that each mutant fails."""
        return {mutant: frozenset(found) for mutant, found in self.marks.items()}

    def failed_by(self, mutant: str) -> frozenset[str]:
        """The vectors that one mutant fails."""
        return frozenset(self.marks.get(mutant, ()))

    def shown_by(self, mutant: str) -> frozenset[str]:
        """The vectors in which one mutant plays otherwise; where it crashes it does not play."""
        found = self.marks.get(mutant, {})
        return frozenset(vector for vector, how in found.items() if how != CRASH)

    def stale(self, suite: Suite, now: Iterable[Mutant]) -> list[str]:
        """The vectors and mutants that have changed since, are new, or are gone."""
        vectors = {id: vector_sum(vector) for id, vector in suite.vectors.items()}
        sums = {mutant.id: mutant_sum(mutant) for mutant in now}
        return [*_changed(self.vectors, vectors), *_changed(self.mutants, sums)]

    def without(self, stale: Iterable[str]) -> Signatures:
        """Only what is still true: vectors and mutants that have not changed."""
        gone = set(stale)
        marks = {
            id: {vector: mark for vector, mark in found.items() if vector not in gone}
            for id, found in self.marks.items()
            if id not in gone
        }
        return evolve(self, marks=marks)


def _changed(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    return [id for id in sorted({*old, *new}) if old.get(id) != new.get(id)]


# --- the file of signatures ---


def signatures_file(game: str) -> Path:
    """Where the signatures of a game's mutants are."""
    return GAMES[game].folder / "signatures.json"


def killed_file(game: str) -> Path:
    """Where the table of a game's kills is."""
    return GAMES[game].folder / "killed.txt"


def read_signatures(file: Path) -> Signatures:
    """The signatures on record; none when there is no file."""
    if not file.exists():
        return Signatures()
    try:
        found = json.loads(file.read_text("utf-8"))
        if found["format"] != FORMAT:
            raise ValueError(f"format {found['format']} is not known")
        return _signatures(found)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise KaijuError(f"the signatures cannot be read: {error}", str(file), REWRITE) from None


@cache
def committed() -> Signatures:
    """The signatures of the kit, all games together."""
    all_games = [read_signatures(signatures_file(game)) for game in GAMES]
    return Signatures(
        vectors={id: sum for each in all_games for id, sum in each.vectors.items()},
        mutants={id: sum for each in all_games for id, sum in each.mutants.items()},
        marks={id: found for each in all_games for id, found in each.marks.items()},
    )


def _signatures(found: dict[str, Any]) -> Signatures:
    vectors = dict(line.split() for line in found["vectors"])
    order = list(vectors)
    sums, marks = {}, {}
    for line in found["mutants"]:
        id, sum, which, how = line.split(" ")
        sums[id] = sum
        bits = int(which, 16)
        failing = [name for at, name in enumerate(order) if bits >> at & 1]
        size = MARK_DIGITS
        marks[id] = {name: how[at * size : (at + 1) * size] for at, name in enumerate(failing)}
    return Signatures(found["oracle"], vectors, sums, marks)


def signatures_text(signatures: Signatures) -> str:
    """The file: one line a vector, one line a mutant.

    A mutant's line has a hexadecimal set of the vectors it fails, and their marks in order.
    """
    place = {id: at for at, id in enumerate(signatures.vectors)}
    lines = []
    for id, sum in signatures.mutants.items():
        failing = sorted(signatures.failed_by(id), key=place.__getitem__)
        bits = 0
        for vector in failing:
            bits |= 1 << place[vector]
        how = "".join(signatures.marks[id][vector] for vector in failing)
        lines.append(f"{id} {sum} {bits:x} {how}")
    said = {
        "format": FORMAT,
        "oracle": signatures.oracle,
        "vectors": [f"{id} {sum}" for id, sum in signatures.vectors.items()],
        "mutants": lines,
    }
    return json.dumps(said, indent=0) + "\n"


# --- bringing it up to date ---


def missing(
    old: Signatures, suite: Suite, game: str, *, same_oracle: bool = False
) -> dict[str, list[str]]:
    """What has to be run: for each mutant the vectors whose verdict is not on record.

    Verdicts by an oracle whose code has changed since are old, unless it is said to be the same.
    """
    sums = {id: vector_sum(vector) for id, vector in suite.of(game).vectors.items()}
    is_same = same_oracle or old.oracle == oracle_sum(game)
    changed = [id for id, sum in sums.items() if old.vectors.get(id) != sum]
    wanted = {
        mutant.id: changed
        if is_same and old.mutants.get(mutant.id) == mutant_sum(mutant)
        else list(sums)
        for mutant in mutants_of(game)
    }
    return {id: vectors for id, vectors in wanted.items() if vectors}


def merged(
    old: Signatures,
    ran: Mapping[str, Iterable[str]],
    found: Mapping[str, Mapping[str, str]],
    game: str,
) -> Signatures:
    """The old signatures of a game with what was run anew."""
    suite = load_suite().of(game)
    vectors = {id: vector_sum(vector) for id, vector in suite.vectors.items()}
    marks = {}
    for mutant in mutants_of(game):
        new = frozenset(ran.get(mutant.id, ()))
        kept = {
            vector: mark
            for vector, mark in old.marks.get(mutant.id, {}).items()
            if vector in vectors and vector not in new
        }
        marks[mutant.id] = {**kept, **found.get(mutant.id, {})}
    sums = {mutant.id: mutant_sum(mutant) for mutant in mutants_of(game)}
    return Signatures(oracle_sum(game), vectors, sums, marks)


# --- the table of kills ---


def killers(mutant: Mutant, signatures: Signatures, suite: Suite) -> list[str]:
    """The scenarios that cite a rule of the mutant and in which it plays otherwise."""
    shown = signatures.shown_by(mutant.id)
    return [vector.id for vector in suite.citing(mutant) if vector.id in shown]


def killed_rules(signatures: Signatures, suite: Suite) -> dict[str, list[str]]:
    """For each rule the mutants that break it and are killed by a scenario that cites it."""
    found: dict[str, list[str]] = {}
    scenarios = suite.scenarios.keys()
    for mutant in mutants():
        shown = signatures.shown_by(mutant.id) & scenarios
        cited = {rule for id in shown for rule in suite.vectors[id].rule_ids}
        for rule in mutant.rules:
            if rule in cited:
                found.setdefault(rule, []).append(mutant.id)
    return found


def killed_text(signatures: Signatures, suite: Suite, excuses: Mapping[str, str], game: str) -> str:
    """One line a mutant of the game, in the order of the catalogue."""
    lines = []
    for mutant in mutants_of(game):
        found = killers(mutant, signatures, suite)
        state = "killed" if found else "excused" if mutant.id in excuses else "survived"
        failing = len(signatures.failed_by(mutant.id))
        shown = found[:NAMED_AT_MOST]
        lines.append(" ".join([mutant.id, state, str(len(found)), str(failing), *shown]))
    return _HEADER + "".join(f"{line}\n" for line in lines)


def write_tables(
    signatures: Signatures, suite: Suite, excuses: Mapping[str, str], game: str
) -> list[Path]:
    """Write what changed; each file is replaced in one step."""
    texts = {
        signatures_file(game): signatures_text(signatures),
        killed_file(game): killed_text(signatures, suite, excuses, game),
    }
    changed = []
    for path, text in texts.items():
        if not path.exists() or path.read_text("utf-8") != text:
            replace_text(path, text)
            changed.append(path)
    committed.cache_clear()
    return changed
