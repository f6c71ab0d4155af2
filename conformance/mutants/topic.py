"""Collects the misreadings of one topic, and the topics of a game."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType

from attrs import frozen

from conformance.mutants.changes import Changes
from conformance.mutants.games import GAMES
from conformance.mutants.mutant import Mutant
from conformance.mutants.verbs import Change


class Topic:
    """The misreadings of the rules of one page of a game; calling it declares one.

    `about` are words that card texts must say for these rules to matter; none: they always do.
    """

    def __init__(self, game: str, name: str, *about: str) -> None:
        self.game = game
        self.name = name
        self.about = frozenset(about)
        self.mutants: list[Mutant] = []

    def __call__(self, words: str, *rules: str) -> Saying:
        """Declare a misreading: what it reads as, which rules it breaks."""
        origin = _text(sys._getframe(1).f_code.co_filename)
        return Saying(self, words, rules, origin)


@frozen
class Saying:
    """A misreading that has words and rules, and wants a change of the oracle.

    It is put over a change, a function that is called as the misreading is; or it is so by changes
    that have no function of their own.
    """

    topic: Topic
    words: str
    rules: tuple[str, ...]
    origin: str

    def __call__(self, change: Change) -> Change:
        """Let a function, under a verb or of `Changes`, be what is changed."""
        assert isinstance(change, FunctionType)
        self.so(change.__name__.replace("_", "-"), change)
        return change

    def so(self, slug: str, *changes: Change) -> None:
        """Let it be called so, and let these be what is changed."""
        topic = self.topic

        def change(changing: Changes) -> None:
            for each in changes:
                each(changing)

        id = f"{GAMES[topic.game].mark}{topic.name}:{slug}"
        topic.mutants.append(
            Mutant(id, self.words, self.rules, change, self.origin, topic.game, about=topic.about)
        )


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
