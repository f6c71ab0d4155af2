"""Who says the rules: how many rest on a book, and which gaps are decided without an option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from rules_dsl.specification import SOURCES, Specification


@frozen
class Authority:
    """The rules by the strongest source that says them, and the gaps among them."""

    rules: dict[str, int]
    """How many rules each kind of source says."""
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
        yield "gaps", "with an option", self.with_option, self.gaps
        yield "gaps", "undisputed", self.undisputed, self.gaps
        yield "gaps", "decided silently", len(self.silent), self.gaps


def measure_authority(specification: Specification) -> Authority:
    """Count who says the rules of the finished games."""
    finished = [
        rule for rule in specification.rules.values() if not specification.in_the_making(rule.id)
    ]
    said = Counter(specification.authority(rule) for rule in finished)
    gaps = [rule for rule in finished if rule.fills_a_gap]
    return Authority(
        rules={kind: said[kind] for kind in SOURCES},
        gaps=len(gaps),
        with_option=sum(bool(rule.options) for rule in gaps),
        undisputed=sum(rule.undisputed is not None for rule in gaps),
        silent=tuple(r.id for r in gaps if not r.options and r.undisputed is None),
    )
