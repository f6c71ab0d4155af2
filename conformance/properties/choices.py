"""Choices drawn from one byte string; when it is used up, a counter goes on."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")

SPREAD = 2_654_435_761  # a large odd number: neighbours in the count land far apart


class Choices:
    """Makes every choice of one game; equal bytes make equal choices."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._used = 0
        self._count = 0

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit."""
        if limit <= 1:
            return 0
        number, reach = 0, 1
        while reach < limit:
            if self._used >= len(self._data):
                self._count += 1
                return (self._count * SPREAD >> 8) % limit
            number = number * 256 + self._data[self._used]
            reach *= 256
            self._used += 1
        return number % limit

    def between(self, least: int, most: int) -> int:
        """A number from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def one_of(self, things: list[T]) -> T:
        """One of the things."""
        return things[self.below(len(things))]

    def draw(self, things: list[T]) -> T:
        """One of the things, taken out of the list."""
        return things.pop(self.below(len(things)))
