"""Engine and oracle play the same game in step, or follow the same script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import evolve, frozen

from conformance.engines.interface import NothingLegal, Trouble
from conformance.fuzz.comparing import (
    Mismatch,
    compare,
    of_endless,
    of_nothing,
    of_refusal,
    of_trouble,
    refused,
    viewed,
)
from conformance.fuzz.guide import Numbers, illegal_answer
from conformance.fuzz.shadow import Shadow
from conformance.fuzz.subject import Beginning, NeverSettles, Refuses, Subject
from conformance.judge.vector import Step
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from oracle import Ruleset

LONGEST = 400
"""Decisions in one game; random games are far shorter."""

NO_VERDICT = ("skip", "unsupported")
"""What an engine may say without being wrong."""

REFUSE_EVERY = 16
VIEW_EVERY = 8
"""One decision in so many is tried with an illegal answer first, or has its views compared."""


@frozen
class Probe:
    """What is tried at the end of a script, beside comparing: an illegal answer, or a view."""

    refuse: Answer | None = None
    view: str | None = None


@frozen
class Parted:
    """A game up to the point where engine and oracle part."""

    where: Beginning
    script: tuple[Step, ...]
    mismatch: Mismatch
    probe: Probe | None = None
    is_behind: bool = False
    """Whether the script goes past places where the engine offers something else."""


@frozen
class Played:
    """What came of one game: where both parted, again and again if they could go on.

    `decisions` are those that were compared, the forced ones included.
    """

    decisions: int
    partings: tuple[Parted, ...] = ()
    skipped: str = ""

    @property
    def parted(self) -> Parted | None:
        """Where both parted first."""
        return self.partings[0] if self.partings else None


class Parting(Exception):
    """Engine and oracle part here."""

    def __init__(self, mismatch: Mismatch, probe: Probe | None = None) -> None:
        super().__init__(mismatch.message)
        self.mismatch = mismatch
        self.probe = probe


def stand(where: Beginning, rules: Ruleset | None = None) -> Shadow:
    """The oracle where a game begins, or another ruleset in its place."""
    rules = rules or where.rules
    return Shadow(rules.start() if where.setup is None else rules.setup(where.setup))


class Game:
    """One game of both; the script is what was answered so far."""

    def __init__(
        self,
        subject: Subject,
        where: Beginning,
        rules: Ruleset | None = None,
        goes_past: bool = False,
    ) -> None:
        self.subject = subject
        self.where = where
        self.goes_past = goes_past
        self.script: list[Step] = []
        self.shadow = stand(where, rules)
        self.is_behind = False
        self._decided = 0
        self._stood = 0

    @property
    def decisions(self) -> int:
        """How many decisions were compared."""
        return self._decided + self.shadow.decisions - self._stood

    def begin_again(self, setup: JsonObject) -> None:
        """Let the engine stand where the oracle stands now; what lies before is left behind."""
        self.where = evolve(self.where, setup=setup)
        self.script = []
        self.is_behind = False
        self._stood = self.shadow.decisions
        self.begin()

    def go_alone(self, step: Callable[[Shadow], Shadow]) -> None:
        """Let the oracle take a step that is not compared."""
        decided = self.decisions
        self.shadow = step(self.shadow)
        self._decided, self._stood = decided, self.shadow.decisions

    @contextmanager
    def reported(self) -> Iterator[None]:
        """Turn what the engine does wrong on the way into a mismatch."""
        try:
            yield
        except NothingLegal as nothing:
            raise Parting(of_nothing(nothing, self.shadow)) from None
        except Trouble as trouble:
            raise Parting(of_trouble(trouble)) from None
        except Refuses as refuses:
            raise Parting(of_refusal(refuses, self.shadow)) from None
        except NeverSettles as endless:
            raise Parting(of_endless(endless, self.shadow)) from None

    def begin(self) -> None:
        """Begin on the engine's side and compare."""
        with self.reported():
            self._watch()
            self.subject.begin(self.where)
            self._compare()

    def take_past(self, do: Answer) -> bool:
        """Give both an answer where the engine offers something else, if it offers this too."""
        after = self.shadow.clone()
        after.answer(do)
        return self.go_past(self.shadow.step(do), after)

    def take(self, do: Answer) -> None:
        """Give both an answer and compare."""
        step = self.shadow.step(do)
        self.shadow.answer(do)
        self.go_on(step, self.shadow)

    def go_on(self, step: Step, after: Shadow) -> None:
        """Give the engine an answer that the oracle has taken already, and compare."""
        self.script.append(step)
        self.shadow = after
        with self.reported():
            self._watch()
            self.subject.answer(step.do)
            self._compare()

    def go_past(self, step: Step, after: Shadow) -> bool:
        """The same where the engine offers something else, if it offers this answer too."""
        at = self.subject.asked(self.shadow.next, step.do)
        if at is None:
            return False
        self.is_behind = True
        self.script.append(step)
        self.shadow = after
        with self.reported():
            self._watch()
            self.subject.answer_at(at, step.do)
            self._compare()
        return True

    def _watch(self) -> None:
        """Look at forced decisions where an engine may go on behind the end of the game.

        One that has answered by itself what was not forced may be at that end already.
        """
        self.subject.is_watched = self.shadow.is_over or self.is_behind or self.goes_past

    def _compare(self) -> None:
        mismatch = compare(self.shadow, self.subject)
        if mismatch is not None:
            raise Parting(mismatch)

    def probe(self, probe: Probe) -> None:
        """Try what a probe says."""
        mismatch: Mismatch | None = None
        try:
            with self.reported():
                if probe.refuse is not None:
                    mismatch = refused(self.shadow, self.subject, probe.refuse)
                if probe.view is not None:
                    mismatch = viewed(self.shadow, self.subject, probe.view)
        except Parting as parting:
            raise Parting(parting.mismatch, probe) from None
        if mismatch is not None:
            raise Parting(mismatch, probe)

    def parted(self, parting: Parting) -> Parted:
        """The game up to where both part."""
        script = tuple(self.script)
        return Parted(self.where, script, parting.mismatch, parting.probe, self.is_behind)


# ------------------------------------------------------------------ probes at random


def random_probes(game: Game, numbers: Numbers) -> Iterator[Probe]:
    drawn = numbers.next()
    if drawn % REFUSE_EVERY == 0:
        handles = game.shadow.position.handles
        do = illegal_answer(game.shadow.next, handles, numbers, game.where.game)
        if do is not None:
            yield Probe(refuse=do)
    seats = game.shadow.position.ruleset.machine.layout.seats
    seat = seats[(drawn >> 32) % len(seats)]
    looks = drawn // REFUSE_EVERY % VIEW_EVERY == 0 and game.shadow.hides_from(seat)
    if looks and game.subject.can("view"):
        yield Probe(view=seat)
