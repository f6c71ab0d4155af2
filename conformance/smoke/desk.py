"""Where the checks sit: a running adapter, started anew when one has spoiled it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from conformance.engines.rulesets import pool, range_of_players
from conformance.protocol.canonical import JsonObject, canonical
from conformance.protocol.legal import Answer, Legal
from conformance.protocol.messages import VERSION, Frame, Hello, Over
from conformance.protocol.reading import Malformed, read
from conformance.smoke.conversation import Conversation, show
from conformance.smoke.findings import NotTried, Wrong
from rules_dsl.specification import load_specification

SECONDS_TO_START = 10.0
T = TypeVar("T")

ONE_NEXT = (
    "Give `frame` with `n` and a `next` that has exactly one of `decision`, `chance`, `over`."
)


class Desk:
    """Holds one conversation at a time and knows how to begin a game."""

    def __init__(
        self,
        command: Sequence[str],
        seconds: float,
        games: Sequence[str],
        options: Mapping[str, str] | None = None,
    ) -> None:
        self._command = command
        self.options = dict(options or {})  # answers beside those that its hello declares
        self._seconds = seconds
        self.games = games
        self._talk: Conversation | None = None
        self.hello: Hello | None = None
        self.said: JsonObject = {}  # its hello as it came
        self.played: list[Frame] = []  # the first game played with it

    @property
    def talk(self) -> Conversation:
        """The running conversation; a new one begins with hello."""
        if self._talk is None:
            self._talk = Conversation(self._command, self._seconds)
            self.greet()
        return self._talk

    def greet(self) -> JsonObject:
        """Say hello to a program that has just started."""
        assert self._talk is not None
        reply = self._talk.ask(
            "hello", {"protocol": [VERSION], "kit": ""}, seconds=SECONDS_TO_START, blame="starts"
        )
        self.said = {key: reply[key] for key in reply if key != "id"}
        return self.said

    def close(self) -> None:
        """End the adapter; the next check gets a fresh one."""
        if self._talk is not None:
            self._talk.close()
            self._talk = None

    # ---- games

    @property
    def game(self) -> str:
        """A game that both sides know."""
        if self.hello is None:
            raise NotTried("its hello is not understood")
        for game in self.games:
            if self.hello.plays(game) is not None:
                return game
        raise NotTried("it plays no game that the kit knows")

    @property
    def game_name(self) -> str:
        """The game that the ruleset belongs to, such as mindbug."""
        return load_specification().ruleset(self.game).game

    def numbers(self) -> list[int]:
        """The fewest and the most that both sides play with, where that is open."""
        fewest, most = range_of_players(self.game)
        if fewest == most:
            return []
        info = self.hello.plays(self.game) if self.hello is not None else None
        if info is not None and info.players:
            fewest, most = max(fewest, info.players[0]), min(most, info.players[-1])
        return sorted({fewest, most}) if fewest <= most else []

    def names(self) -> list[JsonObject]:
        """The name of every card of the game."""
        return pool(self.game, {}, [])

    def start(self, **extra: Any) -> Frame:  # Any: any JSON value
        """The first frame of a game."""
        ask = {"game": self.game, "pool": self.names(), **extra}
        return self.frame(self.talk.ask("start", ask), "start")

    def apply(self, frame: Frame, answer: Answer) -> Frame:
        """The frame after a legal answer."""
        return self.frame(self.try_answer(frame, answer), "apply")

    def try_answer(self, frame: Frame, answer: Answer, decision: str | None = None) -> JsonObject:
        """The reply to an answer, whatever it is."""
        if decision is None:
            decision = "d0" if isinstance(frame.next, Over) else frame.next.id
        return self.talk.ask("apply", {"decision": decision, "do": answer})

    def frame(self, reply: JsonObject, op: str) -> Frame:
        """The frame of a reply that must have one."""
        if "skip" in reply and op != "start":
            raise NotTried(f"it asked to skip: {show(reply['skip'])}")
        return self.read(reply, op, "frame", Frame, "next", ONE_NEXT)

    def read(
        self, reply: JsonObject, op: str, name: str, kind: type[T], blame: str, remedy: str
    ) -> T:
        """A part of a reply that must be there and be of this kind."""
        if name not in reply:
            raise Wrong(blame, f"`{name}` in the reply to `{op}`", show(reply), remedy)
        try:
            found: T = read(reply[name], kind)
        except Malformed as error:
            raise Wrong(
                blame, f"a `{name}` as the protocol describes it", f"{error}: {show(reply)}", remedy
            ) from None
        return found


def pick(legal: Legal, number: int) -> Answer:
    """One of the legal answers: the same for the same set and number, however it is ordered."""
    if legal.factored is None:
        offered = sorted(legal, key=canonical)
        return offered[(number * 7919 + 13) % len(offered)]
    of, least = sorted(legal.factored.of), legal.factored.min
    count = least + number % (legal.factored.most - least + 1)
    turned = number % (len(of) or 1)
    return {"choose": (of[turned:] + of[:turned])[:count]}


def portrait(frame: Frame) -> JsonObject:
    """What must be equal when the same game is played again; ids of decisions may differ."""
    shown: JsonObject = {}
    if frame.digest is not None:
        shown["digest"] = frame.digest
    if frame.state is not None:
        shown["state"] = frame.state
    if isinstance(frame.next, Over):
        return shown | frame.next.to_json()
    legal = frame.next.legal
    if legal.factored is not None:
        offered = [{**legal.factored.to_json(), "from": sorted(legal.factored.of)}]
    else:
        offered = sorted(legal, key=canonical)
    return shown | {"who": frame.next.who, "kind": frame.next.kind, "legal": offered}
