"""Who says the rules and what the vectors expect, and which gaps are decided without an option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import frozen

from conformance.judge.vector_files import VECTORS, json_lines_of, vector_files
from rules_dsl.rules_text import Rule
from rules_dsl.sources import SOURCES
from rules_dsl.specification import Specification


@frozen
class Authority:
    """The rules by the strongest source that says them, the vectors by the weakest they need."""

    clauses: dict[str, int]
    """How many clauses of the inventories each kind of source says."""
    rules: dict[str, int]
    """How many rules each kind of source says."""
    vectors: dict[str, int]
    """How many vectors go as far as each kind of source says, and no further."""
    gaps: int
    """Rules that fill what the books leave open."""
    with_option: int
    """Those of them that an engine may answer otherwise."""
    undisputed: int
    """Those of them that nobody would read otherwise, each with its reason."""
    silent: tuple[str, ...]
    """Those of them that were decided without a word: there should be none."""

    def figures(self) -> dict[str, object]:
        """As other tools read them."""
        return {
            "clauses": self.clauses,
            "rules": self.rules,
            "vectors": self.vectors,
            "gaps": {
                "total": self.gaps,
                "option": self.with_option,
                "undisputed": self.undisputed,
                "silent": len(self.silent),
            },
        }

    def rows(self) -> Iterator[tuple[str, str, int, int]]:
        """The lines of the table for people."""
        for kind, title in SOURCES.items():
            yield "clauses said by", title, self.clauses[kind], sum(self.clauses.values())
        for kind, title in SOURCES.items():
            yield "rules said by", title, self.rules[kind], sum(self.rules.values())
        for kind, title in SOURCES.items():
            yield "vectors said by", title, self.vectors[kind], sum(self.vectors.values())
        yield "gaps", "with an option", self.with_option, self.gaps
        yield "gaps", "undisputed", self.undisputed, self.gaps
        yield "gaps", "decided silently", len(self.silent), self.gaps


def measure_authority(specification: Specification, vectors: Iterable[str]) -> Authority:
    """Count who says the rules of the finished games, and the authorities of the vectors."""
    finished = finished_rules(specification)
    said = Counter(specification.authority(rule) for rule in finished)
    clauses = Counter(
        clause.source.kind
        for clause in specification.clauses.values()
        if not specification.in_the_making(clause.id)
    )
    expected = Counter(vectors)
    gaps = [rule for rule in finished if specification.fills_a_gap(rule)]
    return Authority(
        clauses={kind: clauses[kind] for kind in SOURCES},
        rules={kind: said[kind] for kind in SOURCES},
        vectors={kind: expected[kind] for kind in SOURCES},
        gaps=len(gaps),
        with_option=sum(bool(rule.options) for rule in gaps),
        undisputed=sum(rule.undisputed is not None for rule in gaps),
        silent=tuple(rule.id for rule in silent_gaps(specification)),
    )


def finished_rules(specification: Specification) -> list[Rule]:
    """The rules of the games that are not in the making."""
    rules = specification.rules.values()
    return [rule for rule in rules if not specification.in_the_making(rule.id)]


def silent_gaps(specification: Specification) -> list[Rule]:
    """The rules that fill a gap, leave no other answer, and do not say why nobody wants one."""
    return [
        rule
        for rule in finished_rules(specification)
        if specification.fills_a_gap(rule) and not rule.options and rule.undisputed is None
    ]


def said_of() -> Iterator[str]:
    """The authority of each vector of the kit."""
    for file in vector_files(VECTORS):
        for _, vector in json_lines_of(file):
            yield vector["provenance"].get("authority", "")
