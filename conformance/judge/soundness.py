"""Whether a vector makes sense at all, which must be so before an engine is judged by it."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.engines.rulesets import ruleset
from conformance.judge.vector import Vector
from rules_dsl.errors import KaijuError


def expect_sound(vectors: Iterable[Vector]) -> None:
    """Refuse vectors whose game, options, cards or setup do not exist for the oracle."""
    for vector in vectors:
        try:
            rules = ruleset(vector.game, vector.options, vector.cards, players=vector.players)
            if vector.setup is not None:
                rules.setup(vector.setup)
        except KaijuError as error:
            raise KaijuError(str(error), place=f"{vector.file} ({vector.id})") from None
