"""Characters that nobody sees: controls, marks that turn the writing round, fillers without ink."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from attrs import frozen

_CATEGORIES = frozenset(["Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"])
"""Controls, formats, private and broken characters, line ends, spaces. Characters that Unicode has
not assigned are let through: which these are differs from one Python to the next."""

# Letters and marks to Unicode, but without ink.
_INKLESS = (
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
)
INKLESS = frozenset(map(chr, _INKLESS))


@frozen
class Unseen:
    """A character that nobody sees, and its place in a text, counted from 0."""

    at: int
    character: str

    @property
    def message(self) -> str:
        """What is wrong with it."""
        name = unicodedata.name(self.character, "").lower()
        shown = f"'{ascii(self.character)[1:-1]}'" + (f" ({name})" if name else "")
        return f"{shown} cannot stand here: nobody could see it"

    @property
    def remedy(self) -> str:
        """What to do about it."""
        is_space = unicodedata.category(self.character) == "Zs"
        return "write a plain space" if is_space else "leave it out"


def is_seen(character: str) -> bool:
    """Whether a character shows, as ink or as the one plain space."""
    if character == " ":
        return True
    return unicodedata.category(character) not in _CATEGORIES and character not in INKLESS


def unseen(text: str) -> Iterator[Unseen]:
    """The characters of a text that nobody sees."""
    return (Unseen(at, each) for at, each in enumerate(text) if not is_seen(each))
