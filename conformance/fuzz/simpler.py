"""Simpler positions: each of these says a little less than the one it is made from."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import SEATS

COMMON = ("unused", "aside", "power-deck", "power-discard", "power-row")
OWN = ("deck", "discard", "hand", "play")

USUAL_LIFE = 3
USUAL_MINDBUGS = 2

Zone = tuple[str | int, ...]
"""Where cards are in a setup: ("unused",), ("players", "p1", "hand"), and for those under a
creature ("players", "p1", "play", 0, "boosts")."""


def zones(setup: JsonObject) -> Iterator[tuple[Zone, list[JsonObject]]]:
    """Every zone of a setup that has cards."""
    for name in COMMON:
        if setup.get(name):
            yield (name,), setup[name]
    for name in OWN:
        for seat in SEATS:
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


def with_usual_numbers(setup: JsonObject) -> Iterator[JsonObject]:
    """No Mindbugs or energy, or less; the life that a player has at the start, or less."""
    for seat in SEATS:
        player = setup["players"].get(seat, {})
        mindbugs = player.get("mindbugs", USUAL_MINDBUGS)
        for fewer in range(mindbugs):
            yield _with(setup, ("players", seat, "mindbugs"), fewer)
        for less in range(player.get("energy", 0)):
            yield _with(setup, ("players", seat, "energy"), less)
        life = player.get("life", USUAL_LIFE)
        if life != USUAL_LIFE:
            yield _with(setup, ("players", seat, "life"), USUAL_LIFE)
        for less in range(USUAL_LIFE + 1, life):
            yield _with(setup, ("players", seat, "life"), less)


def refreshed(setup: JsonObject) -> Iterator[JsonObject]:
    """Exhausted creatures made fresh."""
    for zone, cards in zones(setup):
        for at, card in enumerate(cards):
            if card.get("exhausted"):
                plain = {key: value for key, value in card.items() if key != "exhausted"}
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


def tidied(setup: JsonObject) -> JsonObject:
    """The setup without what goes without saying: empty zones, usual numbers."""
    usual = {"life": USUAL_LIFE, "mindbugs": USUAL_MINDBUGS, "energy": 0}
    players = {
        seat: {
            name: [_tidied(card) for card in value] if isinstance(value, list) else value
            for name, value in setup["players"].get(seat, {}).items()
            if value != [] and usual.get(name) != value
        }
        for seat in SEATS
    }
    common = {name: setup[name] for name in COMMON if setup.get(name)}
    return {"players": players, **common, "turn": setup["turn"]}


def _tidied(card: JsonObject) -> JsonObject:
    return {name: value for name, value in card.items() if value != []}


def renaming(setup: JsonObject) -> dict[str, str]:
    """New names that make the player at turn p1 and count the cards in reading order."""
    first = setup["turn"]
    second = next(seat for seat in SEATS if seat != first)
    names = {first: SEATS[0], second: SEATS[1]}
    order = {seat: place for place, seat in enumerate((first, second))}
    found = sorted(
        zones_and_boosts(setup),
        key=lambda zone: (
            len(zone[0]) == 1,
            order.get(str(zone[0][1]), 0) if len(zone[0]) > 1 else 0,
        ),
    )
    for _, cards in found:
        for card in cards:
            names[card["h"]] = f"#{len(names) - 1}"
    return names


def renamed(value: object, names: dict[str, str]) -> object:
    """Any JSON value with seats and handles called by their new names."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(part, names) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value
