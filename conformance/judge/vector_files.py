"""Vector files: JSON Lines, one vector a line, and an index that says where each one is."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from conformance.judge.vector import Vector, read_vector
from conformance.protocol.canonical import JsonObject
from conformance.room import ROOM
from rules_dsl.errors import KaijuError
from rules_dsl.foreign import decode_text, load_text, parse_json

VECTORS = ROOM / "vectors"
SUFFIX = ".jsonl"
INDEX = "index.txt"
"""Beside the files of a folder: a line for each vector with its id and the file it is in."""


def load_vectors(folder: Path = VECTORS, rulesets: Iterable[str] | None = None) -> list[Vector]:
    """Every vector below a folder, or of one file, in the order of files and lines.

    Of lines that name none of the rulesets, where some are given, nothing more is read.
    """
    words: dict[str, str] = {}
    marks = None if rulesets is None else [json.dumps(name) for name in rulesets]
    vectors, is_empty = list[Vector](), True
    for file in vector_files(folder):
        for number, line in _lines(file):
            is_empty = False
            if marks is None or any(mark in line for mark in marks):
                vectors.append(_read_line(line, file, number, words))
    if is_empty:
        raise KaijuError("there are no vectors here", place=str(folder))
    _refuse_twins((vector.id, vector.file) for vector in vectors)
    return vectors


def vector_files(folder: Path) -> list[Path]:
    """The vector files below a folder, in order; a file is its own."""
    if not folder.exists():
        raise KaijuError(f"there is no file or folder {folder}", remedy="Check --vectors.")
    return [folder] if folder.is_file() else sorted(folder.rglob(f"*{SUFFIX}"))


def read_vectors(file: Path, words: dict[str, str] | None = None) -> list[Vector]:
    """The vectors of one file; a mistake is told with its place in the file.

    Files read with the same `words` keep what they say in common only once in memory.
    """
    words = {} if words is None else words
    return [_read_line(line, file, number, words) for number, line in _lines(file)]


@frozen
class Listed:
    """A vector that was not read yet: what it is called, and where it is."""

    id: str
    title: str
    game: str
    file: Path
    offset: int = field(repr=False)

    def read(self, words: dict[str, str] | None = None) -> Vector:
        """The vector itself; those read with the same `words` share them."""
        place = str(self.file)
        with self.file.open("rb") as file:
            file.seek(self.offset)
            said = parse_json(decode_text(file.readline(), place), place, words=words)
        return read_vector(said, place, place)


def list_vectors(folder: Path = VECTORS) -> list[Listed]:
    """Every vector below a folder, by its name alone: thousands of them take little room."""
    return [listed for file in vector_files(folder) for listed, _ in json_lines_of(file)]


def json_lines_of(file: Path) -> Iterator[tuple[Listed, JsonObject]]:
    """The vectors of a file, unread, each with what its line says, unchecked."""
    offset = 0
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                said = parse_json(decode_text(line, str(file)), str(file), number)
                yield Listed(said["id"], said["title"], said["game"], file, offset), said
            offset += len(line)


def find_vectors(ids: Iterable[str], folder: Path = VECTORS) -> list[Vector]:
    """The vectors with these ids, in the order of files and lines; only their lines are read."""
    wanted = {id.upper() for id in ids}
    index = read_index(folder)
    files = vector_files(folder)
    if index is not None and wanted <= index.keys():
        named = {index[id] for id in wanted}
        files = [file for file in files if file in named]
    found = [vector for file in files for vector in _with_ids(wanted, file)]
    if wanted - {vector.id for vector in found}:  # the index is old, or there is none
        every = load_vectors(folder)
        _expect_known(wanted, [vector.id for vector in every])
        return [vector for vector in every if vector.id in wanted]
    _refuse_twins((vector.id, vector.file) for vector in found)
    return found


def expect_known_ids(ids: Iterable[str], vectors: Sequence[Vector]) -> None:
    """Refuse ids that no vector has."""
    _expect_known((id.upper() for id in ids), [vector.id for vector in vectors])


def _expect_known(ids: Iterable[str], known: Iterable[str]) -> None:
    names = set(known)
    for id in sorted(set(ids) - names):
        near = difflib.get_close_matches(id, names, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise KaijuError(f"there is no vector {id}.{hint}")


def _with_ids(ids: set[str], file: Path) -> Iterator[Vector]:
    marks = [f'"id":{json.dumps(id)}' for id in ids]
    for number, line in _lines(file):
        if any(mark in line for mark in marks):
            vector = _read_line(line, file, number)
            if vector.id in ids:
                yield vector


# ------------------------------------------------------------------ lines


def _lines(file: Path) -> list[tuple[int, str]]:
    """The lines of a file that say something, with their numbers."""
    # not splitlines(): a title may hold characters that it takes for the end of a line
    lines = enumerate(load_text(file).split("\n"), 1)
    return [(number, line) for number, line in lines if line.strip()]


def _read_line(line: str, file: Path, number: int, words: dict[str, str] | None = None) -> Vector:
    said = parse_json(line, str(file), number, words)
    return read_vector(said, str(file), f"{file}:{number}")


def _refuse_twins(named: Iterable[tuple[str, str]]) -> None:
    seen: dict[str, str] = {}
    for id, file in named:
        if id in seen:
            raise KaijuError(
                f"the id {id} is used twice", place=file, remedy=f"The other one is in {seen[id]}."
            )
        seen[id] = file


# ------------------------------------------------------------------ the index


def index_text(ids: Mapping[Path, Iterable[str]]) -> str:
    """The index of files, given by their paths below the folder, and of the ids in them."""
    lines = [f"{id} {path.as_posix()}\n" for path, found in ids.items() for id in found]
    return "".join(sorted(lines))


def read_index(folder: Path) -> dict[str, Path] | None:
    """For each id the file that its vector is in; None where there is no index to trust."""
    try:
        text = (folder / INDEX).read_text(encoding="utf-8")
        return {id: folder / path for id, path in map(str.split, text.splitlines())}
    except (OSError, ValueError):
        return None
