"""Setting up a position from a description, with an error at the place of every mistake."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from rules_dsl.errors import KaijuError

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
    top = reader.table(given, "setup", {"players", "turn", *shared})
    players = reader.table(top.get("players", {}), "setup.players", set(layout.seats))
    for number, seat in enumerate(layout.seats):
        reader.player(players.get(seat, {}), f"setup.players.{seat}", number)
    for zone in layout.zones:
        if zone.name in top:
            reader.zone(top[zone.name], f"setup.{zone.name}", layout.place(zone.name), False)
    turn = top.get("turn", layout.seats[0])
    if turn not in layout.seats:
        raise _wrong("setup.turn", f"no seat is called {turn!r}", layout.seats)
    return state, reader.handles, layout.seats.index(turn)


def _wrong(place: str, message: str, allowed: Any = ()) -> KaijuError:
    return KaijuError(message, place=place, remedy=_one_of(allowed))


def _one_of(allowed: Any) -> str | None:
    return f"Use one of: {', '.join(sorted(allowed))}." if allowed else None


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
            least, most = counter.least, counter.most
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise _wrong(
                    f"{place}.{counter.name}", f"a whole number from {least} to {most} was expected"
                )
            self.state.counters[number * len(layout.seats) + seat] = value
        in_force = {number for number, _ in self.machine.static_places}
        for zone in zones:
            number = layout.place(zone.name) + seat
            self.zone(table.get(zone.name, []), f"{place}.{zone.name}", number, number in in_force)

    def zone(self, given: Any, place: str, number: int, marked: bool) -> None:
        if not isinstance(given, list):
            raise _wrong(place, "a list of cards was expected")
        for index, entry in enumerate(given):
            self.card(entry, f"{place}[{index}]", number, marked)

    def card(self, given: Any, place: str, number: int, marked: bool) -> None:
        machine = self.machine
        marks = {mark.name: mark for mark in machine.layout.marks if mark.public and marked}
        below = machine.layout.under if marked else None
        amounts = machine.layout.amounts if marked else ()
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
            value = entry.get(amount.name, 0)
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 9999:
                raise _wrong(f"{place}.{amount.name}", "a whole number from 0 to 9999 was expected")
            self.state.marks[card] |= value << amount.shift
        if below is not None:
            self.under(entry.get(below, []), f"{place}.{below}", card, below)

    def under(self, given: Any, place: str, card: int, zone: str) -> None:
        """The cards that lie under a card."""
        first = len(self.state.cards)
        self.zone(given, place, self.machine.layout.place(zone), False)
        if len(self.state.cards) > first:
            self.state.under[card] = tuple(range(first, len(self.state.cards)))
