"""What card files define together."""

from __future__ import annotations

from attrs import frozen

from rules_dsl.definitions import Card, Keyword


@frozen
class Module:
    """Cards and keywords, each in the order they were written."""

    cards: tuple[Card, ...] = ()
    keywords: tuple[Keyword, ...] = ()

    def __add__(self, other: Module) -> Module:
        return Module(self.cards + other.cards, self.keywords + other.keywords)
