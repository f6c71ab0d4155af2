"""Pairs of places in Python that share six or more lines: `python tests/repeats.py [FOLDER]`.

Lines are alike when they are the same, or differ in names, numbers and texts alone. Blank lines,
comments, imports, lone brackets and what documents do not count. Six lines that are alike in shape
alone count only if they say something (lists of names and of fields do not), and runs that stand in
more than eight places are the way something is written, not something written twice.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("rules_dsl", "oracle", "conformance", "docs", "tests")
LINES = 6
MOST_PLACES = 8
FEWEST_WORDS = 2 * LINES  # names, keywords, numbers and texts of lines alike in shape alone
FEWEST_PARTS = 4 * LINES  # the same with the signs between them
FEWEST_LONG = 2  # lines of more than `name: type` among them
TOKEN = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
    r"|(?P<word>[^\W\d]\w*)|(?P<number>\d[\w.]*)|(?P<sign>\S)"
)
PASSED_OVER = re.compile(r'#|"""|import |from \S+ import ')

Line = tuple[int, str]
Run = tuple[str, int, int, str, int, int]
"""`(file, first line, last line, file, first line, last line)`: two places that are alike."""


def lines_of(text: str) -> list[Line]:
    """The lines that count, each with its number, white space folded."""
    folded = ((number, " ".join(line.split())) for number, line in enumerate(text.splitlines(), 1))
    return [
        (number, line)
        for number, line in folded
        if re.search(r"\w", line) and not PASSED_OVER.match(line)
    ]


def shapes(text: str) -> list[Line]:
    """The lines that count, with names, numbers and texts left out."""
    return [
        (number, " ".join(_shape(each) for each in TOKEN.finditer(line)))
        for number, line in lines_of(text)
    ]


def _says_something(lines: Sequence[str]) -> bool:
    parts = [line.split() for line in lines]
    words = sum(part[0].isalnum() or part == "''" for line in parts for part in line)
    return (
        words >= FEWEST_WORDS
        and sum(map(len, parts)) >= FEWEST_PARTS
        and sum(len(line) > 3 for line in parts) >= FEWEST_LONG
    )


def _shape(token: re.Match[str]) -> str:
    match token.lastgroup:
        case "text":
            return "''"
        case "number":
            return "0"
        case "word" if not keyword.iskeyword(token[0]):
            return "n"
    return token[0]


def repeats(root: Path, rooms: tuple[str, ...] = ROOMS) -> list[Run]:
    """All pairs of places in the Python files of some folders."""
    files = (file for room in rooms for file in (root / room).rglob("*.py"))
    return alike_in(
        {
            file.relative_to(root).as_posix(): file.read_text("utf-8")
            for file in sorted(files)
            if "starters" not in file.parts  # what somebody is given stands alone
        }
    )


def alike_in(texts: dict[str, str]) -> list[Run]:
    """All pairs of places in some texts."""
    same = _alike({file: lines_of(text) for file, text in texts.items()})
    of_a_shape = _alike({file: shapes(text) for file, text in texts.items()}, _says_something)
    return sorted({*same, *of_a_shape})


def _alike(
    read: dict[str, list[Line]], counts: Callable[[Sequence[str]], bool] = bool
) -> Iterator[Run]:
    places: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for file, lines in read.items():
        for at in range(len(lines) - LINES + 1):
            places[tuple(line for _, line in lines[at : at + LINES])].append((file, at))
    return _runs(read, (found for run, found in places.items() if counts(run)))


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
