"""Which answers a game is played with: random ones, a little drawn to rules seldom reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from conformance.fuzz.game import fuzzed
from conformance.fuzz.shadow import Shadow
from conformance.judge.vector import Step
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Next, Over
from oracle.kernel.driver import mixed, random_answer
from oracle.kernel.layout import NATURE

LOOK_EVERY = 6
"""One choice in so many is made by looking ahead."""

CANDIDATES = 4
"""How many answers are looked at then."""


class Numbers:
    """Random numbers, equal for equal seeds in every language and on every machine."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._counter = 0

    def next(self) -> int:
        """The next 64-bit number."""
        self._counter += 1
        return mixed(self._seed, self._counter)

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit."""
        return self.next() % limit if limit > 1 else 0

    def bytes(self, count: int) -> bytes:
        """So many random bytes."""
        return b"".join(self.next().to_bytes(8, "big") for _ in range(-(-count // 8)))[:count]


class Guide:
    """Answers for players and chance; counts the rules that its games reach."""

    def __init__(self, numbers: Numbers, reached: Counter[str]) -> None:
        self._numbers = numbers
        self._reached = reached

    def note(self, rules: Iterable[str]) -> None:
        """Count rules as reached."""
        self._reached.update(rules)

    def step(self, shadow: Shadow) -> tuple[Step, Shadow]:
        """An answer to what the oracle waits for, and the oracle after it.

        Unless it looks ahead, the oracle given is itself moved on.
        """
        pending, number = shadow.pending, self._numbers.next()
        looks = number % LOOK_EVERY == 0 and pending[1] != NATURE and len(pending[2]) > 1
        chosen = random_answer(pending, number // LOOK_EVERY)
        if looks:
            chosen, after = self._rarest(shadow, chosen)
            step = shadow.step(shadow.say(chosen))
        else:
            after, step = shadow, shadow.step(shadow.say(chosen))
            after.take(chosen)
        self.note(after.rules)
        return step, after

    def _rarest(self, shadow: Shadow, chosen: Any) -> tuple[Any, Shadow]:
        """Of some answers the one that leads to the rule reached least often."""
        best = _after(shadow, chosen)
        for _ in range(CANDIDATES - 1):
            other = random_answer(shadow.pending, self._numbers.next())
            if other != chosen:
                after = _after(shadow, other)
                if self._rarity(after) < self._rarity(best):
                    chosen, best = other, after
        return chosen, best

    def _rarity(self, shadow: Shadow) -> int:
        """How often the rarest rule of what just happened was reached."""
        return min((self._reached[rule] for rule in shadow.cited), default=1 << 30)


def _after(shadow: Shadow, chosen: Any) -> Shadow:  # Any: the machine's own form
    after = shadow.clone()
    after.take(chosen)
    return after


# ------------------------------------------------------------------ answers that are not legal


def illegal_answer(pending: Next, handles: list[str], numbers: Numbers, game: str) -> Answer | None:
    """An answer in a form that some decision of a game has, but not among the legal ones."""
    if isinstance(pending, Over):
        return None
    some = handles or ["#1"]
    forms = fuzzed(game).forms
    for _ in range(4):
        handle = some[numbers.below(len(some))]
        answer = forms[numbers.below(len(forms))](handle, some, numbers)
        if answer not in pending.legal:
            return answer
    return None
