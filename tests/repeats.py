"""Pairs of places in Python that share six or more lines: `python tests/repeats.py [FOLDER]`.

Lines are alike when they differ in names, numbers and texts alone. Blank lines, comments,
imports, texts that document and lone brackets do not count; runs that stand in more than eight
places are the way something is written, not something written twice.
"""

from __future__ import annotations

import ast
import io
import keyword
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("rules_dsl", "oracle", "conformance", "docs", "tests")
LINES = 6
MOST_PLACES = 8
SPACE = (
    tokenize.NEWLINE,
    tokenize.NL,
    tokenize.COMMENT,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)

Line = tuple[int, str]
Run = tuple[str, int, int, str, int, int]
"""`(file, first line, last line, file, first line, last line)`: two places that are alike."""


def shapes(text: str) -> list[Line]:
    """The lines that count, each with its number and its shape."""
    found: dict[int, list[str]] = defaultdict(list)
    silent = {line for node in ast.walk(ast.parse(text)) for line in _silent(node)}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.start[0] in silent or token.type in SPACE:
            continue
        if token.type == tokenize.STRING:
            shape = "''"
        elif token.type == tokenize.NAME and not keyword.iskeyword(token.string):
            shape = "n"
        elif token.type == tokenize.NUMBER:
            shape = "0"
        else:
            shape = token.string
        found[token.start[0]].append(shape)
    lines = ((number, " ".join(parts)) for number, parts in sorted(found.items()))
    return [(number, shape) for number, shape in lines if _counts(shape)]


def _silent(node: ast.AST) -> Iterable[int]:
    """The lines of imports and of texts that document."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant(str())):
            return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return ()


def _counts(shape: str) -> bool:
    return any(each.isalnum() or each == "'" for each in shape)


def repeats(root: Path, rooms: tuple[str, ...] = ROOMS) -> list[Run]:
    """All pairs of places in the Python files of some folders."""
    read: dict[str, list[Line]] = {}
    for room in rooms:
        for file in sorted((root / room).rglob("*.py")):
            if "starters" not in file.parts:  # what somebody is given stands alone
                read[file.relative_to(root).as_posix()] = shapes(file.read_text("utf-8"))
    places: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for file, lines in read.items():
        for at in range(len(lines) - LINES + 1):
            places[tuple(shape for _, shape in lines[at : at + LINES])].append((file, at))
    return sorted(_runs(read, places.values()))


def _runs(read: dict[str, list[Line]], places: Iterable[list[tuple[str, int]]]) -> Iterator[Run]:
    begun: dict[tuple[str, str, int], set[int]] = defaultdict(set)
    for alike in places:
        if 2 <= len(alike) <= MOST_PLACES:
            for (one, at), (other, there) in combinations(alike, 2):
                if one != other or there - at >= LINES:
                    begun[one, other, there - at].add(at)
    for (one, other, further), starts in begun.items():
        for at in sorted(starts):
            if at - 1 in starts:
                continue
            last = at
            while last + 1 in starts:
                last += 1
            end = last + LINES - 1
            a, b = read[one], read[other]
            yield (one, a[at][0], a[end][0], other, b[at + further][0], b[end + further][0])


def pairs_of(runs: Iterable[Run]) -> set[tuple[str, str]]:
    """The files that share any run, or one that has it twice."""
    return {(one, other) for one, _, _, other, _, _ in runs}


def main(folder: str = "") -> None:
    """Count them, the longest first."""
    found = repeats(ROOT, (folder,) if folder else ROOMS)
    for one, first, last, other, begin, end in sorted(found, key=lambda run: run[1] - run[2]):
        sys.stdout.write(f"{one}:{first}-{last} ~ {other}:{begin}-{end}\n")
    pairs = pairs_of(found)
    inside = sum("/mutants/" in one and "/mutants/" in other for one, other in pairs)
    sys.stdout.write(f"{len(pairs)} pairs of files, {inside} of them misreadings\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
