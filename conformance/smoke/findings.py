"""What the checks are called, and what can be found by one."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from conformance.protocol.canonical import JsonObject
from conformance.protocol.words import kept

RIGHT = "right"
WRONG = "wrong"
NOT_TRIED = "not-tried"

# In the order in which they are shown; each is a sentence about the adapter.
TITLES = {
    "starts": "starts and answers hello",
    "hello": "says who it is and what it can do",
    "framing": "writes one line of JSON for each request, and nothing else",
    "answers": "answers every request in time",
    "ids": "gives back the id of each request",
    "utf-8": "reads UTF-8",
    "unknown-op": "answers unsupported to an operation it does not know",
    "unknown-fields": "ignores fields it does not know",
    "malformed": "answers a line that is no request with an error, and goes on",
    "size": "takes long lines, and writes none that is too long",
    "next": "waits for exactly one thing at a time",
    "handles": "calls the cards by the names the kit gave them",
    "refusals": "refuses what is not legal, with the right code",
    "unchanged": "changes nothing when it refuses",
    "determinism": "plays the same game when given the same answers",
    "promises": "does what its hello promises",
    "words": "calls everything by the words of the kit",
    "turn": "plays one turn of each game as the rules say",
    "bye": "ends after bye",
    "end-of-input": "ends when its input ends",
}


@frozen
class Finding:
    """One line of the checklist."""

    name: str
    status: str
    expected: str = ""
    got: str = field(default="", converter=kept)
    remedy: str = ""

    @property
    def title(self) -> str:
        return TITLES[self.name]

    def to_json(self) -> JsonObject:
        said = {"check": self.name, "status": self.status, "title": self.title}
        for key in ("expected", "got", "remedy"):
            if getattr(self, key):
                said[key] = getattr(self, key)
        return said


class Wrong(Exception):
    """The adapter does something else than it should; `blame` names the check that says so.

    `unless` names checks that explain it better, if one of them has failed already.
    """

    def __init__(
        self, blame: str, expected: str, got: str, remedy: str, unless: Sequence[str] = ()
    ) -> None:
        super().__init__(f"{blame}: expected {expected}, got {got}")
        self.blame = blame
        self.expected = expected
        self.got = got
        self.remedy = remedy
        self.unless = unless

    def finding(self) -> Finding:
        return Finding(self.blame, WRONG, self.expected, self.got, self.remedy)


class NotTried(Exception):
    """A check that cannot be made, and why."""
