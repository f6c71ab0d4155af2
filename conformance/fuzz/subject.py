"""The engine under test: forced decisions answered, messages counted."""

from __future__ import annotations

from attrs import evolve, field, frozen

from conformance.engines.interface import Engine
from conformance.engines.rulesets import number_of_players, ruleset
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Frame, Hello, Next, Over, Rejected, Replayed
from oracle import Ruleset

MOST_FORCED = 500
"""Forced decisions in a row; an engine that asks more does not come to an end."""

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
        return op in self._ops and (self._replays or op != "replay")

    # ---- a game

    def begin(self, where: Beginning) -> None:
        """Begin a game."""
        self.messages += 1
        added = where.options, where.cards, where.number
        if where.setup is None:
            frame = self.engine.start(where.game, *added)
        else:
            frame = self.engine.setup(where.game, where.setup, *added)
        self.frames = [frame]
        self._settle()

    def replay(self, where: Beginning, script: list[Answer]) -> Replayed:
        """Play a whole script in one message."""
        self.messages += 1
        added = where.options, where.cards, where.number
        played = self.engine.replay(where.game, script, where.setup, *added)
        self.frames = [played.frame]
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

    def offer(self, do: Answer) -> Frame | Rejected:
        """What the engine says to an answer, which may be an illegal one."""
        self.messages += 1
        pending = self.next
        return self.engine.apply("" if isinstance(pending, Over) else pending.id, do)

    def _settle(self) -> None:
        pending = self.next
        forced = 0
        while not isinstance(pending, Over) and pending.legal.is_forced:
            forced += 1
            if forced > MOST_FORCED:
                raise NeverSettles
            only = pending.legal.only()
            told = self.offer(only)
            if isinstance(told, Rejected):
                raise Refuses(only, told)
            self.frames[-1] = evolve(self.frames[-1], state=None)
            del self.frames[MOST_FRAMES:]
            self.frames.append(told)
            pending = told.next

    def state(self) -> JsonObject | None:
        """The whole position, if the engine shows it."""
        if self.frame.state is not None:
            return self.frame.state
        if not self.can("state"):
            return None
        self.messages += 1
        return self.engine.state()

    def view(self, seat: str) -> JsonObject:
        """What the engine shows a seat."""
        self.messages += 1
        return self.engine.view(seat)

    def close(self) -> None:
        """End the engine."""
        self.engine.close()
