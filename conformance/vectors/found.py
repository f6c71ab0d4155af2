"""The vectors that no scenario tells: games found by search, and counted positions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from conformance.perft.export import export as export_positions
from conformance.perft.positions import named_positions
from conformance.scenario.face import Json
from conformance.search.export import document
from conformance.search.export import export as export_scripts
from conformance.search.scripts import read_scripts, script_files

PERFT = "perft.json"


def found_documents(sums: Mapping[str, str]) -> tuple[dict[Path, str], int]:
    """The text of their vector files by path, and how many vectors they hold."""
    files: dict[Path, list[Json]] = defaultdict(list)
    for file in script_files():
        _sort(export_scripts(read_scripts(file), sums), f"{file.stem}.json", files)
    _sort(export_positions(named_positions(), sums), PERFT, files)
    texts = {path: document(vectors) for path, vectors in files.items()}
    return texts, sum(map(len, files.values()))


def _sort(vectors: Iterable[Json], name: str, files: dict[Path, list[Json]]) -> None:
    """Put each vector into the file of its game."""
    for vector in vectors:
        files[Path(str(vector["game"]).partition("/")[0]) / name].append(vector)
