"""What somebody must be told."""

from __future__ import annotations


def expect_told(text: str, *words: str) -> None:
    """All of these words stand in a text."""
    assert [each for each in words if each not in text] == [], text
