"""Phrases with holes: one text that both reads a sentence and writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from attrs import field, frozen

from conformance.scenario.model import CardRef, Item, Others, Placed

CARD = r'(?:"[^"]+"|[A-Z][^,;:\[\]()"]*?|other \d+)(?: \[\w+\])?'
_CARD_PARTS = re.compile(r'(?:"(?P<quoted>[^"]+)"|(?P<plain>[^"\[\]]+?))(?: \[(?P<label>\w+)\])?')
BETWEEN_CARDS = re.compile(r'(?:, | and )(?=(?:[^"]*"[^"]*")*[^"]*$)')
_BETWEEN_COMMAS = re.compile(r'(?:"[^"]*"|\((?:"[^"]*"|[^")])*\)|[^,"])+')
_HOLE = re.compile(r"\{(\w+)\}|\(s\)")
TIMES = {1: "once", 2: "twice"}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@frozen
class Hole:
    """A gap in a phrase: the text that can fill it, what that means, and how it is written."""

    pattern: str
    read: Callable[[str], object] = str
    write: Callable[..., str] = str


Holes = Mapping[str, Hole]


@frozen
class Phrase:
    """A sentence with holes such as {card}; `(s)` is an s that follows numbers other than 1."""

    text: str
    holes: Holes = field(repr=False)
    pattern: re.Pattern[str] = field(init=False)

    @pattern.default
    def _compiled(self) -> re.Pattern[str]:
        pattern, end = "", 0
        for match in _HOLE.finditer(self.text):
            pattern += re.escape(self.text[end : match.start()])
            pattern += f"(?P<{match[1]}>{self.holes[match[1]].pattern})" if match[1] else "s?"
            end = match.end()
        return re.compile(pattern + re.escape(self.text[end:]))

    def read(self, line: str) -> dict[str, object] | None:
        """Fill the holes from a line, or None when the line is another sentence."""
        match = self.pattern.fullmatch(line)
        if match is None:
            return None
        try:
            return {hole: self.holes[hole].read(text) for hole, text in match.groupdict().items()}
        except ValueError:
            return None

    def write(self, args: Mapping[str, object]) -> str:
        """The sentence with its holes filled, in the one canonical spelling."""

        def fill(match: re.Match[str]) -> str:
            hole = match[1]
            if hole is None:
                return "" if args.get("n") == 1 else "s"
            return self.holes[hole].write(args[hole])

        return _HOLE.sub(fill, self.text)


def any_of(words: Iterable[str]) -> str:
    """The pattern of one of some words."""
    return "|".join(re.escape(word) for word in words)


def renamed(words: Mapping[str, str]) -> Hole:
    """A hole for one of some words that answers call otherwise: answer word to spoken word."""
    spoken = {text: word for word, text in words.items()}
    return Hole(any_of(spoken), spoken.__getitem__, lambda word: words.get(str(word), str(word)))


# ---- cards


def read_card(text: str) -> CardRef:
    """A card as text names it: `Shield Bugs [a]`."""
    match = _CARD_PARTS.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"`{text}` does not name a card")
    return CardRef(match["quoted"] or match["plain"].strip(), match["label"])


def read_others(text: str) -> Others | None:
    """The cards that `3 others` means, or None when the text is not of that sort."""
    others = re.fullmatch(r"(\d+) others?", text)
    return Others(int(others[1])) if others else None


def item_reader(
    form: re.Pattern[str],
    placed: Callable[[re.Match[str]], Placed | None],
    refusal: str = "is not a card",
) -> Callable[[str], Item]:
    """Reads entries of a zone: `3 others`, or a card in a game's form; None is a misfit."""

    def read_item(text: str) -> Item:
        text = text.strip()
        if others := read_others(text):
            return others
        card = form.fullmatch(text)
        item = placed(card) if card else None
        if item is None:
            raise ValueError(f"`{text}` {refusal}")
        return item

    return read_item


def split_outside_quotes(text: str, mark: str) -> list[str]:
    """The parts between marks; a mark inside quotes does not count."""
    if mark not in text and text.count('"') % 2 == 0:
        return [text.strip()] if text else []
    return [part.strip() for part in re.findall(rf'(?:"[^"]*"|[^{mark}"])+', text)]


def split_commas(text: str) -> list[str]:
    """The parts between commas; one inside quotes or parentheses does not count."""
    return [part.strip() for part in _BETWEEN_COMMAS.findall(text)]


def write_item(item: Item) -> str:
    """An entry of a zone as it is written."""
    if isinstance(item, Others):
        return f"{item.count} other" + ("" if item.count == 1 else "s")
    notes = ["exhausted"] if item.exhausted else []
    if item.boosts:
        notes.append(f"boosted by {in_a_row(write_item(boost) for boost in item.boosts)}")
    notes += lying_on(item.counters, item.copied)
    notes += [] if item.paid is None else [f"bought for {item.paid}"]
    if item.at:
        return f"{item.card} on {item.at}"
    return f"{item.card} ({', '.join(notes)})" if notes else str(item.card)


def lying_on(counters: int, mimic: bool) -> list[str]:
    """What lies on a card: `3 counters`, `mimic token`."""
    notes = [f"{counters} counter" + ("" if counters == 1 else "s")] if counters else []
    return [*notes, "mimic token"] if mimic else notes


def in_a_row(entries: Iterable[str]) -> str:
    """Things in a row: A, B and C."""
    names = list(entries)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _read_cards(text: str) -> tuple[CardRef, ...]:
    return tuple(read_card(part) for part in BETWEEN_CARDS.split(text))


def _write_cards(cards: object) -> str:
    return in_a_row(map(str, cards)) if isinstance(cards, tuple) else str(cards)


# ---- times


def _read_times(text: str) -> int:
    words = {word: number for number, word in TIMES.items()}
    return words[text] if text in words else int(text.split()[0])


def _write_times(value: object) -> str:
    return TIMES.get(value, f"{value} times") if isinstance(value, int) else str(value)


A_CARD = Hole(CARD, read_card)
CARDS = Hole(rf"{CARD}(?:(?:, | and ){CARD})*", _read_cards, _write_cards)
A_NUMBER = Hole(r"\d+", int)
WHICH_ONE = Hole(any_of(ORDINALS))
HOW_OFTEN = Hole(r"once|twice|\d+ times", _read_times, _write_times)
"""Holes that sentences of every game have."""
