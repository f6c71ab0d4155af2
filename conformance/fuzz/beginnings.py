"""Where fuzzed games begin: at the start, at any position, at one around a few cards."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.fuzz.guide import Numbers
from conformance.properties.choices import Choices
from conformance.properties.table import Box, CardFacts, dealt, random_position, with_power_cards
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import SEATS

BYTES = 64
"""Enough for the choices of one position."""

FROM_START = 12
"""One game in so many is played from the real start."""

ANYHOW = 2
"""And so many from a position with any cards; the others from one around a few."""


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
        for seat in SEATS
    }
    for seat in SEATS:
        players[seat]["hand"] = box.cards(choices.below(3))
        players[seat]["discard"] = box.cards(choices.below(2))
        players[seat]["deck"] = []
        if len(players[seat]["hand"]) == 2:  # now and then a deck to refill from
            fill = choices.below(2)
            players[seat]["hand"] += box.row([plain] * 3 * fill)
            players[seat]["deck"] += box.row([plain] * choices.below(3) * fill)
    setup = {"players": players, "unused": [], "turn": SEATS[choices.below(2)]}
    return with_power_cards(setup, cards, box, choices)
