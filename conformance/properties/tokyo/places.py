"""Claims about Tokyo City and Tokyo Bay."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.table import Table
from conformance.properties.tokyo.table import (
    BAY,
    CITY,
    EVERY_RULESET,
    OUTSIDE,
    RULESETS,
    SMALLEST_BAY,
    alive,
)
from conformance.protocol.messages import Decision, Over


@claim("kt.tokyo.one-place", needs=("state",), whatever_the_options=True, games=EVERY_RULESET)
def a_place_in_tokyo_holds_one_monster(table: Table, choices: Choices) -> None:
    """There is at most one monster in Tokyo City and at most one in Tokyo Bay."""
    for frame in table.frames(choices):
        players = table.state(frame)["players"]
        places = {seat: monster["place"] for seat, monster in players.items()}
        assert set(places.values()) <= {OUTSIDE, CITY, BAY}, places
        for place in (CITY, BAY):
            assert list(places.values()).count(place) <= 1, places


@claim(
    "kt.bay.used",
    "kt.bay.unused",
    "kt.bay.closes",
    needs=("state",),
    whatever_the_options=True,
    games=EVERY_RULESET,
)
def the_bay_needs_five_monsters(table: Table, choices: Choices) -> None:
    """Nobody is in Tokyo Bay while fewer than five monsters are left."""
    for frame in table.frames(choices):
        state = table.state(frame)
        if len(alive(state)) < SMALLEST_BAY and not isinstance(frame.next, Over):
            there = [seat for seat, monster in state["players"].items() if monster["place"] == BAY]
            assert not there, f"{there} in the Bay with {len(alive(state))} left"


@claim("kt.yield.may", "kt.yield.after-loss", needs=("state",), games=RULESETS)
def only_monsters_in_tokyo_yield(table: Table, choices: Choices) -> None:
    """Only a monster that is in Tokyo, in a turn that is not its own, is asked to yield; if it
    does, it is outside then."""
    for before, move, state in table.changes(choices):
        pending = move.pending
        if not isinstance(pending, Decision) or pending.kind != "yield":
            continue
        seat = pending.who
        assert before["players"][seat]["place"] != OUTSIDE, f"{seat} is not in Tokyo"
        assert before["turn"] != seat, f"{seat} yields in its own turn"
        if "yield" in move.answer:
            assert state["players"][seat]["place"] == OUTSIDE, f"{seat} yielded and stayed"
