"""What card texts say: a misreading of words that nobody says cannot show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from conformance.engines.rulesets import ruleset
from rules_dsl.definitions import Ability, Call, Card, Selection


@cache
def words_said(game: str, texts: tuple[str, ...]) -> frozenset[str]:
    """Every word in the texts of a ruleset's cards: of effects, of moments, of kinds of cards."""
    cards = ruleset(game, {}, texts).module.cards
    return frozenset(word for card in cards for word in said_by(card))


def said_by(card: Card) -> Iterator[str]:
    """The words of one card."""
    yield card.kind
    for ability in card.abilities:
        if ability.zone == "discard":
            yield "in-discard-pile"
        if ability.head is not None:
            yield ability.head
        yield from _inside(ability)


def _inside(value: object) -> Iterator[str]:
    if isinstance(value, Ability):
        yield from _inside((value.condition, value.body))
    elif isinstance(value, Call):
        yield value.word
        for _, argument in value.args:
            yield from _inside(argument)
    elif isinstance(value, Selection):
        yield from _inside(value.filters)
    elif isinstance(value, tuple):
        for each in value:
            yield from _inside(each)
