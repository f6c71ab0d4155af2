"""What was judged by what: the facts that stand at the end of a stream."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from conformance.engines.in_process import kit_version
from conformance.judge.vector import Vector
from conformance.levels import level_of
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Hello
from rules_dsl.specification import load_specification


def about(hello: Hello | None, vectors: Sequence[Vector], options: Mapping[str, str]) -> JsonObject:
    """The facts of a run; equal runs have equal facts."""
    games = sorted({vector.game for vector in vectors})
    said: JsonObject = {
        "kit": kit_version(),
        "spec": specification_mark(),
        "ruleset": ", ".join(games),
        "options": dict(options),
    }
    if hello is not None:
        said["level"] = level_of(hello).number
    return said


def specification_mark() -> str:
    """Twelve hexadecimal digits that change with the text of any rule of a finished game."""
    specification = load_specification()
    rules = specification.rules
    marked = [name for name in sorted(rules) if not specification.in_the_making(name)]
    text = "\n".join(f"{name} {rules[name].checksum}" for name in marked)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]
