"""Simpler positions: each of these says a little less than the one it is made from."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from conformance.fuzz.game import fuzzed, nearer
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import SEATS

COMMON = (
    *("unused", "aside", "power-deck", "power-discard", "power-row"),
    *("deck", "discard", "row"),
    *("board", "noise", "monsters"),
)
OWN = ("deck", "discard", "hand", "play", "area")
"""The places of cards, those of all players and those of each, in every game."""

GAUGES = ("fame", "destruction")
"""Numbers of the table, 0 at the start."""

Zone = tuple[str | int, ...]
"""Where cards are in a setup: ("unused",), ("players", "p1", "hand"), and for those under a
creature ("players", "p1", "play", 0, "boosts")."""


def zones(setup: JsonObject) -> Iterator[tuple[Zone, list[JsonObject]]]:
    """Every zone of a setup that has cards."""
    for name in COMMON:
        if setup.get(name):
            yield (name,), setup[name]
    for name in OWN:
        for seat in seats_in(setup):
            cards = setup["players"].get(seat, {}).get(name)
            if cards:
                yield ("players", seat, name), cards


def zones_and_boosts(setup: JsonObject) -> Iterator[tuple[Zone, list[JsonObject]]]:
    """Every zone that has cards, and the cards under each creature."""
    yield from zones(setup)
    for zone, cards in zones(setup):
        for at, card in enumerate(cards):
            if card.get("boosts"):
                yield (*zone, at, "boosts"), card["boosts"]


def count_cards(setup: JsonObject | None) -> int:
    """How many cards a setup has."""
    return 0 if setup is None else sum(len(cards) for _, cards in zones_and_boosts(setup))


def without_cards(setup: JsonObject) -> Iterator[JsonObject]:
    """Whole zones emptied, then single cards taken away."""
    for zone, cards in zones_and_boosts(setup):
        if len(cards) > 1:
            yield _with(setup, zone, [])
    for zone, cards in zones_and_boosts(setup):
        for at in range(len(cards)):
            yield _with(setup, zone, cards[:at] + cards[at + 1 :])


def seats_in(setup: JsonObject) -> tuple[str, ...]:
    """The seats of a position: up to the last one that it names, and two at least."""
    named = [SEATS.index(seat) + 1 for seat in setup["players"] if seat in SEATS]
    return SEATS[: max([2, *named])]


def with_usual_numbers(setup: JsonObject, game: str) -> Iterator[JsonObject]:
    """Every number nearer to what a player of a game has at the start."""
    told = fuzzed(game)
    for seat in seats_in(setup):
        player = setup["players"].get(seat, {})
        for name, number in told.nearer(player, told.usual):
            yield _with(setup, ("players", seat, name), number)
        if any(name in player for name in told.unsaid):
            unsaid = {name: value for name, value in player.items() if name not in told.unsaid}
            yield _with(setup, ("players", seat), unsaid)
    for gauge in GAUGES:
        for number in nearer(setup.get(gauge, 0), 0):
            yield _with(setup, (gauge,), number)


def refreshed(setup: JsonObject) -> Iterator[JsonObject]:
    """Exhausted creatures made fresh, counters and the mimic token taken off, prices forgotten."""
    for zone, cards in zones(setup):
        for at, card in enumerate(cards):
            marks = ("exhausted", "counters", "mimic", "paid")
            if any(card.get(mark) for mark in marks) or "paid" in card:
                plain = {key: value for key, value in card.items() if key not in marks}
                yield _with(setup, zone, [*cards[:at], plain, *cards[at + 1 :]])


def with_plainer_cards(
    setup: JsonObject, plainest: Sequence[Sequence[str]]
) -> Iterator[JsonObject]:
    """Cards replaced by plainer ones of their kind, the plainest first."""
    for zone, cards in zones_and_boosts(setup):
        for at, card in enumerate(cards):
            kind: Sequence[str] = next((kind for kind in plainest if card["card"] in kind), ())
            for name in kind[: kind.index(card["card"])] if kind else ():
                yield _with(setup, zone, [*cards[:at], {**card, "card": name}, *cards[at + 1 :]])


def with_two_plain_cards(setup: JsonObject, plain: str) -> Iterator[JsonObject]:
    """Two cards made plain together, the others gone or still there: a fight needs two."""
    places = [(zone, at) for zone, cards in zones(setup) for at in range(len(cards))]
    creatures = [place for place in places if not str(place[0][0]).startswith("power")]
    for pair in combinations(creatures, 2):
        if any(_at(setup, place)["card"] != plain for place in pair):
            yield _kept(setup, pair, plain)
        if all(_at(setup, place)["card"] != plain for place in pair):
            yield _kept(setup, pair, plain, places)


def _at(setup: JsonObject, place: tuple[Zone, int]) -> JsonObject:
    path, at = place
    card: JsonObject = _part(setup, path)[at]
    return card


def _part(setup: JsonObject, path: Zone) -> Any:  # Any: an object or a list of a setup
    part: Any = setup
    for name in path:
        part = part.setdefault(name, {}) if isinstance(part, dict) else part[name]
    return part


def _kept(
    setup: JsonObject,
    pair: Sequence[tuple[Zone, int]],
    plain: str,
    kept: Sequence[tuple[Zone, int]] = (),
) -> JsonObject:
    changed = setup
    for zone, cards in zones(setup):
        left = [
            {"h": card["h"], "card": plain} if (zone, at) in pair else card
            for at, card in enumerate(cards)
            if (zone, at) in pair or (zone, at) in kept
        ]
        changed = _with(changed, zone, left)
    return changed


def _with(setup: JsonObject, path: Zone, value: object) -> JsonObject:
    changed = copy.deepcopy(setup)
    _part(changed, path[:-1])[path[-1]] = value
    return changed


# ------------------------------------------------------------------ the usual look


def tidied(setup: JsonObject, game: str) -> JsonObject:
    """The setup without what goes without saying: empty zones, usual numbers."""
    usual = fuzzed(game).usual
    players = {
        seat: {
            name: [_tidied(card) for card in value] if isinstance(value, list) else value
            for name, value in setup["players"].get(seat, {}).items()
            if value != [] and usual.get(name) != value
        }
        for seat in seats_in(setup)
    }
    common = {name: setup[name] for name in (*GAUGES, *COMMON) if setup.get(name)}
    return {"players": players, **common, "turn": setup["turn"]}


def _tidied(card: JsonObject) -> JsonObject:
    return {name: value for name, value in card.items() if value != [] and value != 0}


def renaming(setup: JsonObject, game: str) -> dict[str, str]:
    """New names that make the player at turn p1 and count the cards in reading order."""
    seats = seats_in(setup)
    first = 0 if fuzzed(game).sided else seats.index(setup["turn"])
    names = dict(zip((*seats[first:], *seats[:first]), SEATS, strict=False))
    order = {seat: place for place, seat in enumerate(names)}
    found = sorted(
        zones_and_boosts(setup),
        key=lambda zone: (
            len(zone[0]) == 1,
            order.get(str(zone[0][1]), 0) if len(zone[0]) > 1 else 0,
        ),
    )
    alone = [
        [card for card in setup["players"].get(seat, {}).values() if isinstance(card, dict)]
        for seat in seats
    ]
    for cards in (*alone, *(cards for _, cards in found)):
        for card in cards:
            names[card["h"]] = f"#{len(names) - len(seats) + 1}"
    return names


def without_player(setup: JsonObject, gone: str) -> tuple[JsonObject, dict[str, str]]:
    """The position without a player and the cards of it, and what the others are called then."""
    left = [seat for seat in seats_in(setup) if seat != gone]
    names = dict(zip(left, SEATS, strict=False))
    players = {seat: setup["players"].get(seat, {}) for seat in left}
    fewer = renamed({**setup, "players": players}, names)
    assert isinstance(fewer, dict)
    return fewer, names


def renamed(value: object, names: dict[str, str]) -> object:
    """Any JSON value with seats and handles called by their new names."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(part, names) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value
