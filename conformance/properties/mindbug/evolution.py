"""Claims about creatures that evolve."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import claim
from conformance.properties.table import Table
from conformance.protocol.canonical import JsonObject

GAMES = ("mindbug/beyond-evolution", "mindbug/all")


@claim("mb.evolve.same-creature", "mb.evolve.keeps-state", needs=("setup", "state"), games=GAMES)
def evolving_keeps_the_creature(table: Table, choices: Choices) -> None:
    """A creature that evolves becomes its next stage and nothing else: it keeps its place, stays
    exhausted, and what lies under it stays there."""
    frame = table.begin(choices)
    before = creatures(table.state(frame))
    for move in table.moves(frame, choices):
        after = creatures(table.state(move.after))
        for handle in before.keys() & after.keys():
            was, now = before[handle], after[handle]
            if was["card"] != now["card"] and not_played_anew(table, was["card"], now["card"]):
                assert now["exhausted"] >= was["exhausted"], f"{handle} is fresh again"
                lost = set(was.get("boosts", ())) - set(now.get("boosts", ()))
                assert not lost, f"{handle} lost its boosts {lost}"
        before = after


def not_played_anew(table: Table, was: str, now: str) -> bool:
    """Whether a creature went on to a later stage; back to the first it comes by leaving play."""
    stages = table.cards[was].stages
    if now in stages:
        assert now == stages[0], f"{was} became {now}, not {stages[0]}"
        return True
    assert table.cards[now].is_dealt, f"{was} became {now}"
    assert was in table.cards[now].stages, f"{was} became {now}"
    return False


def creatures(state: JsonObject) -> dict[str, JsonObject]:
    """The creatures in play, by their handles."""
    players = state["players"].values()
    return {creature["h"]: creature for player in players for creature in player["play"]}


@claim("mb.evolve.falls-back", "mb.evolve.aside", needs=("view", "state"), games=GAMES)
def what_leaves_play_is_its_first_stage_again(table: Table, choices: Choices) -> None:
    """Later stages are seen in play only: wherever else a card lies, it is the one that was
    dealt."""
    later = {stage for facts in table.cards.values() for stage in facts.stages}
    for frame in table.frames(choices):
        in_play = creatures(table.state(frame)).keys()
        for seat in table.seats:
            cards = table.engine.view(seat)["cards"]
            strayed = {
                handle: name
                for handle, name in cards.items()
                if handle not in in_play and name in later
            }
            assert not strayed, f"{seat} sees {strayed}"
