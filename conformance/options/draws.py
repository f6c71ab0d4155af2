"""Whether the answers of the oracle are found out, whatever they are and though it says none.

`python -m conformance.options.draws 10` draws ten sets of answers of each game, looks for them,
and says which were found, which no vector can tell next to the others, and which were missed.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from conformance.judge.vector_files import load_vectors
from conformance.miniatures import draws
from conformance.miniatures.allowed import PlaysByItsOwn
from conformance.options.finding import Found, Search
from conformance.verbs.options import COUNTED
from rules_dsl.specification import load_specification

DRAWS = 10


def main(number: int) -> int:
    """Draw so many sets of answers of each game; fail if one was missed."""
    missed = 0
    for game in load_specification().games:
        vectors = [
            one
            for one in load_vectors()
            if one.kind != COUNTED and one.game.partition("/")[0] == game
        ]
        counts: Counter[str] = Counter()
        for seed in range(number):
            plays = draws.answers(game, random.Random(f"options {seed}"))
            for found in Search(PlaysByItsOwn(plays, declares=False), game, vectors).found():
                said = _said(found, plays[found.option.id])
                counts[said.partition(":")[0]] += 1
                if said.startswith("missed"):
                    missed += 1
                if not said.startswith("found"):
                    _say(f"{game}, draw {seed}, {found.option.id}: {said}")
        told = ", ".join(f"{many:,} {what}" for what, many in sorted(counts.items()))
        _say(f"{game}, {number} draws: {told}")
    return 1 if missed else 0


def _said(found: Found, plays: str) -> str:
    if found.answer == plays and not found.against:
        return "found"
    if found.answer is None and not found.is_told and found.needs is not None:
        other, answer = found.needs
        return f"cannot be told: matters only next to {other} = {answer}"
    return f"missed: plays {plays}, found {found.answer}, against it {', '.join(found.against)}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else DRAWS))
