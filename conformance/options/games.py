"""Whether each answer to an option works next to all others: random games under random answers.

`python -m conformance.options.games 10000` plays so many games of each game, twenty under each
draw of answers, of rulesets and of numbers of players, and says what went wrong and where.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from attrs import frozen

from conformance.miniatures.draws import answers
from oracle.ruleset import Ruleset, load
from oracle.verbs.measure import one_game
from rules_dsl.specification import load_specification

GAMES = 1000
GAMES_A_DRAW = 20


@frozen
class Wrong:
    """A game that went wrong, and how to play it again."""

    ruleset: str
    players: int
    draw: int
    seed: int
    what: str

    def __str__(self) -> str:
        where = f"{self.ruleset} with {self.players} players, draw {self.draw}, seed {self.seed}"
        return f"{where}: {self.what}"


def drawn(game: str, draw: int) -> tuple[Ruleset, int]:
    """A ruleset of a game under random answers, and for how many."""
    specification, chance = load_specification(), random.Random(f"answers {game} {draw}")
    rulesets = [each for each in specification.rulesets.values() if each.game == game]
    chosen = chance.choice(rulesets)
    players = chance.randint(*chosen.players)
    fixed = chosen.players[0] == chosen.players[1]
    options = answers(game, chance)
    return load(chosen.name, options=options, players=None if fixed else players), players


def play(game: str, games: int) -> Iterator[Wrong]:
    """Play so many games, and say which of them broke or did not end."""
    for first in range(0, games, GAMES_A_DRAW):
        draw = first // GAMES_A_DRAW
        ruleset, players = drawn(game, draw)
        for seed in range(first, min(first + GAMES_A_DRAW, games)):
            _, fault = one_game(ruleset, seed)
            if fault is not None:
                yield Wrong(ruleset.name, players, draw, seed, f"{fault.kind}: {fault.what}")


def main(games: int, only: str | None = None) -> int:
    """Play so many games of each game, or of one; fail if any of them went wrong."""
    number = 0
    for game in load_specification().games:
        if only in (None, game):
            wrong = 0
            for each in play(game, games):
                wrong += 1
                sys.stdout.write(f"{each}\n")
            number += wrong
            sys.stdout.write(f"{game}: {games:,} games under random answers, {wrong} went wrong\n")
            sys.stdout.flush()
    return 1 if number else 0


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    sys.exit(main(asked, sys.argv[2] if len(sys.argv) > 2 else None))
