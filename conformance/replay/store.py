"""Keeps replays between commands: lines that are only ever added, found by their checksums."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from attrs import define, field

import conformance
from rules_dsl.errors import KaijuError
from rules_dsl.writing import replace_text

MOST, KEPT = 20_000, 10_000
"""With more lines than the first, a file is cut down to the newest ones."""


def default_folder() -> Path | None:
    """Where replays are kept: with what is built in a checkout; nowhere without one."""
    root = Path(conformance.__file__).parent.parent
    return root / "build" / "replays" if (root / "pyproject.toml").exists() else None


@define
class Store:
    """Values of one sort by their keys; whatever cannot be read or written is played again.

    Only where each line begins is held in memory: the lines themselves are many megabytes.
    """

    _file: Path | None
    _places: dict[str, int] = field(factory=dict)
    _unwritten: dict[str, str] = field(factory=dict)
    _read: bool = False

    def get(self, key: str) -> object:
        """What is kept under a key; a KeyError or ValueError when there is nothing to be read."""
        line = self._unwritten.get(key) or self._line(key)
        sum, _, said = line.partition(" ")
        if sum != _sum(said):
            raise ValueError(f"{key} is not as it was written")
        return json.loads(said)

    def add(self, values: Mapping[str, object]) -> None:
        """Keep some values; of a file that has grown long only the newest lines are kept."""
        said = {key: json.dumps(value, separators=(",", ":")) for key, value in values.items()}
        new = {key: f"{_sum(text)} {text}" for key, text in said.items()}
        self._unwritten.update(new)
        if self._file is None or not new:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("ab") as file:
                file.write(_text(new).encode("utf-8"))
            if len(self._known()) + len(new) > MOST:
                self._cut_down()
        except (OSError, KaijuError, KeyError, ValueError):
            # A full disk, a folder that may not be written, another command at the same file: the
            # next command plays.
            return
        self._unwritten, self._read = {}, False  # all of it is in the file now

    def _cut_down(self) -> None:
        assert self._file is not None
        newest = list(_places_in(self._file))[-KEPT:]
        self._read = False
        replace_text(self._file, _text({key: self._line(key) for key in newest}))

    def _known(self) -> dict[str, int]:
        if not self._read:
            self._read = True
            self._places = _places_in(self._file) if self._file is not None else {}
        return self._places

    def _line(self, key: str) -> str:
        """The line of a key, which may have been moved since: then it is another's or damaged."""
        place = self._known()[key]
        assert self._file is not None
        try:
            with self._file.open("rb") as file:
                file.seek(place)
                name, _, line = file.readline().decode("utf-8").rstrip("\n").partition(" ")
        except OSError as error:
            raise KeyError(key) from error
        if name != key:
            raise ValueError(f"{key} is not where it was written")
        return line


def _places_in(file: Path) -> dict[str, int]:
    """Where the newest line of each key begins, oldest first; one that was cut off is no line."""
    places: dict[str, int] = {}
    at = 0
    with contextlib.suppress(OSError), file.open("rb") as lines:
        for line in lines:
            key, found, _ = line.partition(b" ")
            if found and line.endswith(b"\n"):
                name = key.decode("utf-8", "replace")
                places.pop(name, None)
                places[name] = at
            at += len(line)
    return places


def _sum(said: str) -> str:
    """A checksum of a value, so that a damaged line is no record."""
    return hashlib.sha256(said.encode("utf-8")).hexdigest()[:16]


def _text(lines: Mapping[str, str]) -> str:
    return "".join(f"{key} {line}\n" for key, line in lines.items())
