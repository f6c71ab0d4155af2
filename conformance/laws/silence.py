"""Who takes no part: plain participants and bystanders, by the definitions of their cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import frozen

from conformance.laws.game import law_words
from conformance.scenario.fillers import lies_in_decks
from rules_dsl.definitions import Card

# Moments by which an ability of a creature begins to work, and the steps that bring them about.
# Where a law leaves decisions open, everything can come about.
_SETS_OFF: Mapping[str, tuple[str, ...]] = {
    "play": ("play", "mindbug", "no-mindbug"),
    "attack": ("attack", "attack-again", "hunt", "block"),
    "action": ("act",),
    "bought": ("buy",),
    "using-power": ("use", "use-ability"),
}

HIDDEN_ZONES = ("hand", "deck", "unused")
"""Where creatures lie that do nothing until they are played."""


@frozen
class Silence:
    """What the steps of a law set off, and so which cards stay silent."""

    game: str
    verbs: frozenset[str]
    is_open: bool
    """Whether it leaves decisions open: then anything may be set off."""

    def is_quiet(self, head: str | None) -> bool:
        """Whether an ability that begins at some moment is not set off."""
        steps = _SETS_OFF.get(head or "")
        return steps is not None and not self.is_open and self.verbs.isdisjoint(steps)

    def is_plain(self, card: Card) -> bool:
        """No constant effect, permission, prohibition, replacement or dice, nothing set off."""
        quiet = all(
            ability.kind == "trigger" and ability.zone == "play" and self.is_quiet(ability.head)
            for ability in card.abilities
        )
        return quiet and not card.property("dice")

    def stands_by(self, card: Card, zone: str) -> bool:
        """Whether a card changes nothing where it lies: then it can be put there at will."""
        if card.kind == "power-card":
            return zone in law_words(self.game).open_zones
        if card.kind != "creature" or not lies_in_decks(card):
            return False
        if zone in HIDDEN_ZONES:
            return True
        if zone == "discard":
            heads = {ability.head for ability in card.abilities}
            return not any(a.zone == "discard" for a in card.abilities) and (
                "put-into-discard" not in heads
            )
        return zone == "in play" and self.is_plain(card)


def bystanders(cards: Collection[Card], zone: str, silence: Silence) -> list[Card]:
    """The cards that can stand by in a zone, the plainest first."""
    found = [card for card in cards if silence.stands_by(card, zone)]
    return sorted(found, key=lambda card: (len(card.abilities), len(card.keywords), card.id))
