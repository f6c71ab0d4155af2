"""Plays random games with the tree that is imported and prints a digest of each.

It is run by `compare` with older trees too, so it uses the public face of the oracle alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from typing import Any

if os.environ.get("KAIJU_ORACLE"):
    from conformance.compiled.choosing import choose

    choose("play")  # before anything of the oracle is imported

from oracle import Position, load
from rules_dsl.specification import load_specification

MOST_DECISIONS = 20_000
MASK = (1 << 64) - 1


def mixed(number: int) -> int:
    """A number that looks random, made of another one: the same everywhere (SplitMix64)."""
    z = (number * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def answered(position: Position, number: int) -> Any:
    """An answer to the pending decision, in its JSON form."""
    decision = position.decision
    assert decision is not None
    if decision.most is None:
        return decision.options[number % len(decision.options)]
    count = decision.least + number % (decision.most - decision.least + 1)
    left = list(range(len(decision.candidates)))
    taken = [left.pop(mixed(number + at) % len(left)) for at in range(count)]
    return {"choose": [decision.candidates[at] for at in sorted(taken)]}


def told(name: str, seed: int) -> Iterator[str]:
    """All that happens in one game: its decisions, its events, its end; a line each."""
    fewest, most = load_specification().ruleset(name).players
    players = None if fewest == most else fewest + seed % (most - fewest + 1)
    position = load(name, players=players).start()
    for number in range(MOST_DECISIONS):
        for event in position.events:
            yield json.dumps(event.to_json(), sort_keys=True)
        decision = position.decision
        if decision is None:
            yield repr(position.over)
            return
        yield repr(decision)
        position.advance(answered(position, mixed(seed * MOST_DECISIONS + number)))
    yield "it does not end"


def digest(name: str, seed: int) -> str:
    """A checksum of one game."""
    found = hashlib.sha256()
    for line in told(name, seed):
        found.update(line.encode("utf-8"))
        found.update(b"\n")
    return found.hexdigest()[:16]


def say(*lines: str) -> None:
    """Print lines."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def main(name: str | None = None, first: str = "0", games: str = "1", how: str = "") -> None:
    """List the rulesets, or play games of one and print digests, or one game in full."""
    if name is None:
        say(*load_specification().rulesets)
        return
    for seed in range(int(first), int(first) + int(games)):
        if how == "tell":
            say(*told(name, seed))
        else:
            say(digest(name, seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
