"""Collects the misreadings of one topic, and the topics of a game."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

from conformance.mutants.changes import Changes
from conformance.mutants.games import GAMES
from conformance.mutants.mutant import Mutant

Change = Callable[[Changes], None]


class Topic:
    """The misreadings of the rules of one page of a game; calling it declares one.

    `about` are words that card texts must say for these rules to matter; none: they always do.
    """

    def __init__(self, game: str, name: str, *about: str) -> None:
        self.game = game
        self.name = name
        self.about = frozenset(about)
        self.mutants: list[Mutant] = []

    def __call__(self, slug: str, words: str, *rules: str) -> Callable[[Change], Change]:
        """Declare a misreading: what it is called, what it reads as, which rules it breaks."""

        def declare(change: Change) -> Change:
            origin = _text(change.__code__.co_filename)
            id = f"{GAMES[self.game].mark}{self.name}:{slug}"
            self.mutants.append(
                Mutant(id, words, rules, change, origin, self.game, about=self.about)
            )
            return change

        return declare


@cache
def _text(file: str) -> str:
    """What a module says, kept once for all its misreadings."""
    return Path(file).read_text("utf-8")


def topics_in(package: str, folders: Iterable[str]) -> tuple[Topic, ...]:
    """The topics of a game: what its modules call AS_IF, in the order of their names.

    Several modules may add to one topic.
    """
    names = sorted(found.name for found in pkgutil.iter_modules(folders))
    found = [getattr(import_module(f"{package}.{name}"), "AS_IF", None) for name in names]
    return tuple(dict.fromkeys(topic for topic in found if topic is not None))
