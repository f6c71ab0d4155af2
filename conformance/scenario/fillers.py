"""The plainest cards of a ruleset: they stand where any card would do."""

from __future__ import annotations

from collections.abc import Iterable

from rules_dsl.definitions import Card

CREATURE, POWER_CARD, DIE_FACE = "creature", "power-card", "die-face"


def lies_in_decks(card: Card) -> bool:
    """Whether a card is dealt: a later stage is only another side of one that is."""
    return card.kind == CREATURE and card.property("stage") < 2


def plainness(card: Card) -> tuple[bool, str, bool, int, int, int, str]:
    """Sorts cards: creatures that are dealt first, then those with the least on them."""
    printed = len(card.abilities), len(card.keywords), card.property("dice")
    return card.kind != CREATURE, card.kind, not lies_in_decks(card), *printed, card.id


def plainest(cards: Iterable[Card], kind: str = CREATURE) -> str:
    """The id of the plainest card of a kind."""
    return min((card for card in cards if card.kind == kind), key=plainness).id
