"""Events as people and programs read them: what changed, why, and by which rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

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


@frozen
class Event:
    """One change of the game, with its cause and the rules it rests on."""

    kind: str
    data: Mapping[str, Any]
    cause: str | None
    rules: tuple[str, ...]
    sentence: str = field(default="", eq=False, repr=False)
    effect: str = field(default="", eq=False, repr=False)

    def text(self, name: Callable[[str], str] = str) -> str:
        """A sentence; `name` turns handles and seats into what people call them."""
        words = {key: _word(value, name) for key, value in self.data.items()}
        cause = name(self.cause) if self.cause else ""
        return self.sentence.format(**words, cause=cause, effect=self.effect)

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
    name, rules, cause, *values = record
    kind = kinds[name]
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
    return Event(
        name,
        data,
        handles[cause] if cause >= 0 else None,
        tuple(dict.fromkeys(rules)),
        kind.sentence,
        effect,
    )


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
