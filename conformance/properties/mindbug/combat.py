"""Claims about attacks and what they leave behind."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import EVERY_SET, claim
from conformance.properties.table import Table, other, zones
from conformance.protocol.canonical import JsonObject


@claim("mb.attack.defeated-pile", needs=("state",), whatever_the_options=True)
def the_defeated_go_to_their_controllers_pile(table: Table, choices: Choices) -> None:
    """A creature that goes from play to a discard pile goes to that of its controller."""
    for past, _, state in table.changes(choices):
        before = zones(past)
        after = zones(state)
        for seat in ("p1", "p2"):
            strayed = set(before[f"{seat}.play"]) & set(after[f"{other(seat)}.discard"])
            assert not strayed, f"{strayed} of {seat} lie in the other discard pile"


@claim("mb.attack.block", "mb.term.control", needs=("state",))
def only_creatures_of_the_other_player_block(table: Table, choices: Choices) -> None:
    """Blocks are offered to the player who is attacked, with creatures that player controls."""
    frame = table.begin(choices)
    for move in table.moves(frame, choices):
        pending = move.after.next
        kind = pending.to_json().get("kind")
        if kind not in ("block", "hunt"):
            continue
        state = table.state(move.after)
        listed = pending.to_json()["legal"]
        defender = other(state["turn"])
        assert pending.to_json()["who"] == (defender if kind == "block" else state["turn"])
        offered = {answer[kind] for answer in listed if kind in answer}
        assert offered <= handles_in_play(state, defender)


def handles_in_play(state: JsonObject, seat: str) -> set[str]:
    """The creatures a seat controls."""
    return {creature["h"] for creature in state["players"][seat]["play"]}


@claim("mb.keyword.tough", "mb.keyword.fresh", needs=("state",), games=EVERY_SET)
def exhausted_creatures_stay_so(table: Table, choices: Choices) -> None:
    """An exhausted creature stays exhausted as long as it stays in play."""
    exhausted: set[str] = set()
    for frame in table.frames(choices):
        creatures = [
            creature
            for player in table.state(frame)["players"].values()
            for creature in player["play"]
        ]
        here = {creature["h"] for creature in creatures}
        now = {creature["h"] for creature in creatures if creature["exhausted"]}
        recovered = (exhausted & here) - now
        assert not recovered, f"{recovered} are no longer exhausted"
        exhausted = now
