"""The messages of protocol 1 as classes; `conformance/schema/protocol-1.json` documents them."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer, Legal

VERSION = 1

MANDATORY = ("hello", "start", "apply", "bye")
NEGOTIATED = ("setup", "view", "state", "snapshot", "card", "replay", "perft")
SEATS = ("p1", "p2")

CODES = ("not-legal", "wrong-decision", "malformed", "game-over")
"""Why an answer is refused."""


# ------------------------------------------------------------------ what an engine says


@frozen
class EngineInfo:
    """Who made the engine."""

    name: str
    version: str = ""
    language: str = ""
    source: str = ""
    issues: str = ""


@frozen
class GameInfo:
    """What an engine offers of one game: how it answers the options, once and for all."""

    options: dict[str, str] = field(factory=dict)
    features: list[str] = field(factory=list)


@frozen
class Hello:
    """How an engine introduces itself."""

    protocol: int
    engine: EngineInfo
    games: dict[str, GameInfo] = field(factory=dict)
    ops: list[str] = field(factory=list)
    chance: str = "suspend"


@frozen
class Decision:
    """The game waits for a player."""

    id: str
    who: str
    kind: str
    legal: Legal
    source: str | None = None

    def to_json(self) -> JsonObject:
        said = {"decision": self.id, "who": self.who, "kind": self.kind, **self.legal.to_json()}
        if self.source is not None:
            said["source"] = self.source
        return said


@frozen
class Chance:
    """The game waits for an outcome of chance, which the runner owns."""

    id: str
    kind: str
    legal: Legal
    data: JsonObject = field(factory=dict)

    who: ClassVar[str] = "nature"

    def to_json(self) -> JsonObject:
        said = {"chance": self.id, "kind": self.kind, **self.legal.to_json()}
        if self.data:
            said["data"] = self.data
        return said


@frozen
class Over:
    """The game has ended; a draw has no winner."""

    winner: str | None
    reason: str = ""

    def to_json(self) -> JsonObject:
        return {"over": {"winner": self.winner, "reason": self.reason}}


Next = Decision | Chance | Over


@frozen
class Frame:
    """Where the game stands: what it waits for, and how to recognise the position."""

    n: int
    next: Next
    digest: str | None = None
    state: JsonObject | None = None

    def to_json(self) -> JsonObject:
        said: JsonObject = {"n": self.n, "next": self.next.to_json()}
        if self.digest is not None:
            said["digest"] = self.digest
        if self.state is not None:
            said["state"] = self.state
        return said


@frozen
class Rejected:
    """An answer that was refused and changed nothing; `message` is for people."""

    code: str
    message: str = ""


@frozen
class Skipped:
    """The engine asks to be left alone with this, and says why."""

    reason: str
    issue: str = ""


@frozen
class EngineError:
    """The engine reports an error of its own, or does not understand the message."""

    message: str
    trace: str = ""


# ------------------------------------------------------------------ what the kit says


@frozen
class HelloRequest:
    op: ClassVar[str] = "hello"
    protocol: list[int]
    kit: str = ""


@frozen
class StartRequest:
    """Start a game from its beginning; `cards` are texts of cards added to the ruleset.

    `pool` names every card of the game: the kit speaks these names from then on.
    """

    op: ClassVar[str] = "start"
    game: str
    options: dict[str, str] = field(factory=dict)
    cards: list[str] = field(factory=list)
    pool: list[JsonObject] = field(factory=list)


@frozen
class SetupRequest:
    """Stand a position up; the handles in it are the names the kit uses from then on."""

    op: ClassVar[str] = "setup"
    game: str
    setup: JsonObject
    options: dict[str, str] = field(factory=dict)
    cards: list[str] = field(factory=list)


@frozen
class ApplyRequest:
    op: ClassVar[str] = "apply"
    decision: str
    do: Answer


@frozen
class ViewRequest:
    op: ClassVar[str] = "view"
    seat: str


@frozen
class StateRequest:
    op: ClassVar[str] = "state"


@frozen
class SnapshotRequest:
    op: ClassVar[str] = "snapshot"


@frozen
class RestoreRequest:
    """Go back to a snapshot, which is any JSON value the engine gave."""

    op: ClassVar[str] = "restore"
    snapshot: Any  # any JSON value: only the engine that gave it can read it


@frozen
class CardRequest:
    """Read the text of a card and say it back in canonical form."""

    op: ClassVar[str] = "card"
    text: str
    game: str


@frozen
class ByeRequest:
    op: ClassVar[str] = "bye"


Request = (
    HelloRequest
    | StartRequest
    | SetupRequest
    | ApplyRequest
    | ViewRequest
    | StateRequest
    | SnapshotRequest
    | RestoreRequest
    | CardRequest
    | ByeRequest
)

REQUESTS: dict[str, type[Request]] = {
    kind.op: kind
    for kind in (
        HelloRequest,
        StartRequest,
        SetupRequest,
        ApplyRequest,
        ViewRequest,
        StateRequest,
        SnapshotRequest,
        RestoreRequest,
        CardRequest,
        ByeRequest,
    )
}
