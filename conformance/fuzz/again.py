"""A case played again: fixed, still failing, or not to be played."""

from __future__ import annotations

from attrs import evolve, frozen

from conformance.engines.interface import Trouble
from conformance.fuzz.comparing import REPLAY, TROUBLES
from conformance.fuzz.finding import Finding, to_json
from conformance.fuzz.following import follow, replay_otherwise
from conformance.fuzz.playing import NO_VERDICT
from conformance.fuzz.subject import NeverSettles, Refuses, Subject
from conformance.fuzz.telling import blamed
from conformance.protocol.canonical import JsonObject
from rules_dsl.errors import KaijuError

FIXED, FAILED, ERROR = "FIXED", "FAILED", "ERROR"


@frozen
class Again:
    """What came of a case played again."""

    status: str
    message: str
    finding: Finding

    def to_json(self) -> JsonObject:
        """The verdict, and the difference as it is now."""
        said = {"case": self.finding.id, "status": self.status, "message": self.message}
        return said if self.status != FAILED else {**to_json(self.finding), **said}


def play_again(subject: Subject, finding: Finding) -> Again:
    """Play a case and say what is true of it now."""
    try:
        subject.hello()
        if finding.where.setup is not None and not subject.can("setup"):
            return Again(ERROR, "the engine does not stand positions up (`setup`)", finding)
        if finding.probe is not None and finding.probe.view and not subject.can("view"):
            return Again(ERROR, "the engine shows no views (`view`)", finding)
    except Trouble as trouble:
        return Again(ERROR, str(trouble), finding)
    if finding.kind == REPLAY:
        return _replayed_again(subject, finding)
    try:
        script, probe, behind = finding.script, finding.probe, finding.is_behind
        parted = follow(subject, finding.where, script, probe, strict=True, is_behind=behind)
    except KaijuError as error:
        raise KaijuError(f"the oracle cannot play this case: {error.message}") from None
    if parted is None:
        return Again(FIXED, "engine and oracle agree", finding)
    mismatch = parted.mismatch
    if mismatch.kind in NO_VERDICT:
        return Again(ERROR, mismatch.message, finding)
    if mismatch.kind in TROUBLES and finding.kind not in TROUBLES:
        return Again(ERROR, mismatch.message, finding)
    parted = blamed(parted)
    now = evolve(
        finding,
        script=parted.script,
        kind=mismatch.kind,
        message=mismatch.message,
        differences=mismatch.differences,
        rules=finding.rules or parted.mismatch.rules,
        stderr=mismatch.stderr,
    )
    return Again(FAILED, mismatch.message, now)


def _replayed_again(subject: Subject, finding: Finding) -> Again:
    """Whether the engine still replays a game otherwise than it plays it."""
    try:
        if not subject.can("replay"):
            return Again(ERROR, "the engine replays no games (`replay`)", finding)
        mismatch = replay_otherwise(subject, finding.where, finding.script)
    except (Trouble, Refuses, NeverSettles) as trouble:
        return Again(ERROR, str(trouble), finding)
    if mismatch is None:
        return Again(FIXED, "engine and oracle agree", finding)
    now = evolve(finding, message=mismatch.message, differences=mismatch.differences)
    return Again(FAILED, mismatch.message, now)
