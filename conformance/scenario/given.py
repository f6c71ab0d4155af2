"""Reads the `given` part of a scenario: who plays first and which cards lie where."""

from __future__ import annotations

import re

from attrs import define, field

from conformance.scenario.mistakes import Mistakes, quote
from conformance.scenario.model import ZONES, Belongings, Given, Item, Others, Place
from conformance.scenario.phrases import read_items, split_outside_quotes

_PLAYER = re.compile(r"(alice|bob)(?::| (plays first)(?:;|$))\s*(.*)")
_COMMON = re.compile(r"(unused|aside): (.+)")
_NUMBER = re.compile(r"(life|mindbugs) (\d+)")
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
        player, common = _PLAYER.fullmatch(text), _COMMON.fullmatch(text)
        if common:
            _zone(draft, "", common[1], common[2], where, mistakes)
        elif player:
            _player(draft, player, where, mistakes)
        else:
            mistakes.add(where, f"{quote(text)} says nothing about the situation", _FORM)
    if draft.first is None and rows:
        mistakes.add(place, "nobody plays first", "begin a line with `alice plays first`")
    return Given(
        first=draft.first or "alice",
        players={name: _belongings(draft, name) for name in ("alice", "bob")},
        unused=draft.zones.get(("", "unused"), ()),
        aside=draft.zones.get(("", "aside"), ()),
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
    exhausted = [item for item in items if not isinstance(item, Others) and item.exhausted]
    if exhausted and zone != "in play":
        mistakes.add(place, f"{exhausted[0].card} is exhausted in `{zone}`", "only in play")
    draft.zones[name, zone] = draft.zones.get((name, zone), ()) + items


def _belongings(draft: _Draft, name: str) -> Belongings:
    return Belongings(
        life=draft.numbers.get((name, "life")),
        mindbugs=draft.numbers.get((name, "mindbugs")),
        zones={zone: draft.zones[name, zone] for zone in ZONES if (name, zone) in draft.zones},
    )
