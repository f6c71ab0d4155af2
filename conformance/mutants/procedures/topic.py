"""Collects the misreadings of one topic, and what several of them need."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conformance.mutants.changes import Changes
from conformance.mutants.mutant import Mutant

Change = Callable[[Changes], None]


class Topic:
    """The misreadings of the rules of one page; calling it declares one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.mutants: list[Mutant] = []

    def __call__(self, slug: str, words: str, *rules: str) -> Callable[[Change], Change]:
        """Declare a misreading: what it is called, what it reads as, which rules it breaks."""

        def declare(change: Change) -> Change:
            origin = Path(change.__code__.co_filename).read_text("utf-8")
            self.mutants.append(Mutant(f"{self.name}:{slug}", words, rules, change, origin))
            return change

        return declare
