"""Writes vector files: one JSON line a vector, a file a topic, and compares them for drift."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from conformance.judge.vector import FORMAT
from conformance.judge.vector_files import INDEX, SUFFIX, index_text, vector_files
from conformance.scenario.face import Json
from conformance.scenario.shelf import SCENARIOS
from conformance.vectors.export import shown
from rules_dsl.errors import KaijuError
from rules_dsl.writing import replace_text

Texts = Mapping[Path, str]
"""The text of every vector file, by its path below the folder of vectors."""


def topic_path(file: Path) -> Path:
    """Where the vectors of a scenario file lie: by game and topic, as the scenarios do."""
    path = file.resolve()
    inside = path.is_relative_to(SCENARIOS)
    return (path.relative_to(SCENARIOS) if inside else Path(path.name)).with_suffix(SUFFIX)


def document(vectors: Iterable[Json]) -> str:
    """A vector file: its vectors in the order of their ids, each a line of canonical JSON."""
    ordered = sorted(vectors, key=lambda vector: str(vector["id"]))
    return "".join(f"{_line({'format': FORMAT, **vector})}\n" for vector in ordered)


_line = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def with_index(texts: Texts, folder: Path, all_files: bool) -> dict[Path, str]:
    """The files and the index of all that will lie in the folder then."""
    whole = {path: _ids(text) for path, text in texts.items()}
    if not all_files and folder.is_dir():
        others = [file.relative_to(folder) for file in vector_files(folder)]
        whole |= {path: _ids(_read(folder / path) or "") for path in others if path not in texts}
    return {**texts, Path(INDEX): index_text(whole)}


def _ids(text: str) -> list[str]:
    try:
        return list(_by_id(text))
    except (ValueError, KeyError, TypeError):
        return []  # no vector file; whoever reads it is told


def write(texts: Texts, folder: Path) -> list[Path]:
    """Write the files that changed; each is replaced in one step."""
    changed = []
    for path, text in texts.items():
        target = folder / path
        if _read(target) != text:
            replace_text(target, text)
            changed.append(target)
    return changed


def drift(texts: Texts, folder: Path, all_files: bool) -> list[str]:
    """How the committed files differ from what the scenarios say now."""
    found = []
    for path, text in texts.items():
        target = folder / path
        old = _read(target) or ""
        if old != text:
            found += [f"{shown(target)}: {line}" for line in _changes(old, text, path)]
    if all_files:
        found += [f"{shown(path)}: belongs to no scenario file" for path in orphans(texts, folder)]
    return found


def _read(file: Path) -> str | None:
    """What a file holds now; nothing when there is none."""
    try:
        return file.read_text(encoding="utf-8") if file.exists() else None
    except UnicodeDecodeError:
        return ""  # whatever it is, it is no vector file
    except OSError as error:
        raise KaijuError(f"cannot be read: {error.strerror}", place=str(file)) from None


def orphans(texts: Texts, folder: Path) -> list[Path]:
    """Vector files that no scenario file gives any more."""
    return [path for path in vector_files(folder) if path.relative_to(folder) not in texts]


def _changes(old: str, new: str, path: Path) -> list[str]:
    if path.name == INDEX:
        return ["is not the index of these vectors"]
    if path.suffix != SUFFIX:
        return ["is not the record of what these vectors were made by"]
    try:
        before, after = _by_id(old), _by_id(new)
    except (ValueError, KeyError, TypeError):
        return ["not a vector file"]
    changes = [f"{id} is new" for id in sorted(after.keys() - before.keys())]
    changes += [f"{id} is gone" for id in sorted(before.keys() - after.keys())]
    for id in sorted(before.keys() & after.keys()):
        fields = before[id].keys() | after[id].keys()
        differ = sorted(f for f in fields if before[id].get(f) != after[id].get(f))
        if differ:
            changes.append(f"{id} differs in {', '.join(differ)}")
    return changes or ["written otherwise"]


def _by_id(text: str) -> dict[str, Json]:
    vectors = [json.loads(line) for line in text.split("\n") if line]
    return {vector["id"]: vector for vector in vectors}
