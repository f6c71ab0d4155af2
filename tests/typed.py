"""What a person types in a test."""

from __future__ import annotations

from collections.abc import Callable


def scripted(*lines: str) -> Callable[[str], str]:
    """Types these lines, then no more."""
    left = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read
