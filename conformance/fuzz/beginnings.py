"""Where fuzzed games begin: at the start, at any position, at one around a few cards."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from conformance.engines.rulesets import range_of_players, ruleset
from conformance.fuzz.guide import Numbers
from conformance.fuzz.subject import Beginning, Subject
from conformance.judge.features import knows
from conformance.properties.choices import Choices
from conformance.properties.duel_table import random_duel
from conformance.properties.table import (
    PAIR,
    Box,
    CardFacts,
    dealt,
    facts_of,
    random_position,
    with_power_cards,
)
from conformance.properties.tokyo_table import random_monsters
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import GameInfo
from conformance.scenario.fillers import CREATURE, plainest
from oracle import Ruleset

BYTES = 64
"""Enough for the choices of one position."""

FROM_START = 12
"""One game in so many is played from the real start."""

ANYHOW = 2
"""And so many from a position with any cards; the others from one around a few."""


class Beginnings:
    """Draws where games of a ruleset begin, as far as an engine plays and stands them up."""

    def __init__(self, where: Beginning, subject: Subject, rules: Ruleset | None = None) -> None:
        self._where = where
        self._subject = subject
        rules = rules or ruleset(where.game, where.options, where.cards)
        creatures = [card for card in rules.cards.values() if card.kind == CREATURE]
        self._plain = plainest(creatures) if creatures else None
        self._facts: dict[str, CardFacts] | None = None
        self._all = facts_of(rules)

    def draw(self, numbers: Numbers) -> Beginning:
        """Where one game begins; positions are for engines that stand them up."""
        where = self._where
        players = draw_number(where.game, self._info, where.players, numbers)
        setup: JsonObject | None = None
        if self._subject.can("setup"):
            if self._plain is not None:
                setup = draw_setup(self._known_cards(), self._plain, numbers)
            elif players is not None:
                setup = draw_monsters(self._known_cards(), players, numbers, where.options)
            elif where.game_name == "duel":
                setup = draw_duel(self._known_cards(), numbers)
        return evolve(where, setup=setup, players=players)

    @property
    def _info(self) -> GameInfo:
        return self._subject.hello().plays(self._where.game) or GameInfo()

    def _known_cards(self) -> dict[str, CardFacts]:
        """The cards the engine says it knows: all, unless its hello lists features."""
        if self._facts is None:
            features = self._info.features
            self._facts = {
                name: facts for name, facts in self._all.items() if knows(features, f"card:{name}")
            }
        return self._facts


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
    cards: Mapping[str, CardFacts], players: int, numbers: Numbers, options: Mapping[str, str]
) -> JsonObject | None:
    """A position of King of Tokyo to begin with, or None for the start of the game."""
    if numbers.below(FROM_START) == 0:
        return None
    return random_monsters(cards, players, Choices(numbers.bytes(BYTES * 2)), options)


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
