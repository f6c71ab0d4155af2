"""Mindbug as the fuzzer plays it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conformance.fuzz.game import Fuzzed
from conformance.fuzz.mindbug.adopting import MindbugAdopter
from conformance.fuzz.mindbug.beginnings import beginnings
from conformance.fuzz.mindbug.forms import FORMS
from conformance.protocol.canonical import JsonObject


def _nearer(player: JsonObject, usual: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """No Mindbugs or energy, or less; the life that a player has at the start, or less."""
    for fewer in range(player.get("mindbugs", usual["mindbugs"])):
        yield "mindbugs", fewer
    for less in range(player.get("energy", 0)):
        yield "energy", less
    life = player.get("life", usual["life"])
    if life != usual["life"]:
        yield "life", usual["life"]
    for less in range(usual["life"] + 1, life):
        yield "life", less


FUZZED = Fuzzed(
    turn_begins=("turn", "buy"),
    forms=FORMS,
    usual={"life": 3, "mindbugs": 2, "energy": 0},
    nearer=_nearer,
    draw=beginnings,
    adopter=MindbugAdopter,
)
