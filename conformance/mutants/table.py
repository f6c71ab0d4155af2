"""The committed verdicts, by game: which vectors each mutant fails, and the table for people."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from sys import intern

from attrs import evolve, field, frozen

from conformance.mutants.catalogue import mutants, mutants_of
from conformance.mutants.games import GAMES
from conformance.mutants.judging import CRASH
from conformance.mutants.mutant import Mutant
from conformance.mutants.suite import Suite, load_suite, mutant_sum, oracle_sum
from rules_dsl.errors import KaijuError
from rules_dsl.writing import replace_text

REWRITE = "`kaiju mutants --write` refreshes it"
CODE_DIGITS = 8

_HEADER = (
    "# Mutant, and how it ends: killed by a scenario that cites one of its rules, or excused.\n"
)
_SIGNATURES_HEADER = """\
# The checksum of the oracle; each mutant with a short code and its checksum; each vector with its
# checksum and the mutants that fail it, by code, each with a mark of how.
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
        sums = {mutant.id: mutant_sum(mutant) for mutant in now}
        return [*_changed(self.vectors, suite.sums), *_changed(self.mutants, sums)]

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
    return GAMES[game].folder / "signatures.txt"


def killed_file(game: str) -> Path:
    """Where the table of a game's kills is."""
    return GAMES[game].folder / "killed.txt"


def read_signatures(file: Path) -> Signatures:
    """The signatures on record; none when there is no file."""
    if not file.exists():
        return Signatures()
    try:
        return _signatures(file.read_text("utf-8"))
    except (OSError, ValueError, KeyError, IndexError) as error:
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


def _signatures(text: str) -> Signatures:
    lines = [line.split(" ") for line in text.splitlines() if not line.startswith("#")]
    (_, oracle), *others = lines
    sums: dict[str, str] = {}
    named: dict[str, str] = {}
    vectors: dict[str, str] = {}
    marks: dict[str, dict[str, str]] = {}
    for what, *said in others:
        if what == "mutant":
            code, id, sum = said
            named[code], sums[id], marks[id] = id, sum, {}
        elif what == "vector":
            id, vectors[id], *failing = said
            for each in failing:
                marks[named[each[:CODE_DIGITS]]][id] = intern(each[CODE_DIGITS:])
        else:
            raise ValueError(f"{what} is no line of it")
    return Signatures(oracle, vectors, sums, marks)


def signatures_text(signatures: Signatures) -> str:
    """The file: one line a mutant, one line a vector.

    A vector's line has the code of every mutant that fails it, each with the mark of how; so a
    vector that is added changes no line of another.
    """
    codes = _codes(signatures.mutants)
    by_vector: dict[str, list[str]] = {id: [] for id in signatures.vectors}
    for id in signatures.mutants:
        for vector, how in signatures.marks.get(id, {}).items():
            by_vector[vector].append(f"{codes[id]}{how}")
    lines = [f"oracle {signatures.oracle}"]
    lines += [f"mutant {codes[id]} {id} {sum}" for id, sum in signatures.mutants.items()]
    for id, sum in signatures.vectors.items():
        lines.append(" ".join(["vector", id, sum, *sorted(by_vector[id])]))
    return _SIGNATURES_HEADER + "".join(f"{line}\n" for line in lines)


def _codes(ids: Iterable[str]) -> dict[str, str]:
    """A short code of each mutant, made of its id alone."""
    codes = {id: hashlib.sha256(id.encode("utf-8")).hexdigest()[:CODE_DIGITS] for id in ids}
    if len(set(codes.values())) < len(codes):
        found = list(codes.values())
        twins = [id for id, code in codes.items() if found.count(code) > 1]
        raise KaijuError(f"{' and '.join(twins)} have the same code", remedy="Rename one of them.")
    return codes


# --- bringing it up to date ---


def missing(
    old: Signatures,
    suite: Suite,
    game: str,
    *,
    same_oracle: bool = False,
    same_mutants: bool = False,
) -> dict[str, list[str]]:
    """What has to be run: for each mutant the vectors whose verdict is not on record.

    Verdicts by an oracle whose code has changed since are old, and so are those on a mutant whose
    code has changed, unless they are said to be the same.
    """
    sums = suite.of(game).sums
    is_same = same_oracle or old.oracle == oracle_sum(game)
    changed = [id for id, sum in sums.items() if old.vectors.get(id) != sum]

    def is_known(mutant: Mutant) -> bool:
        return old.mutants.get(mutant.id) == mutant_sum(mutant)

    wanted = {
        mutant.id: changed
        if is_same and (mutant.id in old.mutants if same_mutants else is_known(mutant))
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
    vectors = load_suite().of(game).sums
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
    return [id for id in suite.ids_citing(mutant) if id in shown]


def killed_rules(signatures: Signatures, suite: Suite) -> dict[str, list[str]]:
    """For each rule the mutants that break it and are killed by a scenario that cites it."""
    found: dict[str, list[str]] = {}
    for mutant in mutants():
        found_by = killers(mutant, signatures, suite)
        cited = {rule for id in found_by for rule in suite.entries[id].rules}
        for rule in mutant.rules:
            if rule in cited:
                found.setdefault(rule, []).append(mutant.id)
    return found


def killed_text(signatures: Signatures, suite: Suite, excuses: Mapping[str, str], game: str) -> str:
    """One line a mutant of the game, in the order of the catalogue."""
    lines = []
    for mutant in mutants_of(game):
        is_killed = bool(killers(mutant, signatures, suite))
        state = "killed" if is_killed else "excused" if mutant.id in excuses else "survived"
        lines.append(f"{mutant.id} {state}\n")
    return _HEADER + "".join(lines)


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
