"""Engine and oracle play the same game in step, or follow the same script."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from conformance.engines.interface import Trouble
from conformance.fuzz.comparing import (
    Mismatch,
    compare,
    of_endless,
    of_refusal,
    of_trouble,
    refused,
    viewed,
)
from conformance.fuzz.guide import Guide, Numbers, illegal_answer
from conformance.fuzz.shadow import Shadow
from conformance.fuzz.subject import Beginning, NeverSettles, Refuses, Subject
from conformance.judge.vector import Step
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


@frozen
class Played:
    """What came of one game; `decisions` counts the forced ones too."""

    decisions: int
    parted: Parted | None = None
    skipped: str = ""


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

    def __init__(self, subject: Subject, where: Beginning, rules: Ruleset | None = None) -> None:
        self.subject = subject
        self.where = where
        self.script: list[Step] = []
        self.shadow = stand(where, rules)

    @contextmanager
    def reported(self) -> Iterator[None]:
        """Turn what the engine does wrong on the way into a mismatch."""
        try:
            yield
        except Trouble as trouble:
            raise Parting(of_trouble(trouble)) from None
        except Refuses as refuses:
            raise Parting(of_refusal(refuses, self.shadow)) from None
        except NeverSettles as endless:
            raise Parting(of_endless(endless, self.shadow)) from None

    def begin(self) -> None:
        """Begin on the engine's side and compare."""
        with self.reported():
            self.subject.begin(self.where)
            self._compare()

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
            self.subject.answer(step.do)
            self._compare()

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
        return Parted(self.where, tuple(self.script), parting.mismatch, parting.probe)


# ------------------------------------------------------------------ playing at random


def play(
    subject: Subject,
    where: Beginning,
    guide: Guide,
    numbers: Numbers,
    rules: Ruleset | None = None,
) -> Played:
    """Play one game in step, comparing at every decision."""
    game = Game(subject, where, rules)
    guide.note(game.shadow.rules)
    try:
        game.begin()
        while not game.shadow.is_over and len(game.script) < LONGEST:
            for probe in _probes(game, numbers):
                game.probe(probe)
            game.go_on(*guide.step(game.shadow))
    except Parting as parting:
        return _ended(game, parting)
    return Played(game.shadow.decisions)


def _ended(game: Game, parting: Parting) -> Played:
    """A game that could not go on: the engine wants to skip it, or both parted."""
    mismatch = parting.mismatch
    if mismatch.kind in NO_VERDICT:
        return Played(game.shadow.decisions, skipped=mismatch.message)
    return Played(game.shadow.decisions, game.parted(parting))


def _probes(game: Game, numbers: Numbers) -> Iterator[Probe]:
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
