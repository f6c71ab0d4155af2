"""Games that the oracle plays alone and the engine replays in one message."""

from __future__ import annotations

from contextlib import nullcontext

from attrs import evolve

from conformance.fuzz.comparing import REPLAY, TIMEOUT, Mismatch, compare
from conformance.fuzz.following import PATIENCE, first_other, follow, of_replay
from conformance.fuzz.guide import Guide
from conformance.fuzz.playing import LONGEST, NO_VERDICT, Game, Parted, Parting, Played, stand
from conformance.fuzz.shadow import Shadow, setup_of
from conformance.fuzz.subject import Beginning, Subject
from conformance.judge.vector import Step
from conformance.protocol.canonical import JsonObject

MOST_PARTINGS = 4
"""Differences in one game: to find each, it is played in step once more."""


class Tale:
    """A game of the oracle alone: every step, and what was true after it."""

    def __init__(self, where: Beginning, guide: Guide) -> None:
        self._where = where
        shadow = stand(where)
        guide.note(shadow.rules)
        self.script: list[Step] = []
        self.digests: list[str] = []
        self.decisions = [shadow.decisions]
        while not shadow.is_over and len(self.script) < LONGEST:
            step, shadow = guide.step(shadow)
            self.script.append(step)
            self.digests.append(shadow.position.digest())
            self.decisions.append(shadow.decisions)
        self.end: Shadow = shadow

    def stands_after(self, at: int) -> tuple[int, JsonObject] | None:
        """The first position after so many steps that can be stood up, and how many lead there."""
        shadow = stand(self._where)
        for done, step in enumerate(self.script, 1):
            shadow.answer(step.do)
            setup = setup_of(shadow.position) if done > at else None
            if setup is not None:
                return done, setup
        return None


def play_batched(subject: Subject, where: Beginning, guide: Guide) -> Played:
    """Let the oracle play one game, the engine replay it in one message, and compare digests.

    Behind a difference the rest is replayed from the next position that can be stood up.
    """
    tale, at, decisions = Tale(where, guide), 0, 0
    partings: list[Parted] = []
    while True:
        try:
            parted = _replayed(subject, where, tale, at)
        except Parting as skip:
            return Played(decisions, tuple(partings), "" if partings else skip.mismatch.message)
        if parted is None:
            decisions += tale.decisions[-1] - tale.decisions[at]
            return Played(decisions, tuple(partings))
        partings.append(parted)
        reached = at + len(parted.script)
        decisions += tale.decisions[reached] - tale.decisions[at]
        kind = parted.mismatch.kind
        is_enough = parted.mismatch.is_trouble or kind == REPLAY
        is_enough = is_enough or not (subject.can("setup") and subject.can("replay"))
        later = None if is_enough else tale.stands_after(reached)
        if later is None or len(partings) == MOST_PARTINGS:
            return Played(decisions, tuple(partings))
        at, setup = later
        where = evolve(where, setup=setup)


def _replayed(
    subject: Subject, where: Beginning, tale: Tale, at: int, is_judged: bool = False
) -> Parted | None:
    """Where the engine parts from a game that it replays from some step on.

    A replay is waited for only shortly, unless the engine is judged by it: where it hangs, it
    mostly parts step by step, which is seen sooner.
    """
    game, script, digests = Game(subject, where), tale.script[at:], tale.digests[at:]
    got: list[str] = []
    end: Mismatch | None = None
    try:
        with game.reported():
            with nullcontext() if is_judged else subject.patient(PATIENCE):
                got = subject.replay(where, [step.do for step in script]).digests
            end = compare(tale.end, subject)
            if got == digests and end is None:
                return None
    except Parting as parting:
        if parting.mismatch.kind in NO_VERDICT:
            raise
        found = follow(subject, where, script)
        if found is None and parting.mismatch.kind == TIMEOUT and not is_judged:
            return _replayed(subject, where, tale, at, is_judged=True)
        return found or Parted(where, tuple(script), parting.mismatch)
    parted = follow(subject, where, script)
    if parted is None:
        other = first_other(digests, got)
        parted = Parted(where, tuple(script[: other + 1]), of_replay(digests, got, end))
    return parted
