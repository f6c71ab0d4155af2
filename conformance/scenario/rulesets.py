"""The ruleset of a scenario that names none."""

from __future__ import annotations

from pathlib import Path

from conformance.scenario.games.mindbug.words import DEFAULT_RULESET
from conformance.scenario.model import Place

DEFAULT_RULESETS = {"mindbug": DEFAULT_RULESET}


def default_ruleset(place: Place) -> str | None:
    """The ruleset of a scenario that names none: its game's folder says it."""
    for folder in reversed(Path(place.file).resolve().parts[:-1]):
        if folder in DEFAULT_RULESETS:
            return DEFAULT_RULESETS[folder]
    return None
