"""Duel as adapters are tried with it."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.protocol.canonical import JsonObject
from conformance.smoke.game import Smoked, Wishes, from_the_start, plainest
from rules_dsl.definitions import Card

CARD = 'power card smoke-signal "Smoke Signal"\n  cost 3\n  keep\n'

WISHES: Wishes = {
    "first-roll": [{"face": "claw"}, *([{"face": "heart"}] * 11)],
    "roll": [
        *({"face": face} for face in ("claw", "heart", "fame", "fame", "power")),
        *({"face": face} for face in ("fame", "fame", "fame")),
    ],
    "reroll": [{"choose": ["fame", "fame"]}, {"choose": ["power"]}],
    "buy": [{"decline": True}],
}
"""Some die is rolled twice, and two that are alike at once; nobody has energy to buy with."""


def _position(cards: Sequence[Card]) -> JsonObject:
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


SMOKED = Smoked(CARD, _position, from_the_start(WISHES))
