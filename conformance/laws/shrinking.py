"""Makes a counterexample small: fewer bystanders, smaller numbers, plainer cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from conformance.laws.drawing import Again, Artist, Instance, NoInstance
from conformance.scenario.face import Load
from rules_dsl.errors import KaijuError

SECONDS = 5.0
"""How long a counterexample is made smaller."""

Fails = Callable[[Instance], bool]


def smallest(instance: Instance, fails: Fails, load: Load, seconds: float = SECONDS) -> Instance:
    """The smallest instance found that still fails; what is drawn is made smaller, bit by bit."""
    artist = Artist(instance.law, load)
    until = time.monotonic() + seconds
    best = instance
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for drawn in _smaller(best.drawn):
            if time.monotonic() > until:
                return best
            found = _drawn(artist, drawn)
            if found is not None and _size(found) < _size(best) and fails(found):
                best, is_smaller = found, True
                break
    return best


def _drawn(artist: Artist, said: Sequence[int]) -> Instance | None:
    try:
        return artist.draw(Again(said), tries=1)
    except (NoInstance, KaijuError):
        return None


def _size(instance: Instance) -> tuple[int, int, tuple[int, ...]]:
    return len(instance.standing_by), sum(instance.drawn), instance.drawn


def _smaller(drawn: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Ways to draw less: all of it, from somewhere on, one thing at a time."""
    yield ()
    for at in range(len(drawn)):
        if any(drawn[at:]):
            yield drawn[:at]
    for at, value in enumerate(drawn):
        for less in dict.fromkeys((0, value // 2, value - 1)):
            if 0 <= less < value:
                yield (*drawn[:at], less, *drawn[at + 1 :])
    for at, value in enumerate(drawn):
        if value == 0:
            yield (*drawn[:at], *drawn[at + 1 :])  # a choice that led to others is gone
