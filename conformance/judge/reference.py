"""What the oracle does on a vector: asked only when an engine differs, to tell how."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from conformance.engines.in_process import InProcess
from conformance.engines.interface import Trouble
from conformance.judge.vector import Vector
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Frame, Next, Over, Rejected

LOOK_AHEAD = 3
LOOK_AT_MOST = 400


@frozen
class Stage:
    """The oracle at one point of the game."""

    frame: Frame
    state: JsonObject
    views: dict[str, JsonObject]
    snapshot: Any  # any JSON value: the engine's own


class Reference:
    """The oracle's way through a vector, step by step."""

    def __init__(self, vector: Vector) -> None:
        self._engine = InProcess()
        self._stages: list[Stage] = []
        with contextlib.suppress(Trouble):  # then the oracle can explain nothing from there on
            self._replay(vector)

    def _replay(self, vector: Vector) -> None:
        engine = self._engine
        added = vector.options, vector.cards, vector.players
        if vector.setup is not None:
            frame = engine.setup(vector.game, vector.setup, *added)
        else:
            frame = engine.start(vector.game, *added)
        self._stages.append(self._stage(frame))
        for step in vector.script:
            if isinstance(frame.next, Over):
                return
            told = engine.apply(frame.next.id, step.do)
            if isinstance(told, Rejected):
                return
            frame = told
            self._stages.append(self._stage(frame))

    def _stage(self, frame: Frame) -> Stage:
        engine = self._engine
        state = engine.state()
        views = {seat: engine.view(seat) for seat in state["players"]}
        return Stage(frame, state, views, engine.snapshot())

    def pending(self, step: int) -> Next:
        """What the oracle waits for before a step."""
        return self._stages[step].frame.next

    def state(self, step: int) -> JsonObject:
        """Where the oracle stands before a step; nothing is said of where it never came."""
        return self._stages[step].state if step < len(self._stages) else {}

    def is_forced(self, step: int) -> bool:
        """Whether the step answers a decision that has only one answer."""
        if step >= len(self._stages):
            return False
        pending = self.pending(step)
        return not isinstance(pending, Over) and pending.legal.is_forced

    def settling(self, step: int) -> Iterator[Stage]:
        """The stage before a step, and those after each forced decision that follows."""
        if step < len(self._stages):
            yield from self._settle(self._stages[step])

    def _settle(self, stage: Stage) -> Iterator[Stage]:
        yield stage
        while not isinstance(stage.frame.next, Over) and stage.frame.next.legal.is_forced:
            after = self._after(stage, stage.frame.next.legal.only())
            if after is None:
                return
            stage = after
            yield stage

    def _after(self, stage: Stage, answer: Answer) -> Stage | None:
        if isinstance(stage.frame.next, Over):
            return None
        with contextlib.suppress(Trouble):  # a failure of the oracle is not the engine's
            self._engine.restore(stage.snapshot)
            told = self._engine.apply(stage.frame.next.id, answer)
            return None if isinstance(told, Rejected) else self._stage(told)
        return None

    def self_made_choice(
        self, step: int, pending: Next, state: JsonObject | None
    ) -> tuple[Answer, ...]:
        """The answers after which the oracle stands where the engine stands, if any."""
        if step >= len(self._stages):
            return ()
        paths: list[tuple[tuple[Answer, ...], Stage]] = [((), self._stages[step])]
        looked = 0
        while paths:
            answers, stage = paths.pop(0)
            if isinstance(stage.frame.next, Over):
                continue
            for answer in stage.frame.next.legal:
                looked += 1
                if looked > LOOK_AT_MOST:
                    return ()
                after = self._after(stage, answer)
                if after is None:
                    continue
                taken = (*answers, answer)
                for settled in self._settle(after):
                    after = settled
                    if same_next(settled.frame.next, pending) and state in (None, settled.state):
                        return taken
                if len(taken) < LOOK_AHEAD:
                    paths.append((taken, after))
        return ()


def same_next(one: Next, other: Next) -> bool:
    """Whether two engines wait for the same answer of the same player."""
    if isinstance(one, Over) or isinstance(other, Over):
        return isinstance(one, Over) and isinstance(other, Over) and one.winner == other.winner
    return one.who == other.who and one.kind == other.kind and one.legal.same_as(other.legal)
