"""What an engine knows of a ruleset, by the `features` of its hello.

A list is about the kinds of things it names: one with cards and no keyword says which cards are
known, and nothing about keywords, for whoever knows a card knows the keywords printed on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase


def knows(features: Sequence[str], need: str) -> bool:
    """Whether an engine with these features knows what is called `card:…` or `keyword:…`."""
    kind, colon, _ = need.partition(":")
    telling = [one for one in features if one.startswith(kind + colon) or ":" not in one]
    return not telling or any(fnmatchcase(need, feature) for feature in telling)


def missing(features: Sequence[str], needs: Iterable[str]) -> list[str]:
    """What of the needs an engine with these features does not know."""
    return [need for need in needs if not knows(features, need)]
