"""What a scenario needs of an engine: the part of the oracle's public face that it uses."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

Answer = Mapping[str, Any]
"""A JSON object with one verb: {"block": "#2"}. Any: its value depends on the verb."""

Json = dict[str, Any]
"""A JSON object. Any: whatever JSON holds."""


class Event(Protocol):
    """One change of the game."""

    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Mapping[str, Any]: ...  # Any: whatever JSON holds
    @property
    def cause(self) -> str | None: ...
    @property
    def rules(self) -> Sequence[str]: ...
    def text(self, name: Callable[[str], str]) -> str: ...


class Decision(Protocol):
    """The point at which the game waits."""

    @property
    def seat(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def rules(self) -> Sequence[str]: ...
    @property
    def source(self) -> str | None: ...
    def legal(self) -> Json: ...


class Outcome(Protocol):
    """How a game ended."""

    @property
    def winner(self) -> str | None: ...
    @property
    def reason(self) -> str: ...
    @property
    def rules(self) -> Sequence[str]: ...


class Cited(Protocol):
    """An explanation that names its rules."""

    @property
    def rules(self) -> Sequence[str]: ...


class Explanation(Protocol):
    """Why the values of a card are what they are."""

    def __getitem__(self, name: str) -> Cited: ...


class Position(Protocol):
    """A game at a decision or at its end."""

    @property
    def decision(self) -> Decision | None: ...
    @property
    def over(self) -> Outcome | None: ...
    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def handles(self) -> Sequence[str]: ...
    def card(self, handle: str) -> str: ...
    def apply(self, given: Json) -> tuple[Position, Sequence[Event]]: ...
    def view(self, seat: str) -> Json: ...
    def projection(self) -> Json: ...
    def digest(self) -> str: ...
    def explain(self, handle: str) -> Explanation: ...
    def why(self, given: Json) -> Sequence[Cited]: ...
    def view_rules(self, what: str) -> Sequence[str]: ...


class Ruleset(Protocol):
    """Rules, cards and options, ready to play."""

    @property
    def name(self) -> str: ...
    @property
    def cards(self) -> Mapping[str, Any]: ...  # Any: a card of rules_dsl.definitions
    @property
    def keywords(self) -> Mapping[str, Any]: ...  # Any: a keyword of rules_dsl.definitions
    def start(self) -> Position: ...
    def setup(self, given: Json) -> Position: ...


class Load(Protocol):
    """How a ruleset is loaded."""

    def __call__(
        self, ruleset: str, *, options: Mapping[str, str] = ..., cards: Sequence[Path] = ...
    ) -> Ruleset: ...


def count_answers(decision: Decision) -> int:
    """How many different answers a decision allows."""
    legal = decision.legal()
    if "choose" not in legal:
        return len(legal["legal"])
    choice = legal["choose"]
    sizes = range(choice["min"], choice["max"] + 1)
    return sum(math.comb(len(choice["from"]), size) for size in sizes)


def every_answer(decision: Decision) -> Iterator[Json]:
    """Every answer a decision allows, choices of several cards written out."""
    legal = decision.legal()
    if "choose" not in legal:
        yield from legal["legal"]
        return
    choice = legal["choose"]
    for size in range(choice["min"], choice["max"] + 1):
        for cards in itertools.combinations(choice["from"], size):
            yield {"choose": list(cards)}


def only_answer(decision: Decision) -> Json | None:
    """The answer to a forced decision, or None when there is a real choice."""
    return next(every_answer(decision)) if count_answers(decision) == 1 else None


def is_forced(decision: Decision) -> bool:
    """Whether a scenario passes over the decision unless a line answers it.

    A turn action is never passed over, even when only one is possible: it is something that a
    player does, and stopping before it is where most scenarios end.
    """
    return decision.kind != "turn" and count_answers(decision) == 1


def number(handle: str) -> int:
    """The number of a handle such as #12."""
    return int(handle[1:])
