"""The games that the kit can judge: one record of each says all that the kit needs of it.

A record imports what a room of the kit needs of its game only when that room asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from attrs import Factory, field, frozen

from rules_dsl.errors import KaijuError
from rules_dsl.home import home, record

if TYPE_CHECKING:
    from types import ModuleType

    from conformance.coverage.used import Used
    from conformance.fuzz.game import Fuzzed
    from conformance.laws.game import LawWords
    from conformance.mutants.game import Game as Misread
    from conformance.properties.table import Table
    from conformance.scenario.game import Game, Sentences
    from conformance.smoke.game import Smoked
    from conformance.starters.begun import Begun

BUILT_IN = {
    "mindbug": "conformance.games.mindbug",
    "tokyo": "conformance.games.tokyo",
    "duel": "conformance.games.duel",
}
"""The games of this distribution by name: the module that has the record, `KIT`."""


@frozen
class Kit:
    """All that the kit needs of a game."""

    name: str
    sentences: Callable[[], Sentences]
    """What its scenarios can say."""
    language: Callable[[], Game]
    """How they say it, and how they are played and judged."""
    used: Used
    """How its events show what of a card was used."""
    fuzz: Callable[[], Fuzzed]
    mutants: Callable[[], Misread]

    # -- what a game may do without
    laws: Callable[[], LawWords] | None = None
    smoke: Callable[[], Smoked] | None = None
    table: Callable[[], type[Table]] | None = None
    """Where claims play it."""
    claims: Callable[[], tuple[ModuleType, ...]] = tuple
    """The modules that declare its claims, in the order in which they are looked at."""
    starter: Begun | None = None
    """How an adapter for it begins."""
    unnamed: str = ""
    """The ruleset of scenarios in a folder of its name that name none."""
    told: Mapping[str, int] = field(factory=dict)
    """What everybody has at the start, and is always told of a position."""
    asks: frozenset[str] = Factory(frozenset)
    """The decisions that the game asks of every card: no card brings them."""


def names() -> tuple[str, ...]:
    """The games that can be judged; no game is imported for it."""
    folder = home()
    return tuple(BUILT_IN) if folder is None else (folder.name,)


@cache
def kit(name: str) -> Kit:
    """The record of a game, which is imported now; no other game is."""
    found = record(Kit, name, BUILT_IN, "kit", "KIT")
    if found is None:
        raise KaijuError(
            f"the kit knows no game {name!r}", remedy=f"The games are: {', '.join(names())}."
        )
    return found


def kit_of(ruleset: str) -> Kit:
    """The record of the game of a ruleset: the word before the stroke."""
    return kit(ruleset.partition("/")[0])


def lacks(name: str, what: str) -> KaijuError:
    """What is wrong where a game has no part that somebody asks for."""
    return KaijuError(f"{name} has no {what}", remedy=f"Add `{what}` to the record of its kit.")
