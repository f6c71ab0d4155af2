"""King of Tokyo as adapters are tried with it."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.protocol.canonical import JsonObject
from conformance.smoke.game import Smoked, Wishes, from_the_start, plainest
from rules_dsl.definitions import Card

CARD = 'power card smoke-signal "Smoke Signal"\n  cost 3\n  keep\n'

WISHES: Wishes = {
    "first-roll": [{"face": "claw"}, *([{"face": "heart"}] * 35)],
    "roll": [
        *({"face": face} for face in ("one", "two", "three", "energy", "heart", "claw")),
        *({"face": face} for face in ("one", "heart", "claw")),
    ],
    "reroll": [{"choose": ["three"]}, {"choose": ["one", "one"]}],
    "buy": [{"decline": True}],
}
"""Some die is rolled twice, and two that are alike at once; nobody has energy to buy with."""


def _position(cards: Sequence[Card]) -> JsonObject:
    power = [card for card in cards if card.kind == "power-card"]
    kept = plainest([card for card in power if dict(card.properties)["type"] != "discard"])[0]
    on_sale = next(name for name in plainest(power) if name != kept)
    return {
        "turn": "p1",
        "players": {"p1": {"area": [{"h": "#7", "card": kept}]}, "p2": {"place": 1}},
        "row": [{"h": "#30", "card": on_sale}],
    }


SMOKED = Smoked(CARD, _position, from_the_start(WISHES))
