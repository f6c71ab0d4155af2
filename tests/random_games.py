"""Random games, for the tests of what must hold at every decision."""

from __future__ import annotations

from collections.abc import Iterator

import oracle
from oracle.kernel.driver import mixed, random_answer


def random_game(ruleset: oracle.Ruleset, seed: int, step: int = 1) -> Iterator[oracle.Position]:
    """The position at every decision, or at every so many; it moves on in place."""
    position = ruleset.start()
    counter = 0
    while position.over is None:
        if counter % step == 0:
            yield position
        counter += 1
        chosen = random_answer(position.state.pending, mixed(seed, counter))
        position.advance(position.to_json_answer(chosen))
    yield position
