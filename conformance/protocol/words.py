"""Words of engines, as they are kept: short enough, and nothing in them that a terminal obeys."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.protocol.canonical import canonical
from rules_dsl.errors import printable

LONGEST = 4_000
"""Characters of a text that are kept; the rest is only counted."""

LONGEST_VALUE = 10_000
"""Characters of a JSON value that are kept; of a longer one its beginning, as a text."""


def kept(text: str, longest: int = LONGEST) -> str:
    """A text without its end if it is long; what cannot be printed is spelled out.

    What is kept already stays as it is.
    """
    head = text[:longest]
    head = head if head.isprintable() else printable(head)
    if len(text) <= longest and len(head) <= longest:
        return head
    note = f"… ({len(text):,} characters)"
    return head[: longest - len(note)] + note


def kept_line(text: str) -> str:
    """The same for a name, which is one line: with more it could tell whatever it likes."""
    return " ".join(kept(text).split())


def kept_end(text: str) -> str:
    """The same for last words, of which the end says most."""
    tail = text[-LONGEST_VALUE:]
    return tail if tail.isprintable() else printable(tail)[-LONGEST_VALUE:]


def kept_texts(texts: Iterable[str]) -> tuple[str, ...]:
    """Each text as it is kept."""
    return tuple(map(kept, texts))


def kept_value(value: object) -> object:
    """A JSON value as it is kept: as it is, unless it is long or has texts to be spelled out."""
    if isinstance(value, str):
        return kept(value, LONGEST_VALUE)
    text = canonical(value)
    if len(text) > LONGEST_VALUE:
        return kept(text, LONGEST_VALUE)
    return spelled_out(value) if "\\" in text else value


def spelled_out(value: object) -> object:
    """A JSON value in whose texts everything can be printed."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [spelled_out(one) for one in value]
    if isinstance(value, dict):
        return {printable(str(key)): spelled_out(one) for key, one in value.items()}
    return value
