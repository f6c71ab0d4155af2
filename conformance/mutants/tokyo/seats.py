"""Misreadings that take the monster that sits first for the one that acts."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.evolution import AS_IF as EVOLUTION
from conformance.mutants.tokyo.tokens import AS_IF as TOKENS
from oracle.kernel.state import Rules, State
from oracle.tokyo import atoms
from oracle.tokyo.machine import Tokyo

FIRST_SEAT = 0


@TOKENS(
    "off-the-first-seat",
    "hearts took tokens off the monster that sits first",
    "kt.token.remove",
)
def off_the_first_seat(change: Changes) -> None:
    remove = atoms.remove_token

    def remove_from_the_first(
        machine: Tokyo, state: State, seat: int, kind: str, rules: Rules
    ) -> None:
        remove(machine, state, FIRST_SEAT, kind, rules)

    change.swap(remove, remove_from_the_first)


@EVOLUTION(
    "first-seat-rebuilds",
    "the evolution deck that is made anew were that of the monster that sits first",
    "kt.evolution.draw-choice",
)
def first_seat_rebuilds(change: Changes) -> None:
    reshuffle = atoms.reshuffle_evolutions
    change.swap(reshuffle, lambda machine, state, seat: reshuffle(machine, state, FIRST_SEAT))
