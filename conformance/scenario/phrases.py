"""Phrases with holes: one text that both reads a sentence and writes it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from conformance.scenario.model import CardRef, Item, Others, Placed

CARD = r'(?:"[^"]+"|[A-Z][^,;:\[\]()"]*?|other \d+)(?: \[\w+\])?'
_CARD_PARTS = re.compile(r'(?:"(?P<quoted>[^"]+)"|(?P<plain>[^"\[\]]+?))(?: \[(?P<label>\w+)\])?')
_BETWEEN_CARDS = re.compile(r'(?:, | and )(?=(?:[^"]*"[^"]*")*[^"]*$)')
_HOLE = re.compile(r"\{(\w+)\}|\(s\)")

ABILITIES = ("play", "attack", "defeated")
PILES = ("hand", "deck", "discard pile")
TIMES = {1: "once", 2: "twice"}

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
    "cards": rf"{CARD}(?:(?:, | and ){CARD})*",
    "deck": r".+",
    "keyword": r"[a-z]+(?:-[a-z]+)*",
    "ability": _any_of(ABILITIES),
    "pile": _any_of(PILES),
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
    """An entry of a zone: a card, an exhausted card, or `3 others`."""
    text = text.strip()
    others = re.fullmatch(r"(\d+) others?", text)
    if others:
        return Others(int(others[1]))
    exhausted = text.endswith(" (exhausted)")
    name = text.removesuffix(" (exhausted)")
    if not re.fullmatch(CARD, name):
        raise ValueError(f"`{text}` is not a card")
    return Placed(read_card(name), exhausted)


def read_items(text: str) -> tuple[Item, ...]:
    """The entries of a zone, separated by commas."""
    return tuple(read_item(part) for part in split_commas(text))


def split_outside_quotes(text: str, mark: str) -> list[str]:
    """The parts between marks; a mark inside quotes does not count."""
    return [part.strip() for part in re.findall(rf'(?:"[^"]*"|[^{mark}"])+', text)]


def split_commas(text: str) -> list[str]:
    """The parts between commas."""
    return split_outside_quotes(text, ",")


def write_item(item: Item) -> str:
    """An entry of a zone as it is written."""
    if isinstance(item, Others):
        return f"{item.count} other" + ("" if item.count == 1 else "s")
    return f"{item.card} (exhausted)" if item.exhausted else str(item.card)


def write_cards(cards: tuple[CardRef, ...]) -> str:
    """Cards in a row: A, B and C."""
    names = [str(card) for card in cards]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _split_cards(text: str) -> tuple[CardRef, ...]:
    return tuple(read_card(part) for part in _BETWEEN_CARDS.split(text))


def _value(hole: str, text: str) -> object:
    match hole:
        case "n":
            return int(text)
        case "card":
            return read_card(text)
        case "cards":
            return _split_cards(text)
        case "deck":
            return read_items(text)
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
    if hole == "times" and isinstance(value, int):
        return TIMES.get(value, f"{value} times")
    return str(value)
