"""The lock of the rules: which number each rule has, and which text was last confirmed.

What was confirmed of a ruling stands in the ruling itself, so that a new one touches no other file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from rules_dsl.errors import KaijuError
from rules_dsl.rules_text import Ruling, is_field
from rules_dsl.writing import replace_text

if TYPE_CHECKING:
    from rules_dsl.specification import Specification

RETIRED = "retired"

_LINE = re.compile(r"(?P<id>\S+) (?P<number>[1-9]\d*) (?P<checksum>[0-9a-f]{12}|retired)")
_CONFIRMED = ":confirmed:"
_HEADER = "# Rule, its number (never used again), and the checksum of its confirmed text.\n"


@frozen
class Locked:
    """One line of the lock."""

    id: str
    number: int
    checksum: str

    @property
    def is_retired(self) -> bool:
        """Whether the rule is gone; its id and its number stay taken."""
        return self.checksum == RETIRED


@frozen
class Suspects:
    """The rules and rulings whose text nobody has confirmed as it stands."""

    changed: tuple[str, ...]
    missing: tuple[str, ...]
    removed: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    """The rulings of which nobody has confirmed what they say and what proves it."""

    def __bool__(self) -> bool:
        return bool(self.changed or self.missing or self.removed or self.rulings)

    def finished(self, specification: Specification) -> Suspects:
        """Those that must be settled: rules of a game in the making may still change."""

        def kept(ids: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(id for id in ids if not specification.in_the_making(id))

        return Suspects(kept(self.changed), kept(self.missing), kept(self.removed), self.rulings)


def read_lock(path: Path) -> dict[str, Locked]:
    """The lines of a lock by rule; empty if there is no lock yet."""
    if not path.exists():
        return {}
    locked: dict[str, Locked] = {}
    numbers: dict[int, str] = {}
    for count, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        place = f"{path.parent.name}/{path.name}:{count}"
        match = _LINE.fullmatch(line)
        if match is None:
            raise KaijuError(
                "this line is not 'rule number checksum'", place, "Write the lock anew."
            )
        id, number = match["id"], int(match["number"])
        if id in locked or number in numbers:
            raise KaijuError(
                f"{id} or its number {number} stands twice in the lock",
                place,
                "Keep the older line and write the lock anew.",
            )
        locked[id] = Locked(id, number, match["checksum"])
        numbers[number] = id
    return locked


def write_lock(specification: Specification) -> Suspects:
    """Confirms every rule and ruling as it stands now, and says what that settled."""
    settled = suspects(specification)
    locked = read_lock(specification.lock_path)
    number = max((line.number for line in locked.values()), default=0)
    for rule in specification.rules.values():
        if rule.id in locked:
            locked[rule.id] = Locked(rule.id, locked[rule.id].number, rule.checksum)
        else:
            number += 1
            locked[rule.id] = Locked(rule.id, number, rule.checksum)
    for id in settled.removed:
        locked[id] = Locked(id, locked[id].number, RETIRED)
    lines = sorted(locked.values(), key=lambda line: line.number)
    text = "".join(f"{line.id} {line.number} {line.checksum}\n" for line in lines)
    replace_text(specification.lock_path, _HEADER + text)
    _confirm(specification, settled.rulings)
    return settled


def _confirm(specification: Specification, rulings: Iterable[str]) -> None:
    """Write into rulings the checksum of what they say now, as their last field."""
    by_file: dict[str, list[Ruling]] = {}
    for id in rulings:
        ruling = specification.rulings[id]
        by_file.setdefault(ruling.file, []).append(ruling)
    for file, found in by_file.items():
        path = specification.root / file
        lines = path.read_text("utf-8").splitlines()
        for ruling in sorted(found, key=lambda ruling: ruling.line, reverse=True):
            at = ruling.line  # the line below the fence
            while is_field(lines[at]) and not lines[at].startswith(_CONFIRMED):
                at += 1
            old = at + 1 if lines[at].startswith(_CONFIRMED) else at
            lines[at:old] = [f"{_CONFIRMED} {ruling.checksum}"]
        replace_text(path, "\n".join(lines) + "\n")


def suspects(specification: Specification) -> Suspects:
    """The rules changed since they were locked, not locked yet, or gone; the rulings changed."""
    locked = read_lock(specification.lock_path)
    rules = specification.rules
    return Suspects(
        changed=tuple(
            rule.id
            for rule in rules.values()
            if rule.id in locked and locked[rule.id].checksum != rule.checksum
        ),
        missing=tuple(id for id in rules if id not in locked),
        removed=tuple(
            line.id for line in locked.values() if line.id not in rules and not line.is_retired
        ),
        rulings=tuple(
            ruling.id for ruling in specification.rulings.values() if not ruling.is_confirmed
        ),
    )
