"""Vector files: one JSON document a topic, written whole or not at all, compared for drift."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from conformance.scenario.face import Json, Load
from conformance.scenario.model import Scenario
from conformance.scenario.shelf import SCENARIOS
from conformance.vectors.export import FORMAT, DoesNotHold, export, shown
from rules_dsl.errors import KaijuError
from rules_dsl.writing import replace_text


def documents(
    by_file: Mapping[Path, list[Scenario]], load: Load, sums: Mapping[str, str]
) -> dict[Path, str]:
    """The text of every vector file, by its path below the folder of vectors."""
    texts: dict[Path, str] = {}
    failures: list[str] = []
    for file, scenarios in by_file.items():
        vectors = []
        for scenario in scenarios:
            try:
                vectors.append(export(scenario, load, sums))
            except DoesNotHold as failure:
                failures.append(str(failure))
        path = topic_path(file)
        if path in texts:
            raise KaijuError(
                f"another scenario file also gives {path}", str(file), "rename one of the two"
            )
        texts[path] = document(vectors)
    if failures:
        raise DoesNotHold(tuple(failures))
    return texts


def topic_path(file: Path) -> Path:
    """Where the vectors of a scenario file lie: by game and topic, as the scenarios do."""
    path = file.resolve()
    inside = path.is_relative_to(SCENARIOS)
    return (path.relative_to(SCENARIOS) if inside else Path(path.name)).with_suffix(".json")


def document(vectors: list[Json]) -> str:
    """A vector file: canonical JSON, one space a level."""
    found = {"format": FORMAT, "vectors": sorted(vectors, key=lambda vector: str(vector["id"]))}
    return json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def write(texts: Mapping[Path, str], folder: Path) -> list[Path]:
    """Write the files that changed; each is replaced in one step."""
    changed = []
    for path, text in texts.items():
        target = folder / path
        if _read(target) != text:
            replace_text(target, text)
            changed.append(target)
    return changed


def drift(texts: Mapping[Path, str], folder: Path, all_files: bool) -> list[str]:
    """How the committed files differ from what the scenarios say now."""
    found = []
    for path, text in texts.items():
        target = folder / path
        old = _read(target)
        old = document([]) if old is None else old
        if old != text:
            found += [f"{shown(target)}: {line}" for line in _changes(old, text)]
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


def orphans(texts: Mapping[Path, str], folder: Path) -> list[Path]:
    """Vector files that no scenario file gives any more."""
    return [
        path for path in sorted(folder.rglob("*.json")) if path.relative_to(folder) not in texts
    ]


def _changes(old: str, new: str) -> list[str]:
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
    return {vector["id"]: vector for vector in json.loads(text)["vectors"]}
