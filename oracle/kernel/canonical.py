"""The canonical JSON text of a projection, written straight from the state.

It is the text that dumping the projection with sorted keys and without spaces gives, several
times as fast: digests are asked for at every decision, projections only when something differs.
"""

from __future__ import annotations

import json
from functools import lru_cache

from .decision import outcome_of
from .layers import derive
from .machine import Machine
from .projection import CARD, handle_number
from .state import State

TURN, ENDED, COUNTER, SINGLE, SORTED, ORDERED, IN_FORCE, GAUGE = range(8)

KEPT = 4096
"""Pieces of text in memory: most zones are the same from one decision to the next."""

Plan = tuple[tuple[str, int, int], ...]
"""`(text before, what follows, its number)`, in the order of the text."""


def canonical(machine: Machine, state: State, handles: list[str]) -> str:
    """The projection as canonical JSON."""
    parts: list[str] = []
    for before, what, number in _plan(machine):
        parts.append(before)
        if what == SORTED:
            parts.append(_sorted(tuple([handles[card] for card in state.zones[number]])))
        elif what == ORDERED:
            parts.append(_listed(tuple([handles[card] for card in state.zones[number]])))
        elif what == COUNTER:
            parts.append(str(state.counters[number]))
        elif what == IN_FORCE:
            parts.append(_in_force(machine, state, handles, number))
        elif what == SINGLE:
            cards = state.zones[number]
            parts.append(_quoted(handles[cards[0]]) if cards else "null")
        elif what == GAUGE:
            parts.append(str(state.registers[number]))
        elif what == TURN:
            parts.append(_quoted(machine.layout.seats[machine.active(state)]))
        else:
            outcome = outcome_of(machine, state)
            parts.append("null" if outcome is None else _dumped(outcome.to_json()))
    parts.append("}")
    return "".join(parts)


def _in_force(machine: Machine, state: State, handles: list[str], place: int) -> str:
    cards = state.zones[place]
    if not cards:
        return "[]"
    derived = state.derived or derive(machine, state)
    layers = [derived[layer.index] for layer in machine.layers]
    order = sorted(cards, key=lambda card: handle_number(handles[card]))
    zone = machine.layout.places[place][0].name
    made = machine.card_texts
    found: list[str] = []
    for card in order:
        key = (
            zone,
            handles[card],
            state.marks[card],
            tuple([values[card] for values in layers]),
            tuple([handles[below] for below in state.under[card]]) if card in state.under else (),
            state.cards[card] if machine.changing_cards else -1,
        )
        text = made.get(key)
        if text is None:
            if len(made) >= KEPT:
                made.clear()
            text = made[key] = _card(machine, *key)
        found.append(text)
    return f"[{','.join(found)}]"


def _card(
    machine: Machine,
    zone: str,
    handle: str,
    marks: int,
    values: tuple[int, ...],
    under: tuple[str, ...],
    definition: int,
) -> str:
    """A card in force with its public marks and derived values."""
    said: dict[str, object] = {"h": handle}
    for mark in machine.layout.marks_in(zone):
        said[mark.name] = bool(marks & mark.bit)
    for amount in machine.layout.amounts_in(zone):
        said[amount.name] = amount.shown(marks)
    for layer, value in zip(machine.layers, values, strict=True):
        said[layer.name] = layer.show(value)
    if machine.layout.under is not None:
        said[machine.layout.under] = sorted(under, key=handle_number)
    if definition >= 0:
        said[CARD] = machine.definitions[definition].id
    return _dumped(said)


@lru_cache(maxsize=KEPT)
def _sorted(names: tuple[str, ...]) -> str:
    return _listed(tuple(sorted(names, key=handle_number)))


@lru_cache(maxsize=KEPT)
def _listed(names: tuple[str, ...]) -> str:
    return f"[{','.join(map(_quoted, names))}]"


_dumped = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode


@lru_cache(maxsize=KEPT)
def _quoted(text: str) -> str:
    return _dumped(text)


@lru_cache(maxsize=64)
def _plan(machine: Machine) -> Plan:
    """Where every value of the projection stands in its text."""
    layout = machine.layout
    in_force = {place for place, _ in machine.static_places}
    whole: dict[str, tuple[int, int]] = {"turn": (TURN, 0), "over": (ENDED, 0)}
    whole |= {gauge.name: (GAUGE, gauge.register) for gauge in layout.gauges}
    seats: list[dict[str, tuple[int, int]]] = [{} for _ in layout.seats]
    for number, counter in enumerate(layout.counters):
        for seat, own in enumerate(seats):
            if not counter.used:
                continue
            own[counter.name] = (COUNTER, number * len(seats) + seat)
    for place, (zone, owner) in enumerate(layout.places):
        if not zone.used or not zone.shown:
            continue
        target = whole if owner is None else seats[owner]
        if zone.single:
            what = SINGLE
        elif place in in_force:
            what = IN_FORCE
        else:
            what = ORDERED if zone.ordered else SORTED
        target[zone.name] = (what, place)
    found: list[tuple[str, int, int]] = []
    before = "{"
    for name in sorted([*whole, "players"]):
        if name != "players":
            found.append((f"{before}{_quoted(name)}:", *whole[name]))
        else:
            before += '"players":{'
            for seat in sorted(range(len(seats)), key=layout.seats.__getitem__):
                before += f"{_quoted(layout.seats[seat])}:{{"
                for each in sorted(seats[seat]):
                    found.append((f"{before}{_quoted(each)}:", *seats[seat][each]))
                    before = ","
                before = "},"
            before = "}},"
            continue
        before = ","
    return tuple(found)
