"""Sentences in which all fits but one word: which word, and what could stand in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import frozen

from conformance.scenario.phrases import Hole, Phrase

_HOLE = re.compile(r"\{(\w+)\}|\(s\)")
_CLOSED = re.compile(r"(?:[\w'-]|\\[ '-])+(?:\|(?:[\w'-]|\\[ '-])+)+")
_CALLED = {"face": "face of this die", "faces": "face of this die", "table_pile": "pile"}
_BETWEEN = re.compile(r", | and ")


@frozen
class Misfit:
    """A word that cannot stand where it does."""

    word: str
    what: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return f"`{self.word}` is no {self.what}"


def misfit(phrases: Iterable[Phrase], text: str) -> Misfit | None:
    """The word because of which a text is none of some sentences, if it is only that."""
    for phrase in phrases:
        match = _loosely(phrase).fullmatch(text)
        for name, filled in match.groupdict().items() if match else ():
            hole = _one_of_several(name, phrase)
            for word in _BETWEEN.split(filled) if hole is not phrase.holes[name] else (filled,):
                if not re.fullmatch(hole.pattern, word):
                    what = _CALLED.get(name, name.replace("_", " "))
                    return Misfit(word, what, words_of(hole))
    return None


def words_of(hole: Hole) -> tuple[str, ...]:
    """The words that can fill a hole of a closed list; none if anything else can."""
    if not _CLOSED.fullmatch(hole.pattern):
        return ()
    return tuple(word.replace("\\", "") for word in hole.pattern.split("|"))


def _one_of_several(name: str, phrase: Phrase) -> Hole:
    """The hole for one of the words, where a hole takes several of them in a row: `faces`."""
    return phrase.holes.get(name.removesuffix("s"), phrase.holes[name])


def _loosely(phrase: Phrase) -> re.Pattern[str]:
    """A sentence with any words where it takes some of a closed list."""
    pattern, end = "", 0
    for match in _HOLE.finditer(phrase.text):
        pattern += re.escape(phrase.text[end : match.start()])
        if match[1] is None:
            pattern += "s?"
        elif words_of(_one_of_several(match[1], phrase)):
            pattern += f"(?P<{match[1]}>.+?)"
        else:
            pattern += f"(?:{phrase.holes[match[1]].pattern})"
        end = match.end()
    return re.compile(pattern + re.escape(phrase.text[end:]))
