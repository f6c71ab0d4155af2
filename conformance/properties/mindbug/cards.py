"""Claims about cards as such."""

from __future__ import annotations

from collections import Counter

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import EVERY_SET, claim
from conformance.properties.table import Table, zones


@claim(
    "mb.setup.zones",
    "mb.attack.defeated-pile",
    needs=("state",),
    whatever_the_options=True,
    games=EVERY_SET,
)
def cards_are_conserved(table: Table, choices: Choices) -> None:
    """Every card is in exactly one zone at every moment, and none appears or vanishes."""
    known: set[str] | None = None
    for frame in table.frames(choices):
        counted = Counter(
            handle for handles in zones(table.state(frame)).values() for handle in handles
        )
        twice = [handle for handle, count in counted.items() if count > 1]
        assert not twice, f"{twice} are in two zones at once"
        known = known or set(counted)
        assert set(counted) == known, f"cards appeared or vanished: {set(counted) ^ known}"


@claim("mb.card.minimum-power", needs=("state",), whatever_the_options=True, games=EVERY_SET)
def power_is_at_least_one(table: Table, choices: Choices) -> None:
    """No creature in play ever has a power below 1."""
    for frame in table.frames(choices):
        for seat, player in table.state(frame)["players"].items():
            for creature in player["play"]:
                assert creature["power"] >= 1, f"{creature['h']} of {seat}: {creature['power']}"


@claim("mb.card.keywords", needs=("state",), games=EVERY_SET)
def keywords_are_sets(table: Table, choices: Choices) -> None:
    """A creature has a keyword or it has not: none is listed twice."""
    for frame in table.frames(choices):
        for player in table.state(frame)["players"].values():
            for creature in player["play"]:
                listed = creature["keywords"]
                assert len(set(listed)) == len(listed), f"{creature['h']}: {listed}"
