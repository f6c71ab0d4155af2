"""A game is a package with a record in the oracle and one in the kit; nothing else names it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from conformance import games as kits
from oracle import games as machines
from rules_dsl.specification import load_specification

ROOT = Path(__file__).resolve().parent.parent
GAMES = tuple(load_specification().games)
OWN = {*GAMES, "dice_games"}
"""Folders of games, and of what both dice games share."""

RECORDS = {ROOT / "oracle" / "games.py", *(ROOT / "conformance" / "games").glob("*.py")}

WORDS_OF_THE_PROTOCOL = {
    "conformance/judge/headline.py",
    "conformance/laws/silence.py",
    "conformance/miniatures/players.py",
    "conformance/reports/telling.py",
    "conformance/search/export.py",
}
"""These speak of the decision and the answer `mindbug`, which engines of every game can have."""


def modules():
    for room in ("rules_dsl", "oracle", "conformance", "docs"):
        for path in sorted((ROOT / room).rglob("*.py")):
            inside = path.relative_to(ROOT)
            folders = set(inside.parts[:-1])
            is_test = path.name.startswith("test_") or "examples" in folders
            if path not in RECORDS and not is_test and not folders & OWN:
                yield path


def texts(tree):
    """The texts of a module, without those that only people read."""
    for_people = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            for_people.add(id(node.value))
        if isinstance(node, ast.keyword) and node.arg in ("help", "epilog", "short_help"):
            for_people |= {id(each) for each in ast.walk(node.value)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in for_people:
            yield node.value, node.lineno


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield f"{node.module or ''}.{alias.name}", node.lineno


def names_of_games(tree):
    """Where a module imports a game, or has a text that is the name of one or of a ruleset."""
    for name, line in imported(tree):
        if set(name.split(".")) & set(GAMES):
            yield f"line {line}: imports {name}"
    for text, line in texts(tree):
        if text.partition("/")[0] in GAMES:
            yield f"line {line}: {text!r}"


def test_only_records_and_own_folders_name_a_game():
    wrong = []
    for path in modules():
        shown = path.relative_to(ROOT).as_posix()
        for each in names_of_games(ast.parse(path.read_text("utf-8"))):
            if shown not in WORDS_OF_THE_PROTOCOL or not each.endswith("'mindbug'"):
                wrong.append(f"{shown}: {each}")
    assert not wrong, "\n".join(wrong)


def test_the_scan_for_names_sees_them():
    source = '''
"""A text about mindbug."""
from oracle.tokyo import table
import oracle.duel.table
TABLES = {"mindbug": 1}
if game == "duel" or name.startswith("tokyo/"):
    load("mindbug/first-contact")
option("--game", help="mindbug")
'''
    found = [each.split(":")[0] for each in names_of_games(ast.parse(source))]
    assert found == ["line 3", "line 4", "line 5", "line 6", "line 6", "line 7"]


def test_the_records_are_those_of_the_specification():
    assert machines.names() == kits.names() == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_imported_only_when_it_is_needed(game):
    source = f"""
import sys
import oracle.games, conformance.games, conformance.cli
from oracle.ruleset import load
load("{load_specification().games[game].usual}")
print(*sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
    loaded = told.stdout.split()
    assert f"oracle.{game}.game" in loaded, told.stderr
    for other in GAMES:
        assert other == game or not any(name.startswith(f"oracle.{other}") for name in loaded)
    assert not any(name.startswith("conformance.games.") for name in loaded)
