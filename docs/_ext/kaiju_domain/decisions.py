"""Which decisions each card brings, in which order: what the vectors of the scenarios record."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from conformance.engines.rulesets import number_of_players, ruleset
from conformance.games import kit_of
from conformance.judge.vector_files import VECTORS, vector_files
from oracle import Position
from oracle.kernel.decision import Decision

from .library import Library
from .shelf import Shelf

AGAIN = " …"
"""What stands behind a decision that is asked several times in a row."""
OWN_WORDS = {
    "`may`": re.compile(r"\bmay\b"),
    "`choose`": re.compile(r"\b(an?|another|any|up to|choose|cards?|creatures?|dice|die)\b"),
}
"""What the text of a card has that brings a decision itself, and has not borrowed it."""
MOST = 3
"""Ways to be asked that are shown of one card."""
NATURE = "nature"


@frozen
class Way:
    """Decisions that follow one another because of one card, and a scenario that shows it."""

    decisions: tuple[str, ...]
    scenario: str


def decisions_of(library: Library, shelf: Shelf) -> dict[str, list[Way]]:
    """By the name of each card of a game, the ways in which it asks, the usual one first."""
    found: dict[str, Counter[tuple[str, ...]]] = {}
    shown: dict[tuple[str, tuple[str, ...]], str] = {}
    for vector in _vectors(shelf):
        if vector["id"] not in library.scenarios:
            continue
        names = _names(shelf, vector["game"])
        for card, decisions in _visits(vector):
            if card in names and _can_ask(shelf, names[card], decisions):
                found.setdefault(names[card], Counter())[decisions] += 1
                shown.setdefault((names[card], decisions), vector["id"])
    return {
        name: [Way(decisions, shown[name, decisions]) for decisions in _usual(found[name])]
        for name in shelf.cards
        if name in found
    }


def _can_ask(shelf: Shelf, name: str, decisions: tuple[str, ...]) -> bool:
    """Whether a card asks this itself: one that has got a text of another is not meant."""
    text = " ".join(line.text for line in shelf.cards[name].lines)
    asked = " ".join(decisions)
    return bool(text) and all(
        says.search(text) for word, says in OWN_WORDS.items() if word in asked
    )


def _usual(ways: Counter[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The ways seen most often; the beginning of a longer one says nothing, nor does once more."""
    kept = [
        way for way in ways if not any(other != way and other[: len(way)] == way for other in ways)
    ]
    once = [tuple(one.removesuffix(AGAIN) for one in way) for way in kept]
    whole = [
        way for way, plain in zip(kept, once, strict=True) if way == plain or plain not in kept
    ]
    return sorted(whole, key=lambda way: (-ways[way], len(way), way))[:MOST]


def _vectors(shelf: Shelf) -> Iterator[dict[str, Any]]:  # Any: a vector as JSON
    folder = VECTORS / shelf.game.name
    for file in vector_files(folder) if folder.is_dir() else ():
        with file.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def _names(shelf: Shelf, game: str) -> dict[str, str]:
    """How references call the cards of a ruleset, by their ids."""
    sets = [Path(file).stem for file in shelf.specification.ruleset(game).cards]
    return {entry.card.id: entry.name for name in sets for entry in shelf.sets.get(name, ())}


def _visits(vector: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:  # Any: JSON
    """The decisions of a vector that a card brings, those in a row together."""
    asking, so_far = "", list[str]()
    for card, decision, begins in _asked(vector):
        if card != asking or begins:
            if so_far:
                yield asking, tuple(so_far)
            asking, so_far = card, []
        if so_far and decision == so_far[-1].removesuffix(AGAIN):
            so_far[-1] = decision + AGAIN
        elif card:
            so_far.append(decision)
    if so_far:
        yield asking, tuple(so_far)


def _asked(vector: Mapping[str, Any]) -> Iterator[tuple[str, str, bool]]:  # Any: JSON
    """The open decisions of a vector: the card that brings it, if one does, who is asked what,
    and whether the card begins to be used with it."""
    setup, start = vector.get("setup"), vector.get("start") or {}
    players = number_of_players(vector["game"], setup) if setup else start.get("players")
    rules = ruleset(vector["game"], vector["options"], vector.get("cards", ()), players=players)
    position = rules.start() if setup is None else rules.setup(setup)
    answers = [step["do"] for step in vector["script"]]
    asked_of_all = kit_of(vector["game"]).asks
    while (decision := position.decision) is not None:
        forced = decision.forced()
        if forced is None and not answers:
            return
        answer = answers.pop(0) if forced is None else forced
        if forced is None:
            handle = _brings(decision, answer, asked_of_all)
            if handle:
                asked = f"{_who(position, decision, handle)} `{decision.kind}`"
                yield position.card(handle), asked, "use" in answer
            elif not decision.is_chance:
                yield "", "", False
        position.advance_silently(answer)


def _brings(
    decision: Decision,
    answer: Mapping[str, Any],  # Any: an answer
    asked_of_all: frozenset[str],
) -> str | None:
    """The handle of the card because of which is asked, or which the answer uses."""
    used = answer.get("use")
    if isinstance(used, str):
        return used.partition("/")[0]  # a copy is called by its original
    return None if decision.kind in asked_of_all else decision.source


def _who(position: Position, decision: Decision, handle: str) -> str:
    """Who is asked, seen from the player who has the card, or whose turn it is."""
    if decision.seat == NATURE:
        return "chance:"
    state = position.projection()
    holders = [
        seat for seat, zones in state["players"].items() if f'"{handle}"' in json.dumps(zones)
    ]
    return "its player:" if decision.seat in (holders or [state["turn"]]) else "another:"
