"""Legal sets: what may be answered, compared as sets whether listed or factored."""

from __future__ import annotations

import math
import sys
from collections import Counter
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
    """A factored legal set: any `min` to `max` things `of` a list.

    Things that are called alike are as good as each other: what is chosen is how many of each.
    """

    of: tuple[str, ...]
    min: int
    max: int

    def to_json(self) -> JsonObject:
        return {"from": list(self.of), "min": self.min, "max": self.max}

    @property
    def most(self) -> int:
        """How many can be chosen at all."""
        return min(self.max, len(self.of))

    def allows(self, chosen: list[object]) -> bool:
        """Whether these things, in any order, are a choice; none more often than it is there."""
        if not self.min <= len(chosen) <= self.max:
            return False
        if not all(isinstance(one, str) for one in chosen):
            return False
        return Counter(chosen) <= Counter(self.of)

    def count(self) -> int:
        """How many different choices there are, or the greatest length there can be."""
        total = 0
        for size in range(self.min, self.most + 1):
            total += self._choices_of(size)
            if total >= sys.maxsize:
                return sys.maxsize
        return total

    def choices(self) -> Iterator[list[str]]:
        """Every choice once, from the smallest on, its things in the order they are listed."""
        for size in range(self.min, self.most + 1):
            if self._has_twins:
                yield from (self._twins(size, at) for at in range(self._choices_of(size)))
            else:
                yield from map(list, combinations(self.of, size))

    def nth(self, number: int) -> list[str]:
        """The choice with this number among all choices, in their order."""
        for size in range(self.min, self.most + 1):
            block = self._choices_of(size)
            if number < block:
                find = self._twins if self._has_twins else self._singles
                return find(size, number)
            number -= block
        raise AssertionError("a number below the length has a choice")

    def same_as(self, other: Choose) -> bool:
        """Whether both allow the same choices; of twins no more count than can be chosen."""
        mine, theirs = (
            {thing: min(many, one.most) for thing, many in one._many.items() if one.most}
            for one in (self, other)
        )
        return mine == theirs and (self.min, self.most) == (other.min, other.most)

    @cached_property
    def _many(self) -> Counter[str]:
        """How many things there are of each name, in the order of their first ones."""
        return Counter(self.of)

    @property
    def _has_twins(self) -> bool:
        return len(self._many) < len(self.of)

    def _choices_of(self, size: int) -> int:
        """How many choices of one size there are."""
        if self._has_twins:
            return self._ways[0][size]
        if min(size, len(self.of) - size) >= sys.maxsize.bit_length():
            return sys.maxsize  # there are at least 2 to the power of that many choices
        return math.comb(len(self.of), size)

    @cached_property
    def _ways(self) -> list[list[int]]:
        """For each name, how many choices of each size there are of it and the names after it."""
        ways = [[1] + [0] * self.most]
        for many in reversed(self._many.values()):
            after = ways[-1]
            ways.append(
                [sum(after[max(size - many, 0) : size + 1]) for size in range(self.most + 1)]
            )
        return ways[::-1]

    def _twins(self, size: int, number: int) -> list[str]:
        """The choice with this number among those of one size: the most of the first name first."""
        taken: Counter[str] = Counter()
        left = size
        for (thing, many), after in zip(self._many.items(), self._ways[1:], strict=True):
            for times in range(min(many, left), -1, -1):
                if number < after[left - times]:
                    break
                number -= after[left - times]
            taken[thing] = times
            left -= times
        chosen = []
        for thing in self.of:
            if taken[thing]:
                taken[thing] -= 1
                chosen.append(thing)
        return chosen

    def _singles(self, size: int, number: int) -> list[str]:
        """The same where no two things are alike."""
        chosen: list[str] = []
        for place, thing in enumerate(self.of):
            left = size - len(chosen)
            if left == 0:
                break
            with_it = math.comb(len(self.of) - place - 1, left - 1)
            if number < with_it:
                chosen.append(thing)
            else:
                number -= with_it
        return chosen


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
        return len(answer) == 1 and isinstance(chosen, list) and self.factored.allows(chosen)

    def holds_more_than(self, answer: Answer) -> bool:
        """Whether an answer says all that this one does and something besides."""
        said = answer.items()
        return any(said < each.items() for each in self.listed)

    @cached_property
    def _answers(self) -> list[Answer]:
        """The listed answers, each once."""
        return list(self._keys.values()) if len(self.listed) > 1 else list(self.listed)

    def __len__(self) -> int:
        """How many different answers there are, or the greatest length there can be."""
        return len(self._answers) if self.factored is None else self.factored.count()

    def __iter__(self) -> Iterator[Answer]:
        """Every answer, a factored set expanded from its smallest choices on."""
        if self.factored is None:
            yield from self.listed
            return
        for chosen in self.factored.choices():
            yield {"choose": chosen}

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
            return self._answers[number]
        return {"choose": self.factored.nth(number)}

    def keys(self) -> frozenset[str]:
        """The canonical texts of all answers."""
        if self.factored is None:
            return frozenset(self._keys)
        return frozenset(answer_key(answer) for answer in self)

    def same_as(self, other: Legal) -> bool:
        """Whether both allow the same answers, however they are written."""
        mine, theirs = self.factored, other.factored
        if mine is not None and theirs is not None:
            return mine.same_as(theirs)
        if len(self) != len(other) or len(self) > EXPAND_AT_MOST:
            return False
        return self.keys() == other.keys()
