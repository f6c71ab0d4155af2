"""Who says the rules and what the vectors expect, and which gaps are decided without an option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import frozen

from conformance.judge.vector_files import VECTORS, json_lines_of, vector_files
from rules_dsl.specification import SOURCES, Specification


@frozen
class Authority:
    """The rules by the strongest source that says them, the vectors by the weakest they need."""

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
            yield "rules said by", title, self.rules[kind], sum(self.rules.values())
        for kind, title in SOURCES.items():
            yield "vectors said by", title, self.vectors[kind], sum(self.vectors.values())
        yield "gaps", "with an option", self.with_option, self.gaps
        yield "gaps", "undisputed", self.undisputed, self.gaps
        yield "gaps", "decided silently", len(self.silent), self.gaps


def measure_authority(specification: Specification, vectors: Iterable[str]) -> Authority:
    """Count who says the rules of the finished games, and the authorities of the vectors."""
    finished = [
        rule for rule in specification.rules.values() if not specification.in_the_making(rule.id)
    ]
    said = Counter(specification.authority(rule) for rule in finished)
    expected = Counter(vectors)
    gaps = [rule for rule in finished if rule.fills_a_gap]
    return Authority(
        rules={kind: said[kind] for kind in SOURCES},
        vectors={kind: expected[kind] for kind in SOURCES},
        gaps=len(gaps),
        with_option=sum(bool(rule.options) for rule in gaps),
        undisputed=sum(rule.undisputed is not None for rule in gaps),
        silent=tuple(r.id for r in gaps if not r.options and r.undisputed is None),
    )


def said_of() -> Iterator[str]:
    """The authority of each vector of the kit."""
    for file in vector_files(VECTORS):
        for _, vector in json_lines_of(file):
            yield vector["provenance"].get("authority", "")
