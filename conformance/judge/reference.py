"""What the oracle does on a vector: asked only when an engine differs, to tell how."""

from __future__ import annotations

import contextlib

from attrs import frozen

import oracle
from conformance.engines.in_process import InProcess, reported, waits_for
from conformance.engines.interface import Crash, Trouble
from conformance.judge.vector import Vector
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Decision, Next, Over

FORCED_AT_MOST = 1_000
LOOK_AHEAD = 3
LOOK_AT_MOST = 400


@frozen
class Stage:
    """The oracle at a real choice or at the end of the game, and what it stepped over on the way.

    `passed` are the decisions with one possible answer that came after the last real one.
    """

    position: oracle.Position
    next: Next
    passed: tuple[Decision | Chance, ...]

    @property
    def state(self) -> JsonObject:
        """All that the rules can see."""
        return self.position.projection()


class Reference:
    """The oracle's way through a vector, from one real choice to the next."""

    def __init__(self, vector: Vector) -> None:
        self._stages: list[Stage] = []
        # where the oracle fails, it can explain nothing from there on
        with contextlib.suppress(Trouble), reported():
            self._replay(vector)

    def _replay(self, vector: Vector) -> None:
        stage = _settled(stood_up(vector))
        self._stages.append(stage)
        for step in vector.script:
            if not step.is_forced:
                after = _after(stage, step.do)
                if after is None:
                    return
                stage = after
            self._stages.append(stage)

    def stage(self, step: int) -> Stage | None:
        """Where the oracle stands before a step; nothing is said of where it never came."""
        return self._stages[step] if step < len(self._stages) else None

    def self_made_choice(
        self, step: int, pending: Next, state: JsonObject | None
    ) -> tuple[Answer, ...]:
        """The answers after which the oracle stands where the engine stands, if any."""
        start = self.stage(step)
        paths: list[tuple[tuple[Answer, ...], Stage]] = [] if start is None else [((), start)]
        looked = 0
        while paths:
            answers, stage = paths.pop(0)
            if isinstance(stage.next, Over):
                continue
            for answer in stage.next.legal:
                looked += 1
                if looked > LOOK_AT_MOST:
                    return ()
                after = _after(stage, answer)
                if after is None:
                    continue
                taken = (*answers, answer)
                if same_next(after.next, pending) and state in (None, after.state):
                    return taken
                if len(taken) < LOOK_AHEAD:
                    paths.append((taken, after))
        return ()


def stood_up(vector: Vector) -> oracle.Position:
    """The oracle where a vector begins."""
    engine = InProcess()
    added = vector.options, vector.cards, vector.players
    if vector.setup is not None:
        engine.setup(vector.game, vector.setup, *added)
    else:
        engine.start(vector.game, *added)
    return engine.position()


def _settled(position: oracle.Position) -> Stage:
    """Step over what has only one answer."""
    passed: list[Decision | Chance] = []
    pending = waits_for(position)
    while not isinstance(pending, Over) and pending.legal.is_forced:
        if len(passed) >= FORCED_AT_MOST:  # rules that are known to be misread may never end
            raise Crash("the oracle asks on and on")
        passed.append(pending)
        position.advance_silently(pending.legal.only())
        pending = waits_for(position)
    return Stage(position, pending, tuple(passed))


def _after(stage: Stage, answer: Answer) -> Stage | None:
    if isinstance(stage.next, Over):
        return None
    position = stage.position.clone()
    with contextlib.suppress(Trouble), reported():  # a failure of the oracle is not the engine's
        try:
            position.advance_silently(answer)
        except oracle.Refused:
            return None
        return _settled(position)
    return None


def same_next(one: Next, other: Next) -> bool:
    """Whether two engines wait for the same answer of the same player."""
    if isinstance(one, Over) or isinstance(other, Over):
        return isinstance(one, Over) and isinstance(other, Over) and one.winner == other.winner
    return one.who == other.who and one.kind == other.kind and one.legal.same_as(other.legal)
