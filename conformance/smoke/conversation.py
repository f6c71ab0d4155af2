"""A conversation with an adapter, line by line: every reply is looked at before it is read."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Sequence
from typing import Any

from conformance.engines.child import Child, Ended, Flood, Late
from conformance.protocol.canonical import JsonObject
from conformance.protocol.framing import decode, encode, excerpt
from conformance.protocol.reading import Malformed
from conformance.smoke.findings import Wrong
from rules_dsl.errors import KaijuError

TO_STDERR = "Keep stdout for replies: print everything else to stderr, and flush after each line."
LAST_WORDS = 3
A_MOMENT = 0.1
"""Seconds to listen for what nobody asked for."""


class Listener(Child):
    """A child whose silence can be listened to."""

    def overhear(self, seconds: float) -> bytes:
        """What the child says though nobody asked, within so much time."""
        deadline = time.monotonic() + seconds
        with contextlib.suppress(Late, Ended):
            while not self._received:
                self._wait(deadline)
        return bytes(self._received)

    @property
    def has_said_more(self) -> bool:
        """Whether output was read that nobody asked for."""
        return bool(self._received)

    def hang_up(self) -> None:
        """Close the input of the child."""
        self._pipes[0].close()


class Conversation:
    """One running adapter."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        try:
            self.child = Listener(command)
        except OSError as error:
            raise KaijuError(
                f"the engine `{shlex.join(command)}` cannot be started: {error.strerror}",
                remedy="Check the command after `exec:`; it runs without a shell, in this folder.",
            ) from None
        self._seconds = seconds
        self._number = 0

    def ask(
        self,
        op: str,
        fields: JsonObject | None = None,
        *,
        number: int | None = None,
        seconds: float = 0.0,
        blame: str = "answers",
    ) -> JsonObject:
        """The reply to a request; it has the id of the request."""
        self._number = self._number + 1 if number is None else number
        line = encode({"id": self._number, "op": op, **(fields or {})})
        reply = self.say(line, op, seconds=seconds, blame=blame)
        said = reply.get("id")
        if said == self._number and not isinstance(said, bool):
            return reply
        if blame not in ("answers", "starts"):
            raise Wrong(
                blame,
                f'a reply to `{op}` with "id": {self._number}',
                show(reply),
                survive(blame),
                unless=["ids", "framing"],
            )
        if self.child.overhear(A_MOMENT):  # so this was an answer too many to what was before
            raise self._chatter(encode(reply))
        raise Wrong(
            "ids",
            f'"id": {self._number} in the reply to `{op}`',
            f'"id": {show(said)}' if "id" in reply else f"no id: {show(reply)}",
            "Copy `id` from the request into its reply, whatever the reply is.",
        )

    def say(
        self, line: bytes, op: str = "this line", *, seconds: float = 0.0, blame: str = "answers"
    ) -> JsonObject:
        """The object that comes back for a line, whatever its id."""
        if self.child.has_said_more:
            raise self._chatter(bytes(self.child.overhear(0)))
        limit = seconds or self._seconds
        expected = f"a reply to `{op}`" if op != "this line" else f"a reply to {excerpt(line)}"
        try:
            answer = self.child.ask(line, limit)
        except Ended:
            how = self.child.ending()
            raise Wrong(
                blame,
                expected,
                f"the program {how}{self._last_words()}",
                survive(blame),
                unless=["answers"],
            ) from None
        except Late:
            raise Wrong(
                blame,
                f"{expected} within {limit:g} s",
                f"nothing{self._last_words()}",
                "Answer every line, end the answer with a line feed, and flush stdout.",
                unless=["answers"],
            ) from None
        except Flood as flood:
            raise Wrong(
                "size",
                "lines of at most 4194304 bytes",
                f"a longer one: {flood}",
                "Send less in one reply: a frame needs only `n` and `next`.",
            ) from None
        try:
            return decode(answer)
        except Malformed as error:
            raise Wrong(
                "framing",
                f"{expected}, one JSON object in UTF-8 on one line",
                str(error),
                TO_STDERR,
            ) from None

    def must_be_silent(self, seconds: float) -> None:
        """Listen for a while; nothing may come."""
        heard = self.child.overhear(seconds)
        if heard:
            raise self._chatter(heard)

    def close(self) -> None:
        self.child.close()

    def _chatter(self, heard: bytes) -> Wrong:
        return Wrong(
            "framing", "nothing more after the reply", f"another line: {excerpt(heard)}", TO_STDERR
        )

    def _last_words(self) -> str:
        said = self.child.stderr().splitlines()[-LAST_WORDS:]
        return f"; the last of stderr: {' | '.join(said)}" if said else ""


def survive(blame: str) -> str:
    """What to do about an adapter that does not get over something."""
    if blame == "starts":
        return "Run the command by hand in this folder and see what it says."
    if blame == "size":
        return "Read whole lines, however long; the limit is 4194304 bytes."
    return "Catch what goes wrong with one request and answer it with an `error`; go on."


def show(value: Any) -> str:  # Any: any JSON value
    """A JSON value, short enough to print."""
    return excerpt(encode(value), 160)[1:-1]
