"""Goes through the checks and keeps one finding for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from conformance.levels import level_of
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Hello
from conformance.protocol.reading import write
from conformance.smoke.checks import CHECKS
from conformance.smoke.desk import Desk
from conformance.smoke.findings import NOT_TRIED, RIGHT, TITLES, WRONG, Finding, NotTried, Wrong

SPOILERS = ("answers", "framing", "ids", "size")
"""What spoils any talk; when it has spoiled so many checks, the others need not be tried."""
ENOUGH = 3


@frozen
class Checklist:
    """Every check with what was found, and who was looked at."""

    findings: tuple[Finding, ...]
    hello: Hello | None

    @property
    def is_good(self) -> bool:
        return all(finding.status == RIGHT for finding in self.findings)

    def count(self, status: str) -> int:
        return sum(finding.status == status for finding in self.findings)

    def to_json(self) -> JsonObject:
        said: JsonObject = {
            "summary": True,
            "counts": {status: self.count(status) for status in (RIGHT, WRONG, NOT_TRIED)},
            "total": len(self.findings),
        }
        if self.hello is not None:
            said["engine"] = write(self.hello.engine)
            said["level"] = level_of(self.hello).to_json()
        return said


def check_adapter(
    command: Sequence[str],
    seconds: float,
    games: Sequence[str],
    options: Mapping[str, str] | None = None,
) -> Checklist:
    """Go through every check; what goes wrong in one is blamed on the check it belongs to.

    `options` are answers that the engine plays by, beside those that its hello declares.
    """
    desk = Desk(command, seconds, games, options)
    found: dict[str, Finding] = {}
    spoiled: list[str] = []
    try:
        for name, check in CHECKS.items():
            if _is_wrong("starts", found) or len(spoiled) >= ENOUGH:
                reason = f"see: {TITLES[spoiled[0] if spoiled else 'starts']}"
                found.setdefault(name, Finding(name, NOT_TRIED, got=reason))
                continue
            try:
                check(desk)
            except Wrong as wrong:
                desk.close()
                better = [name for name in wrong.unless if _is_wrong(name, found)]
                blame = better[0] if better else wrong.blame
                if not _is_wrong(blame, found):
                    found[blame] = wrong.finding()
                if blame in SPOILERS:
                    spoiled.append(blame)
                if blame != name:
                    found.setdefault(name, Finding(name, NOT_TRIED, got=f"see: {TITLES[blame]}"))
            except NotTried as why:
                found.setdefault(name, Finding(name, NOT_TRIED, got=str(why)))
            else:
                found.setdefault(name, Finding(name, RIGHT))
    finally:
        desk.close()
    listened = any(finding.status == RIGHT for finding in found.values())
    found.setdefault("answers", Finding("answers", RIGHT if listened else NOT_TRIED))
    if found["turn"].status == NOT_TRIED:
        found.setdefault("words", evolve(found["turn"], name="words"))
    found.setdefault("words", Finding("words", RIGHT))  # a turn in which no word was strange
    return Checklist(tuple(found[name] for name in TITLES), desk.hello)


def _is_wrong(name: str, found: dict[str, Finding]) -> bool:
    return name in found and found[name].status == WRONG
