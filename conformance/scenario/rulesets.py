"""The ruleset of a scenario that names none."""

from __future__ import annotations

from pathlib import Path

from conformance.games import kit, names
from conformance.scenario.model import Place


def default_ruleset(place: Place) -> str | None:
    """The ruleset of a scenario that names none: its game's folder says it."""
    unnamed = {name: ruleset for name in names() if (ruleset := kit(name).unnamed)}
    for folder in reversed(Path(place.file).resolve().parts[:-1]):
        if folder in unnamed:
            return unnamed[folder]
    return None
