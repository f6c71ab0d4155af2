"""Findings: a difference made small, and the case file that shows it again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cattrs
from attrs import evolve, field, frozen

from conformance.fuzz.comparing import Mismatch
from conformance.fuzz.own import is_own, seal
from conformance.fuzz.playing import Parted, Probe
from conformance.fuzz.shrinking import Shrunk
from conformance.fuzz.subject import Beginning
from conformance.fuzz.telling import Story
from conformance.judge.compare import ABSENT, Difference, kept_differences
from conformance.judge.vector import Step
from conformance.protocol.canonical import JsonObject, digest
from conformance.protocol.reading import Malformed, converter, explain
from conformance.protocol.words import kept, kept_end
from rules_dsl.errors import KaijuError
from rules_dsl.writing import replace_text

FORMAT = 1

AUTO_CHOICE = "auto-choice"
"""Said of an engine that seems to have chosen for a player; no misreading of a rule."""


@frozen
class Finding:
    """One difference between an engine and the oracle, as small as it could be made."""

    where: Beginning
    script: tuple[Step, ...]
    kind: str
    message: str = field(converter=kept)
    rules: tuple[str, ...]
    differences: tuple[Difference, ...] = field(converter=kept_differences)
    label: str
    cards: int
    decisions: int
    cards_before: int
    decisions_before: int
    probe: Probe | None = None
    is_behind: bool = False
    """Whether the script goes past places where the engine offers something else."""
    is_cut: bool = False
    """Whether the time was up before it was as small as it could be."""
    behaves_like: tuple[str, ...] = ()
    stderr: str = field(default="", converter=kept_end)
    seed: int = 0
    game: int = 0
    seconds: float = field(default=0.0, eq=False)
    messages: int = field(default=0, eq=False)

    @property
    def id(self) -> str:
        """A short name of the case, equal for equal cases."""
        return digest(_puzzle(self))[:8]

    @property
    def key(self) -> str:
        """Equal for findings that are told once: of one misreading, or by one rule."""
        if len(self.misreadings) == 1:
            return f"as if {self.misreadings[0]}"
        return self.parted.mismatch.key

    @property
    def keys(self) -> frozenset[str]:
        """What must not be told again once this is: its misreading, and what has its rule only."""
        return frozenset([self.key, self.parted.mismatch.key])

    @property
    def misreadings(self) -> tuple[str, ...]:
        """The ids of the misreadings that behave the same."""
        names = (name.partition(": ")[0] for name in self.behaves_like)
        return tuple(name for name in names if name != AUTO_CHOICE)

    @property
    def parted(self) -> Parted:
        mismatch = Mismatch(self.kind, self.message, self.differences, self.rules, self.stderr)
        return Parted(self.where, self.script, mismatch, self.probe, self.is_behind)

    @property
    def names(self) -> dict[str, str]:
        """The card of every handle."""
        if self.where.setup is None:
            position = Story(evolve(self.parted, script=())).position
            return {handle: position.card(handle) for handle in position.handles}
        found: dict[str, str] = {}
        _collect(self.where.setup, found)
        return found


def _collect(value: object, found: dict[str, str]) -> None:
    if isinstance(value, dict):
        if "h" in value and "card" in value:
            found[value["h"]] = value["card"]
        for part in value.values():
            _collect(part, found)
    elif isinstance(value, list):
        for part in value:
            _collect(part, found)


def finding_of(shrunk: Shrunk, seed: int, game: int) -> Finding:
    """The finding that a shrunk difference makes."""
    parted = shrunk.parted
    mismatch = parted.mismatch
    return Finding(
        where=parted.where,
        script=parted.script,
        kind=mismatch.kind,
        message=mismatch.message,
        rules=mismatch.rules,
        differences=mismatch.differences,
        label=shrunk.label,
        cards=shrunk.cards,
        decisions=shrunk.decisions,
        cards_before=shrunk.cards_before,
        decisions_before=shrunk.decisions_before,
        probe=parted.probe,
        is_behind=parted.is_behind,
        is_cut=shrunk.is_cut,
        stderr=mismatch.stderr,
        seed=seed,
        game=game,
        seconds=shrunk.seconds,
        messages=shrunk.messages,
    )


# ------------------------------------------------------------------ as JSON


def _puzzle(finding: Finding) -> JsonObject:
    """What it takes to play the case again."""
    where, probe = finding.where, finding.probe
    said: JsonObject = {"game": where.game, "options": where.options, "cards": list(where.cards)}
    said |= {"start": where.start} if where.setup is None else {"setup": where.setup}
    said["script"] = [_step(step) for step in finding.script]
    if probe is not None:
        said["probe"] = (
            {"refuse": probe.refuse} if probe.refuse is not None else {"view": probe.view}
        )
    return said


def _step(step: Step) -> JsonObject:
    said = {"who": step.who, "kind": step.kind, "do": step.do}
    if step.choose is not None:
        return {**said, "choose": step.choose.to_json()}
    return {**said, "legal": step.legal} if step.legal is not None else said


def to_json(finding: Finding) -> JsonObject:
    """The finding as JSON, without how long it took."""
    return {
        "case": finding.id,
        **_puzzle(finding),
        "kind": finding.kind,
        "message": finding.message,
        "rules": list(finding.rules),
        "differences": [
            {"place": one.place}
            | ({} if one.want is ABSENT else {"want": one.want})
            | ({} if one.got is ABSENT else {"got": one.got})
            for one in finding.differences
        ],
        "label": finding.label,
        **({"known": list(finding.where.known)} if finding.where.known else {}),
        **({"behind": True} if finding.is_behind else {}),
        **({"cut": True} if finding.is_cut else {}),
        "behaves_like": list(finding.behaves_like),
        "size": {"cards": finding.cards, "decisions": finding.decisions},
        "before": {"cards": finding.cards_before, "decisions": finding.decisions_before},
        "found": {"seed": finding.seed, "game": finding.game},
        **({"stderr": finding.stderr} if finding.stderr else {}),
    }


def write_case(finding: Finding, folder: Path, engine: str) -> Path:
    """Keep a finding in the corpus; the same case is the same file."""
    file = folder / f"{finding.id}.json"
    said = {"format": FORMAT, "engine": engine, **to_json(finding)}
    own = seal(finding.id, engine)
    said |= {"own": own} if own is not None else {}
    text = json.dumps(said, indent=1, ensure_ascii=False) + "\n"
    whole = text.encode("utf-8", "backslashreplace")  # an escape in JSON is spelled the same way
    try:
        replace_text(file, whole.decode("utf-8"))
    except KaijuError as error:
        raise KaijuError(
            error.message, place=str(file), remedy="Name another folder with --corpus."
        ) from None
    return file


@frozen
class Case:
    """A case file: the finding, and the engine it was found in."""

    finding: Finding
    engine: str
    file: Path
    is_own: bool = False
    """Whether this user found it here, so that its command needs no confirmation."""


@frozen
class _Said:
    """What a case file says, as far as it is needed to play it again."""

    game: str
    script: list[Step]
    kind: str
    message: str
    label: str
    size: dict[str, int]
    before: dict[str, int]
    format: int = FORMAT
    stderr: str = ""
    options: dict[str, str] = field(factory=dict)
    cards: list[str] = field(factory=list)
    setup: JsonObject | None = None
    start: JsonObject = field(factory=dict)
    probe: JsonObject | None = None
    rules: list[str] = field(factory=list)
    differences: list[JsonObject] = field(factory=list)
    known: list[str] = field(factory=list)
    behind: bool = False
    cut: bool = False
    behaves_like: list[str] = field(factory=list)
    found: dict[str, int] = field(factory=dict)


def read_case(file: Path) -> Case:
    """The case of a file; a mistake in it is told with its place."""
    try:
        given = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise KaijuError(f"cannot be read: {error.strerror}", place=str(file)) from None
    except (ValueError, RecursionError) as error:
        raise KaijuError(f"not JSON: {error}", place=str(file)) from None
    finding = from_json(given, str(file))
    engine = str(given.get("engine", ""))
    return Case(finding, engine, file, is_own(given.get("own"), finding.id, engine))


def from_json(given: Any, place: str = "") -> Finding:  # Any: JSON not checked yet
    """The finding that `to_json` wrote."""
    said = _structured(given, place)
    if said.format != FORMAT:
        raise KaijuError(
            f"case format {said.format} is not known",
            place=place,
            remedy=f"This kit reads format {FORMAT}.",
        )
    probe = said.probe
    return Finding(
        where=Beginning(
            *(said.game, said.setup, said.options, tuple(said.cards), said.start.get("players")),
            known=tuple(said.known),
        ),
        script=tuple(said.script),
        kind=said.kind,
        message=said.message,
        rules=tuple(said.rules),
        differences=tuple(
            Difference(str(one.get("place")), one.get("want", ABSENT), one.get("got", ABSENT))
            for one in said.differences
        ),
        label=said.label,
        cards=said.size.get("cards", 0),
        decisions=said.size.get("decisions", 0),
        cards_before=said.before.get("cards", 0),
        decisions_before=said.before.get("decisions", 0),
        probe=None if probe is None else Probe(probe.get("refuse"), probe.get("view")),
        is_behind=said.behind,
        is_cut=said.cut,
        behaves_like=tuple(said.behaves_like),
        stderr=said.stderr,
        seed=said.found.get("seed", 0),
        game=said.found.get("game", 0),
    )


def _structured(given: Any, place: str) -> _Said:  # Any: JSON not checked yet
    try:
        said: _Said = converter.structure(given, _Said)
    except (cattrs.BaseValidationError, TypeError, ValueError, AttributeError) as error:
        raise KaijuError(
            f"this is no case: {'; '.join(explain(error))}",
            place=place,
            remedy="Cases are written by `kaiju fuzz` into its corpus.",
        ) from None
    except Malformed as error:
        raise KaijuError(f"this is no case: {error}", place=place) from None
    return said


def _is_whole(file: Path) -> bool:
    try:
        read_case(file)
    except KaijuError:
        return False
    return True


def find_case(name: str, folder: Path) -> Path:
    """The file of a case: its path, its id in the corpus, or `last` for the newest."""
    given = Path(name)
    if given.is_file():
        return given
    files = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if name == "last" and files:
        newest = sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)
        return next(filter(_is_whole, newest), newest[0])
    fitting = [file for file in files if name and file.stem.startswith(name)]
    if len(fitting) == 1 and name != "last":
        return fitting[0]
    known = ", ".join(file.stem for file in files[:8]) or "nothing yet"
    raise KaijuError(
        f"{len(fitting)} cases begin with `{name}`" if fitting else f"there is no case `{name}`",
        place=str(folder),
        remedy=f"Name a case file or the beginning of an id; the corpus has: {known}.",
    )
