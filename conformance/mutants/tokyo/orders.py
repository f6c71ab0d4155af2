"""Misreadings that ask for an order where all works together."""

from __future__ import annotations

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.dice import AS_IF as DICE
from conformance.mutants.tokyo.tokyo import AS_IF as TOKYO
from oracle.tokyo import moments


@do.verb
def asked_about(change: Changes, moment: str) -> None:
    """Let a monster choose the order of its cards at a moment."""
    change.put(moments, "TOGETHER", moments.TOGETHER - {moment})


DICE("a monster chose which card adds its symbol first", "kt.dice.added").so(
    "added-in-order", asked_about("adding")
)
DICE("a monster chose which card adds to its claws first", "kt.dice.added-to-claws").so(
    "added-to-claws-in-order", asked_about("adding-to-claws")
)
TOKYO("a monster that starts in Tokyo chose which card works first", "kt.tokyo.start-extra").so(
    "starts-in-order", asked_about("starts-in-tokyo")
)
