"""Claims: what must be true of every game, with the rules that say so."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from attrs import frozen

from conformance.properties.choices import Choices
from conformance.properties.table import GAME, Table

Check = Callable[[Table, Choices], None]

TOPICS = (
    *("cards", "decisions", "memory", "secrecy", "turns", "life", "combat", "triggers"),
    *("evolution", "boosts", "dice", "power"),
    *("tokyo_decisions", "tokyo_monsters", "tokyo_places", "tokyo_dice", "tokyo_cards"),
    *("duel_decisions", "duel_monsters", "duel_tracks", "duel_dice", "duel_cards"),
)

EVERY_SET = (GAME, "mindbug/all")
"""For claims that hold whatever cards are played with."""


@frozen
class Claim:
    """A sentence about every game, and the check that looks for a counterexample."""

    name: str
    text: str
    rules: tuple[str, ...]
    needs: tuple[str, ...]
    check: Check
    whatever_the_options: bool = False
    games: tuple[str, ...] = (GAME,)
    compares_digests: bool = False

    def __str__(self) -> str:
        return self.name


_claims: dict[str, Claim] = {}


def claim(
    *rules: str,
    needs: tuple[str, ...] = (),
    whatever_the_options: bool = False,
    games: tuple[str, ...] = (GAME,),
    compares_digests: bool = False,
) -> Callable[[Check], Check]:
    """Declare a check as a claim; `needs` are operations an engine must offer for it."""

    def declare(check: Check) -> Check:
        assert check.__doc__, "a claim is a sentence: write it as the docstring"
        name = check.__name__
        text = " ".join(check.__doc__.split())
        _claims[name] = Claim(
            name, text, rules, needs, check, whatever_the_options, games, compares_digests
        )
        return check

    return declare


def all_claims() -> list[Claim]:
    """Every claim, topic by topic."""
    for topic in TOPICS:
        importlib.import_module(f"conformance.properties.{topic}")
    return list(_claims.values())
