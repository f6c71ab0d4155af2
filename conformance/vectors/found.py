"""The vectors that no scenario tells: games found by search, and counted positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from conformance.judge.vector_files import SUFFIX
from conformance.perft.export import export as export_positions
from conformance.perft.positions import named_positions
from conformance.scenario.face import Json
from conformance.search.export import export as export_scripts
from conformance.search.scripts import read_scripts, script_files

PERFT = f"perft{SUFFIX}"


def found_vectors(sums: Mapping[str, str]) -> dict[Path, list[Json]]:
    """The vectors by the file they go to."""
    files: dict[Path, list[Json]] = defaultdict(list)
    for file in script_files():
        _sort(export_scripts(read_scripts(file), sums), f"{file.stem}{SUFFIX}", files)
    _sort(export_positions(named_positions(), sums), PERFT, files)
    return files


def _sort(vectors: Iterable[Json], name: str, files: dict[Path, list[Json]]) -> None:
    """Put each vector into the file of its game."""
    for vector in vectors:
        files[Path(str(vector["game"]).partition("/")[0]) / name].append(vector)
