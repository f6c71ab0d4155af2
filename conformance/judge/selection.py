"""Which vectors are wanted: ids, `rule:`, `card:` and words of titles."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from conformance.judge.vector import Vector
from rules_dsl.errors import KaijuError


def select(
    vectors: Sequence[Vector], ids: Iterable[str] = (), expressions: Iterable[str] = ()
) -> list[Vector]:
    """The vectors with one of the ids, or that fit one of the expressions; all without either."""
    wanted = [name.upper() for name in ids]
    known = {vector.id for vector in vectors}
    for name in wanted:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise KaijuError(f"there is no vector {name}.{hint}")
    patterns = list(expressions)
    if not wanted and not patterns:
        chosen = list(vectors)
    else:
        chosen = [
            vector
            for vector in vectors
            if vector.id in wanted or any(fits(vector, pattern) for pattern in patterns)
        ]
    if not chosen:
        what = f"no vector fits -k {' -k '.join(map(repr, patterns))}" if patterns else "no vectors"
        raise KaijuError(
            what, remedy="Select by id, rule:mb.attack.tie, rule:mb.keyword.*, card:NAME or words."
        )
    return chosen


def fits(vector: Vector, expression: str) -> bool:
    """Whether every term of the expression holds for the vector."""
    return all(_term_fits(vector, term) for term in expression.split())


def _term_fits(vector: Vector, term: str) -> bool:
    kind, colon, pattern = term.partition(":")
    if colon and kind == "rule":
        return any(_like(rule, pattern) for rule in vector.rule_ids)
    if colon and kind == "card":
        return any(_like(need, f"card:{pattern}") for need in vector.requires)
    if colon and kind == "kind":
        return _like(vector.kind, pattern)
    return term.casefold() in vector.title.casefold() or term.upper() == vector.id


def _like(name: str, pattern: str) -> bool:
    return fnmatchcase(name, pattern) or name.startswith(f"{pattern}.")
