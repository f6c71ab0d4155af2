"""Code that is written twice: how it is counted, and how much of it there may be."""

from __future__ import annotations

import pytest

from repeats import LINES, MOST_PLACES, ROOT, alike_in, pairs_of, repeats, shapes

# What there is today. These only ever go down: who writes something again finds one place for it.
MOST_PAIRS = 513
MOST_AMONG_MISREADINGS = 167

SIX = """\
def total(cards, seat):
    found = [card for card in cards if card.seat == seat]
    if not found:
        raise ValueError("nobody has any")
    most = max(card.power for card in found)
    return sum(found) + most
"""
RENAMED = SIX.replace("card", "die").replace("seat", "face").replace("nobody", "no one")
OTHER = "while True:\n    break\n"
FIELDS = "class Card:\n" + "".join(f"    {name}: int\n" for name in "abcdefgh")
WORDS = "NAMES = (\n" + "".join(f'    "{name}",\n' for name in "abcdefgh") + ")\n"


def test_what_is_the_same_is_found_with_its_lines() -> None:
    assert alike_in({"a.py": OTHER + SIX, "b.py": SIX}) == [("a.py", 3, 8, "b.py", 1, 6)]


def test_what_differs_in_names_and_texts_alone_is_alike() -> None:
    assert pairs_of(alike_in({"a.py": SIX, "b.py": RENAMED})) == {("a.py", "b.py")}


def test_what_stands_twice_in_one_file_is_found() -> None:
    assert alike_in({"a.py": SIX + OTHER + RENAMED}) == [("a.py", 1, 6, "a.py", 9, 14)]


def test_a_longer_run_is_one_run() -> None:
    long = SIX + "".join(f"total(cards, {number}, more=[]).tell()\n" for number in range(4))
    assert [run[1:3] for run in alike_in({"a.py": long, "b.py": long})] == [(1, 10)]


def test_fewer_lines_are_no_repeat() -> None:
    short = "".join(SIX.splitlines(keepends=True)[: LINES - 1])
    assert alike_in({"a.py": short + OTHER, "b.py": short}) == []


def test_what_does_not_count_does_not_part_what_is_alike() -> None:
    lines = SIX.splitlines(keepends=True)
    between = ["\n", "    # why\n", "    import math\n", '    """Why."""\n']
    loose = "".join([*lines[:3], *between, *lines[3:]])
    assert alike_in({"a.py": SIX, "b.py": loose}) == [("a.py", 1, 6, "b.py", 1, 10)]


@pytest.mark.parametrize("text", [FIELDS, WORDS], ids=["fields", "words"])
def test_lists_are_alike_only_where_they_are_the_same(text: str) -> None:
    assert alike_in({"a.py": text, "b.py": text.replace("a", "x").replace("e", "y")}) == []
    assert alike_in({"a.py": text, "b.py": text}) != []


def test_what_stands_everywhere_is_a_way_of_writing() -> None:
    texts = {f"{number}.py": SIX for number in range(MOST_PLACES + 1)}
    assert alike_in(texts) == []
    texts.popitem()
    assert len(pairs_of(alike_in(texts))) == MOST_PLACES * (MOST_PLACES - 1) // 2


def test_the_shape_of_a_line() -> None:
    ((_, shape),) = shapes("if seat in zones[1:]: tell('it is so', f\"{seat}\", x=2.5)\n")
    assert shape == "if n in n [ 0 : ] : n ( '' , n '' , n = 0 )"


def test_no_more_is_written_twice_than_there_was() -> None:
    found = repeats(ROOT)
    pairs = pairs_of(found)
    among = {pair for pair in pairs if all("/mutants/" in file for file in pair)}
    assert len(among) <= MOST_AMONG_MISREADINGS, "`python tests/repeats.py` lists them"
    assert len(pairs) <= MOST_PAIRS, "`python tests/repeats.py` lists them"
