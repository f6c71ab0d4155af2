"""Events as people and programs read them: what changed, why, and by which rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from attrs import frozen

from .machine import Machine
from .state import Record

SEAT, CARD, NUMBER, ABILITY, PLACE = "seat", "card", "number", "ability", "place"
LAYER, VALUE, DEFINITION, KEYWORD = "layer", "value", "definition", "keyword"
NAME = "name"
"""The types of the fields of an event; a value is one of the layer named before it, a name is
told as it stands."""


class _Number(int):
    """A number that can be told with its noun: `{amount:card}`, `{number:die|dice}`."""

    def __format__(self, noun: str) -> str:
        if not noun:
            return str(int(self))
        one, _, many = noun.partition("|")
        return f"{int(self)} {one if self == 1 else many or f'{one}s'}"


@frozen
class EventKind:
    """How one kind of event is logged and told; numbers in the sentence may have a noun."""

    name: str
    fields: tuple[tuple[str, str], ...]
    sentence: str
    changes: bool = True
    """Whether the event tells of a change of the game, not only of a reason."""


class Event:
    """One change of the game, with its cause and the rules it rests on.

    What it tells is worked out when somebody asks: most events are only counted.
    """

    __slots__ = ("_data", "_effect", "_handles", "_machine", "_record", "how")

    def __init__(
        self, machine: Machine, how: EventKind, record: Record, handles: list[str]
    ) -> None:
        self.how = how
        self._machine = machine
        self._handles = handles
        self._record = record
        self._data: dict[str, Any] | None = None
        self._effect = ""

    @property
    def cause(self) -> str | None:
        """The card that brought it about, by its handle."""
        cause = self._record[2]
        return self._handles[cause] if cause >= 0 else None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it rests on, each once."""
        return tuple(dict.fromkeys(self._record[1]))

    @property
    def kind(self) -> str:
        """What sort of change it is."""
        return self.how.name

    @property
    def data(self) -> Mapping[str, Any]:
        """What it is about, by the names of its fields."""
        if self._data is None:
            values = self._record[3:]
            self._data, self._effect = _read(self._machine, self.how, values, self._handles)
        return self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._told() == other._told()

    def __hash__(self) -> int:
        return hash((self.kind, self.cause, self.rules))

    def __repr__(self) -> str:
        return f"Event({self.kind}, {self.data}, {self.cause}, {self.rules})"

    def _told(self) -> tuple[Any, ...]:
        return self.kind, self.data, self.cause, self.rules

    def text(
        self,
        name: Callable[[str], str] = str,
        sentence: str = "",
        instead: Mapping[str, Any] = MappingProxyType({}),
    ) -> str:
        """A sentence; `name` turns handles and seats into what people call them.

        Another sentence than that of its kind may be given, and other data for some fields.
        """
        words = {key: _word(value, name) for key, value in {**self.data, **instead}.items()}
        cause = name(self.cause) if self.cause else ""
        said = sentence or self.how.sentence
        return said.format(**words, cause=cause, effect=self._effect)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "kind": self.kind,
            "data": dict(self.data),
            "cause": self.cause,
            "rules": list(self.rules),
        }


def _word(value: Any, name: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return name(value)
    return _Number(value) if type(value) is int else value


def told(
    machine: Machine, kinds: Mapping[str, EventKind], record: Record, handles: list[str]
) -> Event:
    """The event a record stands for."""
    return Event(machine, kinds[record[0]], record, handles)


def _read(
    machine: Machine, kind: EventKind, values: tuple[Any, ...], handles: list[str]
) -> tuple[dict[str, Any], str]:
    """What an event is about, and what its effect is called."""
    data: dict[str, Any] = {}
    effect = ""
    layer = 0
    for (key, type_), value in zip(kind.fields, values, strict=True):
        if type_ == ABILITY:
            linked = machine.abilities[value]
            data[key] = linked.name
            effect = linked.definition if linked.head == "replace" else linked.label
        elif type_ == LAYER:
            layer = value
            data[key] = machine.layers[layer].name
        elif type_ == VALUE:
            shown = machine.layers[layer].show(value)
            data[key] = ", ".join(shown) if isinstance(shown, list) else shown
        else:
            data[key] = _shown(machine, type_, value, handles)
    return data, effect


def _shown(machine: Machine, type_: str, value: int, handles: list[str]) -> Any:
    if type_ == CARD:
        return handles[value]
    if type_ == SEAT:
        return machine.layout.seats[value] if value >= 0 else None
    if type_ == DEFINITION:
        return machine.definitions[value].name
    if type_ == KEYWORD:
        return machine.option_types["keyword"][value]
    if type_ == PLACE:
        zone, seat = machine.layout.places[value]
        return zone.name if seat is None else f"{zone.name} of {machine.layout.seats[seat]}"
    return value
