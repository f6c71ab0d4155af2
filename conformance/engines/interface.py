"""What an engine is for the kit, and the ways in which one can fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Count, Frame, Hello, Rejected, Replayed
from conformance.protocol.words import kept, kept_end


class Engine(Protocol):
    """Plays one game at a time; the oracle and every foreign engine look like this.

    A method may raise Trouble; after it the engine is ready for a new `start` or `setup`.
    """

    def hello(self) -> Hello:
        """Who the engine is and what it can do."""
        ...

    def start(
        self,
        game: str,
        options: Mapping[str, str] = ...,
        cards: Sequence[str] = ...,
        players: int | None = ...,
    ) -> Frame:
        """Start a game from its beginning; of as few as the ruleset allows unless said."""
        ...

    def setup(
        self,
        game: str,
        setup: JsonObject,
        options: Mapping[str, str] = ...,
        cards: Sequence[str] = ...,
        players: int | None = ...,
    ) -> Frame:
        """Stand a position up; of as many as it has seats unless said."""
        ...

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        """Answer the pending decision, for a player or for chance."""
        ...

    def view(self, seat: str) -> JsonObject:
        """What a seat may know."""
        ...

    def state(self) -> JsonObject:
        """The whole position, as the rules see it."""
        ...

    def snapshot(self) -> Any:  # any JSON value: only its engine reads it
        """The position in a form that `restore` takes."""
        ...

    def restore(self, snapshot: Any) -> Frame:
        """Go back to a snapshot."""
        ...

    def replay(
        self,
        game: str,
        script: Sequence[Answer],
        setup: JsonObject | None = ...,
        options: Mapping[str, str] = ...,
        cards: Sequence[str] = ...,
        players: int | None = ...,
    ) -> Replayed:
        """Play a whole script, from the beginning or from a position stood up.

        Forced decisions are answered by the engine, so the script has none.
        """
        ...

    def perft(self, depth: int) -> list[Count]:
        """How many positions can follow the pending one, by depth; it stays the pending one."""
        ...

    def card(self, text: str, game: str) -> str:
        """The text of cards, read and written back in canonical form."""
        ...

    def close(self) -> None:
        """End the engine; nothing is asked of it any more."""
        ...


class Trouble(Exception):
    """An engine did not do what the protocol asks; the status says in which way."""

    status: ClassVar[str] = "fail"

    def __init__(self, message: str, *, stderr: str = "", before_hello: bool = False) -> None:
        super().__init__(kept(message))
        self.stderr = kept_end(stderr)
        self.before_hello = before_hello


class Crash(Trouble):
    """The engine ended, or reports an error of its own."""

    status = "crash"


class Timeout(Trouble):
    """The engine did not answer in time."""

    status = "timeout"


class ProtocolError(Trouble):
    """The engine answered with something that is not the message asked for."""

    status = "protocol-error"


class NothingLegal(ProtocolError):
    """The engine waits for somebody who has nothing to answer; it still runs."""

    def __init__(self, who: str, kind: str) -> None:
        super().__init__(
            f"it waits for {who} ({kind}) with an empty `legal`: a game that waits must allow an "
            "answer, and one in which nobody can do anything is over"
        )
        self.who = who
        self.kind = kind


class Unsupported(Trouble):
    """The engine says that it does not do this."""

    status = "unsupported"


class SkipWanted(Trouble):
    """The engine asks to skip this, and says why."""

    status = "skip"
