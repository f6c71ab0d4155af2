"""What the fuzzer has to be told about a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from conformance.games import kit_of
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer

if TYPE_CHECKING:
    from conformance.fuzz.adopter import Adopter
    from conformance.fuzz.guide import Numbers
    from conformance.properties.table import CardFacts
    from oracle import Ruleset

Form = Callable[[str, list[str], "Numbers"], Answer]
"""`(handle, handles, numbers)`: an answer in a form that some decision of a game has."""

Draw = Callable[
    [Mapping[str, "CardFacts"], "int | None", "Numbers", Mapping[str, str]], "JsonObject | None"
]
"""`(cards, players, numbers, options)`: a position to begin with, or None for the start."""

Nearer = Callable[[JsonObject, Mapping[str, int]], Iterator[tuple[str, int]]]
"""`(player, usual numbers)`: the numbers of a player, one at a time, nearer to the usual."""


def nearer(value: int, usual: int) -> Iterator[int]:
    """The usual number, or halfway there, or one step nearer."""
    step = value + (1 if usual > value else -1)
    for number in dict.fromkeys((usual, (value + usual) // 2, step)):
        if value not in (usual, number):
            yield number


def nearer_numbers(player: JsonObject, usual: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """What a player has at the start, or halfway there, or one step nearer."""
    for name, number in usual.items():
        for each in nearer(player.get(name, number), number):
            yield name, each


def from_the_start(rules: Ruleset) -> Draw:
    """Lets every game begin at its start."""
    return lambda cards, players, numbers, options: None


@frozen(eq=False)
class Fuzzed:
    """A game as the fuzzer plays it, and as it makes findings smaller."""

    turn_begins: tuple[str, ...]
    """The decisions at which a turn can begin."""
    forms: Sequence[Form]
    """The forms that answers to some decision have."""
    usual: Mapping[str, int]
    """What a player has that a setup says nothing of."""
    nearer: Nearer = nearer_numbers
    draw: Callable[[Ruleset], Draw] = from_the_start
    """Where games of a ruleset begin."""
    adopter: type[Adopter] | None = None
    """Who tells a case as a scenario."""
    sided: bool = False
    """Whether the seats are no different names for the same thing: each has its own side."""
    unsaid: tuple[str, ...] = field(default=())
    """Numbers of a player that may be left unsaid, and are those of its cards then."""
    numbers_tell: bool = False
    """Whether the number that differs first says enough of which rules are broken."""


def fuzzed(ruleset: str) -> Fuzzed:
    """The game of a ruleset as the fuzzer plays it."""
    return kit_of(ruleset).fuzz()
