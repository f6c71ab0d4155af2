"""Loads each ruleset once, however many scenarios use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import oracle
from conformance.scenario.face import Ruleset

KEPT = 48
"""Rulesets in memory: with all their options there are hundreds."""


def cached_load(
    ruleset: str,
    *,
    options: Mapping[str, str] | None = None,
    cards: Sequence[Path] = (),
    players: int | None = None,
) -> Ruleset:
    """The oracle's ruleset with these options and extra cards, for so many players."""
    return _load(ruleset, tuple(sorted((options or {}).items())), tuple(cards), players)


@lru_cache(maxsize=KEPT)
def _load(
    ruleset: str, options: tuple[tuple[str, str], ...], cards: tuple[Path, ...], players: int | None
) -> Ruleset:
    return oracle.load(ruleset, options=dict(options), cards=cards, players=players)
