"""Rulesets of the oracle, each loaded once, with card texts added that come in a message."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import oracle
from conformance.protocol.canonical import JsonObject
from rules_dsl.errors import KaijuError

KEPT = 256
"""Rulesets in memory: vectors with cards of their own would otherwise fill it."""


def ruleset(
    game: str, options: Mapping[str, str], cards: Sequence[str], files: Sequence[Path] = ()
) -> oracle.Ruleset:
    """The ruleset with options answered otherwise, card texts and card files added."""
    return _load(game, tuple(sorted(options.items())), tuple(cards), tuple(files))


@lru_cache(maxsize=KEPT)
def _load(
    game: str,
    options: tuple[tuple[str, str], ...],
    cards: tuple[str, ...],
    files: tuple[Path, ...],
) -> oracle.Ruleset:
    with tempfile.TemporaryDirectory(prefix="kaiju-cards-") as folder:
        written = list(files)
        if cards:
            text = Path(folder) / "message.cards"
            text.write_text("\n".join(cards), encoding="utf-8")
            written.append(text)
        try:
            return oracle.load(game, options=dict(options), cards=written)
        except KaijuError as error:
            raise KaijuError(str(error).replace(f"{folder}{os.sep}", "")) from None


def pool(game: str, options: Mapping[str, str], cards: Sequence[str]) -> list[JsonObject]:
    """The name the kit gives to every card of a game that starts from its beginning."""
    machine = ruleset(game, options, cards).machine
    names = [machine.definitions[number].id for number in machine.box]
    return [{"h": f"#{number}", "card": name} for number, name in enumerate(names, 1)]
