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

    def figures(self) -> dict[str, object]:
        """As other tools read them."""
        return {
            "rules": self.rules,
            "gaps": {
                "total": self.gaps,
                "option": self.with_option,
                "silent": self.gaps - self.with_option,
            },
        }

    def rows(self) -> Iterator[tuple[str, str, int, int]]:
        """The lines of the table for people."""
        for kind, title in SOURCES.items():
            yield "rules said by", title, self.rules[kind], sum(self.rules.values())
        yield "gaps", "with an option", self.with_option, self.gaps


def measure_authority(specification: Specification) -> Authority:
    """Count who says the rules of the finished games."""
    finished = [
        rule for rule in specification.rules.values() if not specification.in_the_making(rule.id)
    ]
    said = Counter(specification.authority(rule) for rule in finished)
    gaps = [rule for rule in finished if (rule.source or "").startswith("gap ")]
    return Authority(
        rules={kind: said[kind] for kind in SOURCES},
        gaps=len(gaps),
        with_option=sum(rule.option is not None for rule in gaps),
    )
