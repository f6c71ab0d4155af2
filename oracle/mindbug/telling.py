"""How the story of a game of Mindbug is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.position import Position

OPEN = {"reveal", "tie"}
"""Events whose cards everybody sees, wherever they lie before and after."""

OWN: set[str] = set()
"""Events whose cards the player they speak of sees."""

QUIET = {
    *("applies", "minimum", "trigger", "pool", "table", "unused"),
    *("stages", "power-deck", "dice", "final", "lasting", "no-use", "no-power-card"),
    *("resolve-power", "carry-out"),
}
"""Events that are true and would only lengthen the story."""

CHANGES = {"evolve", "fall-back"}
"""Events after which a card is called otherwise."""

GROUPED = {"deal": "card", "draw": "card"}
"""Events that are told together when they follow each other, with what differs."""

AWAITED = {"deal"}
"""Decisions after which an event of the same group may follow."""

SPOKEN = {"resolve"}
"""Events that are told with the words of their ability."""

SENTENCES: dict[str, str] = {}
"""Events that a story tells otherwise than in their own sentence."""

PLAYER, OTHER = "player {number}", "the opponent"
"""What a player is called in a story for everybody, and another player to one who listens."""

ENDINGS = {"life": "has no life left", "no-action": "has no turn action left"}
"""Why the other player has lost, by the reason of the outcome."""


def ending(position: Position, name: Callable[[str], str]) -> str:
    """Who has won, and why."""
    outcome = position.over
    reason = ENDINGS.get(outcome.reason, "the game is over") if outcome else "the game is over"
    winner = None if outcome is None else outcome.winner
    if winner is None:
        return "the game is a draw: neither player has life left"
    loser = next(seat for seat in position.ruleset.machine.layout.seats if seat != winner)
    return f"{name(winner)} wins: {name(loser)} {reason}".replace(": you has", ": you have")


def polished(text: str) -> str:
    """A sentence with its small faults mended."""
    return text.replace("1 Mindbugs", "1 Mindbug")


def addressed(text: str) -> str:
    """What belongs to the player a sentence is said to: `your hand`."""
    if text.startswith("you "):
        text = text.replace(" and has ", " and have ")
    return re.sub(r"the (hand|discard pile) of you\b", r"your \1", text)


def reason_to(text: str) -> str:
    """A reason as one says it to the player it speaks of."""
    return text
