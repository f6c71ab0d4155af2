"""What the laws cover: clauses by law, claim or data check, rules, misreadings noticed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import field, frozen

from conformance.judge.vector_files import VECTORS, json_lines_of, vector_files
from conformance.laws.data import checks
from conformance.laws.model import Law
from conformance.laws.record import REWRITE, Record, read_record, record_file
from conformance.laws.shelf import law_files, load_laws
from conformance.mutants.catalogue import mutants_of, procedure_mutants
from conformance.mutants.games import GAMES
from conformance.mutants.mutant import Mutant
from conformance.mutants.table import read_signatures, signatures_file
from conformance.properties.claims import all_claims
from conformance.vectors.export import shown
from rules_dsl.errors import KaijuError
from rules_dsl.specification import Specification

KINDS = ("rule", "definition", "note", "example", "card-ruling")
"""The kinds of clauses that say something of every game; component lists are card data."""

REASONS = ("components", "card data", "same as")
"""Why a clause needs no law: it configures components, lists card data, repeats another."""

EXCUSED_AT_MOST = 5  # per cent


@frozen
class Excuse:
    """A clause without law, claim or check, and why."""

    clause: str
    reason: str
    why: str
    of: str = ""


@frozen
class ByOthers:
    """What spec/laws.toml says: clauses that a claim or a check of the data says, and excuses."""

    together: dict[str, tuple[str, ...]] = field(factory=dict)
    """Clauses of several parts, each with the laws that say them together."""
    claims: dict[str, tuple[str, ...]] = field(factory=dict)
    data: dict[str, tuple[str, ...]] = field(factory=dict)
    excuses: tuple[Excuse, ...] = ()


@frozen
class LawCoverage:
    """All that was measured of the laws."""

    laws: tuple[Law, ...]
    records: dict[str, Record]
    clauses: frozenset[str]
    by_law: frozenset[str]
    by_claim: frozenset[str]
    by_data: frozenset[str]
    excused: frozenset[str]
    concerned: frozenset[str]
    """The rules that these clauses are about."""
    bitten: frozenset[str]
    """The rules of which a law, or a claim, that names them notices a misreading."""
    misreadings: frozenset[str]
    """Those written by hand that a committed vector with a setup notices."""
    killed: frozenset[str]
    problems: tuple[tuple[str, str, str], ...] = ()

    @property
    def covered(self) -> frozenset[str]:
        """The clauses that something says."""
        return self.by_law | self.by_claim | self.by_data | self.excused

    def figures(self) -> dict[str, object]:
        """As other tools read them."""
        return {
            "laws": len(self.laws),
            "clauses": {
                "testable": len(self.clauses),
                "law": len(self.by_law),
                "claim": len(self.by_claim - self.by_law),
                "data": len(self.by_data - self.by_law - self.by_claim),
                "excused": len(self.excused - self.by_law - self.by_claim - self.by_data),
                "covered": len(self.covered),
            },
            "rules": {
                "concerned": len(self.concerned),
                "covered": len(self.concerned & self.bitten),
            },
            "instances": sum(e.instances for r in self.records.values() for e in r.laws.values()),
            "killed_by_laws": {
                "misreadings": len(self.misreadings),
                "killed": len(self.misreadings & self.killed),
            },
        }

    def rows(self) -> Iterator[tuple[str, str, int, int]]:
        """The lines of the table for people."""
        figures = self.figures()
        clauses, rules = figures["clauses"], figures["rules"]
        killed = figures["killed_by_laws"]
        assert isinstance(clauses, dict)
        assert isinstance(rules, dict)
        assert isinstance(killed, dict)
        for state in ("law", "claim", "data", "excused", "covered"):
            yield "clauses by laws", state, clauses[state], clauses["testable"]
        yield "rules by laws", "covered", rules["covered"], rules["concerned"]
        yield "misreadings by laws", "noticed", killed["killed"], killed["misreadings"]

    def uncovered(self) -> list[str]:
        """The clauses that nothing says."""
        return sorted(self.clauses - self.covered)

    def unbitten(self) -> list[str]:
        """The rules that clauses concern and no law or claim tests."""
        return sorted(self.concerned - self.bitten)


def measure_laws(specification: Specification) -> LawCoverage:
    """What the laws of the specification cover, by the committed record."""
    laws = load_laws() if law_files() else []
    others = read_others(specification.root / "laws.toml")
    testable = [c for c in specification.testable_clauses() if c.kind in KINDS]
    clauses = frozenset(clause.id for clause in testable)
    covering = specification.covering
    concerned = frozenset(rule for id in clauses for rule in covering.get(id, ()))
    records = {game: read_record(game) for game in GAMES}
    rules_of = {mutant.id: mutant.rules for mutant in _known_mutants(records)}
    claims = {each.name: each.rules for each in all_claims()}
    named = {law.id: law.rules for law in laws} | claims
    bites = [bite for record in records.values() for bite in record.bites if bite.law in named]
    bitten: dict[str, set[str]] = {}
    for bite in bites:
        rules = set(rules_of.get(bite.mutant, ())) & set(named[bite.law])
        bitten.setdefault(bite.law, set()).update(rules)
    biting = {name for name, rules in bitten.items() if rules}
    return LawCoverage(
        laws=tuple(laws),
        records=records,
        clauses=clauses,
        by_law=clauses
        & (
            _named(((law.id, law.clauses) for law in laws), biting)
            | {clause for clause, parts in others.together.items() if biting.issuperset(parts)}
        ),
        by_claim=_named(others.claims.items(), biting) & clauses,
        by_data=frozenset(c for ids in others.data.values() for c in ids) & clauses,
        excused=frozenset(each.clause for each in others.excuses) & clauses,
        concerned=concerned,
        bitten=frozenset(rule for rules in bitten.values() for rule in rules),
        misreadings=noticed_by_setups(),
        killed=frozenset(
            b.mutant for b in bites if set(rules_of.get(b.mutant, ())) & set(named[b.law])
        ),
        problems=tuple(_problems(laws, records, others, claims, specification, clauses)),
    )


def _named(entries: Iterable[tuple[str, Iterable[str]]], biting: set[str]) -> frozenset[str]:
    return frozenset(clause for name, clauses in entries if name in biting for clause in clauses)


def _known_mutants(records: Mapping[str, Record]) -> Iterator[Mutant]:
    for game, record in records.items():
        if record.bites:
            yield from mutants_of(game)


@cache
def noticed_by_setups() -> frozenset[str]:
    """The misreadings written by hand that a committed vector with a setup notices."""
    starts = {
        listed.id
        for file in vector_files(VECTORS)
        for listed, said in json_lines_of(file)
        if said.get("setup") is None
    }
    found = set()
    for game in GAMES:
        record = read_signatures(signatures_file(game))
        found |= {each.id for each in procedure_mutants(game) if record.shown_by(each.id) - starts}
    return frozenset(found)


def _problems(
    laws: Iterable[Law],
    records: Mapping[str, Record],
    others: ByOthers,
    claims: Mapping[str, object],
    specification: Specification,
    clauses: frozenset[str],
) -> Iterator[tuple[str, str, str]]:
    """What is not in order: place, name, message."""
    known = list(laws)
    for game, record in records.items():
        own = [law for law in known if law.game == game]
        for law in record.stale(own):
            yield shown(record_file(game)), law.id, f"was not judged as it is now; {REWRITE}"
        for id in sorted(record.laws.keys() - {law.id for law in own}):
            yield shown(record_file(game)), id, f"is no law any more; {REWRITE}"
        for law in own:
            if law.id in record.laws and not record.noticed_by(law.id):
                yield str(law.place), law.id, "notices no misreading of a rule it names"
    file = shown(specification.root / "laws.toml")
    for name in others.claims.keys() - claims.keys():
        yield file, name, "is no claim of conformance/properties"
    for name in others.data.keys() - checks().keys():
        yield file, name, "is no check of conformance/laws/data.py"
    for clause, parts in others.together.items():
        unknown = set(parts) - {law.id for law in known}
        if unknown or len(parts) < 2:
            yield (
                file,
                clause,
                f"is said by several laws together, not by {sorted(unknown or parts)}",
            )
    named = [c for each in (others.claims, others.data) for ids in each.values() for c in ids]
    named += others.together
    for id in [*named, *(each.clause for each in others.excuses)]:
        if id not in clauses:
            yield file, id, "is no testable clause that needs a law"
    for each in others.excuses:
        if each.reason not in REASONS or (each.reason == "same as") != bool(each.of):
            yield file, each.clause, f"`{each.reason}` is no reason: {', '.join(REASONS)} (+ of)"
    if len(others.excuses) * 100 > EXCUSED_AT_MOST * len(clauses):
        yield file, "excuses", f"more than {EXCUSED_AT_MOST} % of the clauses are excused"


def read_others(file: Path) -> ByOthers:
    """What spec/laws.toml says; nothing if there is none."""
    if not file.exists():
        return ByOthers()
    try:
        said = tomllib.loads(file.read_text("utf-8"))
        excuses = tuple(Excuse(**entry) for entry in said.get("excuse", []))
        together, claims, data = (
            {name: tuple(ids) for name, ids in said.get(part, {}).items()}
            for part in ("together", "claims", "data")
        )
    except (tomllib.TOMLDecodeError, TypeError, AttributeError) as error:
        raise KaijuError(f"cannot be read: {error}", str(file)) from None
    return ByOthers(together, claims, data, excuses)
