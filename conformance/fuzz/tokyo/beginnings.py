"""Where random games of King of Tokyo begin."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.fuzz.chances import BYTES, FROM_START
from conformance.fuzz.game import Draw
from conformance.fuzz.guide import Numbers
from conformance.properties.choices import Choices
from conformance.properties.table import CardFacts
from conformance.properties.tokyo.table import random_monsters
from conformance.protocol.canonical import JsonObject
from oracle import Ruleset


def beginnings(rules: Ruleset) -> Draw:
    """Positions of so many monsters."""

    def draw(
        cards: Mapping[str, CardFacts],
        players: int | None,
        numbers: Numbers,
        options: Mapping[str, str],
    ) -> JsonObject | None:
        assert players is not None
        return draw_monsters(cards, players, numbers, options)

    return draw


def draw_monsters(
    cards: Mapping[str, CardFacts], players: int, numbers: Numbers, options: Mapping[str, str]
) -> JsonObject | None:
    """A position of King of Tokyo to begin with, or None for the start of the game."""
    if numbers.below(FROM_START) == 0:
        return None
    return random_monsters(cards, players, Choices(numbers.bytes(BYTES * 2)), options)
