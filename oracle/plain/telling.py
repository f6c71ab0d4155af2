"""How events are told where each event's own sentence is good enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.position import Position

OPEN: set[str] = set()
OWN: set[str] = set()
QUIET: set[str] = set()
CHANGES: set[str] = set()
GROUPED: dict[str, str] = {}
AWAITED: set[str] = set()
SPOKEN = {"resolve"}
SENTENCES: dict[str, str] = {}
PLAYER, OTHER = "player {number}", "the opponent"


def ending(position: Position, name: Callable[[str], str]) -> str:
    """Who has won, and by what."""
    outcome = position.over
    if outcome is None or outcome.winner is None:
        return "the game is a draw"
    return f"{name(outcome.winner)} wins: {outcome.reason.replace('-', ' ')}"


def polished(text: str) -> str:
    """A sentence as it is."""
    return text


def addressed(text: str) -> str:
    """A sentence as it is."""
    return text


def reason_to(text: str) -> str:
    """A reason as it is."""
    return text
