"""Where scenarios, vectors and records lie: with the game that somebody names, else in the kit."""

from __future__ import annotations

from pathlib import Path

from rules_dsl.home import home

ROOM = home() or Path(__file__).parent
"""The folder of all that the kit keeps of its games."""
