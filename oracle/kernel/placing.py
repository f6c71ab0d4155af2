"""Setting up a position from a description, with an error at the place of every mistake."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from rules_dsl.errors import KaijuError

from .layout import Amount
from .machine import Machine
from .state import State, blank, mint

HANDLE = re.compile(r"#[1-9][0-9]{0,5}")
MOST_CARDS = 500


def place_cards(machine: Machine, given: Any) -> tuple[State, list[str], int]:
    """The table of a setup description: the state, the handles of its cards, whose turn it is."""
    layout = machine.layout
    state = blank(machine)
    reader = _Reader(machine, state)
    shared = {
        zone.name
        for zone in layout.zones
        if not zone.each_seat and not zone.single and zone.used and zone.shown
    }
    gauges = {gauge.name for gauge in layout.gauges}
    top = reader.table(given, "setup", {"players", "turn", *shared, *gauges})
    players = reader.table(top.get("players", {}), "setup.players", set(layout.seats))
    for number, seat in enumerate(layout.seats):
        reader.player(players.get(seat, {}), f"setup.players.{seat}", number)
    for zone in layout.zones:
        if zone.name in top:
            reader.zone(top[zone.name], f"setup.{zone.name}", layout.place(zone.name))
    for gauge in layout.gauges:
        value = top.get(gauge.name, 0)
        _expect_number(value, gauge.least, gauge.most, f"setup.{gauge.name}")
        state.registers[gauge.register] = value
    turn = top.get("turn", layout.seats[0])
    if turn not in layout.seats:
        raise _wrong("setup.turn", f"no seat is called {turn!r}", layout.seats)
    return state, reader.handles, layout.seats.index(turn)


def _wrong(place: str, message: str, allowed: Any = ()) -> KaijuError:
    return KaijuError(message, place=place, remedy=_one_of(allowed))


def _one_of(allowed: Any) -> str | None:
    return f"Use one of: {', '.join(sorted(allowed))}." if allowed else None


def _expect_number(value: Any, least: int, most: int, place: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _wrong(place, f"a whole number from {least} to {most} was expected")


class _Reader:
    def __init__(self, machine: Machine, state: State) -> None:
        self.machine, self.state = machine, state
        self.handles: list[str] = []

    def table(self, given: Any, place: str, allowed: set[str]) -> dict[str, Any]:
        if not isinstance(given, dict):
            raise _wrong(place, "an object was expected")
        for key in given:
            if key not in allowed:
                raise _wrong(f"{place}.{key}", f"unknown field {key!r}", allowed)
        return given

    def player(self, given: Any, place: str, seat: int) -> None:
        layout = self.machine.layout
        zones = [zone for zone in layout.zones if zone.each_seat and zone.used]
        counters = {counter.name for counter in layout.counters if counter.used}
        names = {zone.name for zone in zones} | counters
        table = self.table(given, place, names)
        for number, counter in enumerate(layout.counters):
            if not counter.used:
                continue
            value = table.get(counter.name, counter.start)
            if counter.name in table:
                _expect_number(value, counter.least, counter.most, f"{place}.{counter.name}")
            self.state.counters[number * len(layout.seats) + seat] = value
        for zone in zones:
            number = layout.place(zone.name) + seat
            if not zone.single:
                self.zone(table.get(zone.name, []), f"{place}.{zone.name}", number)
            elif table.get(zone.name) is not None:
                self.card(table[zone.name], f"{place}.{zone.name}", number, False)

    def zone(self, given: Any, place: str, number: int) -> None:
        if not isinstance(given, list):
            raise _wrong(place, "a list of cards was expected")
        marked = any(number == in_force for in_force, _ in self.machine.static_places)
        for index, entry in enumerate(given):
            self.card(entry, f"{place}[{index}]", number, marked)

    def card(self, given: Any, place: str, number: int, marked: bool) -> None:
        machine = self.machine
        zone = machine.layout.places[number][0].name
        marks = {mark.name: mark for mark in machine.layout.marks_in(zone) if marked}
        below = machine.layout.under if marked else None
        amounts = machine.layout.amounts_in(zone) if marked else ()
        allowed = {"h", "card", *marks, *(amount.name for amount in amounts)}
        entry = self.table(given, place, allowed if below is None else {*allowed, below})
        handle, name = entry.get("h"), entry.get("card")
        if not isinstance(handle, str) or not HANDLE.fullmatch(handle):
            raise _wrong(f"{place}.h", f"{handle!r} is not a handle such as '#1'")
        if handle in self.handles:
            raise _wrong(f"{place}.h", f"the handle {handle} is given twice")
        if not isinstance(name, str) or name not in machine.definition_number:
            close = get_close_matches(str(name), machine.definition_number, 1)
            hint = f"Did you mean '{close[0]}'?" if close else None
            raise KaijuError(f"no card is called {name!r}", place=f"{place}.card", remedy=hint)
        reason = machine.misplaced(machine.definition_number[name], number)
        if reason is not None:
            raise KaijuError(f"{name!r} {reason}", place=f"{place}.card")
        if len(self.handles) == MOST_CARDS:
            raise _wrong(place, f"more than {MOST_CARDS} cards")
        card = mint(self.state, machine.definition_number[name], number)
        self.handles.append(handle)
        for key, mark in marks.items():
            value = entry.get(key, False)
            if not isinstance(value, bool):
                raise _wrong(f"{place}.{key}", "true or false was expected")
            if value:
                self.state.marks[card] |= mark.bit
        for amount in amounts:
            self.amount(entry, f"{place}.{amount.name}", card, amount)
        if below is not None:
            self.under(entry.get(below, []), f"{place}.{below}", card, below)

    def amount(self, entry: dict[str, Any], place: str, card: int, amount: Amount) -> None:
        """A number that lies on a card, by its name if it has one."""
        if amount.names:
            name = entry.get(amount.name)
            if name not in amount.names:
                close = get_close_matches(str(name), amount.names, 1)
                hint = f"Did you mean {close[0]!r}?" if close else f"Such as {amount.names[0]!r}."
                raise KaijuError(f"{name!r} is no {amount.name}", place=place, remedy=hint)
            value = amount.names.index(name)
        else:
            unsaid = amount.unsaid[self.state.cards[card]] if amount.unsaid else 0
            value = entry.get(amount.name, unsaid)
            _expect_number(value, 0, 9999, place)
        self.state.marks[card] |= value << amount.shift

    def under(self, given: Any, place: str, card: int, zone: str) -> None:
        """The cards that lie under a card."""
        first = len(self.state.cards)
        self.zone(given, place, self.machine.layout.place(zone))
        if len(self.state.cards) > first:
            self.state.under[card] = tuple(range(first, len(self.state.cards)))
