"""The games that can be misread: what a misreading of each finds in the oracle."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from attrs import frozen

import oracle.duel
import oracle.kernel
import oracle.king
import oracle.mindbug
import oracle.tokyo
from oracle.duel.binding import CONDITIONS as DUEL_CONDITIONS
from oracle.duel.table import PROCEDURES as DUEL_PROCEDURES
from oracle.kernel.procedures import Procedures
from oracle.mindbug import linker as mindbug_linker
from oracle.mindbug.table import PROCEDURES as MINDBUG_PROCEDURES
from oracle.mindbug.words import CONDITIONS as MINDBUG_CONDITIONS
from oracle.tokyo.binding import CONDITIONS as TOKYO_CONDITIONS
from oracle.tokyo.table import PROCEDURES as TOKYO_PROCEDURES
from rules_dsl.definitions import Call
from rules_dsl.misheard import NOT
from rules_dsl.specification import load_specification

if TYPE_CHECKING:
    from conformance.mutants.changes import Changes

FOLDER = Path(__file__).parent


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
    prepare: Callable[[Changes], None] = lambda changes: None

    @property
    def folder(self) -> Path:
        """Where its misreadings are, with what became of them."""
        return FOLDER / self.name

    def understand_negation(self, changes: Changes) -> None:
        """Let the linker know the one word that only misreadings say."""
        changes.put(self.conditions, NOT, _bind_negation)
        self.prepare(changes)


def _bind_negation(link: Any, call: Call) -> Callable[..., bool]:
    inner = call["condition"]
    assert isinstance(inner, Call)
    test = link.condition(inner)
    assert test is not None

    def does_not_hold(*given: Any) -> bool:
        return not test(*given)

    return does_not_hold


def _let_negations_change(changes: Changes) -> None:
    """A negated condition may change without any card moving."""
    changes.put(mindbug_linker, "CHANGING", {*mindbug_linker.CHANGING, NOT})


def _import_all(package: ModuleType) -> None:
    """A module that is first imported while a misreading is in force would keep it for ever."""
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        import_module(found.name)


for _package in (oracle.kernel, oracle.mindbug, oracle.king, oracle.tokyo, oracle.duel):
    _import_all(_package)

GAMES = {
    "mindbug": Game(
        "mindbug",
        "",
        {"mindbug/all": ""},
        MINDBUG_PROCEDURES,
        MINDBUG_CONDITIONS,
        _let_negations_change,
    ),
    "tokyo": Game(
        "tokyo",
        "kt/",
        {"tokyo/evolutions": "kt/", "tokyo/2010": "kt/2010/"},
        TOKYO_PROCEDURES,
        TOKYO_CONDITIONS,
    ),
    "duel": Game("duel", "kd/", {"duel/standard": "kd/"}, DUEL_PROCEDURES, DUEL_CONDITIONS),
}


def finished_games() -> tuple[str, ...]:
    """The games whose mutants must all be killed: those that are not in the making."""
    drafts = load_specification().drafts
    return tuple(name for name in GAMES if name not in drafts)


def game_of(ruleset: str) -> str:
    """The game that a ruleset belongs to."""
    return ruleset.partition("/")[0]
