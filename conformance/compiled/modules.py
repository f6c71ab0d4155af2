"""Which modules of the oracle are compiled: those that play, less a few that mypyc cannot take."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOMS = ("kernel", "king", "mindbug", "tokyo", "duel")

NOT_PLAYED = frozenset(
    {"checking", "drawing", "events", "game", "hindrances", "showing", "telling", "why"}
)
"""Modules that prepare or explain: nothing would be gained."""


def compiled_modules(root: Path) -> list[Path]:
    """The files that are compiled, in order, relative to the root of a tree."""
    found = [file for room in ROOMS for file in sorted((root / "oracle" / room).glob("*.py"))]
    return [file.relative_to(root) for file in found if is_compiled(file)]


def is_compiled(file: Path) -> bool:
    """Whether a module plays and declares no attrs classes, which mypyc cannot compile."""
    if file.stem == "__init__" or file.stem in NOT_PLAYED:
        return False
    return not any(_decorators(ast.parse(file.read_text("utf-8"))))


def _decorators(module: ast.Module) -> Iterator[str]:
    for each in module.body:
        if isinstance(each, ast.ClassDef):
            for decorator in each.decorator_list:
                named = decorator.func if isinstance(decorator, ast.Call) else decorator
                if isinstance(named, ast.Name) and named.id in ("frozen", "define"):
                    yield named.id
