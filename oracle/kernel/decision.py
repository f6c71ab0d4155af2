"""Decisions and answers as JSON values: entities and tagged values, never indices."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from .layout import NATURE
from .machine import OVER, Machine, Refused
from .state import Options, Pending, State

Json = dict[str, Any]

SEAT, DEFINITION, NUMBER = "seat", "definition", "number"
"""What the value of an option may be beside a card; a tuple of names is indexed."""


class Decision:
    """The one point at which the game waits, for a player or for chance.

    When `most` is None exactly one of `options` is taken; otherwise `least` to `most` different
    handles among `candidates` are chosen. What can be answered is worked out when it is asked for.
    """

    __slots__ = (
        "_handles",
        "_machine",
        "_options",
        "_pending",
        "kind",
        "least",
        "most",
        "number",
        "rules",
        "seat",
        "source",
    )

    def __init__(self, machine: Machine, pending: Pending, number: int, handles: list[str]) -> None:
        kind, seat, _, least, most, source, rules = pending
        self.number = number
        self.seat = "nature" if seat == NATURE else machine.layout.seats[seat]
        self.kind = kind
        self.least: int = least if least >= 0 else 1
        self.most: int | None = most if least >= 0 else None
        self.source = handles[source] if source >= 0 else None
        self.rules: tuple[str, ...] = tuple(dict.fromkeys(rules))
        self._machine, self._pending, self._handles = machine, pending, handles
        self._options: tuple[Json, ...] | None = None

    @property
    def options(self) -> tuple[Json, ...]:
        """The answers of which one is taken; none where several things are chosen."""
        if self._options is None:
            self._options = () if self.factored else tuple(self._offered())
        return self._options

    def _offered(self) -> list[Json]:
        return options_to_json(self._machine, self._pending[2], self._handles)

    @property
    def candidates(self) -> tuple[str, ...]:
        """The things of which some are chosen."""
        if not self.factored:
            return ()
        return tuple(_candidates(self._machine, self._pending, self._handles))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._told() == other._told()

    def __hash__(self) -> int:
        return hash((self.number, self.seat, self.kind))

    def __repr__(self) -> str:
        return f"Decision{self._told()}"

    def _told(self) -> tuple[Any, ...]:
        asked = self.number, self.seat, self.kind, self.options, self.candidates
        return *asked, self.least, self.most, self.source, self.rules

    @property
    def is_chance(self) -> bool:
        """Whether nature decides, not a player."""
        return self.seat == "nature"

    @property
    def factored(self) -> bool:
        """Whether the answer is a choice among candidates."""
        return self.most is not None

    def legal(self) -> Json:
        """The legal set as the protocol writes it."""
        if self.most is None:
            return {"legal": [dict(option) for option in self.options]}
        return {"choose": {"from": list(self.candidates), "min": self.least, "max": self.most}}

    def forced(self) -> Json | None:
        """The only possible answer, if there is just one."""
        if self.most is None:
            return self.options[0] if len(self.options) == 1 else None
        candidates = self.candidates
        alike = len(set(candidates)) < 2
        if self.least == self.most and (alike or self.least in (0, len(candidates))):
            return {"choose": list(candidates[: self.least])}
        return None


@frozen
class Outcome:
    """How a game ended: the winner's seat, or None for a draw."""

    winner: str | None
    reason: str
    rules: tuple[str, ...]

    def to_json(self) -> Json:
        """Plain JSON values, without the rules."""
        return {"winner": self.winner, "reason": self.reason}


def decision_of(machine: Machine, state: State, handles: list[str]) -> Decision | None:
    """The pending decision, or None when the game is over."""
    pending = state.pending
    if pending is None or pending[0] == OVER:
        return None
    return Decision(machine, pending, state.number, handles)


def _candidates(machine: Machine, pending: Pending, handles: list[str]) -> list[str]:
    """What the candidates of a choice are called."""
    names = machine.choice_names.get(pending[0], handles)
    return [names[option] for option in pending[2]]


def outcome_of(machine: Machine, state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    pending = state.pending
    if pending is None or pending[0] != OVER:
        return None
    winner = machine.layout.seats[pending[1]] if pending[1] >= 0 else None
    return Outcome(winner, pending[2][0], tuple(dict.fromkeys(pending[6])))


def options_to_json(machine: Machine, options: Options, handles: list[str]) -> list[Json]:
    """All options of a decision; who an effect is for is said only where it tells two apart."""
    found = [_option_to_json(machine, option, handles) for option in options]
    for option, json in zip(options, found, strict=True):
        if option[0] == "resolve" and found.count(json) > 1:
            json["for"] = machine.layout.seats[option[3]]
    return found


def _option_to_json(machine: Machine, option: tuple[Any, ...], handles: list[str]) -> Json:
    verb = option[0]
    if len(option) == 1:
        return {verb: True}
    if verb in machine.option_types:
        return {verb: _option_value(machine, machine.option_types[verb], option[1])}
    json: Json = {verb: handles[option[1]]}
    if len(option) > 2:
        json["ability"] = machine.abilities[option[2]].label
    return json


def _option_value(machine: Machine, type_: str | tuple[str, ...], value: int) -> Any:
    """The value of an option that is no card: a seat, a definition, a number, or a name."""
    if isinstance(type_, tuple):
        return type_[value]
    if type_ == SEAT:
        return machine.layout.seats[value]
    if type_ == DEFINITION:
        return machine.definitions[value].id
    return value


def _named_option(machine: Machine, options: Options, handles: list[str], given: Json) -> Any:
    """The option of an answer that is a verb and one value, as most are, or None."""
    if len(given) == 1:
        ((verb, value),) = given.items()
        if verb in machine.option_types:
            type_ = machine.option_types[verb]
            for option in options:
                if option[0] == verb and len(option) > 1:
                    known = _option_value(machine, type_, option[1])
                    if known == value and type(known) is type(value):
                        return option
            return None
        for option in options:
            if option[0] == verb and len(option) == 2 and handles[option[1]] == value:
                return option
    return None


def answer_from_json(machine: Machine, state: State, handles: list[str], given: Any) -> Any:
    """The machine's form of an answer, or a refusal."""
    pending = state.pending
    if pending is None or pending[0] == OVER:
        raise Refused("game-over", "the game is over")
    if not isinstance(given, dict) or not given:
        raise Refused("malformed", 'an answer is an object such as {"play": "#3"}')
    options, least = pending[2], pending[3]
    if least < 0:
        named = _named_option(machine, options, handles, given)
        if named is not None:
            return named
        for option, json in zip(options, options_to_json(machine, options, handles), strict=True):
            if json == given and all(type(json[key]) is type(given[key]) for key in json):
                return option
        raise Refused("not-legal", "that is not among the options")
    if set(given) != {"choose"}:
        raise Refused("not-legal", 'this decision is answered {"choose": [...]}')
    chosen = given["choose"]
    if not isinstance(chosen, list):
        raise Refused("malformed", "a choice is a list of handles")
    names = _candidates(machine, pending, handles)
    places: list[int] = []
    for handle in chosen:
        free = [n for n, name in enumerate(names) if name == handle]
        if not free:
            raise Refused("not-legal", f"{handle!r} is not among the candidates")
        place = next((n for n in free if n not in places), None)
        if place is None:
            raise Refused("not-legal", "the same candidate is chosen twice")
        places.append(place)
    return tuple(options[place] for place in sorted(places))
