"""The oracle behind proxies that do only what the guide allows: none of it may be a failure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.protocol.legal import Answer, Legal
from conformance.protocol.messages import (
    Decision,
    Frame,
    Hello,
    Over,
    Rejected,
    Replayed,
)
from rules_dsl.specification import load_specification


class PlaysByItsOwn(InProcess):
    """Plays by its own answers to the options, whatever it is told, and declares them.

    `declares` says whether it declares them; without that it plays by the rulesets' own answers.
    """

    def __init__(self, answers: Mapping[str, str], declares: bool = True) -> None:
        super().__init__()
        self._answers = dict(answers)
        self._declares = declares

    def hello(self) -> Hello:
        hello = super().hello()
        games = {
            name: evolve(info, options=self._of(name) if self._declares else {})
            for name, info in hello.games.items()
        }
        return evolve(hello, games=games, ops=[op for op in hello.ops if op != "options"])

    def _of(self, game: str) -> dict[str, str]:
        specification = load_specification()
        known = specification.answers(specification.ruleset(game))
        return {name: answer for name, answer in self._answers.items() if name in known}

    def _played_by(self, game: str, options: Mapping[str, str]) -> Mapping[str, str]:
        return self._of(game)


class DeclaresNothing(PlaysByItsOwn):
    """Plays by what every ruleset says, whatever it is told, and does not speak of options."""

    def __init__(self) -> None:
        super().__init__({}, declares=False)


class _GoesOn(InProcess):
    """Does something of its own before it tells where it stands."""

    def start(self, *args: Any, **kwargs: Any) -> Frame:
        return self._go_on(super().start(*args, **kwargs))

    def setup(self, *args: Any, **kwargs: Any) -> Frame:
        return self._go_on(super().setup(*args, **kwargs))

    def restore(self, snapshot: Any) -> Frame:
        return self._go_on(super().restore(snapshot))

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        told = super().apply(decision, do)
        return told if isinstance(told, Rejected) else self._go_on(told)

    def _go_on(self, frame: Frame) -> Frame:
        raise NotImplementedError


class AnswersForced(_GoesOn):
    """Answers by itself what has only one answer."""

    def _go_on(self, frame: Frame) -> Frame:
        while not isinstance(frame.next, Over) and frame.next.legal.is_forced:
            told = InProcess.apply(self, frame.next.id, frame.next.legal.only())
            assert isinstance(told, Frame)
            frame = told
        return frame


READY = {"ready": True}
"""The one answer to the question that `AsksMore` puts before every other."""


class AsksMore(_GoesOn):
    """Asks whoever decides whether they are ready, before everything that is asked."""

    def __init__(self, cards: Sequence[Any] = ()) -> None:
        super().__init__(cards)
        self._waiting: Frame | None = None

    def replay(self, *args: Any, **kwargs: Any) -> Replayed:
        replayed = super().replay(*args, **kwargs)
        self._waiting = None
        return replayed

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        if self._waiting is None:
            return super().apply(decision, do)
        if decision != _ready(self._waiting):
            return Rejected("wrong-decision")
        if do != READY:
            return Rejected("not-legal")
        waiting, self._waiting = self._waiting, None
        return waiting

    def _go_on(self, frame: Frame) -> Frame:
        if isinstance(frame.next, Over):
            self._waiting = None
            return frame
        self._waiting = frame
        who = frame.next.who if isinstance(frame.next, Decision) else "p1"
        return evolve(frame, next=Decision(_ready(frame), who, "ready", Legal((READY,))))


def _ready(frame: Frame) -> str:
    return f"ready-{frame.n}"
