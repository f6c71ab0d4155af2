"""A topic has one name in every room: where it has a page, its code has a module called so."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from rules_dsl.specification import load_specification

ROOT = Path(__file__).resolve().parent.parent
GAMES = load_specification().games
RULE = re.compile(r"^```\{rule\} (\S+)", re.MULTILINE)
CITED = re.compile(r"\b[a-z]+\.[a-z0-9]+\.[a-z0-9-]+")

EXCEPTIONS = {
    ("mindbug", "sets"): "which cards are in the box is one answer, and setup opens the box",
    ("tokyo", "cards"): (
        "it says how any text works, which is the machinery of moments, any_time and waiting"
    ),
    (
        "tokyo",
        "modes",
    ): "a mode is a choice of cards, and setup leaves the others in the box",
    ("tokyo", "yield"): "a module cannot have a word of Python for a name; it is called yielding",
}
"""Topics with code and no module of their own, and why."""
MOST_EXCEPTIONS = 8


def rules_by_page(game: str) -> dict[str, set[str]]:
    """The rules that stand on each page of a game."""
    found = defaultdict[str, set[str]](set)
    for page in sorted((ROOT / "spec" / game).glob("*.md")):
        found[page.stem] |= set(RULE.findall(page.read_text("utf-8")))
    return found


def without_module(game: str) -> set[str]:
    """The topics of a game whose rules its code cites, and that no module is named after."""
    room = ROOT / "oracle" / game
    cited = {id for path in room.glob("*.py") for id in CITED.findall(path.read_text("utf-8"))}
    return {
        topic
        for topic, rules in rules_by_page(game).items()
        if rules & cited and not (room / f"{topic}.py").exists()
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_topic_with_code_has_a_module_of_its_name(game):
    assert len(rules_by_page(game)) > 15
    excepted = {topic for each, topic in EXCEPTIONS if each == game}
    assert without_module(game) == excepted


def test_there_are_few_exceptions():
    assert len(EXCEPTIONS) <= MOST_EXCEPTIONS
    assert all(EXCEPTIONS.values())
