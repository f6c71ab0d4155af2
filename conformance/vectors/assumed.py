"""Puts into each vector what it assumes: taken over from the committed ones where these hold.

To play every vector under every answer takes a minute. What the committed vectors say is trusted
while neither the vector nor anything that it is played by has changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import conformance
from conformance.judge.vector import FORMAT, read_vector
from conformance.judge.vector_files import VECTORS
from conformance.replay.inputs import checksum, essence_of, oracle_sum
from conformance.scenario.face import Json
from conformance.spread import JOBS, spread
from conformance.vectors.assumptions import Assumes, assumes
from oracle.verbs.progress import Tell, silent
from rules_dsl.specification import load_specification

RECORD = "assumed.txt"
"""Beside the vectors: for each game, a checksum of all by which it was found what they assume."""

FOUND_BY = ("judge/answers.py", "judge/derive.py", "vectors/assumptions.py")
AT_ONCE = 64
"""Vectors given to a worker together."""


def record_text() -> str:
    """What is on record when everything was found by what is here now."""
    games = load_specification().games
    return "".join(f"{game} {found_by(game)}\n" for game in sorted(games))


def found_by(game: str) -> str:
    """A checksum of all by which it is found what the vectors of a game assume."""
    kit = Path(conformance.__file__).parent
    return checksum([oracle_sum(game), *(essence_of(kit / file) for file in FOUND_BY)])


def with_assumptions(
    made: Mapping[Path, list[Json]], folder: Path, jobs: int = JOBS, tell: Tell = silent
) -> dict[Path, list[Json]]:
    """The vectors, each with what it assumes; the committed ones spare finding it out again."""
    known = {**_known(made, VECTORS), **(_known(made, folder) if folder != VECTORS else {})}
    unknown = [
        (str(vector["id"]), vector)
        for vectors in made.values()
        for vector in vectors
        if as_made(known.get(str(vector["id"]), {})) != vector
    ]
    tell(sum(map(len, made.values())) - len(unknown))
    # vectors of the same ruleset one after the other: it is then loaded once
    unknown.sort(key=lambda each: json.dumps(_ruleset_of(each[1]), sort_keys=True))
    found = dict(spread(_assumes, unknown, jobs, tell, AT_ONCE))
    return {
        path: [_with(each, found.get(str(each["id"])), known) for each in vectors]
        for path, vectors in made.items()
    }


def _known(paths: Iterable[Path], folder: Path) -> dict[str, Json]:
    """The vectors in files of a folder that were made by what is here now, by their ids."""
    fresh = _games_on_record(folder)
    if not fresh:
        return {}
    found = (old for path in paths for old in _committed(folder / path))
    return {str(old["id"]): old for old in found if _game(old) in fresh}


def _with(vector: Json, found: Assumes | None, known: Mapping[str, Json]) -> Json:
    said = known[vector["id"]].get("assumes") if found is None else found
    return {**vector, "assumes": said} if said else vector


def _assumes(id: str, vector: Json) -> Assumes:
    return assumes(read_vector({"format": FORMAT, **vector}, "", id))


def _ruleset_of(vector: Json) -> list[object]:
    seats = sorted(vector.get("setup", {}).get("players", ()))
    return [vector["game"], vector["options"], vector.get("cards"), seats, vector.get("start")]


def _game(vector: Json) -> str:
    return str(vector["game"]).partition("/")[0]


def as_made(vector: Json) -> Json:
    """A vector as it is made, before it is found what it assumes and by whose authority it goes."""
    made = {key: value for key, value in vector.items() if key not in ("format", "assumes")}
    provenance = made.get("provenance", {})
    return made | {"provenance": {k: v for k, v in provenance.items() if k != "authority"}}


def _games_on_record(folder: Path) -> set[str]:
    """The games whose vectors in a folder were made by what is here now."""
    try:
        lines = (folder / RECORD).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return set()
    return {line.partition(" ")[0] for line in lines} & {
        game for game in load_specification().games if f"{game} {found_by(game)}" in lines
    }


def _committed(file: Path) -> list[Json]:
    """The vectors of a file as they stand; none when they cannot be read."""
    try:
        text = file.read_text(encoding="utf-8")
        found = [json.loads(line) for line in text.split("\n") if line]
        return [each for each in found if isinstance(each, dict) and each.keys() >= {"id", "game"}]
    except (OSError, ValueError):
        return []
