"""Which table a ruleset is played at."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.engines.interface import Engine
from conformance.properties.duel_table import Duel
from conformance.properties.table import Table
from conformance.properties.tokyo_table import Monsters

TABLES: dict[str, type[Table]] = {"mindbug": Table, "tokyo": Monsters, "duel": Duel}


def lay_table(engine: Engine, game: str, options: Mapping[str, str] | None = None) -> Table:
    """The table for a ruleset, with an engine to play at it."""
    return TABLES[game.partition("/")[0]](engine, game, options)
