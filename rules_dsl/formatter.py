"""The canonical form of a text, with its comments where they were."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from rules_dsl.lexer import INDENT, Comment
from rules_dsl.printer import Printed, Printer
from rules_dsl.reader import Reading
from rules_dsl.vocabulary import Vocabulary


def format_reading(reading: Reading, vocabulary: Vocabulary) -> str:
    """The canonical text of what was read without mistakes."""
    source = reading.mistakes.source
    definitions = Printer(vocabulary).module(reading.module)
    ends = [*(lines[0].first for lines in definitions[1:]), len(source) + 1]
    located = [_located(lines, source, end) for lines, end in zip(definitions, ends, strict=False)]
    placed = _Placed(located)
    for comment in reading.comments:
        placed.put(comment)
    return placed.text()


def _located(lines: list[Printed], source: Sequence[str], end: int) -> list[Printed]:
    """Give lines without an origin that of the source line that begins with the same word."""
    start = lines[0].first
    located = []
    for line in lines:
        if not line.first:
            word = line.text.split()[0]
            numbers = [
                number
                for number in range(start + 1, end)
                if source[number - 1].split("#")[0].lower().split()[:1] == [word]
            ]
            line = evolve(line, first=numbers[0], last=numbers[0]) if numbers else line
        located.append(line)
    return located


@define
class _Placed:
    """Printed definitions with the comments that go before, behind and below their lines."""

    definitions: list[list[Printed]]
    before: dict[Printed, list[Comment]] = field(factory=dict)
    behind: dict[Printed, Comment] = field(factory=dict)
    below: dict[Printed, list[Comment]] = field(factory=dict)
    after_all: list[Comment] = field(factory=list)

    def put(self, comment: Comment) -> None:
        """Find the line a comment belongs to."""
        lines = [line for lines in self.definitions for line in lines]
        if not comment.own_line:
            for line in lines:
                if line.first <= comment.line <= line.last and line not in self.behind:
                    self.behind[line] = comment
                    return
        following = [line for line in lines if line.last >= comment.line]
        target = min(following, key=lambda line: (line.last, line.depth), default=None)
        if comment.column > 1 and (target is None or target.depth == 0):
            header = [lines[0] for lines in self.definitions if lines[0].first < comment.line]
            if header:
                self.below.setdefault(header[-1], []).append(comment)
                return
        if target is None:
            self.after_all.append(comment)
        else:
            self.before.setdefault(target, []).append(comment)

    def text(self) -> str:
        parts = ["".join(self._definition(lines)) for lines in self.definitions]
        if self.after_all:
            parts.append(_commented(self.after_all).rstrip("\n") + "\n")
        return "\n".join(parts)

    def _definition(self, lines: list[Printed]) -> list[str]:
        text = []
        for line in lines:
            comments = self.before.get(line, [])
            if line.depth == 0:
                text.append(_commented(comments))
            else:
                indent = " " * (INDENT * line.depth)
                text += [f"{indent}{comment.text}\n" for comment in comments]
            trailing = self.behind.get(line)
            text.append(f"{line}  {trailing.text}\n" if trailing else f"{line}\n")
        indent = " " * INDENT
        text += [f"{indent}{comment.text}\n" for comment in self.below.get(lines[0], [])]
        return text


def _commented(comments: list[Comment]) -> str:
    """Comments at the margin, with the empty lines that set groups of them apart."""
    return "".join(
        f"{comment.text}\n" + ("\n" if comment.blank_after else "") for comment in comments
    )
