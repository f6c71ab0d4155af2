"""Why vectors were not judged, summed up, and what to declare so that they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from attrs import frozen

from conformance.judge.results import Result

LEFT_OUT = ("skip", "unsupported", "not-applicable")
"""The statuses of what was not judged."""
NAMED = 6
"""Things that are named of one reason; of the others only the number is told."""

_RULESET = re.compile(r"the engine does not play (?P<what>\S+)\Z")
_PLAYERS = re.compile(r"the engine does not play (?P<what>\S+) with (?P<number>\d+)\Z")
_FEATURES = re.compile(r"the engine does not know (?P<what>.+)\Z")
_OPERATION = re.compile(r".*\(`(?P<op>[a-z]+)`\)")


@frozen
class Reason:
    """A reason, how many vectors it left out, and what would bring them in."""

    says: str
    count: int
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.count} not judged: {self.says}{f'. {self.remedy}' if self.remedy else ''}"


def why_not(results: Iterable[Result]) -> list[Reason]:
    """The reasons, the commonest first."""
    counted: Counter[tuple[str, str]] = Counter()
    things: dict[tuple[str, str], Counter[str]] = {}
    for result in results:
        if result.status not in LEFT_OUT:
            continue
        kind, what = _kind(result)
        counted[kind] += 1
        things.setdefault(kind, Counter()).update(what)
    return [
        _reason(kind, count, things[kind])
        for kind, count in sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    ]


def _kind(result: Result) -> tuple[tuple[str, str], list[str]]:
    """What kind of reason it is, and the things that are missing."""
    message = result.message
    if found := _PLAYERS.match(message):
        return ("players", found["what"]), [found["number"]]
    if found := _RULESET.match(message):
        return ("ruleset", ""), [found["what"]]
    if found := _FEATURES.match(message):
        return ("feature", ""), found["what"].split(", ")
    if result.status == "not-applicable":
        return ("option", ""), [f"{name} = {answer}" for name, answer in result.under.items()]
    if result.status == "unsupported" and (found := _OPERATION.match(message)):
        return ("operation", found["op"]), []
    return (result.status, message), []


def _reason(kind: tuple[str, str], count: int, things: Counter[str]) -> Reason:
    what, name = kind
    listed = _some(things)
    if what == "ruleset":
        return Reason(
            f"the engine does not play {listed}",
            count,
            "An engine that does lists them in `games` of its hello.",
        )
    if what == "players":
        return Reason(
            f"the engine does not play {name} with {listed}",
            count,
            f'Its hello says how many can play: "{name}": {{"players": [FEWEST, MOST]}}.',
        )
    if what == "feature":
        return Reason(
            f"`features` of its hello do not have {listed}",
            count,
            "Add them, with stars for many (`card:*`, `keyword:*`), or leave `features` out.",
        )
    if what == "option":
        return Reason(
            f"their scripts cannot be played under {listed}",
            count,
            "An engine that offers `options` in `ops` is told by which answers to play.",
        )
    if what == "operation":
        return Reason(
            f"the engine does not offer `{name}`",
            count,
            f"Answer `{name}` and list it in `ops` of its hello.",
        )
    says = f"the engine asks to skip: {name}" if what == "skip" else name or what
    return Reason(says, count)


def _some(things: Counter[str]) -> str:
    ranked = sorted(things, key=lambda one: (-things[one], one))
    more = len(ranked) - NAMED
    return ", ".join(ranked[:NAMED]) + (f" and {more} more" if more > 0 else "")
