"""What the judge needs of the specification: texts and checksums of rules."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.judge.vector import Vector
from rules_dsl.specification import load_specification


def changed_rules(vector: Vector) -> list[str]:
    """The cited rules whose text is no longer the one the vector was made from."""
    rules = load_specification().rules
    return [
        cited.id
        for cited in vector.rules
        if cited.sum and (cited.id not in rules or rules[cited.id].checksum != cited.sum)
    ]


def rule_texts(ids: Sequence[str]) -> list[tuple[str, str]]:
    """Each rule with its text."""
    rules = load_specification().rules
    return [(name, " ".join(rules[name].text.split())) for name in ids if name in rules]
