"""The games that scenarios can be about."""

from __future__ import annotations

from conformance.scenario.game import Game
from conformance.scenario.games.duel.game import DUEL
from conformance.scenario.games.mindbug.game import MINDBUG
from conformance.scenario.games.tokyo.game import TOKYO

GAMES = {game.name: game for game in (MINDBUG, TOKYO, DUEL)}


def game_of(ruleset: str) -> Game:
    """The game of a ruleset: the word before the stroke; Mindbug if that says nothing."""
    return GAMES.get(ruleset.partition("/")[0], MINDBUG)
