"""What the checks of an adapter have to be told about a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import field, frozen

from conformance.games import kit_of, lacks
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from rules_dsl.definitions import Card

Wishes = Mapping[str, list[Answer]]
"""By the kind of a decision, the answers to give one after another, as far as they are legal."""


@frozen
class Script:
    """A turn: the position it begins in, or None for the start of a game, and its answers."""

    game: str
    setup: JsonObject | None = None
    wishes: Wishes = field(factory=dict)


@frozen
class Smoked:
    """A game as adapters are tried with it."""

    card: str
    """The text of a card that is in no set."""
    position: Callable[[Sequence[Card]], JsonObject]
    """A position that every engine with `setup` can stand up, of cards of a ruleset."""
    script: Callable[[str, Sequence[Card], Sequence[str], Sequence[str]], Script]
    """`(ruleset, cards, operations, features)`: the turn to play with an engine."""


def from_the_start(wishes: Wishes) -> Callable[..., Script]:
    """A turn that begins at the start of a game whatever the engine offers."""
    return lambda ruleset, *_: Script(ruleset, None, wishes)


def smoked(ruleset: str) -> Smoked:
    """The game of a ruleset as adapters are tried with it."""
    found = kit_of(ruleset)
    if found.smoke is None:
        raise lacks(found.name, "smoke")
    return found.smoke()


def plainest(cards: Sequence[Card]) -> list[str]:
    """The names of the cards, those that do least first."""
    ranked = sorted(cards, key=lambda card: (len(card.abilities), len(card.keywords)))
    return [card.id for card in ranked]
