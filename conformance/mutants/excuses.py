"""Mutants that no scenario can kill, each with the reason why, a file for each game."""

from __future__ import annotations

from pathlib import Path

from conformance.mutants.games import GAMES
from rules_dsl.errors import KaijuError
from rules_dsl.foreign import load_toml

TOO_MANY = 8  # per cent of the mutants


def excuses_file(game: str) -> Path:
    """Where the excuses for the mutants of a game are."""
    return GAMES[game].folder / "excuses.toml"


def read_excuses() -> dict[str, str]:
    """The reason for each excused mutant of every game."""
    return {id: why for game in GAMES for id, why in read_file(excuses_file(game)).items()}


def read_file(file: Path) -> dict[str, str]:
    """The reasons in one file."""
    table = load_toml(file)
    found = table.get("equivalent", {})
    for id, reason in found.items():
        if not isinstance(reason, str) or not reason.strip():
            raise KaijuError(f"the excuse for {id} gives no reason", str(file), "Say why.")
    return dict(found)
