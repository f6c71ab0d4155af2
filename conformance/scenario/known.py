"""The games that scenarios can be about."""

from __future__ import annotations

from conformance.games import kit, names
from conformance.scenario.game import Game


def games() -> tuple[Game, ...]:
    """Every game as scenarios speak of it."""
    return tuple(kit(name).language() for name in names())


def game_of(ruleset: str) -> Game:
    """The game of a ruleset: the word before the stroke; the first if that says nothing."""
    name = ruleset.partition("/")[0]
    return kit(name if name in names() else names()[0]).language()
