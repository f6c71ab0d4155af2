"""The rooms of the house: who may import whom, and what may stand where."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ["rules_dsl", "oracle", "conformance"]  # each may import those before it
GAMES = ["mindbug", "tokyo", "duel"]
DICE_GAMES = ["tokyo", "duel"]  # what these have in common is in a room of its own
IN_COMMON = "dice_games"
LEFTOVERS = {"utils", "util", "helpers", "helper", "common", "misc", "shared", "stuff"}
LONGEST_MODULE = 600

# Words of one game or another; the kernel serves them all and speaks none of them.
GAME_WORDS = {
    *("mindbug", "tokyo", "duel", "creature", "monster"),
    *("attack", "attacker", "blocker", "combat", "defeat", "defeated", "exhaust", "exhausted"),
    *("frenzy", "hunter", "poisonous", "sneaky", "tough", "boost"),
    *("energy", "heart", "claw", "smash", "victory"),
}

# The atoms: only they may change what lies in a zone, is counted or is marked. Those that serve
# every topic stand in modules of their own, the others with their topics.
ATOMS = [
    *(ROOT / "oracle" / "kernel").glob("*.py"),
    *(ROOT / "oracle" / game / "atoms.py" for game in ("mindbug", "tokyo", IN_COMMON)),
]
ATOMS_OF_TOPICS = {
    "mindbug/boost": {"drop_boosts", "note_booster"},
    "mindbug/dice": {"gain_energy"},
    "mindbug/draw": {"draw"},
    "mindbug/keywords": {"exhaust"},
    "mindbug/leaving": {"forget"},
    "mindbug/life": {"lose_life", "gain_life", "put_life"},
    "mindbug/mindbug": {"spend_mindbug"},
    "mindbug/play": {"enter"},
    "mindbug/power": {"pay_energy"},
    "mindbug/terms": {"take_control"},
    "duel/buy": {"lay_in_row"},
    "duel/dice": {"get_tokens", "spend_tokens"},
    "duel/energy": {"give_energy", "pay"},
    "duel/hearts": {"give_hearts", "lose_hearts", "set_hearts", "start_with_hearts"},
    "duel/noise": {"place_token"},
    "tokyo/counters": {"put_on", "take_off", "lose_counters"},
    "tokyo/energy": {"get_energy", "lose_energy", "pay"},
    "tokyo/stars": {"gain_stars", "lose_stars"},
    "tokyo/tokens": {"give_token", "remove_token"},
}
GUARDED = {"zones", "counters", "marks"}  # the parts of the state that are theirs
CHANGES = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"}


def modules(*rooms):
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


def of_each_module(*folders):
    """A test of every module below some folders, told by the folder that it is in."""
    by_folder = {}
    for path in modules(*folders):
        by_folder.setdefault(path.parent.relative_to(ROOT).as_posix(), []).append(path)

    def declare(check):
        @pytest.mark.parametrize("folder", by_folder)
        def test(folder):
            wrong = []
            for path in by_folder[folder]:
                try:
                    check(path)
                except AssertionError as found:
                    wrong.append(f"{path.relative_to(ROOT)}: {found}")
            assert not wrong, "\n".join(wrong)

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return declare


def parse(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path):
    """The full names a module imports, relative ones resolved, with their lines."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                yield f"{base}.{alias.name}", node.lineno


def imported_from(path, package):
    """Where a module imports a package or anything inside it."""
    return [
        f"line {line}: {name}"
        for name, line in imports(path)
        if name == package or name.startswith(f"{package}.")
    ]


def words(text):
    """The lower-case words of a text, identifiers taken apart: `canBlock_twice` is three."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)]


def zone_changes(tree):
    """Lines that change what lies in a zone: directly, or through a name given to the zone."""

    def is_guarded(node):
        return isinstance(node, ast.Attribute) and node.attr in GUARDED

    def is_zone(node, known):
        while isinstance(node, ast.Subscript):
            if is_guarded(node.value):
                return True
            node = node.value
        return isinstance(node, ast.Name) and node.id in known

    for scope in ast.walk(tree):
        if not isinstance(scope, ast.Module | ast.FunctionDef):
            continue
        known = {
            target.id
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign) and (is_guarded(node.value) or is_zone(node.value, ()))
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        if isinstance(scope, ast.Module):
            known = set()  # names are local to their function
        for node in ast.walk(scope):
            match node:
                case ast.Call(func=ast.Attribute(value=value, attr=attr)):
                    changed = attr in CHANGES and is_zone(value, known)
                case ast.Delete(targets=targets) | ast.Assign(targets=targets):
                    changed = any(
                        is_guarded(each)
                        or (isinstance(each, ast.Subscript) and is_zone(each, known))
                        for each in targets
                    )
                case ast.AugAssign(target=target):
                    changed = is_zone(target, known)
                case _:
                    changed = False
            if changed:
                yield node.lineno


def test_the_specification_holds_no_python():
    assert list((ROOT / "spec").rglob("*.py")) == []


@of_each_module(*ROOMS)
def test_imports_go_one_way(path):
    room = path.relative_to(ROOT).parts[0]
    for later in [*ROOMS[ROOMS.index(room) + 1 :], "docs", "tests"]:
        assert imported_from(path, later) == [], f"{room} may not import {later}"


@of_each_module("oracle/kernel")
def test_the_kernel_imports_no_game(path):
    every = [*GAMES, IN_COMMON]
    assert [found for game in every for found in imported_from(path, f"oracle.{game}")] == []


@of_each_module(f"oracle/{IN_COMMON}")
def test_what_games_have_in_common_knows_none_of_them(path):
    assert [found for game in GAMES for found in imported_from(path, f"oracle.{game}")] == []
    cited = re.findall(r"\b(?:mb|kt|kd)\.[a-z]+\.[a-z-]+", path.read_text(encoding="utf-8"))
    assert cited == [], "each game says which rules a procedure rests on"


@of_each_module("oracle/kernel")
def test_the_kernel_speaks_of_no_game(path):
    found = [
        f"line {number}: {word}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for word in words(line)
        if word in GAME_WORDS or word.removesuffix("s") in GAME_WORDS
    ]
    assert found == []


@of_each_module(*[f"oracle/{game}" for game in GAMES])
def test_games_do_not_import_each_other(path):
    own = path.relative_to(ROOT).parts[1]
    others = [game for game in GAMES if game != own]
    if own not in DICE_GAMES:
        others.append(IN_COMMON)
    assert [found for game in others for found in imported_from(path, f"oracle.{game}")] == []


@of_each_module("oracle")
def test_only_atoms_change_zones_counters_and_marks(path):
    if path in ATOMS:
        return
    tree = parse(path)
    lines = {
        node.name: {*range(node.lineno, node.end_lineno + 1)}
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    changes = set(zone_changes(tree))
    declared = ATOMS_OF_TOPICS.get(f"{path.parent.name}/{path.stem}", set())
    assert {name for name in declared if not changes & lines.get(name, set())} == set(), "no atom"
    assert sorted(changes.difference(*(lines[name] for name in declared))) == []


@of_each_module(*ROOMS, "docs", "tests")
def test_a_module_is_one_idea(path):
    own_name = path.relative_to(ROOT).with_suffix("").parts
    assert not LEFTOVERS.intersection(own_name), "name it for what it does"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


def test_the_scan_for_zone_changes_sees_them():
    source = """
def play(state, card):
    state.zones[0].remove(card)
    hand = state.zones[1][2]
    hand.append(card)
    del state.zones[0][0]
    state.zones[2] = []
    state.zones = []
    copy = list(state.zones[0])
    copy.append(card)
    waiting = []
    waiting.append(card)
    life = state.counters
    life[0] -= 1
    state.marks[card] |= 4
"""
    assert sorted(set(zone_changes(ast.parse(source)))) == [3, 5, 6, 7, 8, 14, 15]


def test_the_scan_for_words_takes_identifiers_apart():
    assert words("canBlock_twice: HTMLPage (exhausted)") == [
        "can", "block", "twice", "html", "page", "exhausted",
    ]  # fmt: skip
