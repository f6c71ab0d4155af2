"""The committed table of rules and what holds of each: a change shows in review."""

from __future__ import annotations

import difflib
from pathlib import Path

from conformance.coverage.measure import Coverage, RuleCoverage
from conformance.room import ROOM

TABLE = ROOM / "coverage.lock.txt"
REWRITE = "`kaiju coverage --write` refreshes it"

_HEADER = "# Rule, and what holds of it by the scenarios that cite it.\n"


def table_text(coverage: Coverage) -> str:
    """One line a rule, in the order of the specification's pages."""
    return _HEADER + "".join(f"{_line(each)}\n" for each in coverage.rules.values())


def _line(each: RuleCoverage) -> str:
    flags = [flag for flag in ("cited", "executed") if getattr(each, flag)]
    flags += _beyond("focused", each.focused, each.unfocused_excuse)
    if each.excuse is not None:
        flags.append("excused")
    flags += _beyond("two-sided", each.two_sided, each.one_sided_excuse)
    flags += _beyond("killed", each.killed, each.unkilled_excuse)
    return f"{each.rule.id} {'+'.join(flags) or 'missing'}"


def _beyond(flag: str, holds: object, excuse: str | None) -> list[str]:
    if holds:
        return [flag]
    return [] if excuse is None else [f"{flag}-excused"]


def drift(text: str, path: Path) -> list[str]:
    """The lines in which the committed table differs from this text."""
    committed = path.read_text("utf-8") if path.exists() else ""
    changes = difflib.unified_diff(committed.splitlines(), text.splitlines(), n=0, lineterm="")
    return [line for line in changes if not line.startswith(("---", "+++", "@@"))]
