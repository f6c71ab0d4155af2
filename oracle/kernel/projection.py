"""What a referee sees of a position, and what a seat may know of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from attrs import frozen

from .decision import Json, decision_of, outcome_of
from .layers import derive
from .layout import EVERYBODY, OWNER, Amount, Gauge, Mark, Zone
from .machine import OVER, Machine
from .state import State

CARD = "card"
"""What is told of a card in force where cards change what they are."""


@frozen
class _Shelf:
    """A place as it is told: whose it is, and what is told of the cards in it."""

    place: int
    zone: Zone
    seat: str | None
    in_force: bool
    """Whether its cards are told with all that they are now, not by their handles alone."""
    marks: tuple[Mark, ...]
    amounts: tuple[Amount, ...]


@frozen
class _Plan:
    """What is told of every position of a machine."""

    gauges: tuple[Gauge, ...]
    counters: tuple[tuple[str, str, int], ...]
    """Of each counter and seat: the seat, the name, and which number it is."""
    shelves: tuple[_Shelf, ...]


def _plan_of(machine: Machine) -> _Plan:
    plan: _Plan | None = machine.plan
    if plan is None:
        layout = machine.layout
        in_force = {place for place, _ in machine.static_places}
        counters = [
            (seat, counter.name, number * len(layout.seats) + at)
            for number, counter in enumerate(layout.counters)
            if counter.used
            for at, seat in enumerate(layout.seats)
        ]
        shelves = [
            _Shelf(
                place,
                zone,
                None if owner is None else layout.seats[owner],
                place in in_force,
                layout.marks_in(zone.name),
                layout.amounts_in(zone.name),
            )
            for place, (zone, owner) in enumerate(layout.places)
            if zone.used and zone.shown
        ]
        plan = machine.plan = _Plan(layout.gauges, tuple(counters), tuple(shelves))
    return plan


def projection(machine: Machine, state: State, handles: list[str]) -> Json:
    """Everything the rules can see, hidden or not, in canonical order."""
    plan = _plan_of(machine)
    seats = machine.layout.seats
    outcome = outcome_of(machine, state)
    players: Json = {seat: {} for seat in seats}
    json: Json = {
        "turn": seats[machine.active(state)],
        "players": players,
        "over": None if outcome is None else outcome.to_json(),
    }
    for gauge in plan.gauges:
        json[gauge.name] = state.registers[gauge.register]
    for seat, name, number in plan.counters:
        players[seat][name] = state.counters[number]
    shown = _Shown(machine, state, handles)
    for shelf in plan.shelves:
        target = json if shelf.seat is None else players[shelf.seat]
        target[shelf.zone.name] = shown.shelf(shelf)
    return json


def view(machine: Machine, state: State, handles: list[str], seat: int) -> Json:
    """What one seat may know: hidden zones are only counted."""
    shown = _Shown(machine, state, handles)
    layout = machine.layout
    json = projection(machine, state, handles)
    json["seat"] = layout.seats[seat]
    cards: dict[str, str] = {}
    for place, (zone, owner) in enumerate(layout.places):
        if not zone.used:
            continue
        target = json if owner is None else json["players"][layout.seats[owner]]
        if sees(zone, owner, seat) or machine.sees_too(state, place, seat):
            for card in state.zones[place]:
                cards[handles[card]] = machine.definitions[state.cards[card]].id
        else:
            target[zone.name] = {"count": len(state.zones[place])}
            for card in state.zones[place]:
                if state.marks[card] & machine.shown_mark:
                    cards[handles[card]] = machine.definitions[state.cards[card]].id
    json["cards"] = {handle: cards[handle] for handle in sorted(cards, key=handle_number)}
    json["decision"] = shown.decision_for(seat)
    return json


def sees(zone: Zone, owner: int | None, seat: int) -> bool:
    """Whether a seat may look into a zone."""
    return zone.seen_by == EVERYBODY or (zone.seen_by == OWNER and owner == seat)


def view_rules(machine: Machine, name: str) -> tuple[str, ...]:
    """The rules that say who may see a zone, a counter, a gauge or a mark."""
    layout = machine.layout
    public = (layout.zones, layout.counters, layout.gauges, layout.marks, layout.amounts)
    for things in public:
        for thing in things:
            if thing.name == name:
                return thing.rules
    raise KeyError(name)


@lru_cache(maxsize=4096)
def handle_number(handle: str) -> tuple[int, str]:
    """Sorts handles by their number: #2 before #10."""
    digits = handle.lstrip("#")
    return (int(digits), handle) if digits.isdigit() else (1 << 30, handle)


class _Shown:
    def __init__(self, machine: Machine, state: State, handles: list[str]) -> None:
        self.machine, self.state, self.handles = machine, state, handles

    def shelf(self, shelf: _Shelf) -> Any:
        cards, handles = self.state.zones[shelf.place], self.handles
        if shelf.zone.single:
            return handles[cards[0]] if cards else None
        if len(cards) > 1 and not shelf.zone.ordered:
            cards = sorted(cards, key=lambda card: handle_number(handles[card]))
        if shelf.in_force:
            return [self.card(card, shelf) for card in cards]
        return [handles[card] for card in cards]

    def card(self, card: int, shelf: _Shelf) -> Json:
        machine, state = self.machine, self.state
        derived = state.derived or derive(machine, state)
        json: Json = {"h": self.handles[card]}
        for mark in shelf.marks:
            json[mark.name] = bool(state.marks[card] & mark.bit)
        for amount in shelf.amounts:
            json[amount.name] = amount.shown(state.marks[card])
        for layer in machine.layers:
            json[layer.name] = layer.show(derived[layer.index][card])
        if machine.layout.under is not None:
            below = [self.handles[under] for under in state.under.get(card, ())]
            json[machine.layout.under] = sorted(below, key=handle_number)
        if machine.changing_cards:
            json[CARD] = machine.definitions[state.cards[card]].id
        return json

    def decision_for(self, seat: int) -> Json | None:
        pending = self.state.pending
        if pending is None or pending[0] == OVER:
            return None
        decision = decision_of(self.machine, self.state, self.handles)
        assert decision is not None
        json: Json = {"who": decision.seat, "kind": decision.kind}
        if pending[1] == seat:
            json |= decision.legal()
        return json
