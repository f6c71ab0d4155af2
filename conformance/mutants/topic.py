"""Collects the misreadings of one topic, and the topics of a game.

A misreading is called as its function is (`no_claws` is `no-claws`). Under `AS_IF(words, *rules)`
stands a verb, here of `conformance.mutants.verbs as do`, with the place that it changes: a
function of the oracle, or an owner and a name (`resolve, "ask"`, `EFFECTS, "pull"`). The function
has only the parameters that it needs, named as those of the original are.

=========================================  =====================================================
`@do.instead(damage.lose)`                 the function stands in its place
`@do.before(f)`, `@do.after(f)`            it is done before it or after it
`@do.around(f)`                            it gets `f` first: `f()` goes as it was given,
                                           `f(amount=1)` with one thing otherwise
`@do.result(f)`                            it gets what `f` gives first, and gives something else
`@do.unless(f)`, `@do.provided(f)`         `f` is left out where it holds, or does not hold
`@do.relink`, `@do.rewrite`                it changes the machine, or definitions before linking
`@helper`, `@partial(helper, 2)`           a `@do.verb` of the module, whose last parameter it is
`AS_IF(...).so("slug", a, b)`              it has no function: what is changed is `a` and `b`
`do.never(f)`                              `f` does nothing
`do.turn_round("flag")`                    the other answer of two
`do.answer("flag", value)`                 always this answer
`do.put(owner, "NAME", value)`             something else in a place
`do.instead(f)(lambda amount: 0)`          any of the above, short enough for a line
`def many(change: Changes)`                several: `@change.after(f)` over functions in it,
                                           `helper(2)(change)`
=========================================  =====================================================
"""

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

    It is put over a change, a function that is called as the misreading is; changes that have no
    function of their own are declared with `.so`.
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
