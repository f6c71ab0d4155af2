"""Where the games are that are known: in this distribution, or in a folder that somebody names.

`kaiju --with PLACE` puts the game that is found there in place of those of this distribution. A
PLACE is a folder, or the name under which an installed distribution registers one. The name is
kept in the environment, so that the processes that Kaiju starts know the same game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol, TypeVar

from rules_dsl.errors import KaijuError

VARIABLE = "KAIJU_WITH"
"""The variable of the environment that names the place."""

GROUP = "kaiju.games"
"""The entry points by which a distribution registers the package of a game."""


class Record(Protocol):
    """What says all that a room needs of a game."""

    @property
    def name(self) -> str: ...


R = TypeVar("R", bound=Record)


def named() -> str:
    """The place that somebody names, or nothing."""
    return os.environ.get(VARIABLE, "")


def home() -> Path | None:
    """The folder of the game that somebody names; None where nobody names any."""
    return _folder(named()) if named() else None


@cache
def _folder(place: str) -> Path:
    from importlib.metadata import entry_points  # slow to import, and seldom needed
    from importlib.util import find_spec

    for registered in entry_points(group=GROUP, name=place):
        found = find_spec(registered.module)
        if found is not None and found.origin is not None:
            return Path(found.origin).resolve().parent
    folder = Path(place).resolve()
    if not (folder / "__init__.py").is_file() or not folder.name.isidentifier():
        known = ", ".join(sorted(each.name for each in entry_points(group=GROUP)))
        raise KaijuError(
            f"there is no game in {place}",
            remedy="Name the folder of a game, a Python package with `game.py` and "
            f"`spec/`, or a game that is installed{f': {known}' if known else ' (there is none)'}.",
        )
    return folder


def package_of(folder: Path) -> ModuleType:
    """The package in a folder, imported by the name of the folder; nothing beside it is."""
    from importlib.util import module_from_spec, spec_from_file_location

    name = folder.name
    if name not in sys.modules:
        start = folder / "__init__.py"
        found = spec_from_file_location(name, start, submodule_search_locations=[str(folder)])
        assert found is not None
        assert found.loader is not None
        module = module_from_spec(found)
        sys.modules[name] = module
        found.loader.exec_module(module)
    package = sys.modules[name]
    if Path(package.__file__ or "").resolve().parent != folder:
        raise KaijuError(
            f"another module is called {name} already", str(folder), "Rename the folder."
        )
    return package


def record(
    kind: type[R], name: str, built_in: Mapping[str, str], beside: str, attribute: str
) -> R | None:
    """The record of a game, which is imported now; None where nobody knows the game.

    It stands in a module of those built in, or in one that is called so in the folder that
    somebody names.
    """
    folder = home()
    if folder is not None and folder.name == name:
        module = import_module(f".{beside}", package_of(folder).__name__)
    elif folder is None and name in built_in:
        module = import_module(built_in[name])
    else:
        return None
    found = getattr(module, attribute, None)
    if not isinstance(found, kind) or found.name != name:
        raise KaijuError(
            f"{module.__name__} has no record {attribute} of {name!r}",
            str(module.__file__),
            "Add it.",
        )
    return found
