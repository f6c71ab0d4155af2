"""The games: one record of each says all that the machine and its verbs need of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen

from rules_dsl.errors import KaijuError
from rules_dsl.home import home, record

if TYPE_CHECKING:
    from types import ModuleType

    from oracle.kernel.events import EventKind
    from oracle.kernel.machine import Machine
    from rules_dsl.module import Module

BUILT_IN = {
    "mindbug": "oracle.mindbug.game",
    "tokyo": "oracle.tokyo.game",
    "duel": "oracle.duel.game",
}
"""The games of this distribution by name: the module that has the record, `GAME`."""

Words = Sequence[tuple[str, str, tuple[str, ...]]]
"""The words of a vocabulary: kind, id, rules."""

Assemble = Callable[["Module", Mapping[str, str], Words, "int | None"], "Machine"]
"""Links cards, answers to the options and words for so many players; None: as few as may play."""


def _plain_why() -> ModuleType:
    from oracle.plain import why

    return why


def _plain_showing() -> ModuleType:
    from oracle.plain import showing

    return showing


def _plain_telling() -> ModuleType:
    from oracle.plain import telling

    return telling


@frozen
class Game:
    """What the machine needs of a game; what only verbs need is imported when they ask for it."""

    name: str
    assemble: Assemble
    events: Mapping[str, EventKind]
    examples: tuple[str, str]
    """A rule and a card of it, for those who look for one."""
    why: Callable[[], ModuleType] = _plain_why
    """The module that says why its values are what they are: see `explanation.Explaining`."""
    showing: Callable[[], ModuleType] = _plain_showing
    """The module that shows it to a person: see `verbs.board.Showing`."""
    telling: Callable[[], ModuleType] = _plain_telling
    """The module that tells its events: see `verbs.telling.Story`."""


def names() -> tuple[str, ...]:
    """The games that can be played; no game is imported for it."""
    folder = home()
    return tuple(BUILT_IN) if folder is None else (folder.name,)


@cache
def game(name: str) -> Game:
    """The record of a game, which is imported now; no other game is."""
    found = record(Game, name, BUILT_IN, "game", "GAME")
    if found is None:
        raise KaijuError(f"the game {name!r} has no machine yet")
    return found
