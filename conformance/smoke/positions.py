"""By game, a position to stand up and a card to read: both of cards that the ruleset has."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.engines.rulesets import ruleset
from conformance.protocol.canonical import JsonObject
from rules_dsl.definitions import Card
from rules_dsl.specification import load_specification

CARDS = {
    "mindbug": 'creature smoke-signal "Smoke Signal"\n  power 3\n',
    "tokyo": 'power card smoke-signal "Smoke Signal"\n  cost 3\n  keep\n',
    "duel": 'power card smoke-signal "Smoke Signal"\n  cost 3\n  keep\n',
}
"""By game, the text of a card that is in no set."""


def position(game: str) -> JsonObject:
    """A position that every engine with `setup` can stand up, whatever cards the ruleset has."""
    machine = ruleset(game, {}, ()).machine
    box = [machine.definitions[number] for number in dict.fromkeys(machine.box)]
    return _POSITIONS[load_specification().ruleset(game).game](box)


def _mindbug(cards: Sequence[Card]) -> JsonObject:
    creature = plainest([card for card in cards if card.kind == "creature"])[0]
    return {
        "turn": "p1",
        "players": {
            "p1": {"play": [{"h": "#7", "card": creature}]},
            "p2": {"hand": [{"h": "#30", "card": creature}]},
        },
    }


def _tokyo(cards: Sequence[Card]) -> JsonObject:
    power = [card for card in cards if card.kind == "power-card"]
    kept = plainest([card for card in power if dict(card.properties)["type"] != "discard"])[0]
    on_sale = next(name for name in plainest(power) if name != kept)
    return {
        "turn": "p1",
        "players": {"p1": {"area": [{"h": "#7", "card": kept}]}, "p2": {"place": 1}},
        "row": [{"h": "#30", "card": on_sale}],
    }


def _duel(cards: Sequence[Card]) -> JsonObject:
    first, second = plainest([card for card in cards if card.kind == "monster"])[:2]
    noise = [card for card in cards if card.kind == "noise"]
    small = plainest([card for card in noise if dict(card.properties)["covers"] == 1])[0]
    on_sale = plainest([card for card in cards if card.kind == "power-card"])[0]
    return {
        "turn": "p1",
        "players": {
            "p1": {"monster": {"h": "#7", "card": first}},
            "p2": {"monster": {"h": "#8", "card": second}, "dice": 1},
        },
        "fame": 6,
        "board": [{"h": "#12", "card": small, "place": "fame:2"}],
        "row": [{"h": "#30", "card": on_sale}],
    }


_POSITIONS: dict[str, Callable[[Sequence[Card]], JsonObject]] = {
    "mindbug": _mindbug,
    "tokyo": _tokyo,
    "duel": _duel,
}


def plainest(cards: Sequence[Card]) -> list[str]:
    """The names of the cards, those that do least first."""
    ranked = sorted(cards, key=lambda card: (len(card.abilities), len(card.keywords)))
    return [card.id for card in ranked]
