"""Reads the `given` part of a scenario: who plays first and which cards lie where."""

from __future__ import annotations

import re

from attrs import define, field

from conformance.scenario.mistakes import Mistakes, quote
from conformance.scenario.model import (
    NUMBERS,
    SHARED_ZONES,
    ZONES,
    Belongings,
    Given,
    Item,
    Others,
    Place,
)
from conformance.scenario.phrases import read_items, split_outside_quotes

_PLAYER = re.compile(r"(alice|bob)(?::| (plays first)(?:;|$))\s*(.*)")
_SHARED = re.compile(rf"({'|'.join(SHARED_ZONES)}): (.+)")
_NUMBER = re.compile(rf"({'|'.join(NUMBERS)}) (\d+)")
_ZONE = re.compile(rf"({'|'.join(ZONES)}): (.+)")

_FORM = "such as `alice plays first; life 3; mindbugs 2; hand: A, 4 others; in play: B (exhausted)`"


@define
class _Draft:
    first: str | None = None
    numbers: dict[tuple[str, str], int] = field(factory=dict)
    zones: dict[tuple[str, str], tuple[Item, ...]] = field(factory=dict)


def read_given(rows: list[tuple[Place, str]], place: Place, mistakes: Mistakes) -> Given:
    """The situation that the lines describe."""
    draft = _Draft()
    for where, text in rows:
        player, shared = _PLAYER.fullmatch(text), _SHARED.fullmatch(text)
        if shared:
            _zone(draft, "", shared[1], shared[2], where, mistakes)
        elif player:
            _player(draft, player, where, mistakes)
        else:
            mistakes.add(where, f"{quote(text)} says nothing about the situation", _FORM)
    if draft.first is None and rows:
        mistakes.add(place, "nobody plays first", "begin a line with `alice plays first`")
    return Given(
        first=draft.first or "alice",
        players={name: _belongings(draft, name) for name in ("alice", "bob")},
        shared=_zones(draft, "", SHARED_ZONES),
    )


def _player(draft: _Draft, line: re.Match[str], place: Place, mistakes: Mistakes) -> None:
    name = line[1]
    if line[2]:
        if draft.first:
            mistakes.add(place, f"{name} and {draft.first} both play first", "keep one of them")
        draft.first = name
    for part in filter(None, split_outside_quotes(line[3], ";")):
        number, zone = _NUMBER.fullmatch(part), _ZONE.fullmatch(part)
        if zone:
            _zone(draft, name, zone[1], zone[2], place, mistakes)
        elif number and (name, number[1]) in draft.numbers:
            mistakes.add(place, f"a second `{number[1]}` for {name}", "keep one of them")
        elif number:
            draft.numbers[name, number[1]] = int(number[2])
        else:
            mistakes.add(place, f"{quote(part)} is nothing that {name} can have", _FORM)


def _zone(draft: _Draft, name: str, zone: str, text: str, place: Place, mistakes: Mistakes) -> None:
    try:
        items = read_items(text)
    except ValueError as error:
        mistakes.add(place, str(error), "name cards as they are printed, copies as `Name [a]`")
        return
    for item in items:
        if zone != "in play" and not isinstance(item, Others) and (item.exhausted or item.boosts):
            what = "exhausted" if item.exhausted else "boosted"
            mistakes.add(place, f"{item.card} is {what} in `{zone}`", "only in play")
    draft.zones[name, zone] = draft.zones.get((name, zone), ()) + items


def _belongings(draft: _Draft, name: str) -> Belongings:
    return Belongings(
        numbers={
            what: draft.numbers[name, what] for what in NUMBERS if (name, what) in draft.numbers
        },
        zones=_zones(draft, name, ZONES),
    )


def _zones(draft: _Draft, name: str, known: tuple[str, ...]) -> dict[str, tuple[Item, ...]]:
    return {zone: draft.zones[name, zone] for zone in known if (name, zone) in draft.zones}
