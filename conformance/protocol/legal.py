"""Legal sets: what may be answered, compared as sets whether listed or factored."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import combinations

from attrs import frozen

from conformance.protocol.canonical import JsonObject, canonical, handle_order

Answer = JsonObject
"""What is answered to a decision: one key is the verb, such as {"block": "#2"}."""

EXPAND_AT_MOST = 20_000


def normal(answer: Answer) -> Answer:
    """The answer with the things it chooses in handle order: a choice has no order."""
    chosen = answer.get("choose")
    if isinstance(chosen, list):
        return {**answer, "choose": sorted(chosen, key=handle_order)}
    return answer


def answer_key(answer: Answer) -> str:
    """A text that is equal for equal answers."""
    if len(answer) == 1:
        ((verb, what),) = answer.items()
        if type(what) in (str, bool):
            return _simple_key(verb, what)
    return canonical(normal(answer))


@lru_cache(maxsize=4096, typed=True)
def _simple_key(verb: str, what: str | bool) -> str:
    """The key of an answer such as {"block": "#2"}: most answers are like this one."""
    return canonical({verb: what})


@frozen
class Choose:
    """A factored legal set: any `min` to `max` different things `of` a list."""

    of: tuple[str, ...]
    min: int
    max: int

    def to_json(self) -> JsonObject:
        return {"from": list(self.of), "min": self.min, "max": self.max}

    @property
    def most(self) -> int:
        """How many can be chosen at all."""
        return min(self.max, len(self.of))


@frozen
class Legal:
    """The answers a decision allows, either listed or factored."""

    listed: tuple[Answer, ...] = ()
    factored: Choose | None = None

    @cached_property
    def _keys(self) -> dict[str, Answer]:
        return {answer_key(answer): answer for answer in self.listed}

    @classmethod
    def of(cls, legal: list[Answer] | None, choose: Choose | None) -> Legal:
        """The legal set of a message that has `legal` or `choose`."""
        return cls(tuple(legal or ()), choose)

    def to_json(self) -> JsonObject:
        if self.factored is not None:
            return {"choose": self.factored.to_json()}
        return {"legal": list(self.listed)}

    def __contains__(self, answer: Answer) -> bool:
        if self.factored is None:
            return answer_key(answer) in self._keys
        chosen = answer.get("choose")
        return (
            len(answer) == 1
            and isinstance(chosen, list)
            and self.factored.min <= len(chosen) <= self.factored.max
            and len({str(one) for one in chosen}) == len(chosen)
            and all(one in self.factored.of for one in chosen)
        )

    def __len__(self) -> int:
        """How many different answers there are, or the greatest length there can be."""
        if self.factored is None:
            return len(self._keys)
        size, total = len(self.factored.of), 0
        for count in range(self.factored.min, self.factored.most + 1):
            if min(count, size - count) >= sys.maxsize.bit_length():
                return sys.maxsize  # there are at least 2 to the power of that many choices
            total += math.comb(size, count)
            if total >= sys.maxsize:
                return sys.maxsize
        return total

    def __iter__(self) -> Iterator[Answer]:
        """Every answer, a factored set expanded from its smallest choices on."""
        if self.factored is None:
            yield from self.listed
            return
        for count in range(self.factored.min, self.factored.most + 1):
            for chosen in combinations(self.factored.of, count):
                yield {"choose": list(chosen)}

    @property
    def is_forced(self) -> bool:
        """Whether only one answer is possible."""
        return len(self) == 1

    def only(self) -> Answer:
        """The one answer of a forced decision."""
        return next(iter(self))

    def nth(self, number: int) -> Answer:
        """The answer with this number, counted round and round; chosen sets are unranked."""
        number %= len(self)
        if self.factored is None:
            return list(self._keys.values())[number]
        size = len(self.factored.of)
        for count in range(self.factored.min, self.factored.most + 1):
            block = math.comb(size, count)
            if number < block:
                return {"choose": _combination(self.factored.of, count, number)}
            number -= block
        raise AssertionError("a number below the length has an answer")

    def keys(self) -> frozenset[str]:
        """The canonical texts of all answers."""
        if self.factored is None:
            return frozenset(self._keys)
        return frozenset(answer_key(answer) for answer in self)

    def same_as(self, other: Legal) -> bool:
        """Whether both allow the same answers, however they are written."""
        mine, theirs = self.factored, other.factored
        if mine is not None and theirs is not None:
            return (
                sorted(mine.of) == sorted(theirs.of)
                and mine.min == theirs.min
                and mine.most == theirs.most
            )
        if len(self) != len(other) or len(self) > EXPAND_AT_MOST:
            return False
        return self.keys() == other.keys()


def _combination(of: tuple[str, ...], count: int, number: int) -> list[str]:
    """The choice with this number among all choices of `count` things, in order."""
    chosen: list[str] = []
    for place, thing in enumerate(of):
        left = count - len(chosen)
        if left == 0:
            break
        with_it = math.comb(len(of) - place - 1, left - 1)
        if number < with_it:
            chosen.append(thing)
        else:
            number -= with_it
    return chosen
