"""Mistakes in card text, collected so that one run shows all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from rules_dsl.definitions import Span
from rules_dsl.errors import KaijuError
from rules_dsl.unseen import is_seen


@frozen(eq=False)
class Diagnostic:
    """One mistake: where it stands, what is wrong, what was expected, what to do."""

    kind: str
    message: str
    span: Span
    source: str = ""
    expected: str | None = None
    remedy: str | None = None

    @property
    def place(self) -> str:
        """File, line and column, as editors and terminals understand them."""
        at = f":{self.span.line}:{self.span.column}" if self.span.line else ""
        return f"{self.span.file}{at}"

    def __str__(self) -> str:
        lines = [f"{self.place}: {self.message}"]
        if self.source:
            lines += [f"    {_one_for_one(self.source)}", f"    {self._pointer()}"]
        if self.expected:
            lines.append(f"  expected {self.expected}")
        if self.remedy:
            lines.append(f"  {self.remedy}")
        return "\n".join(lines)

    def _pointer(self) -> str:
        same_line = self.span.end_line == self.span.line
        end = self.span.end_column if same_line else len(self.source) + 1
        width = max(1, end - self.span.column)
        # Tabs keep their width, so that the caret stays under what it points at.
        before = "".join("\t" if c == "\t" else " " for c in self.source[: self.span.column - 1])
        return before + "^" * width

    def json(self) -> dict[str, object]:
        """The mistake for other tools."""
        return {
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "end_line": self.span.end_line,
            "end_column": self.span.end_column,
            "kind": self.kind,
            "message": self.message,
            "expected": self.expected,
            "remedy": self.remedy,
        }


class Diagnostics(KaijuError):
    """Every mistake found in what was read."""

    def __init__(self, found: Iterable[Diagnostic]) -> None:
        self.found = tuple(sorted(found, key=lambda d: d.span))
        count = len(self.found)
        super().__init__("1 mistake" if count == 1 else f"{count} mistakes")

    def __str__(self) -> str:
        return "\n\n".join(str(diagnostic) for diagnostic in self.found)


class Mistakes:
    """Where the parts of the reader put what they find wrong in one file."""

    def __init__(self, file: str, source: Sequence[str]) -> None:
        self.file = file
        self.source = source
        self.found: list[Diagnostic] = []

    def add(
        self,
        kind: str,
        message: str,
        span: Span,
        expected: str | None = None,
        remedy: str | None = None,
    ) -> None:
        """Note one mistake, with the line it stands in."""
        known = 0 < span.line <= len(self.source)
        source = self.source[span.line - 1].rstrip() if known else ""
        self.found.append(Diagnostic(kind, message, span, source, expected, remedy))

    def shorten(self, count: int) -> None:
        """Keep the first mistakes and say that there may be more."""
        self.found = sorted(self.found, key=lambda diagnostic: diagnostic.span)[:count]
        self.add(
            "too-many",
            f"only the first {count} mistakes are shown; there may be more",
            self.found[-1].span,
            remedy="put these right first",
        )

    def text(self, span: Span) -> str:
        """The source text of a span on one line."""
        line = self.source[span.line - 1]
        end = span.end_column - 1 if span.end_line == span.line else len(line)
        return line[span.column - 1 : end]


def _one_for_one(source: str) -> str:
    """A line of source that a terminal shows, as wide as it was, so that carets still fit."""
    instead = "\N{REPLACEMENT CHARACTER}"
    return "".join(c if is_seen(c) or c == "\t" else instead for c in source)


def nearest(text: str, *lists: Iterable[str]) -> str | None:
    """The entry most like a text, from the first list that has one."""
    import difflib  # takes longer to import than to use, and only mistakes need it

    for known in lists:
        found = difflib.get_close_matches(text.lower(), sorted(set(known)), 1, 0.7)
        if found:
            return found[0]
    return None


def either(words: Sequence[str]) -> str:
    """A list as a sentence has it: a, b or c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
