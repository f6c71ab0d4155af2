"""The engine's side of the protocol: answers lines with what an Engine says."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

from conformance.engines.interface import Engine, SkipWanted, Trouble, Unsupported
from conformance.engines.rulesets import pool
from conformance.protocol.canonical import JsonObject
from conformance.protocol.framing import LONGEST_LINE, decode, encode
from conformance.protocol.messages import (
    DEEPEST,
    REQUESTS,
    VERSION,
    ApplyRequest,
    CardRequest,
    Frame,
    HelloRequest,
    PerftRequest,
    Rejected,
    ReplayRequest,
    RestoreRequest,
    SetupRequest,
    StartRequest,
)
from conformance.protocol.reading import Malformed, read, write

UNSUPPORTED = {"unsupported": True}


class Server:
    """Answers one request at a time; it never dies of a message."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._handlers: dict[str, Callable[[Any], JsonObject]] = {
            "hello": self._hello,
            "start": self._start,
            "setup": self._setup,
            "apply": self._apply,
            "view": lambda ask: {"view": engine.view(ask.seat)},
            "state": lambda _: {"state": engine.state()},
            "snapshot": lambda _: {"snapshot": engine.snapshot()},
            "restore": self._restore,
            "replay": self._replay,
            "perft": self._perft,
            "card": self._card,
            "bye": lambda _: {"bye": True},
        }

    def answer(self, message: JsonObject) -> JsonObject:
        """The reply to a message, with its id."""
        number = message.get("id")
        if not isinstance(number, int | str | None):
            return {"id": None, **error("`id` must be a whole number: it is said back")}
        return {"id": number, **self._reply(message)}

    def _reply(self, message: JsonObject) -> JsonObject:
        op = message.get("op")
        if not isinstance(op, str):
            return error("`op` is missing: it names the operation, such as hello or start")
        if op not in self._handlers:
            return UNSUPPORTED
        try:
            request = read(message, REQUESTS[op])
        except Malformed as problem:
            if op == "apply":
                return {"rejected": {"code": "malformed", "message": str(problem)}}
            return error(f"malformed `{op}`: {problem}")
        try:
            return self._handlers[op](request)
        except Unsupported:
            return UNSUPPORTED
        except SkipWanted as wish:
            return {"skip": {"reason": str(wish)}}
        except Trouble as problem:
            return error(str(problem))

    def _hello(self, ask: HelloRequest) -> JsonObject:
        if VERSION not in ask.protocol:
            return error(f"this engine speaks protocol {VERSION}, not {ask.protocol}")
        return write(self._engine.hello())

    def _start(self, ask: StartRequest) -> JsonObject:
        frame = self._engine.start(ask.game, ask.options, ask.cards, ask.players)
        return _misnamed(ask) or _frame(frame)

    def _setup(self, ask: SetupRequest) -> JsonObject:
        given = ask.setup, ask.options, ask.cards, ask.players
        return _frame(self._engine.setup(ask.game, *given))

    def _apply(self, ask: ApplyRequest) -> JsonObject:
        told = self._engine.apply(ask.decision, ask.do)
        if isinstance(told, Rejected):
            return {"rejected": write(told)}
        return _frame(told)

    def _restore(self, ask: RestoreRequest) -> JsonObject:
        return _frame(self._engine.restore(ask.snapshot))

    def _replay(self, ask: ReplayRequest) -> JsonObject:
        given = ask.setup, ask.options, ask.cards, ask.players
        played = self._engine.replay(ask.game, ask.script, *given)
        return _misnamed(ask) or {"replay": played.to_json()}

    def _perft(self, ask: PerftRequest) -> JsonObject:
        if not 0 <= ask.depth <= DEEPEST:
            return error(f"`depth` must be 0 to {DEEPEST}, not {ask.depth}")
        return {"perft": {"counts": [each.to_json() for each in self._engine.perft(ask.depth)]}}

    def _card(self, ask: CardRequest) -> JsonObject:
        return {"card": {"text": self._engine.card(ask.text, ask.game)}}


def _misnamed(ask: StartRequest | ReplayRequest) -> JsonObject | None:
    """The error in the names of the cards, if any: the oracle knows only its own names."""
    if not ask.pool or ask.pool == pool(ask.game, ask.options, ask.cards):
        return None
    return error("`pool` must name the cards #1, #2 and so on in the order of the ruleset")


def _frame(frame: Frame) -> JsonObject:
    return {"frame": frame.to_json()}


def error(message: str) -> JsonObject:
    """The reply that says what is wrong with the request."""
    return {"error": {"message": message}}


def serve(
    engine: Engine, source: IO[bytes], target: IO[bytes], longest_line: int = LONGEST_LINE
) -> None:
    """Answer each line of `source` with one line on `target`, until `bye` or the end."""
    server = Server(engine)
    while line := source.readline(longest_line + 1):
        if not line.strip():
            continue
        message: JsonObject = {}
        if len(line) > longest_line:
            _drop_rest(line, source, longest_line)
            reply = {"id": None, **error(f"the line is longer than {longest_line} bytes")}
        else:
            try:
                message = decode(line)
            except Malformed as problem:
                reply = {"id": None, **error(f"the line is {problem}")}
            else:
                reply = server.answer(message)
        target.write(encode(reply))
        target.flush()
        if message.get("op") == "bye" and "bye" in reply:
            return


def _drop_rest(line: bytes, source: IO[bytes], longest_line: int) -> None:
    """Read on to the end of a line that is too long."""
    while line and not line.endswith(b"\n"):
        line = source.readline(longest_line)
