"""What the oracle tells of games of monsters, event by event: only it tells so much."""

from __future__ import annotations

import oracle
from conformance.properties.choices import Choices
from conformance.properties.dice_games.story import events, every_event_cites_rules

PREFIX = "kt."


def every_event_cites_rules_of_tokyo(position: oracle.Position, choices: Choices) -> None:
    """No change of the game and no decision goes without rules of this game that it rests on."""
    every_event_cites_rules(position, choices, PREFIX)


def every_wound_has_one_source(position: oracle.Position, choices: Choices) -> None:
    """Who loses hearts was hit before, by one attack or one card, and loses what was settled
    once; nobody is hit twice by the same."""
    hit: dict[str, list[str | None]] = {}
    for event in events(position, choices):
        seat = str(event.data.get("seat"))
        if event.kind == "hit":
            hit.setdefault(seat, []).append(event.cause)
        elif event.kind in ("lose-hearts", "unharmed", "immune"):
            if event.kind == "lose-hearts":
                assert event.data["amount"] > 0, f"{event} is no loss"
                assert hit.get(seat), f"{seat} loses hearts and was not hit: {event}"
            if event.kind != "immune" and hit.get(seat):
                hit[seat].pop()


def turns_go_clockwise(position: oracle.Position, choices: Choices) -> None:
    """The next living monster clockwise has the next turn, apart from further turns; play goes on
    from the monster that was last in its own order."""
    seats = list(position.ruleset.machine.layout.seats)
    gone = {
        seat for seat, monster in position.projection()["players"].items() if not monster["hearts"]
    }
    last: str | None = None
    promised: list[str] = []
    for event in events(position, choices):
        if event.kind == "out":
            gone.add(str(event.data["seat"]))
        elif event.kind == "another-turn":
            promised.append(str(event.data["seat"]))
        elif event.kind == "turn":
            seat = str(event.data["seat"])
            if last is None or seat == _next(seats, gone, last):
                last, promised = seat, []
                continue
            assert seat in promised, f"{seat} has a turn after {last}, without {sorted(gone)}"


def _next(seats: list[str], gone: set[str], last: str) -> str:
    at = seats.index(last)
    return next(seat for seat in (*seats[at + 1 :], *seats[: at + 1]) if seat not in gone)
