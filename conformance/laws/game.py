"""What the language of laws has to be told about a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from attrs import field, frozen

OPEN_ZONES = ("row", "deck", "discard")
"""Where power cards lie that do nothing until somebody buys them, in most games."""


@frozen
class LawWords:
    """What variables of its laws can range over."""

    nouns: tuple[str, ...]
    """The sorts of its printed cards."""
    faces: tuple[str, ...] = ()
    """The faces of its dice, where laws speak of them."""
    results: Mapping[str, str] = field(factory=dict)
    """What sentences call them in the plural."""
    checks: tuple[Callable[[], None], ...] = ()
    """What is true of its printed cards alone; the docstring of each is the sentence."""
    open_zones: tuple[str, ...] = OPEN_ZONES


@cache
def law_words(name: str) -> LawWords:
    """What the laws of a game can say."""
    from conformance.games import kit, lacks

    found = kit(name).laws
    if found is None:
        raise lacks(name, "laws")
    return found()
