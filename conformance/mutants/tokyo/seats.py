"""Misreadings that take the monster that sits first for the one that acts."""

from __future__ import annotations

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.evolution import AS_IF as EVOLUTION
from conformance.mutants.tokyo.tokens import AS_IF as TOKENS
from oracle.tokyo import atoms, tokens

FIRST_SEAT = 0


TOKENS("hearts took tokens off the monster that sits first", "kt.token.remove").so(
    "off-the-first-seat", do.around(tokens.remove_token)(lambda remove: remove(seat=FIRST_SEAT))
)


@EVOLUTION(
    "the evolution deck that is made anew were that of the monster that sits first",
    "kt.evolution.draw-choice",
)
def first_seat_rebuilds(change: Changes) -> None:
    reshuffle = atoms.reshuffle_evolutions
    change.swap(reshuffle, lambda machine, state, seat: reshuffle(machine, state, FIRST_SEAT))
