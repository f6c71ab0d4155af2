"""What keeps hearts from being lost, and what can cost its owner the means for it before.

rule: kt.card.any-time-asked
"""

from __future__ import annotations

from rules_dsl.definitions import Call, Card, Selection

from .citing import words_in

GUARDING = frozenset({"cannot-lose-hearts", "you"})
TAKING = frozenset({"lose-energy", "discard"})


def is_guard(call: Call) -> bool:
    """Whether an effect does nothing but keep hearts from being lost."""
    return call.word == "until-end-of-turn" and words_in(call["body"]) <= GUARDING


def takes_from_others(card: Card) -> bool:
    """Whether by a card's text others can lose energy or cards to it."""
    return any(_takes(ability.body) for ability in card.abilities)


def _takes(value: object) -> bool:
    """Whether such a word stands anywhere in a text."""
    if isinstance(value, tuple):
        return any(_takes(each) for each in value)
    if not isinstance(value, Call):
        return False
    if value.word in TAKING and value.get("player") not in (None, Call("you")):
        return True
    cards = value.get("cards")
    if value.word == "can-buy" and isinstance(cards, Selection) and cards.zone is not None:
        return "other-areas" in words_in(cards.zone)
    return value.word == "heals-others" or any(_takes(argument) for _, argument in value.args)
