"""Vectors: what an engine is judged by, read from JSON files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cattrs
from attrs import evolve, field, frozen

from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer, Choose, Legal
from conformance.protocol.reading import Malformed, converter, explain
from rules_dsl.errors import KaijuError

FORMAT = 1
VECTORS = Path(__file__).parent.parent / "vectors"


@frozen
class Cited:
    """A rule the vector rests on, with the checksum of its text at that time."""

    id: str
    sum: str = ""


@frozen
class Step:
    """One answer of the script, and the exact set it was chosen from when the vector says it."""

    who: str
    kind: str
    do: Answer
    legal: list[Answer] | None = None
    choose: Choose | None = None

    @property
    def offered(self) -> Legal | None:
        if self.legal is None and self.choose is None:
            return None
        return Legal.of(self.legal, self.choose)

    def __str__(self) -> str:
        return f"{self.who} {say(self.do)}"


@frozen
class Offer:
    """What must be offered, to whom, exactly."""

    who: str
    kind: str | None = None
    exactly: list[Answer] | None = None
    choose: Choose | None = None

    @property
    def legal(self) -> Legal:
        return Legal.of(self.exactly, self.choose)


@frozen
class Refusal:
    """An answer that must be refused and change nothing."""

    do: Answer
    code: str | None = None


@frozen
class Expectation:
    """What must hold after so many steps of the script."""

    after: int
    legal: Offer | None = None
    refused: Refusal | None = None
    state: JsonObject | None = None
    digest: str | None = None
    view: JsonObject | None = None


@frozen
class Vector:
    """One language-neutral test of an engine."""

    id: str
    title: str
    game: str
    kind: str = "scenario"
    options: dict[str, str] = field(factory=dict)
    requires: list[str] = field(factory=list)
    cards: list[str] = field(factory=list)
    rules: list[Cited] = field(factory=list)
    provenance: JsonObject = field(factory=dict)
    setup: JsonObject | None = None
    start: JsonObject | None = None
    script: list[Step] = field(factory=list)
    expect: list[Expectation] = field(factory=list)
    file: str = ""

    @property
    def rule_ids(self) -> tuple[str, ...]:
        return tuple(rule.id for rule in self.rules)

    @property
    def card_ids(self) -> dict[str, str]:
        """The card of every handle the setup names."""
        found: dict[str, str] = {}
        _find_cards(self.setup, found)
        return found


def _find_cards(value: object, found: dict[str, str]) -> None:
    if isinstance(value, dict):
        if isinstance(value.get("h"), str) and isinstance(value.get("card"), str):
            found[value["h"]] = value["card"]
        for part in value.values():
            _find_cards(part, found)
    elif isinstance(value, list):
        for part in value:
            _find_cards(part, found)


def say(do: Answer) -> str:
    """An answer in a few words: `block #2`."""
    words = []
    for verb, what in do.items():
        if what is True:
            words.append(verb)
        elif isinstance(what, list):
            words.append(f"{verb} {', '.join(map(str, what)) or 'nothing'}")
        else:
            words.append(f"{verb} {what}")
    return " ".join(words)


# ------------------------------------------------------------------ reading files


def load_vectors(folder: Path = VECTORS) -> list[Vector]:
    """Every vector below a folder, or of one file, in the order of files and lines."""
    if not folder.exists():
        raise KaijuError(f"there is no file or folder {folder}", remedy="Check --vectors.")
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.json"))
    vectors = [vector for file in files for vector in read_vectors(file)]
    _refuse_twins(vectors)
    return vectors


def read_vectors(file: Path) -> list[Vector]:
    """The vectors of one file; a mistake is told with its place in the file."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise KaijuError(
            f"not JSON: {error.msg}", place=f"{file}:{error.lineno}:{error.colno}"
        ) from None
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        raise KaijuError(f"not JSON: {error}", place=str(file)) from None
    except OSError as error:
        raise KaijuError(f"cannot be read: {error.strerror}", place=str(file)) from None
    if not isinstance(found, dict) or not isinstance(found.get("vectors"), list):
        raise KaijuError('expected {"format": 1, "vectors": [...]}', place=str(file))
    if found.get("format") != FORMAT:
        raise KaijuError(
            f"vector format {found.get('format')!r} is not known",
            place=str(file),
            remedy=f"This kit reads format {FORMAT}.",
        )
    return [_read_vector(one, f"{file}: vectors[{at}]") for at, one in enumerate(found["vectors"])]


def _read_vector(given: Any, place: str) -> Vector:  # Any: JSON not checked yet
    if isinstance(given, dict) and isinstance(given.get("id"), str):
        place = f"{place} ({given['id']})"
    try:
        vector: Vector = converter.structure(given, Vector)
    except (cattrs.BaseValidationError, TypeError, ValueError, AttributeError) as error:
        raise KaijuError("; ".join(explain(error)), place=place) from None
    except Malformed as error:
        raise KaijuError(str(error), place=place) from None
    if (vector.setup is None) == (vector.start is None):
        raise KaijuError("expected exactly one of `setup` and `start`", place=place)
    for at, expectation in enumerate(vector.expect):
        if not 0 <= expectation.after <= len(vector.script):
            raise KaijuError(
                f"`after` is {expectation.after}, the script has {len(vector.script)} steps",
                place=f"{place} expect[{at}]",
            )
    return evolve(vector, file=place.partition(": ")[0])


def _refuse_twins(vectors: Iterable[Vector]) -> None:
    seen: dict[str, str] = {}
    for vector in vectors:
        if vector.id in seen:
            raise KaijuError(
                f"the id {vector.id} is used twice",
                place=vector.file,
                remedy=f"The other one is in {seen[vector.id]}.",
            )
        seen[vector.id] = vector.file
