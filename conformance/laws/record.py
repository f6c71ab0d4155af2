"""The committed record of laws: what was drawn of each, and which misreadings they notice.

One file a game; a line says one thing, so that a new law changes only its own lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import field, frozen

from conformance.laws.biting import Bite
from conformance.laws.model import Law
from conformance.laws.printer import law_sum
from conformance.laws.running import Verdict
from conformance.room import ROOM
from rules_dsl.errors import KaijuError
from rules_dsl.home import home

FOLDER = ROOM / ("laws/record" if home() is None else "laws")
REWRITE = "`kaiju laws --write` refreshes it"
_HEADER = "# What was drawn of each law, and the misreadings it notices: by which instance first.\n"


@frozen
class Entry:
    """A law when it was judged."""

    sum: str
    instances: int
    breadth: tuple[str, ...] = ()


@frozen
class Record:
    """What is known of the laws of a game."""

    laws: dict[str, Entry] = field(factory=dict)
    bites: tuple[Bite, ...] = ()
    """`law` of a bite is a law or, where no law notices, a claim."""

    def stale(self, laws: Iterable[Law]) -> list[Law]:
        """The laws that were not judged as they are now."""
        return [
            law for law in laws if (e := self.laws.get(law.id)) is None or e.sum != law_sum(law)
        ]

    def noticed_by(self, law: str) -> frozenset[str]:
        """The misreadings that a law, or a claim, notices."""
        return frozenset(bite.mutant for bite in self.bites if bite.law == law)


def record_file(game: str) -> Path:
    """Where the record of a game is."""
    return FOLDER / f"{game}.txt"


def read_record(game: str) -> Record:
    """The record of a game; empty if there is none."""
    file = record_file(game)
    laws: dict[str, Entry] = {}
    bites: list[Bite] = []
    if not file.exists():
        return Record()
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        words = line.split()
        match words:
            case ["law", id, sum, instances, *breadth]:
                laws[id] = Entry(sum, int(instances), tuple(breadth))
            case ["notices", law, mutant, at]:
                bites.append(Bite(mutant, law, int(at)))
            case _ if line.startswith("#") or not words:
                pass
            case _:
                raise KaijuError("not a line of the record of laws", f"{file}:{number}", REWRITE)
    return Record(laws, tuple(bites))


def entry_of(verdict: Verdict) -> Entry:
    """What the record keeps of a law that was judged."""
    wide = tuple(f"{e.variable}={e.admitted}/{e.printed}" for e in verdict.breadth)
    return Entry(law_sum(verdict.law), verdict.drawn, wide)


def record_text(record: Record) -> str:
    """The record of a game: laws by id, each with what it notices; claims after them."""
    by_law: dict[str, list[Bite]] = {}
    for bite in record.bites:
        by_law.setdefault(bite.law, []).append(bite)
    lines = []
    for id, entry in sorted(record.laws.items()):
        lines.append(" ".join(["law", id, entry.sum, str(entry.instances), *entry.breadth]))
        lines += _noticed(by_law.pop(id, []))
    for name in sorted(by_law):
        lines += _noticed(by_law[name])
    return _HEADER + "".join(f"{line}\n" for line in lines)


def _noticed(bites: Iterable[Bite]) -> list[str]:
    ordered = sorted(bites, key=lambda bite: bite.mutant)
    return [f"notices {bite.law} {bite.mutant} {bite.instance}" for bite in ordered]
