"""Which game a described position belongs to, by the fields and cards it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracle.kernel.machine import Machine
from oracle.ruleset import load
from rules_dsl.specification import load_specification

from .arguments import number_of_players


def recognised(given: Any) -> str:
    """The usual ruleset of the game that knows most of what a position names.

    Where several know as much, it is that of the first of them.
    """
    usual = [game.usual for game in load_specification().games.values() if game.usual]
    named = list(_named(given))
    fewest, best = len(named) + 1, usual[0]
    for name in usual:
        known = _known(load(name, players=number_of_players(name, None)).machine)
        unknown = sum(each not in known for each in named)
        if unknown == 0:
            return name
        if unknown < fewest:
            fewest, best = unknown, name
    return best


def _named(given: Any) -> Iterator[str]:
    """Every field and card of a description, whatever lies in what."""
    if isinstance(given, dict):
        for key, value in given.items():
            if key == "players" and isinstance(value, dict):
                value = list(value.values())
            yield value if key == "card" and isinstance(value, str) else str(key)
            yield from _named(value)
    elif isinstance(given, list):
        for each in given:
            yield from _named(each)


def _known(machine: Machine) -> set[str]:
    """The fields and cards that a description can have."""
    layout = machine.layout
    marks = [mark.name for zone in layout.zones for mark in layout.marks_in(zone.name)]
    amounts = [each.name for zone in layout.zones for each in layout.amounts_in(zone.name)]
    known = {each.name for each in layout.zones if each.used}
    known |= {each.name for each in layout.counters if each.used}
    known |= {each.name for each in layout.gauges}
    below = {layout.under} if layout.under else set()
    return {"players", "turn", "h", *known, *below, *marks, *amounts, *machine.definition_number}
