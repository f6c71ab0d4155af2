"""Mutants that no scenario can kill, each with the reason why."""

from __future__ import annotations

import tomllib
from pathlib import Path

from rules_dsl.errors import KaijuError

EXCUSES = Path(__file__).parent / "excuses.toml"
TOO_MANY = 8  # per cent of the mutants


def read_excuses(file: Path = EXCUSES) -> dict[str, str]:
    """The reason for each excused mutant."""
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise KaijuError(f"the excuses cannot be read: {error}", str(file)) from None
    found = table.get("equivalent", {})
    for id, reason in found.items():
        if not isinstance(reason, str) or not reason.strip():
            raise KaijuError(f"the excuse for {id} gives no reason", str(file), "Say why.")
    return dict(found)
