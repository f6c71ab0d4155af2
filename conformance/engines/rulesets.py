"""Rulesets of the oracle, each loaded once, with card texts added that come in a message."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import oracle
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import SEATS
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

KEPT = 48
"""Rulesets in memory: vectors with cards of their own would otherwise fill it."""


def ruleset(
    game: str,
    options: Mapping[str, str],
    cards: Sequence[str],
    files: Sequence[Path] = (),
    players: int | None = None,
) -> oracle.Ruleset:
    """The ruleset with options answered otherwise, card texts and card files added.

    Where it leaves the number of players open, it is for as few as may be unless said.
    """
    number = expected_number(game, players)
    return _load(game, tuple(sorted(options.items())), tuple(cards), tuple(files), number)


def ruleset_anew(
    game: str, options: Mapping[str, str], cards: Sequence[str], players: int | None
) -> oracle.Ruleset:
    """The same ruleset put together once more, for somebody who watches how that is done."""
    number = expected_number(game, players)
    return _load.__wrapped__(game, tuple(sorted(options.items())), tuple(cards), (), number)


def range_of_players(game: str) -> tuple[int, int]:
    """The fewest and the most that may play a ruleset."""
    return load_specification().ruleset(game).players


def expected_number(game: str, players: int | None) -> int | None:
    """How many play, None where a ruleset leaves no choice; a number it does not allow is told."""
    fewest, most = range_of_players(game)
    if players is not None and not fewest <= players <= most:
        allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise KaijuError(
            f"{game} is played by {allowed}, not by {players}",
            remedy="Say another number of players, or leave it out.",
        )
    return None if fewest == most else players or fewest


def number_of_players(game: str, setup: object) -> int | None:
    """How many play in a position: those it names; None where a ruleset leaves no choice.

    Seats that are left out before the last one named have what everybody starts with. Of a
    ruleset that the kit does not know nothing can be said either.
    """
    try:
        fewest, most = range_of_players(game)
    except KaijuError:
        return None
    if fewest == most:
        return None
    named = setup.get("players") if isinstance(setup, dict) else None
    seats = [SEATS.index(seat) + 1 for seat in named or () if seat in SEATS]
    return max([fewest, *seats])


def seats_of(game: str, players: int | None) -> tuple[str, ...]:
    """The seats of a game of so many; every seat there can be where the ruleset is not known."""
    try:
        fewest, _ = range_of_players(game)
    except KaijuError:
        return SEATS
    return SEATS[: players or fewest]


@lru_cache(maxsize=KEPT)
def _load(
    game: str,
    options: tuple[tuple[str, str], ...],
    cards: tuple[str, ...],
    files: tuple[Path, ...],
    players: int | None,
) -> oracle.Ruleset:
    if not cards:
        return oracle.load(game, options=dict(options), cards=files, players=players)
    with tempfile.TemporaryDirectory(prefix="kaiju-cards-") as folder:
        text = Path(folder) / "message.cards"
        text.write_text("\n".join(cards), encoding="utf-8")
        try:
            return oracle.load(game, options=dict(options), cards=[*files, text], players=players)
        except KaijuError as error:
            raise KaijuError(str(error).replace(f"{folder}{os.sep}", "")) from None


@cache
def ordered_lists(game: str) -> tuple[str, ...]:
    """The places of a ruleset whose order matters, as the judge names them."""
    zones = ruleset(game, {}, ()).machine.layout.zones
    return tuple(f".{zone.name}" if zone.each_seat else zone.name for zone in zones if zone.ordered)


def pool(game: str, options: Mapping[str, str], cards: Sequence[str]) -> list[JsonObject]:
    """The name the kit gives to every card of a game that starts from its beginning."""
    machine = ruleset(game, options, cards).machine
    names = [machine.definitions[number].id for number in machine.box]
    return [{"h": f"#{number}", "card": name} for number, name in enumerate(names, 1)]
