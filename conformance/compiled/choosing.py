"""Chooses between the oracle as it is written and the compiled one, before it is imported.

A misreading replaces functions of the oracle, which compiled code would not notice: only verbs
that play and no more use the compiled one. Both do the same, event for event.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

from conformance.compiled.modules import rooms
from rules_dsl.errors import KaijuError
from rules_dsl.home import VARIABLE as GAME_OF_ONES_OWN

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "compiled"
STAMP = "built"
"""The file that says when the modules were compiled: newer sources make them stale."""

VARIABLE = "KAIJU_ORACLE"
COMPILED, INTERPRETED = "compiled", "interpreted"

KERNEL = "oracle.kernel.machine"

PLAYING = frozenset({"ask", "bench", "divide", "engine", "explain", "perft", "play"})
"""The verbs that only play."""


class Compiled(MetaPathFinder):
    """Finds modules of the oracle in the folder of the compiled ones."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module is, if it is a compiled one."""
        if not (fullname.startswith("oracle.") or fullname.endswith("__mypyc")):
            return None
        for suffix in EXTENSION_SUFFIXES:
            file = self._folder / f"{fullname.replace('.', '/')}{suffix}"
            if file.exists():
                return spec_from_file_location(fullname, file)
        return None


class Interpreted(MetaPathFinder):
    """Finds modules of the oracle as they are written, where compiled ones lie beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the source of a module is."""
        if not fullname.startswith("oracle.") or not path:
            return None
        return FileFinder(next(iter(path)), (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)


def choose(verb: str) -> str:
    """Decide for a verb, or as the environment says; returns which oracle it is.

    Where the oracle has been imported already, there is nothing left to choose.
    """
    if KERNEL in sys.modules:
        is_source = str(sys.modules[KERNEL].__file__).endswith(".py")
        return INTERPRETED if is_source else COMPILED
    wanted = os.environ.get(VARIABLE, "")
    if os.environ.get(GAME_OF_ONES_OWN):
        wanted = INTERPRETED  # its classes are Python and cannot inherit from compiled ones
    if wanted not in ("", COMPILED, INTERPRETED):
        raise KaijuError(
            f"{VARIABLE} is {wanted!r}", remedy=f"Say {COMPILED} or {INTERPRETED}, or unset it."
        )
    if not wanted:
        wanted = COMPILED if verb in PLAYING else INTERPRETED
        if wanted == COMPILED and (not (FOLDER / STAMP).exists() or newer(FOLDER)):
            wanted = COMPILED if _beside() else INTERPRETED
    elif wanted == COMPILED and not _beside():
        _expect_built()
    use(wanted)
    return wanted


def use(which: str) -> None:
    """Let this process import the one or the other."""
    if which == INTERPRETED:
        if _beside():
            sys.meta_path.insert(0, Interpreted())
    elif not _beside():
        sys.meta_path.insert(0, Compiled(FOLDER))


def newer(folder: Path) -> list[Path]:
    """The sources that have changed since the modules in a folder were compiled."""
    built = (folder / STAMP).stat().st_mtime
    sources = (file for room in rooms(ROOT) for file in room.glob("*.py"))
    return [file for file in sources if file.stat().st_mtime > built]


def _beside() -> bool:
    """Whether compiled modules lie beside the sources, as a compiled wheel installs them."""
    kernel = ROOT / "oracle" / "kernel"
    return any((kernel / f"machine{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


def _expect_built() -> None:
    if not (FOLDER / STAMP).exists():
        raise KaijuError("the oracle is not compiled", remedy="`make compiled` does it.")
    if changed := newer(FOLDER):
        raise KaijuError(
            f"{changed[0].relative_to(ROOT)} has changed since the oracle was compiled",
            remedy="`make compiled` does it again.",
        )
