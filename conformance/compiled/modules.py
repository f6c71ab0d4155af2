"""Which modules of the oracle are compiled: those that play, less a few that mypyc cannot take."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

NOT_PLAYED = frozenset(
    {"checking", "drawing", "events", "game", "hindrances", "showing", "telling", "why"}
)
"""Modules that prepare or explain: nothing would be gained."""

ROOMS_NOT_PLAYED = frozenset({"plain", "verbs"})


def rooms(root: Path) -> list[Path]:
    """The folders of the kernel, of each game, and of what games share."""
    found = sorted((root / "oracle").glob("*/__init__.py"))
    return [each.parent for each in found if each.parent.name not in ROOMS_NOT_PLAYED]


def compiled_modules(root: Path) -> list[Path]:
    """The files that are compiled, in order, relative to the root of a tree."""
    found = [file for room in rooms(root) for file in sorted(room.glob("*.py"))]
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
