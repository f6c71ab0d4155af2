"""Checking and formatting files: what the verbs of card authors do, without the terminal."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from rules_dsl.definitions import Span
from rules_dsl.diagnostics import Diagnostic, Diagnostics
from rules_dsl.errors import KaijuError
from rules_dsl.formatter import format_reading
from rules_dsl.library import Library, open_library
from rules_dsl.meaning import explain_card, explain_keyword
from rules_dsl.module import Module
from rules_dsl.printer import print_ability
from rules_dsl.reader import MAXIMUM_SIZE, Reading, decode_text, load_text, read_together
from rules_dsl.specification import load_specification
from rules_dsl.writing import rewrite_text

STDIN = "-"
Stdin = Callable[[int], bytes] | None


@frozen(eq=False)
class Checked:
    """What checking some files found."""

    files: tuple[str, ...]
    module: Module
    mistakes: tuple[Diagnostic, ...]
    library: Library
    elsewhere: str | None = None
    """The game whose words fit better, if there is one."""

    @property
    def hint(self) -> str | None:
        """What to try first where the words are those of another game."""
        if self.elsewhere is None:
            return None
        title = load_specification().games[self.elsewhere].title
        return f"these are words of {title}: say --game {self.elsewhere}"

    @property
    def summary(self) -> str:
        """The result in one line."""
        files = _count(len(self.files), "file")
        if self.mistakes:
            return f"{files}, {_count(len(self.mistakes), 'mistake')}"
        counts = {"card": len(self.module.cards), "keyword": len(self.module.keywords)}
        defined = [_count(number, noun) for noun, number in counts.items() if number]
        return ", ".join([files, *defined, "no mistakes"])

    def explained(self) -> Iterator[str]:
        """What each definition means."""
        vocabulary = self.library.vocabulary
        everything = self.library.known + self.module
        keywords = {keyword.id: keyword for keyword in everything.keywords}
        for keyword in self.module.keywords:
            yield from explain_keyword(keyword, vocabulary)
        for card in self.module.cards:
            yield from explain_card(card, keywords, vocabulary)

    def json(self) -> dict[str, object]:
        """The result for other tools."""
        vocabulary = self.library.vocabulary
        module = Module() if self.mistakes else self.module
        return {
            "ok": not self.mistakes,
            "files": list(self.files),
            "mistakes": [mistake.json() for mistake in self.mistakes],
            "hint": self.hint,
            "keywords": [
                {
                    "id": keyword.id,
                    "cites": list(keyword.cites),
                    "abilities": [
                        print_ability(each, vocabulary).rstrip() for each in keyword.abilities
                    ],
                }
                for keyword in module.keywords
            ],
            "cards": [
                {
                    "id": card.id,
                    "kind": card.kind,
                    "name": card.name,
                    "copies": card.copies,
                    "properties": dict(card.properties),
                    "evolves_to": card.evolves_to,
                    "keywords": list(card.keywords),
                    "abilities": [
                        print_ability(each, vocabulary).rstrip() for each in card.abilities
                    ],
                }
                for card in module.cards
            ],
        }


@frozen(eq=False)
class Formatted:
    """A file as it is and as it should be."""

    name: str
    before: str
    after: str

    def difference(self) -> str:
        """The change as a unified diff."""
        lines = difflib.unified_diff(
            self.before.splitlines(keepends=True),
            self.after.splitlines(keepends=True),
            self.name,
            f"{self.name} (canonical)",
        )
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)

    def write(self) -> None:
        """Put the canonical text in the place of the file."""
        rewrite_text(self.name, self.after)


def check_files(files: Sequence[str], game: str, stdin: Stdin = None) -> Checked:
    """Read files and collect everything that is wrong with them."""
    library = _library(files, game)
    texts: list[tuple[str, str]] = []
    unread: list[Diagnostic] = []
    for file in dict.fromkeys(files):
        try:
            texts.append((_shown(file), _load(file, stdin)))
        except KaijuError as error:
            place = Span(error.place or file, 0, 0, 0, 0)
            unread.append(Diagnostic("unreadable", error.message, place, remedy=error.remedy))
    readings = read_together(texts, library.vocabulary, library.known, library.rules)
    found = [each for reading in readings for each in reading.mistakes.found]
    module = sum((reading.module for reading in readings), Module())
    mistakes = tuple(sorted([*unread, *found], key=lambda each: each.span))
    elsewhere = _fitting_better(texts, game, len(found)) if found else None
    return Checked(tuple(dict.fromkeys(files)), module, mistakes, library, elsewhere)


def _fitting_better(texts: Sequence[tuple[str, str]], game: str, count: int) -> str | None:
    """The game in whose words the texts have fewest mistakes, if that is not this one."""
    best = None
    for other in load_specification().games:
        if other != game:
            library = open_library(other)
            readings = read_together(texts, library.vocabulary, library.known, library.rules)
            number = sum(_of_language(reading) for reading in readings)
            if number < count:
                best, count = other, number
    return best


def _of_language(reading: Reading) -> int:
    """How many mistakes are such that the words do not fit, whatever the cards are called."""
    taken = ("duplicate-id", "duplicate-name")
    return sum(each.kind not in taken for each in reading.mistakes.found)


def format_files(files: Sequence[str], game: str, stdin: Stdin = None) -> list[Formatted]:
    """The canonical form of files, or every mistake in them."""
    library = _library(files, game)
    names = list(dict.fromkeys(files))
    texts = [(_shown(file), _load(file, stdin)) for file in names]
    readings = read_together(texts, library.vocabulary, library.known, library.rules)
    found = [each for reading in readings for each in reading.mistakes.found]
    if found:
        raise Diagnostics(found)
    return [
        Formatted(name, text, format_reading(reading, library.vocabulary))
        for name, (_, text), reading in zip(names, texts, readings, strict=True)
    ]


def _library(files: Sequence[str], game: str) -> Library:
    return open_library(game, [Path(file) for file in files if file != STDIN])


def _load(file: str, stdin: Stdin) -> str:
    if file == STDIN and stdin is not None:
        return decode_text(stdin(MAXIMUM_SIZE + 1), _shown(file))
    return load_text(file)


def _shown(file: str) -> str:
    return "stdin" if file == STDIN else file


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
