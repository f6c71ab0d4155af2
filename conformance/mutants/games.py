"""The games that can be misread."""

from __future__ import annotations

from conformance.games import kit, names
from conformance.mutants.game import Game as Game
from rules_dsl.specification import load_specification

GAMES = {name: kit(name).mutants() for name in names()}

for _game in GAMES.values():
    _game.import_all()


def finished_games() -> tuple[str, ...]:
    """The games whose mutants must all be killed: those that are not in the making."""
    drafts = load_specification().drafts
    return tuple(name for name in GAMES if name not in drafts)


def game_of(ruleset: str) -> str:
    """The game that a ruleset belongs to."""
    return ruleset.partition("/")[0]
