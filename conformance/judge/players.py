"""What players are called where people read of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

SEATS = {
    "p1": "Alice",
    "p2": "Bob",
    "p3": "Carol",
    "p4": "Dave",
    "p5": "Erin",
    "p6": "Frank",
    "nature": "Chance",
}
_NAMED = re.compile(r"#\d+|\bp[1-6]\b")


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A text in which players and cards are called by their names."""

    def called(found: re.Match[str]) -> str:
        word = found[0]
        return names.get(word) or SEATS.get(word) or word

    return _NAMED.sub(called, text)
