"""Who can say something: a book, a card, a publisher, a licensed game, or only we ourselves."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

SOURCES = {
    "book": "the printed book",
    "card": "the print of a card or component",
    "publisher": "the publisher",
    "engine": "a licensed online game",
    "ours": "our own reading",
}
"""Who can say a clause, or give an answer, the strongest first."""

AUTHORITIES = {
    "book": "printed rules",
    "card": "printed cards",
    "publisher": "published rulings",
    "engine": "a licensed online game",
    "ours": "our reading where the books are silent",
}
"""What somebody breaks who plays against the word of each, the strongest first."""

WEAKEST = "ours"
"""The authority of what nobody else says."""


def weakest(kinds: Iterable[str]) -> str:
    """The weakest of some kinds of source; what rests on nothing is our own word."""
    order = list(SOURCES)
    return max(kinds, key=order.index, default=WEAKEST)


@frozen
class Source:
    """Who says a clause, and where: of the book itself the lines of its text."""

    kind: str
    where: str = ""
    lines: str = ""

    def __str__(self) -> str:
        said = SOURCES[self.kind]
        if self.lines:
            several = re.search("[-,]", self.lines)
            return f"{said}, {'lines' if several else 'line'} {self.lines.replace(',', ', ')}"
        return f"{said}: {self.where}" if self.where else said
