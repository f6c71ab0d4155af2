"""Misreadings that ask for an order where all works together."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.dice import AS_IF as DICE
from conformance.mutants.tokyo.tokyo import AS_IF as TOKYO
from oracle.tokyo import moments


def asked_about(change: Changes, moment: str) -> None:
    """Let a monster choose the order of its cards at a moment."""
    change.put(moments, "TOGETHER", moments.TOGETHER - {moment})


@DICE("added-in-order", "a monster chose which card adds its symbol first", "kt.dice.added")
def added_in_order(change: Changes) -> None:
    asked_about(change, "adding")


@DICE(
    "added-to-claws-in-order",
    "a monster chose which card adds to its claws first",
    "kt.dice.added-to-claws",
)
def added_to_claws_in_order(change: Changes) -> None:
    asked_about(change, "adding-to-claws")


@TOKYO(
    "starts-in-order",
    "a monster that starts in Tokyo chose which card works first",
    "kt.tokyo.start-extra",
)
def starts_in_order(change: Changes) -> None:
    asked_about(change, "starts-in-tokyo")
