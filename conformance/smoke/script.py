"""One turn of each game: where it begins, and what is answered in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from attrs import field, frozen

from conformance.engines.rulesets import pool, ruleset
from conformance.judge.features import knows
from conformance.protocol.canonical import JsonObject, canonical
from conformance.protocol.legal import Answer, Legal
from conformance.smoke.positions import plainest
from rules_dsl.definitions import Card
from rules_dsl.specification import load_specification

Wishes = dict[str, list[Answer]]
"""By the kind of a decision, the answers to give one after another, as far as they are legal."""

DICE: dict[str, Wishes] = {
    "tokyo": {
        "first-roll": [{"face": "claw"}, *([{"face": "heart"}] * 35)],
        "roll": [
            *({"face": face} for face in ("one", "two", "three", "energy", "heart", "claw")),
            *({"face": face} for face in ("one", "heart", "claw")),
        ],
        "reroll": [{"choose": ["three"]}, {"choose": ["one", "one"]}],
        "buy": [{"decline": True}],
    },
    "duel": {
        "first-roll": [{"face": "claw"}, *([{"face": "heart"}] * 11)],
        "roll": [
            *({"face": face} for face in ("claw", "heart", "fame", "fame", "power")),
            *({"face": face} for face in ("fame", "fame", "fame")),
        ],
        "reroll": [{"choose": ["fame", "fame"]}, {"choose": ["power"]}],
        "buy": [{"decline": True}],
    },
}
"""Some die is rolled twice, and two that are alike at once; nobody has energy to buy with."""


@frozen
class Script:
    """A turn: the position it begins in, or None for the start of a game, and its answers."""

    game: str
    setup: JsonObject | None = None
    wishes: Wishes = field(factory=dict)

    def begin(self) -> JsonObject:
        """What a `setup` or `start` says beside its op."""
        if self.setup is not None:
            return {"game": self.game, "setup": self.setup}
        return {"game": self.game, "pool": pool(self.game, {}, [])}

    def answers(self) -> Answers:
        return Answers(self.wishes)


class Answers:
    """Gives the answers of a script in turn; what it does not say is the first legal answer."""

    def __init__(self, wishes: Wishes) -> None:
        self._wishes = {kind: iter(wished) for kind, wished in wishes.items()}

    def to(self, kind: str, legal: Legal) -> Answer:
        """What to answer to a decision of a kind."""
        wish = next(self._wishes.get(kind, iter(())), None)
        if wish is not None and wish in legal:
            return wish
        return legal.nth(0) if legal.factored is not None else min(legal, key=canonical)


def script_of(game: str, ops: Sequence[str], features: Sequence[str]) -> Script:
    """The turn to play in a ruleset with an engine that offers these operations."""
    name = load_specification().ruleset(game).game
    if name in DICE:
        return Script(game, None, DICE[name])
    machine = ruleset(game, {}, ()).machine
    box = [machine.definitions[number] for number in dict.fromkeys(machine.box)]
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
