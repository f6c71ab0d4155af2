"""Phrases with holes: one text that both reads a sentence and writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import frozen

from conformance.scenario.model import CardRef, Item, Others, Placed

CARD = r'(?:"[^"]+"|[A-Z][^,;:\[\]()"]*?|other \d+)(?: \[\w+\])?'
_CARD_PARTS = re.compile(r'(?:"(?P<quoted>[^"]+)"|(?P<plain>[^"\[\]]+?))(?: \[(?P<label>\w+)\])?')
_BETWEEN_CARDS = re.compile(r'(?:, | and )(?=(?:[^"]*"[^"]*")*[^"]*$)')
_IN_PLAY = re.compile(
    rf"(?P<name>{CARD})"
    r"(?: \((?=[eb])(?P<exhausted>exhausted)?(?:(?<=exhausted), )?"
    r"(?:boosted by (?P<boosts>.+))?\))?"
)
_HOLE = re.compile(r"\{(\w+)\}|\(s\)")

ABILITIES = (
    *("play", "attack", "defeated", "action", "bought", "rolled"),
    *("put-into-discard", "life-lost"),
)
PILES = ("hand", "deck", "discard pile")
POWER_PILES = ("power row", "power deck", "power discard pile")
TIMES = {1: "once", 2: "twice"}
DICE = {"first": "the first die", "second": "the second die", "both": "both dice"}
"""The dice that may be rolled again, as answers name them and as sentences do."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")

DECISIONS = {
    "turn": "turn action",
    "mindbug": "mindbug",
    "hunt": "hunt",
    "block": "block",
    "attack-again": "further attack",
    "choose": "choice",
    "may": "yes or no",
    "order": "order of effects",
    "replace": "replacement",
    "deal": "deal",
    "reveal": "reveal",
    "first": "first player",
    "pick": "random pick",
    "top": "top card",
    "buy": "purchase",
    "roll": "die roll",
    "reroll": "reroll",
    "dice-order": "order of dice",
    "top-power": "power card",
    "mode": "choice of effect",
    "keyword": "naming of a keyword",
    "pile": "choice of discard pile",
}
"""How scenarios call each kind of decision."""


def _any_of(words: object) -> str:
    return "|".join(re.escape(word) for word in words)  # type: ignore[attr-defined]


HOLES = {
    "player": "alice|bob",
    "other": "alice|bob",
    "seat": "alice|bob|chance",
    "n": r"\d+",
    "card": CARD,
    "creature": CARD,
    "face": CARD,
    "cards": rf"{CARD}(?:(?:, | and ){CARD})*",
    "deck": r".+",
    "keyword": r"[a-z]+(?:-[a-z]+)*",
    "ability": _any_of(ABILITIES),
    "pile": _any_of(PILES),
    "power_pile": _any_of(POWER_PILES),
    "dice": _any_of(DICE.values()),
    "ordinal": _any_of(ORDINALS),
    "times": r"once|twice|\d+ times",
    "decision": _any_of(DECISIONS.values()),
}
"""Every kind of hole with the text that can fill it."""


@frozen
class Phrase:
    """A sentence with holes such as {card}; `(s)` is an s that follows numbers other than 1."""

    text: str
    pattern: re.Pattern[str]

    def read(self, line: str) -> dict[str, object] | None:
        """Fill the holes from a line, or None when the line is another sentence."""
        match = self.pattern.fullmatch(line)
        if match is None:
            return None
        try:
            return {hole: _value(hole, text) for hole, text in match.groupdict().items()}
        except ValueError:
            return None

    def write(self, args: Mapping[str, object]) -> str:
        """The sentence with its holes filled, in the one canonical spelling."""

        def fill(match: re.Match[str]) -> str:
            hole = match[1]
            if hole is None:
                return "" if args.get("n") == 1 else "s"
            return _written(hole, args[hole])

        return _HOLE.sub(fill, self.text)


def phrase(text: str) -> Phrase:
    """A phrase from its text."""
    pattern, end = "", 0
    for match in _HOLE.finditer(text):
        pattern += re.escape(text[end : match.start()])
        pattern += f"(?P<{match[1]}>{HOLES[match[1]]})" if match[1] else "s?"
        end = match.end()
    return Phrase(text, re.compile(pattern + re.escape(text[end:])))


def read_card(text: str) -> CardRef:
    """A card as text names it: `Shield Bugs [a]`."""
    match = _CARD_PARTS.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"`{text}` does not name a card")
    return CardRef(match["quoted"] or match["plain"].strip(), match["label"])


def read_item(text: str) -> Item:
    """An entry of a zone: a card, an exhausted or boosted card, or `3 others`."""
    text = text.strip()
    others = re.fullmatch(r"(\d+) others?", text)
    if others:
        return Others(int(others[1]))
    card = _IN_PLAY.fullmatch(text)
    if card is None:
        raise ValueError(f"`{text}` is not a card")
    boosts = [read_item(part) for part in _BETWEEN_CARDS.split(card["boosts"] or "") if part]
    if any(isinstance(item, Placed) and (item.exhausted or item.boosts) for item in boosts):
        raise ValueError(f"`{text}`: a boost is a card and nothing more")
    return Placed(read_card(card["name"]), bool(card["exhausted"]), tuple(boosts))


def read_items(text: str) -> tuple[Item, ...]:
    """The entries of a zone, separated by commas."""
    return tuple(read_item(part) for part in split_commas(text))


def split_outside_quotes(text: str, mark: str) -> list[str]:
    """The parts between marks; a mark inside quotes does not count."""
    return [part.strip() for part in re.findall(rf'(?:"[^"]*"|[^{mark}"])+', text)]


def split_commas(text: str) -> list[str]:
    """The parts between commas; one inside quotes or parentheses does not count."""
    return [part.strip() for part in re.findall(r'(?:"[^"]*"|\((?:"[^"]*"|[^")])*\)|[^,"])+', text)]


def write_item(item: Item) -> str:
    """An entry of a zone as it is written."""
    if isinstance(item, Others):
        return f"{item.count} other" + ("" if item.count == 1 else "s")
    notes = ["exhausted"] if item.exhausted else []
    if item.boosts:
        notes.append(f"boosted by {_row(write_item(boost) for boost in item.boosts)}")
    return f"{item.card} ({', '.join(notes)})" if notes else str(item.card)


def write_cards(cards: tuple[CardRef, ...]) -> str:
    """Cards in a row: A, B and C."""
    return _row(str(card) for card in cards)


def _row(entries: Iterable[str]) -> str:
    names = list(entries)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _split_cards(text: str) -> tuple[CardRef, ...]:
    return tuple(read_card(part) for part in _BETWEEN_CARDS.split(text))


def _value(hole: str, text: str) -> object:
    match hole:
        case "n":
            return int(text)
        case "card" | "creature" | "face":
            return read_card(text)
        case "cards":
            return _split_cards(text)
        case "deck":
            return read_items(text)
        case "dice":
            return next(dice for dice, words in DICE.items() if words == text)
        case "times":
            words = {word: number for number, word in TIMES.items()}
            return words[text] if text in words else int(text.split()[0])
        case _:
            return text


def _written(hole: str, value: object) -> str:
    if hole == "cards" and isinstance(value, tuple):
        return write_cards(value)
    if hole == "deck" and isinstance(value, tuple):
        return ", ".join(write_item(item) for item in value)
    if hole == "dice":
        return DICE[str(value)]
    if hole == "times" and isinstance(value, int):
        return TIMES.get(value, f"{value} times")
    return str(value)
