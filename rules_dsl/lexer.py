"""From text to lines of tokens, with their depth of indentation and their comments."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Mapping

from attrs import frozen
from lark import Token

from rules_dsl.definitions import Span
from rules_dsl.diagnostics import Mistakes
from rules_dsl.errors import printable
from rules_dsl.unseen import unseen

MAXIMUM_DEPTH = 12
MAXIMUM_WIDTH = 1000
INDENT = 2

_TOKEN = re.compile(
    r"""
      (?P<space>[ \t]+)
    | (?P<comment>\#.*)
    | (?P<string>"[^"]*"?)
    | (?P<signed>[+-]\d+)
    | (?P<copies>x\d+(?![\w'-]))
    | (?P<word>[^\W\d_](?:[\w'-]|\.(?=\w))*)
    | (?P<number>\d+)
    | (?P<mark><=|>=|[:,])
    | (?P<other>.)
    """,
    re.VERBOSE,
)
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_REPLACEMENTS = {
    "≤": "<=",
    "≥": ">=",
    "<": "<=",
    ">": ">=",
    "\N{MINUS SIGN}": "-",
    "“": '"',
    "”": '"',
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
}


@frozen(eq=False)
class Comment:
    """A comment, and whether it has its line to itself."""

    line: int
    column: int
    text: str
    own_line: bool
    blank_after: bool = False


class Line:
    """One line of text: its tokens, and how deep it stands in its definition."""

    def __init__(self, number: int, column: int) -> None:
        self.number = number
        self.column = column
        self.tokens: list[Token] = []
        self.depth = 0
        self.broken = False

    @property
    def nesting(self) -> int:
        """How many blocks are open at the end of the line."""
        return self.depth + sum(token.type == "COLON" for token in self.tokens)

    @property
    def opens(self) -> bool:
        """Whether its block stands below it."""
        return self.tokens[-1:] != [] and self.tokens[-1].type == "COLON"

    @property
    def end(self) -> int:
        """The column behind the last token."""
        return (self.tokens[-1].end_column if self.tokens else None) or self.column


@frozen(eq=False)
class Unexpected:
    """A token that cannot follow what came before, what could, and where it stands."""

    token: Token
    accepted: Collection[str]
    lines: list[Line]
    index: int

    @property
    def line(self) -> Line:
        """The line the token belongs to."""
        return self.lines[self.index]

    @property
    def behind(self) -> bool:
        """Whether it stands behind the line, and not before or in it."""
        return self.token.column == self.line.end

    @property
    def ends(self) -> bool:
        """Whether the line ends here."""
        return self.token.type in ("_NEWLINE", "_DEDENT", "$END")


class Scanner:
    """Reads one text into tokens; `terminals` names the words, `keywords` the known keywords.

    `kinds` are the terminals that stand before the id of a card, and the beginnings of them;
    `successors` are those before the id of the card that one becomes.
    What it found are `definitions`, each a header and the lines indented below it, and
    `comments`; a wrong line is reported and marked as broken.
    """

    def __init__(
        self,
        terminals: Mapping[str, str],
        kinds: Container[tuple[str | None, ...]],
        successors: Container[tuple[str, ...]],
        keywords: Container[str],
        mistakes: Mistakes,
    ) -> None:
        self.terminals = terminals
        self.kinds = kinds
        self.successors = successors
        self.keywords = keywords
        self.mistakes = mistakes
        self.definitions: list[list[Line]] = []
        self.comments: list[Comment] = []

    def scan(self) -> None:
        """Read all lines of the text."""
        columns: list[int] = []
        for number, source in enumerate(self.mistakes.source, 1):
            line, comment = self._line(number, source)
            if comment:
                self.comments.append(comment)
            if not line.tokens and not line.broken:
                continue
            if line.column == 1:
                columns = [1]
                self.definitions.append([line])
            elif not self.definitions:
                self._outside(line)
            else:
                self._place(line, columns)
                self.definitions[-1].append(line)

    def _line(self, number: int, source: str) -> tuple[Line, Comment | None]:
        stripped = source.lstrip(" \t")
        line = Line(number, len(source) - len(stripped) + 1)
        comment = None
        if len(source) > MAXIMUM_WIDTH:
            self._wrong(
                line,
                "too-long",
                f"this line has more than {MAXIMUM_WIDTH} characters",
                line.column,
                1,
                remedy="split it into several lines",
            )
            return line, None
        for match in _TOKEN.finditer(source):
            kind, text, column = str(match.lastgroup), match.group(), match.start() + 1
            if kind == "comment":
                own = not line.tokens and not line.broken
                rest = self.mistakes.source[number : number + 1]
                after = bool(rest) and not rest[0].strip()
                comment = Comment(number, column, text.rstrip(), own, own and after)
            elif kind != "space":
                self._token(line, kind, text, column)
        if "\t" in source[: line.column - 1] and (line.tokens or line.broken):
            self._wrong(
                line,
                "wrong-indent",
                "this line is indented with a tab",
                1,
                line.column - 1,
                remedy=f"indent with spaces, {INDENT} for each level",
            )
            line.column = len(source[: line.column - 1].expandtabs(INDENT)) + 1
        return line, comment

    def _token(self, line: Line, kind: str, text: str, column: int) -> None:
        header = line.column == 1
        type = "UNKNOWN_WORD"
        if kind == "string":
            type = "CARD_NAME"
            if len(text) < 2 or text[-1] != '"':
                self._wrong(
                    line,
                    "unterminated-string",
                    "this name has no closing quote",
                    column,
                    len(text.rstrip()),
                    remedy='end the name with "',
                )
            self._check_name(line, text, column)
        elif kind in ("signed", "number"):
            type = "WHOLE_NUMBER" if kind == "number" else "SIGNED_NUMBER"
        elif kind == "mark":
            type = self.terminals.get(text, "UNKNOWN_WORD")
        elif kind == "other":
            self._character(line, text, column)
        elif self._names_card(line, text):
            type = "CARD_ID"
            self._check_id(line, text, column)
        elif kind == "copies" and header:
            type = "COPY_COUNT"
        else:
            type = self._word(text)
        line.tokens.append(
            Token(
                type,
                text,
                line=line.number,
                column=column,
                end_line=line.number,
                end_column=column + len(text),
            )
        )

    def _names_card(self, line: Line, text: str) -> bool:
        """Whether an id is due: behind the kind of a card, or behind what it evolves to."""
        types = tuple(token.type for token in line.tokens)
        if line.column > 1:
            return types in self.successors
        if not types or "CARD_ID" in types:
            return False
        return (*types, self.terminals.get(text.lower())) not in self.kinds

    def _word(self, text: str) -> str:
        lower = text.lower()
        if lower in self.terminals:
            return self.terminals[lower]
        if lower in self.keywords:
            return "KEYWORD_ID"
        return "RULE_ID" if "." in text else "UNKNOWN_WORD"

    def _check_id(self, line: Line, text: str, column: int) -> None:
        if _ID.fullmatch(text):
            return
        ascii = text.isascii()
        self._wrong(
            line,
            "bad-id",
            f"'{text}' cannot be an id"
            + ("" if ascii else ": it has letters other than a to z, digits and hyphens"),
            column,
            len(text),
            remedy="write lower case words joined by hyphens, such as lone-yeti; "
            "the name in quotes may have any letters",
        )

    def _check_name(self, line: Line, text: str, column: int) -> None:
        for each in unseen(text):
            place = column + each.at
            self._wrong(line, "unknown-character", each.message, place, 1, each.remedy)

    def _character(self, line: Line, text: str, column: int) -> None:
        instead = _REPLACEMENTS.get(text)
        if text == ".":
            remedy = "leave it out: lines end without a full stop"
        elif instead:
            remedy = f"write {instead}"
        else:
            remedy = "leave it out"
        shown = printable(text)
        self._wrong(line, "unknown-character", f"'{shown}' has no meaning here", column, 1, remedy)

    def _outside(self, line: Line) -> None:
        self._wrong(
            line,
            "wrong-indent",
            "this line is indented, but no card or keyword begins above it",
            1,
            line.column - 1,
            remedy="begin a card or keyword at the left margin, or remove the spaces",
        )

    def _place(self, line: Line, columns: list[int]) -> None:
        """Give a line its depth: one more than the line above, the same, or that of one open."""
        if line.column > columns[-1]:
            columns.append(line.column)
        elif line.column not in columns:
            open = [column - 1 for column in columns[1:]]
            if self.definitions[-1][-1].opens:
                open.append(columns[-1] - 1 + INDENT)
            self._wrong(
                line,
                "wrong-indent",
                f"this line is indented by {_spaces(line.column - 1)}, "
                "which is the depth of no line above it",
                1,
                line.column - 1,
                remedy=f"indent it by {' or '.join(map(str, open))} spaces",
            )
            line.column = min(columns[1:], key=lambda column: abs(column - line.column))
        while columns[-1] > line.column:
            columns.pop()
        line.depth = len(columns) - 1
        if line.nesting > MAXIMUM_DEPTH and not line.broken:
            self._wrong(
                line,
                "too-deep",
                f"blocks are nested more than {MAXIMUM_DEPTH} deep",
                line.column,
                1,
                remedy="split the ability into several",
            )

    def _wrong(
        self, line: Line, kind: str, message: str, column: int, width: int, remedy: str
    ) -> None:
        """Report a line once: what follows from its first mistake says nothing new."""
        if not line.broken:
            span = Span(self.mistakes.file, line.number, column, line.number, column + width)
            self.mistakes.add(kind, message, span, remedy=remedy)
        line.broken = True


def _spaces(count: int) -> str:
    return f"{count} space" if count == 1 else f"{count} spaces"
