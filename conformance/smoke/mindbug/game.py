"""Mindbug as adapters are tried with it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from conformance.engines.rulesets import pool
from conformance.judge.features import knows
from conformance.protocol.canonical import JsonObject
from conformance.smoke.game import Script, Smoked, Wishes, plainest
from rules_dsl.definitions import Card

CARD = 'creature smoke-signal "Smoke Signal"\n  power 3\n'


def _position(cards: Sequence[Card]) -> JsonObject:
    creature = plainest([card for card in cards if card.kind == "creature"])[0]
    return {
        "turn": "p1",
        "players": {
            "p1": {"play": [{"h": "#7", "card": creature}]},
            "p2": {"hand": [{"h": "#30", "card": creature}]},
        },
    }


def _script(game: str, box: Sequence[Card], ops: Sequence[str], features: Sequence[str]) -> Script:
    creatures = [card for card in box if card.kind == "creature"]
    known = [card for card in creatures if knows(features, f"card:{card.id}")] or creatures
    return _from_a_position(game, known) if "setup" in ops else _from_the_deal(game, creatures)


def _from_a_position(game: str, creatures: Sequence[Card]) -> Script:
    """A card is played and taken with a Mindbug; then an attack is blocked.

    Beside those who fight lies a creature for each keyword, so that its name is said.
    """
    plain = plainest(creatures)[0]
    keywords = sorted({keyword for card in creatures for keyword in card.keywords})
    gallery = [plainest([c for c in creatures if word in c.keywords])[0] for word in keywords]
    numbers = count(20)
    shown = [{"h": f"#{next(numbers)}", "card": card} for card in dict.fromkeys(gallery)]
    setup = {
        "turn": "p1",
        "players": {
            "p1": {
                "play": [{"h": "#7", "card": plain}, *shown],
                "hand": [{"h": "#9", "card": plain}],
            },
            "p2": {"play": [{"h": "#8", "card": plain}], "hand": [{"h": "#10", "card": plain}]},
        },
    }
    wishes: Wishes = {
        "turn": [{"play": "#9"}, {"attack": "#7"}],
        "mindbug": [{"mindbug": True}],
        "block": [{"block": "#8"}],
    }
    return Script(game, setup, wishes)


def _from_the_deal(game: str, creatures: Sequence[Card]) -> Script:
    """The plainest cards are dealt first, and the first seat begins and plays one of them."""
    rank = {name: number for number, name in enumerate(plainest(creatures))}
    powers = {card.id: dict(card.properties).get("power", 0) for card in creatures}
    cards = sorted(pool(game, {}, []), key=lambda card: rank.get(card["card"], len(rank)))
    left = sorted(cards[20:], key=lambda card: powers.get(card["card"], 0))
    wishes: Wishes = {
        "deal": [{"deal": card["h"]} for card in cards[:20]],
        "reveal": [{"reveal": left[-1]["h"]}, {"reveal": left[0]["h"]}],
        "turn": [{"play": cards[0]["h"]}],
        "mindbug": [{"decline": True}],
    }
    return Script(game, None, wishes)


SMOKED = Smoked(CARD, _position, _script)
