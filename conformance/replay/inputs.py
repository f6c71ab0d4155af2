"""Checksums of everything that the playing of a scenario depends on."""

from __future__ import annotations

import ast
import hashlib
import io
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

import conformance
import oracle
import rules_dsl
from conformance.scenario.known import game_of
from conformance.scenario.model import Scenario
from conformance.scenario.player import card_files
from conformance.scenario.printer import print_scenario
from conformance.vectors.export import shown
from rules_dsl.home import home
from rules_dsl.specification import load_specification, spec_root

DIGITS = 16
PLAYED_BY = (
    "games/*.py",
    "scenario/**/*.py",
    "coverage/exercise.py",
    "coverage/used.py",
    "coverage/points.py",
    "replay/playing.py",
    "replay/replay.py",
    "vectors/export.py",
    "vectors/way.py",
)
"""The modules of the kit that play scenarios and say what came of it."""


def scenario_sum(scenario: Scenario) -> str:
    """Of all that a scenario's playing depends on: its words, its cards, its game."""
    game = game_of(scenario.ruleset).name
    cards = [file.read_text("utf-8") for file in card_files(scenario) if file.is_file()]
    return checksum([game_sum(game), shown(scenario.place.file), print_scenario(scenario), *cards])


@cache
def game_sum(game: str) -> str:
    """Of the code and the specification by which a game is played and told."""
    kit = Path(conformance.__file__).parent
    rooms = [file for pattern in PLAYED_BY for file in sorted(kit.glob(pattern))]
    files = [*_modules(game), *rooms, *_definitions(game)]
    return checksum([*map(_text, files), _options(game)])


@cache
def oracle_sum(game: str) -> str:
    """Of what the oracle makes of a game: its code, the language, the game's definitions.

    Records that are committed rest on it, so that comments, docstrings and empty lines do not
    matter, and the sum is the same for every Python.
    """
    code = [f"{file.name} {essence_of(file)}" for file in _modules(game)]
    return checksum([*code, *map(_text, _definitions(game)), _options(game)])


def _options(game: str) -> str:
    """The answers to a game's options and what each does beside the code; no other game's."""
    specification = load_specification()
    prefix = f"{specification.games[game].prefix}."
    return "\n".join(
        f"{option.id} {option.default} {[(answer.id, answer.cards) for answer in option.answers]}"
        for option in specification.options.values()
        if option.id.startswith(prefix)
    )


def _modules(game: str) -> Iterator[Path]:
    """The modules of the oracle and the language, without those of other games."""
    machine = Path(oracle.__file__).parent
    others = {machine / name for name in load_specification().games if name != game}
    for root in (machine, Path(rules_dsl.__file__).parent):
        for file in sorted(root.rglob("*.py")):
            if others.isdisjoint(file.parents):
                yield file
    own = home()
    yield from sorted(own.glob("*.py")) if own is not None else ()


def _definitions(game: str) -> Iterator[Path]:
    """The words, cards and rulesets of a game."""
    root = spec_root()
    yield Path(rules_dsl.__file__).parent / "grammar.lark"
    for pattern in ("*.cards", "*.toml", "readings/*/*.cards"):
        yield from sorted((root / game).glob(pattern))
    if (common := root / "vocabulary.toml").exists():  # words that several games share
        yield common
    yield root / "rulesets.toml"


def _text(file: Path) -> str:
    return file.read_text("utf-8")


@cache
def essence_of(file: Path) -> str:
    """A module's code as far as it does something."""
    return essence(_text(file))


def essence(source: str) -> str:
    """A module without comments, docstrings and empty lines, the same for every Python."""
    lines = source.splitlines()
    for first, start, last, end in sorted(_remarks(source), reverse=True):
        if first == last:
            lines[first] = lines[first][:start] + lines[first][end:]
        else:
            lines[first : last + 1] = [lines[first][:start] + lines[last][end:]]
    return "\n".join(line.rstrip() for line in lines if line.strip())


Stretch = tuple[int, int, int, int]
"""First line and column, last line and the column behind it."""


def _remarks(source: str) -> Iterator[Stretch]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line, start = token.start
            yield line - 1, start, line - 1, token.end[1]
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else ():
            if _is_remark(each):
                yield _stretch(each, source)


def _is_remark(node: object) -> TypeGuard[ast.Expr]:
    """A text that stands alone is a docstring, of whatever it follows."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _stretch(node: ast.Expr, source: str) -> Stretch:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    lines = source.splitlines()  # columns of the tree are counted in bytes
    start = len(lines[node.lineno - 1].encode("utf-8")[: node.col_offset].decode("utf-8"))
    end = len(lines[node.end_lineno - 1].encode("utf-8")[: node.end_col_offset].decode("utf-8"))
    return node.lineno - 1, start, node.end_lineno - 1, end


def checksum(texts: Iterable[str]) -> str:
    """The checksum of some texts in this order."""
    found = hashlib.sha256()
    for text in texts:
        found.update(text.encode("utf-8"))
        found.update(b"\0")
    return found.hexdigest()[:DIGITS]
