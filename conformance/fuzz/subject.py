"""The engine under test: forced decisions answered, messages counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve, field, frozen

from conformance.engines.exec import Exec
from conformance.engines.in_process import InProcess
from conformance.engines.interface import Engine, Timeout
from conformance.engines.rulesets import number_of_players, ruleset
from conformance.fuzz.declared import TAKES_OPTIONS
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Frame, Hello, Next, Over, Rejected, Replayed
from oracle import Ruleset

MOST_FORCED = 500
MOST_ALIKE = 8
"""Forced decisions in a row, and those at which the game stands alike: an engine that asks more
does not come to an end."""

MOST_FRAMES = 16
"""Frames of forced decisions that are remembered; those between them and the last are not."""


@frozen
class Beginning:
    """Where a game begins: a position stood up, or the start when there is no `setup`.

    A position says itself how many play; of a start `players` says it, where that is open.
    """

    game: str
    setup: JsonObject | None = None
    options: dict[str, str] = field(factory=dict)
    cards: tuple[str, ...] = ()
    players: int | None = None
    known: tuple[str, ...] = ()
    """Misreadings that the engine is known to have, and by which it is judged."""

    @property
    def game_name(self) -> str:
        """The game that the ruleset belongs to, such as mindbug."""
        return self.game.partition("/")[0]

    @property
    def number(self) -> int | None:
        """How many play, None where the ruleset leaves no choice."""
        if self.setup is None:
            return self.players
        return number_of_players(self.game, self.setup)

    @property
    def start(self) -> JsonObject:
        """What a vector or a case says of a start."""
        return {} if self.players is None else {"players": self.players}

    @property
    def rules(self) -> Ruleset:
        """The ruleset, for as many as play."""
        return ruleset(self.game, self.options, self.cards, players=self.number)


class Refuses(Exception):
    """The engine refused an answer that it had offered itself."""

    def __init__(self, answer: Answer, rejected: Rejected) -> None:
        super().__init__(rejected.code)
        self.answer = answer
        self.rejected = rejected


class NeverSettles(Exception):
    """The engine asks one forced decision after another without end."""


class OutOfTime(Exception):
    """The time for what is being done is over."""


class Subject:
    """An engine at a real choice, or at the end of its game.

    `frames` are those since the last answer: the engine may ask forced decisions or not, and
    the last frame is the one that counts.
    """

    def __init__(self, engine: Engine, replays: bool = True) -> None:
        self.engine = engine
        self._replays = replays
        self.frames: list[Frame] = []
        self.messages = 0
        self.is_watched = False
        """Whether it shows its state at forced decisions too."""
        self.hangs_in_replay = False
        """Whether it did not answer a replay: that takes so long that it is not tried again."""
        self._deadline: float | None = None
        self._ops: frozenset[str] | None = None

    # ---- what it can do

    def hello(self) -> Hello:
        """Who the engine is; starts it when it is not running."""
        hello = self.engine.hello()
        self._ops = frozenset(hello.ops)
        return hello

    def can(self, op: str) -> bool:
        """Whether the engine offers an operation, and it is to be used."""
        if self._ops is None:
            self.hello()
        assert self._ops is not None
        if op == "replay" and (self.hangs_in_replay or not self._replays):
            return False
        return op in self._ops

    # ---- time

    @contextmanager
    def until(self, deadline: float | None) -> Iterator[None]:
        """Send no message after a moment of the monotonic clock; OutOfTime instead."""
        before = self._deadline
        if deadline is not None:
            self._deadline = deadline if before is None else min(before, deadline)
        try:
            yield
        finally:
            self._deadline = before

    def _count(self) -> None:
        """Count a message that is about to be sent, if there is time for it."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfTime
        self.messages += 1

    # ---- a game

    def begin(self, where: Beginning) -> None:
        """Begin a game."""
        self._count()
        added = self.sent(where), where.cards, where.number
        if where.setup is None:
            frame = self.engine.start(where.game, *added)
        else:
            frame = self.engine.setup(where.game, where.setup, *added)
        self.frames = [frame]
        self._settle()

    def sent(self, where: Beginning) -> dict[str, str]:
        """The options that an engine is sent: any that does not take them plays by its own."""
        takes = isinstance(self.engine, InProcess) or self.can(TAKES_OPTIONS)
        return where.options if takes else {}

    @contextmanager
    def patient(self, seconds: float) -> Iterator[None]:
        """Wait less long for answers by which nobody is judged."""
        if isinstance(self.engine, Exec):
            with self.engine.patient(seconds):
                yield
        else:
            yield

    def replay(self, where: Beginning, script: list[Answer]) -> Replayed:
        """Play a whole script in one message."""
        self._count()
        added = self.sent(where), where.cards, where.number
        try:
            played = self.engine.replay(where.game, script, where.setup, *added)
        except Timeout:
            self.hangs_in_replay = True
            raise
        self.frames = [played.frame]
        if played.rejected is None:
            self._settle()
        return played

    @property
    def frame(self) -> Frame:
        """Where the engine stands."""
        return self.frames[-1]

    @property
    def next(self) -> Next:
        """What the engine waits for."""
        return self.frames[-1].next

    def answer(self, do: Answer) -> None:
        """Answer what the engine waits for; Refuses if it does not take it."""
        told = self.offer(do)
        if isinstance(told, Rejected):
            raise Refuses(do, told)
        self.frames = [told]
        self._settle()

    def asked(self, want: Next, do: Answer) -> int | None:
        """Which of the frames since the last answer asks for the same and offers this answer."""
        for at, frame in enumerate(self.frames):
            got = frame.next
            if not isinstance(got, Over) and same_asker(want, got):
                return at if do in got.legal else None
        return None

    def answer_at(self, at: int, do: Answer) -> None:
        """Answer what a frame asks; if it is not the last, the engine was answered already."""
        if at < len(self.frames) - 1:
            del self.frames[: at + 1]
        else:
            self.answer(do)

    def offer(self, do: Answer) -> Frame | Rejected:
        """What the engine says to an answer, which may be an illegal one."""
        self._count()
        pending = self.next
        return self.engine.apply("" if isinstance(pending, Over) else pending.id, do)

    def _settle(self) -> None:
        pending = self.next
        forced = 0
        alike: Counter[tuple[str, str, str]] = Counter()
        while not isinstance(pending, Over) and pending.legal.is_forced:
            forced += 1
            if self.frame.digest is not None:
                alike[pending.who, pending.kind, self.frame.digest] += 1
            if forced > MOST_FORCED or MOST_ALIKE in alike.values():
                raise NeverSettles("it asks forced decisions without end")
            only = pending.legal.only()
            shown = self.state() if self.is_watched else None
            told = self.offer(only)
            if isinstance(told, Rejected):
                raise Refuses(only, told)
            self.frames[-1] = evolve(self.frames[-1], state=shown)
            del self.frames[MOST_FRAMES:]
            self.frames.append(told)
            pending = told.next

    def state(self) -> JsonObject | None:
        """The whole position, if the engine shows it."""
        if self.frame.state is not None:
            return self.frame.state
        if not self.can("state"):
            return None
        self._count()
        return self.engine.state()

    def view(self, seat: str) -> JsonObject:
        """What the engine shows a seat."""
        self._count()
        return self.engine.view(seat)

    def close(self) -> None:
        """End the engine."""
        self.engine.close()


def same_asker(want: Next, got: Next) -> bool:
    """Whether two games wait for the same: a player or chance to decide the same, or nobody."""
    if isinstance(want, Over) or isinstance(got, Over):
        return isinstance(want, Over) and isinstance(got, Over) and want.winner == got.winner
    return (want.who, want.kind) == (got.who, got.kind)
