"""How the story of a duel is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from .whereabouts import PLACE, cell_text, place_text

if TYPE_CHECKING:
    from oracle.position import Position

OPEN = {"throw"}
"""Events whose cards everybody sees, wherever they lie before and after."""

OWN: set[str] = set()
"""Events whose cards the monster they speak of sees."""

QUIET = {
    *("deck", "board", "phase", "dice", "rolls", "stop", "complete", "added", "no-result"),
    *("resolved", "applies", "no-effect", "together", "one-after-another", "hit", "lay"),
    *("lasting", "waiting", "lasting-ends", "awake", "pulled", "goes-on", "no-purchase", "full"),
    *("left-out", "own-tokens"),
}
"""Events that are true and would only lengthen the story."""

CHANGES: set[str] = set()
"""Events after which a card is called otherwise."""

GROUPED = {"first-face": "face", "face": "face", "throw": "face"}
"""Events that are told together when they follow each other, with what differs."""

AWAITED = {"first-roll", "roll", "throw"}
"""Decisions after which an event of the same group may follow."""

SPOKEN = {"trigger"}
"""Events that are told with the words of their ability."""

SENTENCES = {"trigger": "{card} works for {seat}"}
"""Events that a story tells otherwise than in their own sentence."""

PLAYER = OTHER = "monster {number}"
"""What a monster is called in the story."""

COUNTED = {"claw", "heart"}
"""Symbols that are counted; the others are an amount, such as `2 energy`."""

OF_YOU = {"has": "have", "is": "are", "was": "were", "rolls": "roll", "decides": "decide"}
"""Verbs of reasons as one says them to the monster they speak of."""

WAYS = {
    "hearts": "{loser} has no hearts left",
    "spotlights": "both markers are in spotlights on the winner's side",
    "victory-cell": "a marker is on the victory cell on the winner's side",
}
"""Why somebody has won, by the reason of the outcome."""

_CELL = re.compile(r"(marker comes to )(-?)(\d*)(½?)$")
_SYMBOLS = re.compile(r"\b(\d+) x (\w+)")


def ending(position: Position, name: Callable[[str], str]) -> str:
    """Who has won, and why."""
    outcome = position.over
    assert outcome is not None
    if outcome.winner is None:
        return "nobody wins: no monster has hearts left"
    loser = next(s for s in position.ruleset.machine.layout.seats if s != outcome.winner)
    why = WAYS.get(outcome.reason, outcome.reason).format(loser=name(loser))
    why = why.replace("you has", "you have")
    if name(outcome.winner) == "you":
        why = why.replace("the winner's", "your")
    return f"{name(outcome.winner)} wins: {why}"


def polished(text: str) -> str:
    """A sentence with cells, places and symbols in words: `2 claws` for `2 x claw`."""
    text = _CELL.sub(_in_words, text)
    text = PLACE.sub(lambda found: place_text(found[0]), text)
    return _SYMBOLS.sub(_counted, text)


def _counted(found: re.Match[str]) -> str:
    several = found[2] in COUNTED and found[1] != "1"
    return f"{found[1]} {found[2]}{'s' if several else ''}"


def _in_words(found: re.Match[str]) -> str:
    half = 2 * int(found[3] or 0) + bool(found[4])
    return found[1] + cell_text(-half if found[2] else half)


def addressed(text: str) -> str:
    """What belongs to the monster a sentence is said to: `your roll`."""
    text = re.sub(r"\byou's\b", "your", text)
    text = re.sub(r"\b[Tt]he ([a-z]+) of you\b", r"your \1", text)
    if text.startswith("you "):
        text = text.replace(" as it can have", " as you can have")
    return text


def reason_to(text: str) -> str:
    """A reason as one says it to the monster it speaks of."""
    text = re.sub(r"\byou's\b", "your", text)
    return re.sub(rf"\byou ({'|'.join(OF_YOU)})\b", lambda found: f"you {OF_YOU[found[1]]}", text)
