"""Where random games of Duel begin."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.fuzz.chances import BYTES, FROM_START
from conformance.fuzz.game import Draw
from conformance.fuzz.guide import Numbers
from conformance.properties.choices import Choices
from conformance.properties.duel.table import random_duel
from conformance.properties.table import CardFacts
from conformance.protocol.canonical import JsonObject
from oracle import Ruleset


def beginnings(rules: Ruleset) -> Draw:
    """Positions of two monsters."""

    def draw(
        cards: Mapping[str, CardFacts], _: int | None, numbers: Numbers, __: Mapping[str, str]
    ) -> JsonObject | None:
        return draw_duel(cards, numbers)

    return draw


def draw_duel(cards: Mapping[str, CardFacts], numbers: Numbers) -> JsonObject | None:
    """A position of Duel to begin with, or None for the start of the game."""
    if numbers.below(FROM_START) == 0:
        return None
    return random_duel(cards, Choices(numbers.bytes(BYTES * 2)))
