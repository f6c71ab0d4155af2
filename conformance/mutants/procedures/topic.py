"""Collects the misreadings of one topic, and what several of them need."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conformance.mutants.changes import Changes
from conformance.mutants.mutant import Mutant

Change = Callable[[Changes], None]


class Topic:
    """The misreadings of the rules of one page; calling it declares one.

    `about` are words that card texts must say for these rules to matter; none: they always do.
    """

    def __init__(self, name: str, *about: str) -> None:
        self.name = name
        self.about = frozenset(about)
        self.mutants: list[Mutant] = []

    def __call__(self, slug: str, words: str, *rules: str) -> Callable[[Change], Change]:
        """Declare a misreading: what it is called, what it reads as, which rules it breaks."""

        def declare(change: Change) -> Change:
            origin = Path(change.__code__.co_filename).read_text("utf-8")
            id = f"{self.name}:{slug}"
            self.mutants.append(Mutant(id, words, rules, change, origin, about=self.about))
            return change

        return declare
