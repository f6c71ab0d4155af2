"""What the oracle does on a vector: asked only when an engine differs, to tell how."""

from __future__ import annotations

import contextlib
from typing import Any

from attrs import frozen

from conformance.engines.in_process import InProcess
from conformance.engines.interface import Trouble
from conformance.judge.vector import Vector
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Decision, Frame, Next, Over, Rejected

LOOK_AHEAD = 3
LOOK_AT_MOST = 400


@frozen
class Stage:
    """The oracle at a real choice or at the end of the game, and what it stepped over on the way.

    `passed` are the decisions with one possible answer that came after the last real one.
    """

    frame: Frame
    passed: tuple[Decision | Chance, ...]
    state: JsonObject
    snapshot: Any  # any JSON value: the engine's own

    @property
    def next(self) -> Next:
        """What the oracle waits for."""
        return self.frame.next


class Reference:
    """The oracle's way through a vector, from one real choice to the next."""

    def __init__(self, vector: Vector) -> None:
        self._engine = InProcess()
        self._stages: list[Stage] = []
        with contextlib.suppress(Trouble):  # then the oracle can explain nothing from there on
            self._replay(vector)

    def _replay(self, vector: Vector) -> None:
        added = vector.options, vector.cards, vector.players
        if vector.setup is not None:
            frame = self._engine.setup(vector.game, vector.setup, *added)
        else:
            frame = self._engine.start(vector.game, *added)
        stage = self._settled(frame)
        self._stages.append(stage)
        for step in vector.script:
            if not step.is_forced:
                after = self._after(stage, step.do)
                if after is None:
                    return
                stage = after
            self._stages.append(stage)

    def _settled(self, frame: Frame) -> Stage:
        passed = []
        while not isinstance(frame.next, Over) and frame.next.legal.is_forced:
            passed.append(frame.next)
            told = self._engine.apply(frame.next.id, frame.next.legal.only())
            assert isinstance(told, Frame)
            frame = told
        return Stage(frame, tuple(passed), self._engine.state(), self._engine.snapshot())

    def _after(self, stage: Stage, answer: Answer) -> Stage | None:
        if isinstance(stage.next, Over):
            return None
        with contextlib.suppress(Trouble):  # a failure of the oracle is not the engine's
            self._engine.restore(stage.snapshot)
            told = self._engine.apply(stage.next.id, answer)
            return None if isinstance(told, Rejected) else self._settled(told)
        return None

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
                after = self._after(stage, answer)
                if after is None:
                    continue
                taken = (*answers, answer)
                if same_next(after.next, pending) and state in (None, after.state):
                    return taken
                if len(taken) < LOOK_AHEAD:
                    paths.append((taken, after))
        return ()


def same_next(one: Next, other: Next) -> bool:
    """Whether two engines wait for the same answer of the same player."""
    if isinstance(one, Over) or isinstance(other, Over):
        return isinstance(one, Over) and isinstance(other, Over) and one.winner == other.winner
    return one.who == other.who and one.kind == other.kind and one.legal.same_as(other.legal)
