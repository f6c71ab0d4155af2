"""The messages of protocol 1 as classes; `conformance/schema/protocol-1.json` documents them."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer, Legal
from conformance.protocol.words import kept_line

VERSION = 1

DEEPEST = 64
"""The greatest depth of `perft`: far beyond what anybody can count."""

MANDATORY = ("hello", "start", "apply", "bye")
NEGOTIATED = ("setup", "view", "state", "snapshot", "replay", "perft", "card", "options")
SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
"""Every seat there can be, in turn order; a game of so many players has the first ones."""

CODES = ("not-legal", "wrong-decision", "malformed", "game-over")
"""Why an answer is refused."""


# ------------------------------------------------------------------ what an engine says


@frozen
class EngineInfo:
    """Who made the engine."""

    name: str = field(converter=kept_line)
    version: str = field(default="", converter=kept_line)
    language: str = field(default="", converter=kept_line)
    source: str = field(default="", converter=kept_line)
    issues: str = field(default="", converter=kept_line)


@frozen
class GameInfo:
    """What an engine offers of one game: how it answers the options, once and for all.

    `players` are the fewest and the most it can play with, where a ruleset leaves the number
    open; without it the engine plays with every number that the ruleset allows.
    """

    options: dict[str, str] = field(factory=dict)
    features: list[str] = field(factory=list)
    players: list[int] = field(factory=list)

    def seats(self, players: int) -> bool:
        """Whether it can play with so many."""
        return not self.players or self.players[0] <= players <= self.players[-1]


ALL_SETS = "all"
"""The name of the ruleset of all sets of a game."""


def _told(**fields: Any) -> JsonObject:
    """The fields of a message that there are; any JSON value can be one."""
    return {name: value for name, value in fields.items() if value is not None}


@frozen
class Hello:
    """How an engine introduces itself."""

    protocol: int
    engine: EngineInfo
    games: dict[str, GameInfo] = field(factory=dict)
    ops: list[str] = field(factory=list)
    chance: str = "suspend"

    def plays(self, game: str) -> GameInfo | None:
        """What it says of a ruleset, or None if it does not play it.

        An engine that lists no ruleset is asked for any; one that plays all sets of a game plays
        every union of them.
        """
        if not self.games:
            return GameInfo()
        united = f"{game.partition('/')[0]}/{ALL_SETS}" if "+" in game else game
        return self.games.get(game) or self.games.get(united)


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
        return said | _told(source=self.source)


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
        return said | _told(data=self.data or None)


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
        return said | _told(digest=self.digest, state=self.state)


@frozen
class Rejected:
    """An answer that was refused and changed nothing; `message` is for people."""

    code: str
    message: str = ""


@frozen
class RejectedAt:
    """The answer of a script that was refused, by its place; the first is 0."""

    at: int
    code: str
    message: str = ""


@frozen
class Replayed:
    """A script played in one go: a digest for each answer taken, and where the game stands."""

    digests: list[str]
    frame: Frame
    rejected: RejectedAt | None = None

    def to_json(self) -> JsonObject:
        said: JsonObject = {"digests": self.digests, "frame": self.frame.to_json()}
        if self.rejected is not None:
            refused = self.rejected
            message = _told(message=refused.message or None)
            said["rejected"] = {"at": refused.at, "code": refused.code, **message}
        return said


@frozen
class Count:
    """The positions at one depth, by what the game waits for in them."""

    players: int = 0
    chance: int = 0
    over: int = 0

    def to_json(self) -> JsonObject:
        return {"players": self.players, "chance": self.chance, "over": self.over}

    @property
    def nodes(self) -> int:
        """All positions at this depth."""
        return self.players + self.chance + self.over

    def __str__(self) -> str:
        kinds = f"{self.players:,} of players, {self.chance:,} of chance, {self.over:,} over"
        return f"{self.nodes:,} position{'' if self.nodes == 1 else 's'} ({kinds})"

    def __add__(self, other: Count) -> Count:
        return Count(
            self.players + other.players, self.chance + other.chance, self.over + other.over
        )


@frozen
class Counts:
    """How many positions follow one position, by depth; the first entry is itself."""

    counts: list[Count]


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

    `pool` names every card of the game: the kit speaks these names from then on. Without
    `players` as many play as the ruleset asks for at least.
    """

    op: ClassVar[str] = "start"
    game: str
    options: dict[str, str] = field(factory=dict)
    cards: list[str] = field(factory=list)
    pool: list[JsonObject] = field(factory=list)
    players: int | None = None


@frozen
class SetupRequest:
    """Stand a position up; the handles in it are the names the kit uses from then on.

    Without `players` as many play as the position has seats.
    """

    op: ClassVar[str] = "setup"
    game: str
    setup: JsonObject
    options: dict[str, str] = field(factory=dict)
    cards: list[str] = field(factory=list)
    players: int | None = None


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
class ReplayRequest:
    """Play a whole script from the beginning of a game, or from `setup`.

    The engine answers by itself what has only one answer, so the script does not.
    """

    op: ClassVar[str] = "replay"
    game: str
    script: list[Answer]
    setup: JsonObject | None = None
    options: dict[str, str] = field(factory=dict)
    cards: list[str] = field(factory=list)
    pool: list[JsonObject] = field(factory=list)
    players: int | None = None


@frozen
class PerftRequest:
    """Count the positions that can follow, by depth; the game stays where it is."""

    op: ClassVar[str] = "perft"
    depth: int


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
    | ReplayRequest
    | PerftRequest
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
        ReplayRequest,
        PerftRequest,
        CardRequest,
        ByeRequest,
    )
}
