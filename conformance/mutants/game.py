"""What misreadings of a game have to be told about it: what each finds in the oracle."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from attrs import frozen

from oracle.kernel.procedures import Procedures
from rules_dsl.definitions import Call, Card
from rules_dsl.home import home
from rules_dsl.misheard import NOT

if TYPE_CHECKING:
    from conformance.mutants.changes import Changes
    from conformance.mutants.topic import Topic


@frozen
class Game:
    """A game, and the rulesets in which all its cards are found, each with a mark of its ids.

    The first game has no mark: its mutants keep the names that reports gave them.
    """

    name: str
    mark: str
    misread: Mapping[str, str]
    procedures: Procedures
    conditions: dict[str, Any]
    topics: Callable[[], tuple[Topic, ...]]
    """The topics whose rules are misread."""
    begin: Callable[..., Any]
    """What begins an effect of a card for a seat."""
    packages: tuple[ModuleType, ...]
    """Packages and modules that misreadings change."""
    texts: Callable[..., Iterable[tuple[int, int]]] | None = None
    """What finds the texts in force for a seat, where cards say something all the time so."""
    speak_for_the_first: Callable[[Any, Card], None] | None = None
    """Lets a card say for the first player what it says all the time, where there is no such."""
    prepare: Callable[[Changes], None] = lambda changes: None

    @property
    def folder(self) -> Path:
        """Where its misreadings are, with what became of them."""
        own = home()
        return Path(__file__).parent / self.name if own is None else own / "mutants"

    def understand_negation(self, changes: Changes) -> None:
        """Let the linker know the one word that only misreadings say."""
        changes.put(self.conditions, NOT, _bind_negation)
        self.prepare(changes)

    def import_all(self) -> None:
        """A module first imported while a misreading is in force would keep it for ever."""
        for package in self.packages:
            for found in pkgutil.iter_modules(
                getattr(package, "__path__", []), f"{package.__name__}."
            ):
                import_module(found.name)


def _bind_negation(link: Any, call: Call) -> Callable[..., bool]:
    inner = call["condition"]
    assert isinstance(inner, Call)
    test = link.condition(inner)
    assert test is not None

    def does_not_hold(*given: Any) -> bool:
        return not test(*given)

    return does_not_hold
