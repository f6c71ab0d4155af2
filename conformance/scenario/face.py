"""What a scenario needs of an engine: the part of the oracle's public face that it uses."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from attrs import define

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
    @property
    def turn(self) -> str: ...
    def card(self, handle: str) -> str: ...
    def apply(self, given: Json) -> tuple[Position, Sequence[Event]]: ...
    def advance(self, given: Json) -> Sequence[Event]: ...
    def view(self, seat: str) -> Json: ...
    def projection(self) -> Json: ...
    def digest(self) -> str: ...
    def save(self) -> Json: ...
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
        self,
        ruleset: str,
        *,
        options: Mapping[str, str] = ...,
        cards: Sequence[Path] = ...,
        players: int | None = ...,
    ) -> Ruleset: ...


@define
class Asked:
    """A decision that works out only once what it offers."""

    seat: str
    kind: str
    rules: Sequence[str]
    source: str | None
    _decision: Decision
    _legal: Json | None = None

    @classmethod
    def of(cls, decision: Decision) -> Asked:
        """A decision of an engine."""
        return cls(decision.seat, decision.kind, decision.rules, decision.source, decision)

    def legal(self) -> Json:
        """What is offered."""
        if self._legal is None:
            self._legal = self._decision.legal()
        return self._legal


def every_answer(decision: Decision) -> Iterator[Json]:
    """Every answer a decision allows, choices of several things written out."""
    legal = decision.legal()
    if "choose" not in legal:
        yield from legal["legal"]
        return
    yield from ({"choose": list(chosen)} for chosen in _choices(legal))


def _choices(legal: Json) -> Iterator[tuple[str, ...]]:
    """Every choice, once: things that are alike make no difference."""
    choice = legal["choose"]
    for size in range(choice["min"], choice["max"] + 1):
        seen = set()
        for chosen in itertools.combinations(choice["from"], size):
            if chosen not in seen:
                seen.add(chosen)
                yield chosen


def only_answer(decision: Decision) -> Json | None:
    """The answer to a forced decision, or None when there is a real choice."""
    first = list(itertools.islice(every_answer(decision), 2))
    return first[0] if len(first) == 1 else None


def is_forced(decision: Decision, own_acts: Collection[str]) -> bool:
    """Whether a scenario passes over the decision unless a line answers it.

    Some are never passed over, even when only one answer is possible, as a turn action: it is
    something that a player does, and stopping before it is where most scenarios end.
    """
    return decision.kind not in own_acts and only_answer(decision) is not None


def offered_ability(key: str, handle: str, ability: str | None, decision: Decision) -> Json:
    """The offered answer about a card's effect; the ability may stay unsaid when it has one."""
    wanted = {key: handle} | ({"ability": ability} if ability else {})
    offered = [dict(answer) for answer in every_answer(decision)]
    fitting = [answer for answer in offered if wanted.items() <= answer.items()]
    return fitting[0] if len(fitting) == 1 else wanted


def number(handle: str) -> int:
    """The number of a handle such as #12."""
    return int(handle[1:])
