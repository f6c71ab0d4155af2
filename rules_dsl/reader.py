"""Reading card text: files in, checked definitions out, or every mistake at once."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from attrs import frozen
from lark import Token
from lark.exceptions import UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rules_dsl import foreign
from rules_dsl.checker import check
from rules_dsl.compiler import Compiler
from rules_dsl.definitions import Span
from rules_dsl.diagnostics import Diagnostics, Mistakes
from rules_dsl.errors import KaijuError
from rules_dsl.grammar import Grammar, Node, grammar_for, grammar_of
from rules_dsl.lexer import Comment, Line, Scanner, Unexpected
from rules_dsl.module import Module as Module
from rules_dsl.vocabulary import Vocabulary

MAXIMUM_SIZE = 1024 * 1024
MAXIMUM_LINES = 200
MAXIMUM_MISTAKES = 100
FILES_KEPT = 12
"""Sets of files whose definitions are kept: as many as there are rulesets."""
_WORD = re.compile(r"[^\s:,]+|[:,]")
_HEADER = re.compile(r'^[a-z][^"\n]* ([a-z0-9-]+) "', re.MULTILINE)
_LINE_END = re.compile(r"\r\n|\r|\n")


@frozen(eq=False)
class Reading:
    """One text read: its definitions, its comments and what is wrong with it."""

    module: Module
    comments: tuple[Comment, ...]
    mistakes: Mistakes


class _Unclear(Exception):
    """What was meant, or expected instead, can be any word, and not all words are known yet."""


def read_text(
    text: str,
    file: str,
    vocabulary: Vocabulary,
    known: Module | None = None,
    rules: Container[str] | None = None,
) -> Module:
    """The definitions of a text; `known` ones may be used in it. Raises Diagnostics."""
    return _together([(file, text)], vocabulary, known or Module(), rules)


def read_files(
    paths: Iterable[Path | str],
    vocabulary: Vocabulary,
    known: Module | None = None,
    rules: Container[str] | None = None,
) -> Module:
    """The definitions of several files, which may use each other's keywords."""
    texts = tuple((str(path), load_text(path)) for path in paths)
    if known is None and rules is None:
        return _read_before(texts, vocabulary)
    return _together(texts, vocabulary, known or Module(), rules)


@lru_cache(maxsize=FILES_KEPT)
def _read_before(texts: tuple[tuple[str, str], ...], vocabulary: Vocabulary) -> Module:
    """The definitions of texts that use nothing else, read once as long as they stay the same."""
    return _together(texts, vocabulary, Module(), None)


def read_instead(
    paths: Iterable[Path | str], instead: Iterable[Path | str], vocabulary: Vocabulary
) -> Module:
    """The definitions of some files, cards of others standing in place of those of their ids."""
    texts = tuple((str(path), load_text(path)) for path in paths)
    return _read_instead(texts, tuple((str(p), load_text(p)) for p in instead), vocabulary)


@lru_cache(maxsize=FILES_KEPT)
def _read_instead(
    texts: tuple[tuple[str, str], ...],
    instead: tuple[tuple[str, str], ...],
    vocabulary: Vocabulary,
) -> Module:
    known = _read_before(texts, vocabulary)
    ids = frozenset[str]().union(*(ids_of_cards(text) for _, text in instead))
    others = Module(tuple(card for card in known.cards if card.id not in ids), known.keywords)
    cards = {card.id: card for card in _together(instead, vocabulary, others, None).cards}
    if missing := cards.keys() - {card.id for card in known.cards}:
        raise KaijuError(
            f"there is no card '{min(missing)}' that this one could stand for",
            str(cards[min(missing)].span),
            "It needs the id of a card of the set.",
        )
    return Module(tuple(cards.get(card.id, card) for card in known.cards), known.keywords)


def ids_of_cards(text: str) -> frozenset[str]:
    """The ids of the cards that a text defines, as their first lines have them."""
    return frozenset(_HEADER.findall(text))


def load_text(path: Path | str) -> str:
    """The text of a card file, if it is one."""
    return foreign.load_text(path, MAXIMUM_SIZE)


def decode_text(data: bytes, file: str) -> str:
    """Bytes as text, if they are UTF-8 and not more than a card file can be."""
    return foreign.decode_text(data, file, MAXIMUM_SIZE)


def read_together(
    texts: Sequence[tuple[str, str]],
    vocabulary: Vocabulary,
    known: Module,
    rules: Container[str] | None = None,
) -> list[Reading]:
    """Read texts that may use each other's keywords; mistakes are collected, not raised."""
    readings = _readings(texts, vocabulary, known)
    mistakes = [reading.mistakes for reading in readings]
    check([reading.module for reading in readings], known, vocabulary, mistakes, rules)
    return readings


def _together(
    texts: Sequence[tuple[str, str]],
    vocabulary: Vocabulary,
    known: Module,
    rules: Container[str] | None,
) -> Module:
    readings = read_together(texts, vocabulary, known, rules)
    found = [diagnostic for reading in readings for diagnostic in reading.mistakes.found]
    if found:
        raise Diagnostics(found)
    return sum((reading.module for reading in readings), Module())


def _readings(
    texts: Sequence[tuple[str, str]], vocabulary: Vocabulary, known: Module
) -> list[Reading]:
    sources = [(file, _LINE_END.split(text)) for file, text in texts]
    keywords = {keyword.id for keyword in known.keywords}
    for _, lines in sources:
        keywords.update(_announced(lines))
    words = {word for _, text in texts for word in _WORD.findall(text.lower())}
    try:
        grammar = grammar_for(vocabulary, words)
        return [_read(file, lines, grammar, keywords) for file, lines in sources]
    except _Unclear:
        grammar = grammar_of(vocabulary)
        return [_read(file, lines, grammar, keywords) for file, lines in sources]


def _announced(lines: Iterable[str]) -> Iterator[str]:
    """The keywords a text defines, known before it is read so that order does not matter."""
    for line in lines:
        words = line.split()
        if len(words) > 1 and words[0] == "keyword" and line[0] == "k":
            yield words[1]


def _read(file: str, lines: Sequence[str], grammar: Grammar, keywords: set[str]) -> Reading:
    mistakes = Mistakes(file, lines)
    text = Scanner(grammar.terminals, grammar.kinds, grammar.successors, keywords, mistakes)
    text.scan()
    compiler = Compiler(grammar, mistakes)
    for definition in text.definitions:
        if len(definition) > MAXIMUM_LINES:
            message = f"this definition has more than {MAXIMUM_LINES} lines"
            mistakes.add("too-long", message, _header(definition, file), remedy="split it")
            continue
        tree = _parse(definition, grammar, keywords, mistakes)
        if tree is not None:
            compiler.define(tree)
    if len(mistakes.found) >= MAXIMUM_MISTAKES:
        mistakes.shorten(MAXIMUM_MISTAKES)
    module = Module(tuple(compiler.cards), tuple(compiler.keywords))
    return Reading(module, tuple(text.comments), mistakes)


def _header(lines: list[Line], file: str) -> Span:
    return Span(file, lines[0].number, 1, lines[0].number, max(2, lines[0].end))


def _parse(
    lines: list[Line], grammar: Grammar, keywords: set[str], mistakes: Mistakes
) -> Node | None:
    """The tree of one definition; each wrong line is reported and then left out."""
    for line in [line for line in lines[1:] if line.broken]:
        if line in lines:
            _drop_below(lines, lines.index(line))
    while len(mistakes.found) < MAXIMUM_MISTAKES:
        wrong = _feed(grammar.begin(), lines)
        if not isinstance(wrong, Unexpected):
            return wrong
        if grammar.said is not None:
            raise _Unclear
        from rules_dsl.expectations import report  # only mistakes need it

        at = report(wrong, grammar, keywords, mistakes)
        if at is not None and not _leave_out(lines, at):
            break
    return None


def _feed(parser: InteractiveParser, lines: list[Line]) -> Node | Unexpected:
    """The tree of a definition, or the first token that cannot follow."""
    tree: Node | None = None
    for index, token in _stream(lines):
        try:
            tree = parser.feed_token(token)
        except UnexpectedToken:
            accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]
            return Unexpected(token, accepted, lines, index)
    assert tree is not None
    return tree


def _stream(lines: list[Line]) -> Iterator[tuple[int, Token]]:
    """The tokens of a definition with the lines they belong to."""
    depth = 0
    for index, line in enumerate(lines):
        while depth != line.depth:
            deeper = line.depth > depth
            depth += 1 if deeper else -1
            yield index, _mark("_INDENT" if deeper else "_DEDENT", line, 1, line.column)
        if line.broken:
            yield index, _mark("BROKEN_LINE", line, line.column, line.column)
        else:
            for token in line.tokens:
                yield index, token
        end = line.end
        yield index, _mark("_NEWLINE", line, end, end)
    last = len(lines) - 1
    for type in ["_DEDENT"] * depth + ["$END"]:
        yield last, _mark(type, lines[last], lines[last].end, lines[last].end)


def _mark(type: str, line: Line, start: int, end: int) -> Token:
    return Token(type, "", line=line.number, column=start, end_line=line.number, end_column=end)


def _leave_out(lines: list[Line], at: int) -> bool:
    """Mark a line as broken, with what hangs on it; False if there is no line left to blame.

    A line that is left out already is not wrong again: the one above is, which waits for it. So
    the reader never tries the same lines twice.
    """
    while at > 0 and lines[at].broken:
        at -= 1
    if lines[at].broken:
        return False
    lines[at].broken = True
    _drop_below(lines, at)
    return True


def _drop_below(lines: list[Line], at: int) -> None:
    """Drop what hangs on a broken line, unless that is a whole definition."""
    while at > 0 and len(lines) > at + 1 and lines[at + 1].depth > lines[at].depth:
        del lines[at + 1]
