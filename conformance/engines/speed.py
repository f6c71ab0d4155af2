"""How fast an engine replays whole games in one message each.

python -m conformance.engines.speed "exec:python conformance/examples/python/adapter.py"
"""

from __future__ import annotations

import sys
from time import perf_counter

from conformance.engines.connect import connect
from conformance.engines.cores import keep_to_one_core
from conformance.engines.in_process import InProcess
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Frame, Over, Rejected
from oracle.kernel.driver import mixed
from oracle.verbs.arguments import default_ruleset

GAMES = 100
TURNS = 3

Reply = Frame | Rejected
Played = tuple[list[Answer], str | None]
"""The answers to every open decision of a game, and the digest of its end."""


def random_game(seed: int) -> Played:
    """A game of the oracle, from the deal on."""
    oracle = InProcess()
    frame: Reply = oracle.start(default_ruleset())
    script, counter = [], 0
    while isinstance(frame, Frame) and not isinstance(frame.next, Over):
        counter += 1
        answer = frame.next.legal.nth(mixed(seed, counter))
        if not frame.next.legal.is_forced:
            script.append(answer)
        frame = oracle.apply(frame.next.id, answer)
    assert isinstance(frame, Frame)
    return script, frame.digest


def rates(engine: str) -> list[float]:
    """Open decisions a second, replayed with the right result, each time anew."""
    games = [random_game(seed) for seed in range(1, GAMES + 1)]
    subject = connect(engine)
    subject.hello()
    found = []
    try:
        for _ in range(TURNS):
            begin = perf_counter()
            for script, digest in games:
                replayed = subject.replay(default_ruleset(), script)
                if replayed.rejected is not None or replayed.frame.digest != digest:
                    raise SystemExit(f"{engine} replays a game otherwise than the oracle")
            seconds = perf_counter() - begin
            found.append(sum(len(script) for script, _ in games) / seconds)
    finally:
        subject.close()
    return found


if __name__ == "__main__":
    keep_to_one_core()
    for rate in rates(*sys.argv[1:2] or ["exec:kaiju engine"]):
        sys.stdout.write(f"{rate:,.0f} decisions a second\n")
