"""Reads the `given` part of a scenario: who plays first and which cards lie where."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from attrs import define, field, frozen

from conformance.scenario.game import Game
from conformance.scenario.mistakes import Mistakes, nearest, quote
from conformance.scenario.model import Belongings, Given, Item, Others, Place
from conformance.scenario.phrases import (
    CARD,
    any_of,
    in_a_row,
    split_commas,
    split_outside_quotes,
)


@define
class _Draft:
    game: Game
    first: str | None = None
    named: set[str] = field(factory=set)
    numbers: dict[tuple[str, str], int] = field(factory=dict)
    notes: dict[str, tuple[str, ...]] = field(factory=dict)
    zones: dict[tuple[str, str], tuple[Item, ...]] = field(factory=dict)
    gauges: dict[str, object] = field(factory=dict)
    places: dict[tuple[str, str], Place] = field(factory=dict)


@frozen
class _Forms:
    """The forms that the lines about a situation can have, and the parts of a player's."""

    player: re.Pattern[str]
    table: re.Pattern[str]
    gauge: re.Pattern[str]
    number: re.Pattern[str]
    zone: re.Pattern[str]
    zones: tuple[str, ...]
    """The zones that are said by their names."""


@lru_cache(maxsize=16)
def _forms(game: Game) -> _Forms:
    zones = tuple(zone for zone in game.zones if zone != game.bare_zone)
    return _Forms(
        player=re.compile(rf"({any_of(game.people)})(?::| (plays first)(?:;|$))\s*(.*)"),
        table=re.compile(rf"({any_of(game.shared)}): (.+)"),
        gauge=re.compile(rf"({any_of(game.gauges)}): (.+)"),
        number=re.compile(rf"({any_of(game.numbers)}) (\d+)"),
        zone=re.compile(rf"({any_of(zones)}): (.+)"),
        zones=zones,
    )


_OTHERS = re.compile(r"([a-z]+(?:(?:, | and )[a-z]+)*) plays? too")
_A_CARD = re.compile(CARD)


def read_given(
    rows: list[tuple[Place, str]], place: Place, game: Game, mistakes: Mistakes
) -> Given:
    """The situation that the lines describe."""
    draft = _Draft(game)
    forms = _forms(game)
    for where, text in rows:
        player, shared = forms.player.fullmatch(text), forms.table.fullmatch(text)
        gauge = forms.gauge.fullmatch(text) if game.gauges else None
        if gauge:
            _gauge(draft, gauge[1], gauge[2], where, mistakes)
        elif shared:
            _zone(draft, "", shared[1], shared[2], where, mistakes)
        elif player:
            _player(draft, player, where, mistakes)
        elif others := _OTHERS.fullmatch(text):
            _others(draft, re.split(", | and ", others[1]), where, mistakes)
        else:
            mistakes.add(where, f"{quote(text)} says nothing about the situation", game.given_form)
    if draft.first is None and rows:
        mistakes.add(place, "nobody plays first", "begin a line with `alice plays first`")
    if game.is_open:
        expect_seats(draft.named, place, game, mistakes)
    playing = [name for name in game.people if not game.is_open or name in draft.named]
    return Given(
        first=draft.first or "alice",
        players={name: _belongings(draft, name) for name in playing},
        shared=_zones(draft, "", game.shared),
        gauges={name: draft.gauges[name] for name in game.gauges if name in draft.gauges},
        game=game.name,
        places=draft.places,
    )


def expect_seats(names: Iterable[str], place: Place, game: Game, mistakes: Mistakes) -> None:
    """Refuse players that leave a seat between them empty, and too few of them."""
    named = set(names)
    wanted = game.people[: max(len(named), game.fewest)]
    if named != set(wanted):
        mistakes.add(
            place,
            f"{in_a_row(sorted(named)) if named else 'nobody'} cannot play alone",
            f"{game.fewest} to {len(game.people)} play, in this order: {', '.join(game.people)}; "
            f"say `{wanted[-1]} plays too` of one who has nothing special",
        )


def _others(draft: _Draft, names: list[str], place: Place, mistakes: Mistakes) -> None:
    """Players of whom nothing else is said."""
    for name in names:
        if name in draft.game.people:
            draft.named.add(name)
            draft.places.setdefault((name, ""), place)
        else:
            people = draft.game.people
            mistakes.add(
                place, f"{quote(name)} is no player", f"{len(people)} can play: {in_a_row(people)}"
            )


def _player(draft: _Draft, line: re.Match[str], place: Place, mistakes: Mistakes) -> None:
    name, game = line[1], draft.game
    forms = _forms(game)
    draft.named.add(name)
    draft.places.setdefault((name, ""), place)
    if line[2]:
        if draft.first:
            mistakes.add(place, f"{name} and {draft.first} both play first", "keep one of them")
        draft.first = name
    for part in filter(None, split_outside_quotes(line[3], ";")):
        number, zone = forms.number.fullmatch(part), forms.zone.fullmatch(part)
        if zone:
            _zone(draft, name, zone[1], zone[2], place, mistakes)
        elif number and (name, number[1]) in draft.numbers:
            mistakes.add(place, f"a second `{number[1]}` for {name}", "keep one of them")
        elif number:
            draft.numbers[name, number[1]] = int(number[2])
            draft.places[name, number[1]] = place
        elif part in game.notes:
            draft.notes[name] = (*draft.notes.get(name, ()), part)
            draft.places |= {(name, key): place for key in game.notes[part]}
        elif game.bare_zone and _A_CARD.fullmatch(part):
            if (name, game.bare_zone) in draft.zones:
                mistakes.add(place, f"a second {game.bare_zone} for {name}", "keep one of them")
            _zone(draft, name, game.bare_zone, part, place, mistakes)
        else:
            known = [*game.notes, *game.numbers, *(f"{zone}:" for zone in forms.zones)]
            near = nearest(part, known)
            remedy = f"did you mean `{near}`? " if near else ""
            message = f"{quote(part)} is nothing that {name} can have"
            mistakes.add(place, message, f"{remedy}{game.given_form}")


def _gauge(draft: _Draft, name: str, text: str, place: Place, mistakes: Mistakes) -> None:
    hole = draft.game.gauges[name]
    if name in draft.gauges:
        mistakes.add(place, f"a second `{name}`", "keep one of them")
    try:
        if not re.fullmatch(hole.pattern, text):
            raise ValueError(f"{quote(text)} is no place for the {name}")
        draft.gauges[name] = hole.read(text)
        draft.places["", name] = place
    except ValueError as error:
        mistakes.add(place, str(error), draft.game.given_form)


@lru_cache(maxsize=4_000)
def _items(game: Game, text: str) -> tuple[Item, ...]:
    return tuple(game.read_item(part) for part in split_commas(text))


def _zone(draft: _Draft, name: str, zone: str, text: str, place: Place, mistakes: Mistakes) -> None:
    try:
        items = _items(draft.game, text)
    except ValueError as error:
        mistakes.add(place, str(error), "name cards as they are printed, copies as `Name [a]`")
        return
    marked = draft.game.marked_zone
    for item in items:
        if zone == marked or isinstance(item, Others):
            continue
        marks = {
            "exhausted": item.exhausted,
            "boosted": item.boosts,
            "marked": item.counters,
            "copied": item.copied,
            "bought": item.paid is not None,
            "laid out": item.at,
        }
        for what in [what for what, has in marks.items() if has][:1]:
            mistakes.add(place, f"{item.card} is {what} in `{zone}`", draft.game.marked_remedy)
    draft.zones[name, zone] = draft.zones.get((name, zone), ()) + items
    draft.places.setdefault((name, zone), place)


def _belongings(draft: _Draft, name: str) -> Belongings:
    game = draft.game
    return Belongings(
        numbers={
            what: draft.numbers[name, what]
            for what in game.numbers
            if (name, what) in draft.numbers
        },
        zones=_zones(draft, name, game.zones),
        notes=draft.notes.get(name, ()),
    )


def _zones(draft: _Draft, name: str, known: Iterable[str]) -> dict[str, tuple[Item, ...]]:
    return {zone: draft.zones[name, zone] for zone in known if (name, zone) in draft.zones}
