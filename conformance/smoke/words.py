"""The words of each game on the wire, and which of them a strange word was meant to be."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from conformance.protocol.canonical import HANDLE

WORDS = Path(__file__).parent / "words.toml"
SPELLED_OUT = ("who", "kind", "legal", "choose", "from", "min", "max", "over", "winner", "reason")
"""What every game is told with."""
OF_A_SEAT_OR_PLACE = re.compile(r"p[1-6]\Z|(fame|destruction):-?\d")


@cache
def vocabulary() -> dict[str, dict[str, frozenset[str]]]:
    """By game, its kinds of decisions, verbs, fields and values."""
    read = tomllib.loads(WORDS.read_text("utf-8"))
    return {
        game: {part: frozenset(words.split()) for part, words in parts.items()}
        for game, parts in read.items()
    }


def known_words(game: str) -> frozenset[str]:
    """Every word that an engine can have to say about a game, apart from cards and abilities."""
    return frozenset(SPELLED_OUT).union(*vocabulary()[game].values())


def words_in(value: object) -> Iterator[str]:
    """The words of a JSON value, keys and texts; handles, seats and places are names, not words."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from words_in(key)
            yield from words_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from words_in(part)
    elif isinstance(value, str) and not HANDLE.match(value) and not OF_A_SEAT_OR_PLACE.match(value):
        yield value


def nearest(word: str, known: frozenset[str]) -> str | None:
    """The word that was meant: the one it is the beginning of, or that is spelled most alike."""
    for one in sorted(known):
        if len(word) > 2 and (one.startswith(word) or (word.startswith(one) and len(one) > 2)):
            return one
    near = difflib.get_close_matches(word, sorted(known), n=1)
    return near[0] if near else None
