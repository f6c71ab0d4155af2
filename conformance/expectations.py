"""What an engine's own repository says about it: `kaiju.toml`, and the failures it expects.

An expectation turns a failure that is known into `xfail`; a pass that was not expected is an
`xpass`, which fails the run, so that the file never says more than is true.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from conformance.durations import EXPECTED, seconds
from conformance.judge.results import HARMLESS, STATUSES, Result
from conformance.judge.selection import fits
from conformance.judge.vector import Vector
from rules_dsl.errors import KaijuError
from rules_dsl.foreign import load_text, parse_toml
from rules_dsl.unseen import unseen

NAME = "kaiju.toml"
MAXIMUM_SIZE = 1024 * 1024
KEYS = ("engine", "ruleset", "options", "timeout", "known", "expect")
EXPECTATION_KEYS = ("is", "issue", "reason")
CAN_BE_EXPECTED = tuple(status for status in STATUSES if status not in ("xfail", "xpass"))
PATTERNS = ("rule", "card", "kind")
ID = re.compile(r"[A-Z]{2,}-[0-9A-Z]+\Z", re.ASCII)


@frozen
class Expectation:
    """What is expected of the vectors that a name or a pattern fits."""

    pattern: str
    status: str
    issue: str = ""
    reason: str = ""
    place: str = field(default="", eq=False)

    def fits(self, vector: Vector) -> bool:
        """Whether this is about the vector: its id, or rule:, card:, kind: with stars."""
        if ":" in self.pattern:
            return fits(vector, self.pattern)
        return fnmatchcase(vector.id, self.pattern)

    @property
    def precedence(self) -> tuple[bool, int]:
        """An id goes before a pattern, a longer pattern before a shorter one."""
        return ID.match(self.pattern) is not None, len(self.pattern)


@frozen
class Config:
    """What `kaiju.toml` says; what it does not say is None or empty."""

    engine: str | None = None
    ruleset: str | None = None
    options: dict[str, str] = field(factory=dict)
    timeout: float | None = None
    known: tuple[str, ...] = ()
    """Misreadings that the engine is known to have, by their ids."""
    expectations: tuple[Expectation, ...] = ()
    file: Path | None = None
    engine_place: str | None = field(default=None, eq=False)

    def expectation(self, vector: Vector) -> Expectation | None:
        """The most precise expectation that is about the vector."""
        found = [one for one in self.expectations if one.fits(vector)]
        return max(found, key=lambda one: one.precedence, default=None)

    def unmatched(self, vectors: Sequence[Vector]) -> list[Expectation]:
        """The expectations that are about no vector at all."""
        return [one for one in self.expectations if not any(map(one.fits, vectors))]


def judged(result: Result, expected: Expectation | None) -> Result:
    """The result as the expectation makes it: as it was, xfail or xpass."""
    if expected is None or expected.status == "pass":
        return result
    if result.status == "pass":
        return evolve(
            result,
            status="xpass",
            message=f"it passes, {expected.pattern} expects {expected.status}: "
            f"remove that from {expected.place or NAME}",
            issue=expected.issue,
        )
    if result.status == expected.status and result.status not in HARMLESS:
        return evolve(result, status="xfail", issue=expected.issue)
    return result


# ------------------------------------------------------------------ reading


def load_config(path: Path | None = None) -> Config:
    """The configuration of a file; without a path that of the current directory, if any."""
    if path is None:
        path = Path(NAME)
        if not os.path.lexists(path):  # what is there and cannot be read is told
            return Config()
    return read_config(path, load_text(path, MAXIMUM_SIZE))


def read_config(path: Path, text: str) -> Config:
    """The configuration that a text says; mistakes are placed in the file of this path."""
    return _Reader(path, text).config()


@frozen
class _Reader:
    """Reads one file and knows where in it things stand."""

    path: Path
    text: str

    def config(self) -> Config:
        table = parse_toml(self.text, str(self.path))
        self._expect_keys(table, KEYS)
        return Config(
            engine=self._text(table, "engine"),
            ruleset=self._ruleset(table),
            options=self._options(table),
            timeout=self._timeout(table),
            known=self._known(table),
            expectations=self._expectations(table),
            file=self.path,
            engine_place=self._place("engine"),
        )

    def _text(self, table: dict[str, Any], key: str, *where: str) -> str | None:  # Any: TOML
        if key not in table:
            return None
        value = table[key]
        if not isinstance(value, str) or not value.strip():
            raise self._wrong(f"`{key}` must be a text", None, *where, key)
        self._expect_seen(value, *where, key)
        return value

    def _ruleset(self, table: dict[str, Any]) -> str | None:  # Any: whatever TOML holds
        from rules_dsl.specification import load_specification

        name = self._text(table, "ruleset")
        specification = load_specification()
        if name is not None and name not in specification.all_rulesets:
            there_are = f"There are {', '.join(specification.rulesets)}."
            raise self._wrong(f"there is no ruleset {name}", there_are, "ruleset")
        return name

    def _options(self, table: dict[str, Any]) -> dict[str, str]:  # Any: whatever TOML holds
        from rules_dsl.specification import load_specification

        given = table.get("options", {})
        if not isinstance(given, dict):
            raise self._wrong(
                "`options` must be a table", 'Write [options] and "NAME" = "ANSWER".', "options"
            )
        known = load_specification().options if given else {}
        flat = _flattened(given)
        for name, answer in flat.items():
            if name not in known:
                raise self._wrong(f"there is no option {name}", _near(name, known), "options", name)
            answers = [one.id for one in known[name].answers]
            if answer not in answers:
                raise self._wrong(
                    f"{answer!r} does not answer {name}",
                    f"Its answers are {', '.join(answers)}.",
                    *("options", name),
                )
        return flat

    def _timeout(self, table: dict[str, Any]) -> float | None:  # Any: whatever TOML holds
        if "timeout" not in table:
            return None
        given = table["timeout"]
        is_time = isinstance(given, str | int | float) and not isinstance(given, bool)
        found = seconds(str(given)) if is_time else None
        if found is None:
            raise self._wrong(f"`timeout` is no time: {given!r}", f"{EXPECTED}.", "timeout")
        return found

    def _known(self, table: dict[str, Any]) -> tuple[str, ...]:  # Any: whatever TOML holds
        given = table.get("known", [])
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            raise self._wrong(
                "`known` must list misreadings by their ids",
                'Write known = ["combat:ties-do-not-defeat"]; `kaiju run` names them.',
                "known",
            )
        if not given:
            return ()
        from conformance.mutants.catalogue import by_id

        for at, name in enumerate(given):
            if name not in by_id():
                near = difflib.get_close_matches(name, by_id(), n=1)
                remedy = f"Did you mean {near[0]}?" if near else "`kaiju run` names those it finds."
                place = self._place_of_text("known", name)
                raise KaijuError(f"there is no misreading {name}", place=place, remedy=remedy)
            if name in given[:at]:
                place = self._place_of_text("known", name)
                raise KaijuError(f"{name} is listed twice", place=place, remedy="Remove one.")
        return tuple(given)

    def _expectations(self, table: dict[str, Any]) -> tuple[Expectation, ...]:  # Any: TOML
        given = table.get("expect", {})
        if not isinstance(given, dict):
            raise self._wrong(
                "`expect` must hold tables", 'Write [expect."MB-7QK4X2"] and is = "fail".', "expect"
            )
        return tuple(self._expectation(pattern, one) for pattern, one in given.items())

    def _expectation(self, pattern: str, given: object) -> Expectation:
        where = ("expect", pattern)
        self._expect_seen(pattern, "expect")
        kind, colon, rest = pattern.partition(":")
        if colon and (kind not in PATTERNS or not rest.strip()):
            raise self._wrong(
                f"`{pattern}` names no vectors",
                "Name an id such as MB-7QK4X2, or rule:mb.keyword.*, card:NAME, kind:KIND.",
                *where,
            )
        if not isinstance(given, dict):
            raise self._wrong(
                f"`{pattern}` must be a table",
                f'Write [expect."{pattern}"] and is = "fail".',
                *where,
            )
        self._expect_keys(given, EXPECTATION_KEYS, *where)
        status = self._text(given, "is", *where)
        if status not in CAN_BE_EXPECTED:
            what = f"`{status}` is no status" if status else f"`{pattern}` does not say what it is"
            raise self._wrong(
                what,
                f"Write is = and one of {', '.join(CAN_BE_EXPECTED)}.",
                *where,
                *(["is"] if status else []),
            )
        return Expectation(
            pattern,
            status,
            self._text(given, "issue", *where) or "",
            self._text(given, "reason", *where) or "",
            self._place(*where),
        )

    # ---- where things stand

    def _expect_keys(self, table: Iterable[str], known: Sequence[str], *where: str) -> None:
        for key in table:
            if key not in known:
                raise self._wrong(f"`{key}` is not known here", _near(key, known), *where, key)

    def _expect_seen(self, text: str, *where: str) -> None:
        for each in unseen(text):
            if each.character not in "\t\n":
                raise self._wrong(each.message, f"{each.remedy.capitalize()}.", *where)

    def _wrong(self, message: str, remedy: str | None, *where: str) -> KaijuError:
        return KaijuError(message, place=self._place(*where), remedy=remedy)

    def _place_of_text(self, key: str, text: str) -> str:
        """The line of a text in a list: the first from its key on that has it."""
        first = int(self._place(key).rpartition(":")[2])
        lines = self.text.splitlines()
        for number in range(first, len(lines) + 1):
            if f'"{text}"' in lines[number - 1] or f"'{text}'" in lines[number - 1]:
                return f"{self.path}:{number}"
        return self._place(key)

    def _place(self, *where: str) -> str:
        """The line of a key: of each word the first line after that of the word before."""
        at = 0
        lines = self.text.splitlines()
        for word in where:
            named = re.compile(rf"(?<![\w*:-]){re.escape(word)}[\"']?\s*[.=\]]")
            for number in range(at, len(lines)):
                if named.search(lines[number].partition("#")[0]):
                    at = number
                    break
        return f"{self.path}:{at + 1}"


def _flattened(
    table: dict[str, Any], above: str = ""
) -> dict[str, str]:  # Any: whatever TOML holds
    """Options by their full names: TOML takes unquoted dots for tables in tables."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flattened(value, f"{above}{key}.")
        else:
            flat[f"{above}{key}"] = value
    return flat


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"Did you mean {near[0]}?" if near else f"There are {', '.join(known)}."
