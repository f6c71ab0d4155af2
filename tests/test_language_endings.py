"""Whatever an author writes, the reader comes to an end: each step leaves less to read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules_dsl import reader
from rules_dsl.lexer import Line
from rules_dsl.reader import Reading, read_files, read_together
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "mindbug"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
KEYWORDS = read_files([SPEC / "keywords.cards"], VOCABULARY)
LINES = [
    line
    for file in ("first-contact.cards", "beyond-evolution.cards")
    for line in (SPEC / file).read_text("utf-8").splitlines()
]
HEADER = 'creature yeti "Yeti"'


class Endless(Exception):
    """The reader tries the same lines again and again."""


@pytest.fixture(autouse=True, scope="module")
def counted() -> Iterator[None]:
    """Refuse more attempts at one definition than there is to leave out of it."""
    feed, parse = reader._feed, reader._parse
    left = 0

    def feeding(parser: reader.InteractiveParser, lines: list[Line]) -> object:
        nonlocal left
        if not left:
            raise Endless([line.number for line in lines])
        left -= 1
        return feed(parser, lines)

    def parsing(lines: list[Line], *rest: object) -> object:
        nonlocal left
        left = 1 + sum(1 + line.depth for line in lines)
        return parse(lines, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "_feed", feeding)
        patch.setattr(reader, "_parse", parsing)
        yield


def reading(*lines: str) -> Reading:
    (read,) = read_together([("my.cards", "\n".join(lines))], VOCABULARY, KEYWORDS)
    return read


def told(*lines: str) -> list[tuple[int, str]]:
    found = reading(*lines).mistakes.found
    return [(mistake.span.line, mistake.kind) for mistake in found]


@pytest.mark.parametrize("indent", [1, 3])
def test_a_block_whose_lines_stand_at_no_depth_is_told_once(indent: int) -> None:
    block = " " * indent + "you gain 1 life"
    expected = [(4, "wrong-indent")]
    assert told(HEADER, "    power 3", "    play:", block) == expected
    assert told(HEADER, "    power 3", "    play:", block, "    tough") == expected
    assert told(HEADER, "    power 3", "    play:", block, block) == [
        *expected,
        (5, "wrong-indent"),
    ]
    (mistake,) = reading(HEADER, "    power 3", "    play:", block).mistakes.found
    assert mistake.remedy == "indent it by 4 or 6 spaces"


def test_an_empty_block_is_blamed_on_the_line_that_opens_it() -> None:
    text = [HEADER, "  play:", "    for each card discarded this way:", "  power 4"]
    assert told(*text) == [(3, "empty-block")]


@st.composite
def mangled(draw: st.DrawFn) -> list[str]:
    """Lines of real cards with their order, their words and above all their indentation off."""
    start = draw(st.integers(0, len(LINES) - 12))
    lines = [HEADER, *LINES[start : start + 12]]
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(lines) - 1))
        words = lines[at].split()
        match draw(st.integers(0, 5)):
            case 0 | 1:
                lines[at] = draw(st.sampled_from(["", *(" " * n for n in range(1, 8)), "\t"]))
                lines[at] += " ".join(words)
            case 2:
                lines.insert(at, lines[draw(st.integers(0, len(lines) - 1))])
            case 3:
                lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
            case 4:
                lines[at] += draw(st.sampled_from([":", " :", ",", " x", '"', "#", " " * 1000]))
            case _:
                place = draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:place] + draw(st.text(max_size=2)) + lines[at][place:]
    return lines


@settings(deadline=None, max_examples=100)
@given(mangled())
@example([HEADER, "  play:", " you gain 1 life"])
def test_the_reader_always_comes_to_an_end(lines: list[str]) -> None:
    read = reading(*lines)
    for mistake in read.mistakes.found:
        assert 1 <= mistake.span.line <= len(read.mistakes.source)
        assert str(mistake).startswith(f"my.cards:{mistake.span.line}:")
