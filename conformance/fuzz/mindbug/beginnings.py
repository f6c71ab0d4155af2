"""Where random games of Mindbug begin: anywhere, or around a few cards."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.fuzz.chances import BYTES, FROM_START
from conformance.fuzz.game import Draw
from conformance.fuzz.guide import Numbers
from conformance.properties.choices import Choices
from conformance.properties.table import (
    PAIR,
    Box,
    CardFacts,
    dealt,
    random_position,
    with_power_cards,
)
from conformance.protocol.canonical import JsonObject
from conformance.scenario.fillers import CREATURE, plainest
from oracle import Ruleset

ANYHOW = 2
"""So many games in twelve begin at a position with any cards; the others at one around a few."""


def beginnings(rules: Ruleset) -> Draw:
    """Positions with cards of a ruleset."""
    plain = plainest([card for card in rules.cards.values() if card.kind == CREATURE])

    def draw(
        cards: Mapping[str, CardFacts], _: int | None, numbers: Numbers, __: Mapping[str, str]
    ) -> JsonObject | None:
        return draw_setup(cards, plain, numbers)

    return draw


def draw_setup(cards: Mapping[str, CardFacts], plain: str, numbers: Numbers) -> JsonObject | None:
    """A position to begin with, or None for the start of the game."""
    kind = numbers.below(FROM_START)
    if kind == 0:
        return None
    choices = Choices(numbers.bytes(BYTES))
    if kind <= ANYHOW:
        return random_position(cards, choices)
    return small_position(cards, plain, choices)


def small_position(cards: Mapping[str, CardFacts], plain: str, choices: Choices) -> JsonObject:
    """A position around few different cards, so that twins and rare pairs meet often."""
    names = sorted(dealt(cards))
    themes = [choices.draw(names) for _ in range(min(choices.between(3, 6), len(names)))]
    pool = [name for name in themes for _ in range(cards[name].copies)]
    box = Box(pool, choices, cards)
    players: JsonObject = {
        seat: {
            "life": choices.between(1, 3),
            "mindbugs": choices.below(3),
            "play": box.creatures(choices.below(4)),
        }
        for seat in PAIR
    }
    for seat in PAIR:
        players[seat]["hand"] = box.cards(choices.below(3))
        players[seat]["discard"] = box.cards(choices.below(2))
        players[seat]["deck"] = []
        if len(players[seat]["hand"]) == 2:  # now and then a deck to refill from
            fill = choices.below(2)
            players[seat]["hand"] += box.row([plain] * 3 * fill)
            players[seat]["deck"] += box.row([plain] * choices.below(3) * fill)
    setup = {"players": players, "unused": [], "turn": PAIR[choices.below(2)]}
    return with_power_cards(setup, cards, box, choices)
