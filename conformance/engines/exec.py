"""A foreign engine: a program that speaks the protocol on its stdin and stdout."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from attrs import frozen

from conformance.engines.child import Child, Ended, Flood, Late
from conformance.engines.interface import (
    Crash,
    NothingLegal,
    ProtocolError,
    SkipWanted,
    Timeout,
    Trouble,
    Unsupported,
)
from conformance.protocol.canonical import JsonObject, canonical
from conformance.protocol.framing import LONGEST_LINE, decode, encode, excerpt
from conformance.protocol.legal import Answer
from conformance.protocol.messages import (
    VERSION,
    ApplyRequest,
    ByeRequest,
    CardRequest,
    Count,
    Counts,
    EngineError,
    Frame,
    Hello,
    HelloRequest,
    PerftRequest,
    Rejected,
    Replayed,
    ReplayRequest,
    Request,
    RestoreRequest,
    SetupRequest,
    Skipped,
    SnapshotRequest,
    StartRequest,
    StateRequest,
    ViewRequest,
)
from conformance.protocol.reading import Malformed, read, write
from rules_dsl.errors import KaijuError

SECONDS = 5.0
SECONDS_TO_START = 10.0
SECONDS_TO_END = 0.5
COUNTING_TAKES = 12

T = TypeVar("T")


@frozen
class Limits:
    """How long a message may take and how long a line may be."""

    seconds: float = SECONDS
    longest_line: int = LONGEST_LINE

    @property
    def seconds_to_start(self) -> float:
        """Time to say hello: a program may take longer to start than to answer."""
        return max(self.seconds, SECONDS_TO_START)

    @property
    def seconds_to_count(self) -> float:
        """Time for `perft`, which is many answers' worth of work."""
        return self.seconds * COUNTING_TAKES


class Exec:
    """Speaks to a command; one that failed is ended, and started anew when next needed."""

    def __init__(self, command: str, limits: Limits | None = None, kit: str = "") -> None:
        self._command = command_words(command)
        self._limits = limits or Limits()
        self._patience: float | None = None
        self._kit = kit
        self._child: Child | None = None
        self._hello: Hello | None = None
        self._number = 0
        self._answers = 0

    # ---- the interface

    def hello(self) -> Hello:
        self._awake()
        assert self._hello is not None
        return self._hello

    def start(
        self,
        game: str,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
        players: int | None = None,
    ) -> Frame:
        self._awake()
        named = self._name(game, options or {}, cards)
        return self._frame(StartRequest(game, dict(options or {}), list(cards), named, players))

    def setup(
        self,
        game: str,
        setup: JsonObject,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
        players: int | None = None,
    ) -> Frame:
        self._awake()
        return self._frame(SetupRequest(game, setup, dict(options or {}), list(cards), players))

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        reply = self._ask(ApplyRequest(decision, do))
        if "rejected" in reply:
            return self._read(reply, "rejected", Rejected)
        return self._counted(self._read(reply, "frame", Frame), self._answers + 1)

    def view(self, seat: str) -> JsonObject:
        return self._read(self._ask(ViewRequest(seat)), "view", JsonObject)

    def state(self) -> JsonObject:
        return self._read(self._ask(StateRequest()), "state", JsonObject)

    def snapshot(self) -> Any:
        reply = self._ask(SnapshotRequest())
        if "snapshot" not in reply:
            raise self._broken("it answered `snapshot` without a `snapshot`")
        return reply["snapshot"]

    def restore(self, snapshot: Any) -> Frame:
        self._awake()
        return self._frame(RestoreRequest(snapshot))

    def replay(
        self,
        game: str,
        script: Sequence[Answer],
        setup: JsonObject | None = None,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
        players: int | None = None,
    ) -> Replayed:
        self._awake()
        named = [] if setup is not None else self._name(game, options or {}, cards)
        added = dict(options or {}), list(cards)
        ask = ReplayRequest(game, list(script), setup, *added, named, players)
        played = self._read(self._ask(ask), "replay", Replayed)
        taken = len(script) if played.rejected is None else played.rejected.at
        if len(played.digests) != taken:
            raise self._broken(
                f"it replayed {taken} answers and gave {len(played.digests)} digests"
            )
        self._counted(played.frame, taken)
        return played

    def perft(self, depth: int) -> list[Count]:
        reply = self._ask(PerftRequest(depth), self._limits.seconds_to_count)
        counts = self._read(reply, "perft", Counts).counts
        if len(counts) != depth + 1:
            raise self._broken(
                f"it counted {len(counts)} depths, depth {depth} has {depth + 1} with its root"
            )
        return counts

    def card(self, text: str, game: str) -> str:
        self._awake()
        found = self._read(self._ask(CardRequest(text, game)), "card", JsonObject)
        if not isinstance(found.get("text"), str):
            raise self._broken("it answered `card` without a text")
        return str(found["text"])

    def close(self) -> None:
        """Say goodbye to a living engine, then end it in any case."""
        if self._child is None:
            return
        try:
            with contextlib.suppress(Trouble):
                self._ask(ByeRequest(), SECONDS_TO_END)
        finally:  # even when somebody presses Ctrl-C a second time
            self._end(SECONDS_TO_END)

    @contextlib.contextmanager
    def patient(self, seconds: float) -> Iterator[None]:
        """Wait less long for each answer: for questions of which nobody is judged by the answer."""
        before, self._patience = self._patience, seconds
        try:
            yield
        finally:
            self._patience = before

    # ---- one question, one answer

    def _frame(self, request: Request) -> Frame:
        return self._counted(self._read(self._ask(request), "frame", Frame), 0)

    def _counted(self, frame: Frame, least: int) -> Frame:
        """A frame whose `n` is at least so much: it counts the answers given."""
        if frame.n < least:
            raise self._broken(
                f"`frame` is malformed: `n` is {frame.n}, though it counts the answers "
                f"and must be at least {least} here"
            )
        self._answers = frame.n
        return frame

    def _ask(self, request: Request, seconds: float | None = None) -> JsonObject:
        """The reply to a request, after the checks that hold for every reply."""
        child = self._child
        if child is None:
            raise Crash("the engine is not running")
        self._number += 1
        line = encode({"id": self._number, "op": request.op, **write(request)})
        usual = self._limits.seconds
        if self._patience is not None:
            usual = min(usual, self._patience)
        limit = usual if seconds is None else seconds
        try:
            reply = decode(child.ask(line, limit))
        except Ended:
            how = child.ending()
            raise self._dead(
                Crash, f"the engine {how} instead of answering `{request.op}`"
            ) from None
        except Late:
            if child.has_ended:
                raise self._dead(
                    Crash,
                    f"the engine {child.ending()} instead of answering `{request.op}`, "
                    "and left a process that holds its output open",
                ) from None
            raise self._dead(Timeout, f"no answer to `{request.op}` within {limit:g} s") from None
        except Flood as flood:
            raise self._dead(
                ProtocolError,
                f"the answer to `{request.op}` is longer than {self._limits.longest_line} bytes: "
                f"{flood}",
            ) from None
        except Malformed as error:
            raise self._broken(f"the answer to `{request.op}` is {error}") from None
        said = reply.get("id")
        if type(said) is not int or said != self._number:  # true is no 1
            raise self._broken(self._wrong_id(request, said))
        if "error" in reply:
            reported = self._read(reply, "error", EngineError)
            raise Crash(
                f"the engine reports an error: {reported.message}",
                stderr=reported.trace or child.stderr(),
            )
        if reply.get("unsupported"):
            self._refuse_to_contradict_itself(request)
            raise Unsupported(f"the engine does not support `{request.op}`")
        if "skip" in reply:
            skipped = self._read(reply, "skip", Skipped)
            where = f" ({skipped.issue})" if skipped.issue else ""
            raise SkipWanted(f"{skipped.reason}{where}")
        return reply

    def _wrong_id(self, request: Request, said: object) -> str:
        """What is wrong with an id; what was written too much always comes up here."""
        if type(said) is int and 0 < said < self._number:
            return (
                f"it wrote a line nobody asked for: where the answer to `{request.op}` "
                f"(id {self._number}) was to be, there is another one with id {said}"
            )
        shown = excerpt(canonical(said).encode("ascii"))[1:-1]
        return f"the answer to `{request.op}` has id {shown}, the question had {self._number}"

    def _refuse_to_contradict_itself(self, request: Request) -> None:
        """An engine that says it does not do what it said it does is broken."""
        if self._hello is None:
            return
        op = "snapshot" if request.op == "restore" else request.op
        if op in ("hello", "start", "apply", "bye"):
            if isinstance(request, StartRequest) and (
                request.cards or self._hello.plays(request.game) is None
            ):
                return
            raise self._broken(f"it answered the mandatory `{op}` with unsupported")
        if (
            isinstance(request, SetupRequest | ReplayRequest)
            and request.cards
            and "card" not in self._hello.ops
        ):
            return
        if op in self._hello.ops:
            raise self._broken(f"its hello promises `{op}`, but it answered unsupported")

    def _read(self, reply: JsonObject, name: str, kind: type[T]) -> T:
        if name not in reply:
            raise self._broken(f"the answer has no `{name}`, only {', '.join(sorted(reply))}")
        try:
            found: T = read(reply[name], kind)
        except Malformed as error:
            if kind is Frame and (nothing := _nothing_legal(reply[name])) is not None:
                raise nothing from None
            raise self._broken(f"`{name}` is malformed: {error}") from None
        return found

    # ---- starting and ending

    def _name(
        self, game: str, options: Mapping[str, str], cards: Sequence[str]
    ) -> list[JsonObject]:
        """The names of the cards of a game, if this kit knows the game."""
        from conformance.engines.rulesets import pool

        with contextlib.suppress(KaijuError):
            return pool(game, options, cards)
        return []

    def _awake(self) -> None:
        """Start the command and exchange hellos, unless it runs."""
        if self._child is not None:
            return
        try:
            self._child = Child(self._command, self._limits.longest_line)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            if self._hello is not None:  # it could be: that is no mistake in the command
                raise Crash(
                    f"the engine cannot be started again: {why}", before_hello=True
                ) from None
            raise KaijuError(
                f"the engine `{shlex.join(self._command)}` cannot be started: {why}",
                remedy="Check the command after `exec:`; it is run without a shell.",
            ) from None
        try:
            reply = self._ask(HelloRequest([VERSION], self._kit), self._limits.seconds_to_start)
            hello: Hello = read({key: reply[key] for key in reply if key != "id"}, Hello)
            if hello.protocol != VERSION:
                raise Malformed(f"it speaks protocol {hello.protocol}, the kit speaks {VERSION}")
            if hello.chance != "suspend":
                raise Unsupported(f"chance mode {hello.chance!r}: the kit knows only 'suspend'")
        except Malformed as error:
            trouble = self._broken(f"its hello is malformed: {error}")
            trouble.before_hello = True
            raise trouble from None
        except Trouble as trouble:
            trouble.before_hello = True
            self._end()
            raise
        self._hello = hello

    def _broken(self, message: str) -> Trouble:
        return self._dead(ProtocolError, message)

    def _dead(self, kind: type[Trouble], message: str) -> Trouble:
        """End the engine, whose next words nobody could trust, and say why."""
        child = self._child
        self._end()
        return kind(message, stderr=child.stderr() if child is not None else "")

    def _end(self, grace: float = 0.0) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.close(grace)


def _nothing_legal(frame: object) -> NothingLegal | None:
    """What a frame says that is whole but for a legal set with nothing in it."""
    asked = frame.get("next") if isinstance(frame, dict) else None
    if not isinstance(asked, dict) or asked.get("legal") != [] or "choose" in asked:
        return None
    who, kind = asked.get("who"), asked.get("kind")
    is_whole = "decision" in asked and isinstance(who, str) and isinstance(kind, str)
    return NothingLegal(str(who), str(kind)) if is_whole else None


def command_words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise KaijuError(f"the engine command `{command}` cannot be read: {error}") from None
    if not words:
        raise KaijuError(
            "the engine command is empty", remedy='Write it as --engine "exec:./my-engine --stdio".'
        )
    return words
