"""How claims about Mindbug are declared."""

from __future__ import annotations

from collections.abc import Callable

from conformance.properties import claims
from conformance.properties.claims import Check

GAME = "mindbug/first-contact"
EVERY_SET = (GAME, "mindbug/all")
"""For claims that hold whatever cards are played with."""


def claim(
    *rules: str,
    needs: tuple[str, ...] = (),
    whatever_the_options: bool = False,
    games: tuple[str, ...] = (GAME,),
    compares_digests: bool = False,
) -> Callable[[Check], Check]:
    """As `claims.claim`, of First Contact where no rulesets are named."""
    return claims.claim(
        *rules,
        needs=needs,
        whatever_the_options=whatever_the_options,
        games=games,
        compares_digests=compares_digests,
    )
