"""How the story of a game of King of Tokyo is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .table import STARS_TO_WIN

if TYPE_CHECKING:
    from oracle.position import Position

OPEN: set[str] = set()
"""Events whose cards everybody sees, wherever they lie before and after."""

OWN = {"peek"}
"""Events whose cards the monster they speak of sees."""

QUIET = {
    *("deck", "monster", "phase", "dice", "rerolls", "applies", "hit", "score", "no-score"),
    *("outside", "lasting", "lasting-ends", "look", "lost-results", "no-yield", "holds-place"),
    *("bay-stays", "no-turn", "forbidden", "lay"),
}
"""Events that are true and would only lengthen the story."""

CHANGES: set[str] = set()
"""Events after which a card is called otherwise."""

GROUPED = {"first-face": "face", "face": "face", "throw": "face", "draw": "card"}
"""Events that are told together when they follow each other, with what differs."""

AWAITED = {"first-roll", "roll", "draw"}
"""Decisions after which an event of the same group may follow."""

SPOKEN = {"trigger"}
"""Events that are told with the words of their ability."""

SENTENCES = {"trigger": "{card} works for {seat}"}
"""Events that a story tells otherwise than in their own sentence."""

PLAYER = OTHER = "monster {number}"
"""What a monster is called in the story."""

NOUNS = "star|heart|claw|reroll|token|one|two|three"

OF_YOU = {"has": "have", "is": "are", "was": "were", "rolls": "roll", "decides": "decide"}
"""Verbs of reasons as one says them to the monster they speak of."""


def ending(position: Position, name: Callable[[str], str]) -> str:
    """Who has won, and why."""
    outcome = position.over
    assert outcome is not None
    players = position.projection()["players"]
    if outcome.winner is not None:
        stars = players[outcome.winner]["stars"]
        why = f"with {stars} stars" if outcome.reason == "stars" else "as the last monster left"
        return f"{name(outcome.winner)} wins {why}"
    if outcome.reason == "stars":
        enough = [
            name(seat)
            for seat, player in players.items()
            if player["hearts"] and player["stars"] >= STARS_TO_WIN
        ]
        *most, last = enough
        return f"{', '.join(most)} and {last} win together"
    return "nobody wins: no monster is left"


def polished(text: str) -> str:
    """A sentence with one or several of what it counts: `1 star`, `3 ones`."""
    text = re.sub(r"\b1 dice\b", "1 die", text)
    text = re.sub(rf"(?<!monster )\b1 ({NOUNS})s\b", r"1 \1", text)
    several = rf"(?<!monster )\b(?!1\b)(\d+) ((?:poison |shrink )?(?:{NOUNS}))\b"
    text = re.sub(several, r"\1 \2s", text)
    return re.sub(r"^((?!1\b)\d+ \w+) is ", r"\1 are ", text)


def addressed(text: str) -> str:
    """What belongs to the monster a sentence is said to: `your roll`."""
    text = re.sub(r"\byou's\b", "your", text)
    text = re.sub(r"\bthe ([a-z]+) of you\b", r"your \1", text)
    if text.startswith("you "):
        text = text.replace(" as it can have", " as you can have")
        text = text.replace(" with its turn", " with your turn")
    return text


def reason_to(text: str) -> str:
    """A reason as one says it to the monster it speaks of."""
    text = re.sub(r"\byou's\b", "your", text)
    return re.sub(rf"\byou ({'|'.join(OF_YOU)})\b", lambda found: f"you {OF_YOU[found[1]]}", text)
