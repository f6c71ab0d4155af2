"""Keeps replays between commands: lines that are only ever added, found by their checksums."""

from __future__ import annotations

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
    """Values of one sort by their keys; whatever cannot be read or written is played again."""

    _file: Path | None
    _lines: dict[str, str] = field(factory=dict)
    _read: bool = False

    def get(self, key: str) -> object:
        """What is kept under a key; a KeyError or ValueError when there is nothing to be read."""
        sum, _, said = self._known()[key].partition(" ")
        if sum != _sum(said):
            raise ValueError(f"{key} is not as it was written")
        return json.loads(said)

    def add(self, values: Mapping[str, object]) -> None:
        """Keep some values; of a file that has grown long only the newest lines are kept."""
        known = self._known()
        said = {key: json.dumps(value, separators=(",", ":")) for key, value in values.items()}
        new = {key: f"{_sum(text)} {text}" for key, text in said.items()}
        known.update(new)
        if self._file is None or not new:
            return
        try:
            if len(known) > MOST:
                self._lines = dict(list(known.items())[-KEPT:])
                replace_text(self._file, _text(self._lines))
            else:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                with self._file.open("a", encoding="utf-8", newline="\n") as file:
                    file.write(_text(new))
        except (OSError, KaijuError):
            return  # a full disk or a folder that may not be written: the next command plays

    def _known(self) -> dict[str, str]:
        if not self._read:
            self._read = True
            self._lines = _lines_of(self._file) if self._file is not None else {}
        return self._lines


def _lines_of(file: Path) -> dict[str, str]:
    """The line of each key; one that was cut off is no line."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    whole = text[: text.rfind("\n") + 1]
    return dict(line.split(" ", 1) for line in whole.split("\n") if " " in line)


def _sum(said: str) -> str:
    """A checksum of a value, so that a damaged line is no record."""
    return hashlib.sha256(said.encode("utf-8")).hexdigest()[:16]


def _text(lines: Mapping[str, str]) -> str:
    return "".join(f"{key} {line}\n" for key, line in lines.items())
