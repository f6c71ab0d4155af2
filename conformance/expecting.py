"""Writes expectations into `kaiju.toml` and keeps everything else that stands there."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from conformance.engines.connect import ORACLE
from conformance.expectations import Config, read_config
from conformance.judge.results import HARMLESS, Result
from conformance.reports.files import write_whole
from rules_dsl.errors import KaijuError
from rules_dsl.foreign import load_text

INTRODUCTION = "# What this engine is, and what `kaiju run` expects of it.\n"
EXPLANATION = """
# Known failures, as `kaiju run --write-expect` found them. Add issue = "https://…" to each.
# An expectation is strict: once the vector passes, the run fails until the entry is removed.
"""
HEADER = re.compile(r"\s*\[")
IS = re.compile(r"(\s*is\s*=\s*)(\"[^\"]*\"|'[^']*')")


def write_expectations(path: Path, engine: str, results: Sequence[Result]) -> int:
    """Make the file say what is true of each result that was not expected; how many those were."""
    if not any(result.status in ("pass", "xpass") for result in results):
        raise KaijuError(
            "nothing passes, so nothing was written: an engine that fails everything has another "
            "trouble than its rules",
            remedy="`kaiju smoke` looks at the adapter alone.",
        )
    found = {
        result.id: "pass" if result.status == "xpass" else result.status
        for result in results
        if result.status not in HARMLESS
    }
    if not found:
        return 0
    text = load_text(path) if path.exists() else _beginning(engine)
    titles = {result.id: result.title for result in results}
    changed = _text(text, path, found, titles)
    _expect_said(read_config(path, changed), path, found)
    write_whole(path, changed)
    return len(found)


def _beginning(engine: str) -> str:
    named = "" if engine == ORACLE else f"engine = {json.dumps(engine)}\n"
    return INTRODUCTION + named


def _text(text: str, path: Path, found: dict[str, str], titles: dict[str, str]) -> str:
    known = {one.pattern for one in read_config(path, text).expectations}
    lines = text.splitlines()
    for name in known & found.keys():
        _change(lines, path, name, found[name])
    new = {name: status for name, status in found.items() if name not in known}
    said = "\n".join(lines).rstrip("\n") + "\n"
    if new and EXPLANATION not in said:
        said += EXPLANATION
    for name, status in new.items():
        said += f'\n# {titles[name]}\n[expect."{name}"]\nis = "{status}"\n'
    return said


def _change(lines: list[str], path: Path, name: str, status: str) -> None:
    """Change the status of an expectation that stands in a table of its own."""
    header = re.compile(rf"\s*\[\s*expect\s*\.\s*[\"']?{re.escape(name)}[\"']?\s*\]")
    for start, line in enumerate(lines):
        if not header.match(line):
            continue
        for at in range(start + 1, len(lines)):
            if HEADER.match(lines[at]):
                break
            if IS.match(lines[at]):
                lines[at] = IS.sub(rf'\g<1>"{status}"', lines[at], count=1)
                return
    raise KaijuError(
        f"the expectation of {name} is written in a way that cannot be changed here",
        place=str(path),
        remedy=f'Write it as a table: [expect."{name}"] and is = "{status}".',
    )


def _expect_said(config: Config, path: Path, found: dict[str, str]) -> None:
    """Never write a file that says something else than was found."""
    said = {one.pattern: one.status for one in config.expectations}
    for name, status in found.items():
        if said.get(name) != status:
            raise KaijuError(
                f"the expectation of {name} cannot be written",
                place=str(path),
                remedy=f'Write it yourself: [expect."{name}"] and is = "{status}".',
            )
