"""Draws of engines that do only what the guide allows, judged by vectors.

The tests draw a few; `python -m conformance.miniatures.draws 200` draws as many of each game and
each proxy as it is told, and says what became of the vectors.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.engines.in_process import InProcess
from conformance.judge.results import HARMLESS, Result
from conformance.judge.runner import Judge
from conformance.judge.vector_files import Listed, list_vectors
from conformance.miniatures.allowed import (
    AnswersForced,
    AsksMore,
    DeclaresNothing,
    PlaysByItsOwn,
)
from rules_dsl.specification import load_specification

VECTORS_A_DRAW = 50
PROXIES = ("own answers", "asks more", "answers forced", "declares nothing")


def answers(game: str, draw: random.Random) -> dict[str, str]:
    """A random answer to every option of a game."""
    specification = load_specification()
    prefix = f"{specification.games[game].prefix}."
    return {
        id: draw.choice([answer.id for answer in option.answers])
        for id, option in specification.options.items()
        if id.startswith(prefix)
    }


def proxy(name: str, game: str, draw: random.Random) -> InProcess:
    """An engine that does something that is allowed."""
    kinds = {
        "asks more": AsksMore,
        "answers forced": AnswersForced,
        "declares nothing": DeclaresNothing,
    }
    return kinds[name]() if name in kinds else PlaysByItsOwn(answers(game, draw))


def by_game(vectors: Sequence[Listed]) -> dict[str, list[Listed]]:
    """The vectors of each game, not read yet."""
    games = load_specification().games
    return {game: [one for one in vectors if one.game.partition("/")[0] == game] for game in games}


def draw_one(name: str, vectors: Sequence[Listed], seed: int, many: int) -> Iterator[Result]:
    """The verdicts on one proxy by some vectors of its game, drawn with a seed."""
    draw = random.Random(f"{name} {seed}")
    game = vectors[0].game.partition("/")[0]
    engine = proxy(name, game, draw)
    drawn = draw.sample(vectors, min(many, len(vectors)))
    yield from Judge(engine).results(one.read() for one in drawn)


def main(draws: int) -> int:
    """Draw so many of each, say what came of it, and fail if anything failed."""
    failed = 0
    for game, vectors in by_game(list_vectors()).items():
        for name in PROXIES:
            counts: Counter[str] = Counter()
            for seed in range(draws):
                for result in draw_one(name, vectors, seed, VECTORS_A_DRAW):
                    counts[result.status] += 1
                    counts["derived anew"] += bool(result.under) and result.status == "pass"
                    if result.status not in HARMLESS:
                        failed += 1
                        _say(f"{game}, {name}, draw {seed}: {result.id} {result.message}")
            told = ", ".join(f"{many:,} {status}" for status, many in counts.items() if many)
            _say(f"{game}, {name}, {draws} draws: {told}")
    _say(f"{failed} failures")
    return 1 if failed else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
