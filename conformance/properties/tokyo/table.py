"""Positions of King of Tokyo, drawn at random, and what is read of its states."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.engines.rulesets import range_of_players
from conformance.properties.choices import Choices
from conformance.properties.dice_games.table import LongGames
from conformance.properties.table import Box, CardFacts
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import SEATS, Frame
from conformance.scenario.fillers import POWER_CARD

RULESETS = ("tokyo/2010", "tokyo/current")
"""The rulesets of the base game."""

EVERY_RULESET = (*RULESETS, "tokyo/evolutions")
"""For claims that hold whatever cards are played with: the last has all of the expansion."""

OUTSIDE, CITY, BAY = range(3)
BAY_OPTION = "kt.option.bay"
NO_OPTIONS: Mapping[str, str] = {}
SMALLEST_BAY = 5
"""So many monsters must be left for Tokyo Bay to be in use."""

ROW = 3
HEARTS = 10
STARS_TO_WIN = 20
SHARED = ("deck", "row", "discard")
SINGLE = ("top", "bought")
"""The places of the cards that are nobody's: piles, and places for one card."""

COUNTED = {"smoke-cloud": 3, "monster-batteries": 6}
"""Cards that are bought with counters on them."""
COPYING = "mimic"
"""The card that copies the one with the mimic token."""


def random_monsters(
    cards: Mapping[str, CardFacts],
    players: int,
    choices: Choices,
    options: Mapping[str, str] = NO_OPTIONS,
) -> JsonObject:
    """A position at the start of p1's turn: some of the monsters dead, one in Tokyo or none."""
    power = {name: facts for name, facts in cards.items() if facts.kind == POWER_CARD}
    kept = [name for name, facts in power.items() if facts.type != "discard"]
    box = Box([name for name in kept for _ in range(cards[name].copies)], choices)
    seats = SEATS[:players]
    monsters: JsonObject = {seat: _monster(box, choices) for seat in seats}
    for seat in seats[2:]:
        if choices.below(6) == 5:
            monsters[seat] = {"hearts": 0}
    alive = [seat for seat in seats if monsters[seat]["hearts"]]
    _send_to_tokyo(monsters, alive, choices, bay=options.get(BAY_OPTION) != "unused")
    _lay_mimic([card for seat in alive for card in monsters[seat]["area"]], choices)
    others = [name for name in power if name not in kept]
    piles = Box([*box.left, *(name for name in others for _ in range(cards[name].copies))], choices)
    piles.go_on_after(box)
    full = choices.below(4) != 3
    row = piles.cards(ROW if full else choices.below(ROW))
    return {
        "players": monsters,
        "row": row,
        "deck": piles.cards(choices.below(12)) if full else [],
        "discard": piles.cards(choices.below(4)),
        "turn": seats[0],
    }


def _monster(box: Box, choices: Choices) -> JsonObject:
    """A living monster with some cards before it."""
    area = box.cards(choices.below(4))
    for card in area:
        most = COUNTED.get(card["card"], 0)
        card |= {"counters": choices.between(1, most)} if most else {}
    monster: JsonObject = {
        "hearts": choices.between(1, HEARTS),
        "stars": choices.below(STARS_TO_WIN),
        "energy": choices.below(13),
        "area": area,
    }
    tokens = choices.below(8)
    if tokens < 2:
        monster["poison" if tokens else "shrink"] = choices.between(1, 3)
    return monster


def _lay_mimic(cards: list[JsonObject], choices: Choices) -> None:
    """The mimic token on one of the cards before monsters, if one of them copies."""
    others = [card for card in cards if card["card"] != COPYING]
    if others and len(others) < len(cards) and choices.below(2):
        choices.one_of(others)["mimic"] = True


def _send_to_tokyo(monsters: JsonObject, alive: list[str], choices: Choices, *, bay: bool) -> None:
    left = list(alive)
    if choices.below(4):
        monsters[choices.draw(left)]["place"] = CITY
    if bay and len(alive) >= SMALLEST_BAY and choices.below(2):
        monsters[choices.draw(left)]["place"] = BAY


class Monsters(LongGames):
    """A table for King of Tokyo: any number of monsters that ruleset and engine allow."""

    players: int | None = None
    """How many sit at it, if that is settled."""

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    def begin(self, choices: Choices) -> Frame:
        """A drawn position or, one time in four, the start of a game."""
        players = self.number(choices)
        if "setup" in self.engine.hello().ops and choices.below(4) != 3:
            return self.stand(random_monsters(self.cards, players, choices, self.options))
        return self.engine.start(self.game, self.options, (), players)

    def start(self) -> Frame:
        return self.engine.start(self.game, self.options, (), self.players)

    def number(self, choices: Choices) -> int:
        """How many play a game."""
        fewest, most = range_of_players(self.game)
        info = self.engine.hello().plays(self.game)
        if info is not None and info.players:
            fewest, most = max(fewest, info.players[0]), min(most, info.players[-1])
        return choices.between(fewest, most)


# ------------------------------------------------------------------ reading states


def alive(state: JsonObject) -> list[str]:
    """The monsters that are still in the game, in the order of their seats."""
    return [seat for seat, monster in state["players"].items() if monster["hearts"] > 0]


def piles(state: JsonObject) -> dict[str, list[str]]:
    """Every place of a state with the handles in it."""
    found = {name: list(state[name]) for name in SHARED}
    found |= {name: [state[name]] if state[name] else [] for name in SINGLE}
    for seat, monster in state["players"].items():
        for name, cards in monster.items():
            if isinstance(cards, list):
                found[f"{seat}.{name}"] = [
                    card if isinstance(card, str) else card["h"] for card in cards
                ]
    return found
