"""What a person did wrong, said so that the person can act on it."""

from __future__ import annotations

from rules_dsl.unseen import is_seen


class KaijuError(Exception):
    """A user's mistake: what is wrong, where, and what to do about it."""

    def __init__(self, message: str, place: str | None = None, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.remedy = remedy

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text}\n{self.remedy}" if self.remedy else text


def printable(text: str) -> str:
    """A text that a terminal shows and does not obey: what cannot be printed is spelled out."""
    return "".join(
        c if (c.isprintable() and is_seen(c)) or c in "\t\n" else ascii(c)[1:-1] for c in text
    )
