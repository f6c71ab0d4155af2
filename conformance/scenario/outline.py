"""Reads what scenarios and laws are made of: heads, headers, sections and the lines in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from attrs import define, field, frozen

from conformance.scenario.mistakes import Mistakes, quote
from conformance.scenario.model import Place
from rules_dsl.unseen import is_seen, unseen

_LINE_END = re.compile(r"\r\n|\r|\n")
_COMMENT = re.compile(r'^((?:"[^"]*"|[^"#]|(?<=\S)#)*?)(?:(?:^|(?<=\s))#.*)?$')
_START = re.compile(r"given start(?:: (?P<names>.+))?")
RULESET = "ruleset "


@define
class Row:
    """One meaningful line of a file."""

    place: Place
    indent: int
    text: str


@define
class Draft:
    """Something that is read: its head, and the lines below its headers and sections."""

    place: Place
    id: str
    """Nothing where a question has none."""
    title: str
    headers: dict[str, list[Row]] = field(factory=dict)
    sections: dict[str, list[Row]] = field(factory=dict)
    starting: tuple[str, ...] | None = None
    """Who plays, where it says `given start`."""


@frozen
class Outline:
    """How the lines of one kind of file stand below each other."""

    what: str
    head_form: str
    headers: tuple[str, ...]
    sections: tuple[str, ...]
    indented: str
    """How it is indented."""
    late: tuple[str, str]
    """What a header must not stand behind, and what to do about one that does."""

    @property
    def known(self) -> list[str]:
        """The first words of a line in it."""
        return [*self.headers, *self.sections]


D = TypeVar("D", bound=Draft)
T = TypeVar("T")


def read_all(
    texts: Iterable[tuple[str, str]], read: Callable[[str, str, Mistakes], list[T]]
) -> list[T]:
    """What stands in texts, each with the name of its file; raises with every mistake in them."""
    mistakes = Mistakes()
    found = [each for text, file in texts for each in read(text, file, mistakes)]
    mistakes.raise_any()
    return found


def take_ruleset(rows: list[Row]) -> Row | None:
    """The first line if it names a ruleset for the whole file; it is taken off."""
    if rows and rows[0].indent == 0 and rows[0].text.startswith(RULESET):
        return rows.pop(0)
    return None


def read_rows(text: str, file: str, mistakes: Mistakes) -> list[Row]:
    """The meaningful lines of a file, without comments."""
    rows = []
    for number, raw in enumerate(_LINE_END.split(text), 1):
        place = Place(file, number)
        match = _COMMENT.match(raw)
        line = (match[1] if match else raw).rstrip()
        if not line.strip():
            continue
        body = line.lstrip(" ")
        indent = len(line) - len(body)
        if body.startswith("\t"):
            mistakes.add(place, "a tab in the indentation", "indent with spaces, two a level")
            body = body.lstrip()
        for each in unseen(body):
            mistakes.unseen(place, indent + each.at + 1, each)
        if seen := "".join(filter(is_seen, body)).strip():
            rows.append(Row(place, indent, seen))
    return rows


def read_drafts(
    rows: list[Row], mistakes: Mistakes, outline: Outline, head: Callable[[Row, Mistakes], D]
) -> list[D]:
    """The lines of a file by what they belong to."""
    drafts: list[D] = []
    section: str | None = None
    for row in rows:
        if row.indent == 0:
            drafts.append(head(row, mistakes))
            section = None
        elif not drafts:
            message = f"{quote(row.text)} belongs to no {outline.what}"
            mistakes.add(row.place, message, outline.head_form)
        elif row.indent == 2:
            section = _open(drafts[-1], row, mistakes, outline)
        elif row.indent == 4 and section:
            drafts[-1].sections[section].append(row)
        else:
            message = f"{row.indent} spaces before {quote(row.text)}"
            mistakes.add(row.place, message, outline.indented)
    return drafts


def _open(draft: Draft, row: Row, mistakes: Mistakes, outline: Outline) -> str | None:
    """The section that a line opens, if it is no header."""
    start = _START.fullmatch(row.text)
    if start:
        draft.starting = tuple(re.split(r", | and ", start["names"])) if start["names"] else ()
        row = Row(row.place, 2, "given")
    order = outline.sections
    if row.text in order:
        if row.text in draft.sections:
            message = f"a second `{row.text}` in one {outline.what}"
            mistakes.add(row.place, message, "merge the two")
        elif draft.sections and order.index(row.text) < order.index([*draft.sections][-1]):
            mistakes.add(row.place, f"`{row.text}` is out of order", ", ".join(order))
        draft.sections.setdefault(row.text, [])
        return row.text
    word, _, rest = row.text.partition(" ")
    if word not in outline.headers or not rest:
        known = [*outline.known, "given start"]
        mistakes.unknown(row.place, word, known, "header", row.text)
    elif draft.sections:
        behind, remedy = outline.late
        mistakes.add(row.place, f"`{word}` stands after {behind}", remedy)
    draft.headers.setdefault(word, []).append(Row(row.place, 2, rest))
    return None
