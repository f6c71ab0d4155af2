"""Where fuzzed games begin: at the start, at any position, at one around a few cards."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.engines.rulesets import range_of_players
from conformance.fuzz.guide import Numbers
from conformance.properties.choices import Choices
from conformance.properties.duel_table import random_duel
from conformance.properties.table import (
    PAIR,
    Box,
    CardFacts,
    dealt,
    random_position,
    with_power_cards,
)
from conformance.properties.tokyo_table import random_monsters
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import GameInfo

BYTES = 64
"""Enough for the choices of one position."""

FROM_START = 12
"""One game in so many is played from the real start."""

ANYHOW = 2
"""And so many from a position with any cards; the others from one around a few."""


def draw_number(game: str, info: GameInfo, said: int | None, numbers: Numbers) -> int | None:
    """How many play one game: as many as somebody said, or any number that ruleset and engine
    allow; None where the ruleset leaves no choice."""
    fewest, most = range_of_players(game)
    if fewest == most or said is not None:
        return said
    if info.players:
        fewest, most = max(fewest, info.players[0]), min(most, info.players[-1])
    return fewest + numbers.below(most - fewest + 1)


def draw_monsters(
    cards: Mapping[str, CardFacts], players: int, numbers: Numbers
) -> JsonObject | None:
    """A position of King of Tokyo to begin with, or None for the start of the game."""
    if numbers.below(FROM_START) == 0:
        return None
    return random_monsters(cards, players, Choices(numbers.bytes(BYTES * 2)))


def draw_duel(cards: Mapping[str, CardFacts], numbers: Numbers) -> JsonObject | None:
    """A position of Duel to begin with, or None for the start of the game."""
    if numbers.below(FROM_START) == 0:
        return None
    return random_duel(cards, Choices(numbers.bytes(BYTES * 2)))


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
