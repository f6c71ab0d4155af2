"""Which table a ruleset is played at."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.engines.interface import Engine
from conformance.games import kit_of, lacks
from conformance.properties.table import Table


def lay_table(engine: Engine, game: str, options: Mapping[str, str] | None = None) -> Table:
    """The table for a ruleset, with an engine to play at it."""
    table = kit_of(game).table
    if table is None:
        raise lacks(game.partition("/")[0], "table")
    return table()(engine, game, options)
