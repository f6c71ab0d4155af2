"""Plays random games whenever it is told to, and prints how many decisions of players and how
much CPU time they took. It is run by `speed` with older trees too, so it uses what all have.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from typing import Any

WARM_UP = 60
MOST_DECISIONS = 20_000


def loaded(name: str, players: int | None) -> Any:  # Any: the ruleset of whichever tree it is
    """A ruleset of the tree that is imported, compiled if the environment says so."""
    if os.environ.get("KAIJU_ORACLE"):
        from conformance.compiled.choosing import choose

        choose("bench")
    from oracle.ruleset import load

    return load(name, players=players)


def pace(ruleset: Any, first: int, games: int) -> tuple[int, float]:
    """How many decisions of players the games of so many seeds have, and their CPU time."""
    from oracle.kernel.driver import mixed, play_out, random_answer
    from oracle.kernel.layout import NATURE
    from oracle.kernel.machine import OVER, accept

    machine = ruleset.machine
    is_heard = os.environ.get("KAIJU_EVENTS") != "none"
    began = time.process_time()
    for seed in range(first, first + games):
        game = ruleset.begin()
        if not is_heard:
            game.heard = False
        play_out(machine, game, seed, MOST_DECISIONS)
    took = time.process_time() - began
    asked = 0
    for seed in range(first, first + games):
        state, number = ruleset.begin(), 1
        while state.pending[0] != OVER:
            asked += state.pending[1] != NATURE
            accept(machine, state, random_answer(state.pending, mixed(seed, number)))
            number += 1
    return asked, took


def main(name: str, players: str) -> None:
    """Wait for lines with a seed and a number of games; play them and answer with two numbers."""
    ruleset = loaded(name, int(players) or None)
    pace(ruleset, 0, WARM_UP)
    gc.collect()
    gc.freeze()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        asked, took = pace(ruleset, *map(int, line.split()))
        sys.stdout.write(f"{asked} {took:.6f}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
