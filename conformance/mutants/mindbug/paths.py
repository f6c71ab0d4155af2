"""Misreadings that forget a rule on one of the ways that lead to it."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.draw import AS_IF as DRAW
from conformance.mutants.mindbug.life import AS_IF as LIFE
from oracle.kernel.state import Rules, State
from oracle.mindbug import discard, draw, life
from oracle.mindbug.table import BOTH_HANDS, HAND, HANDS, LIVES


@DRAW("a hand were not refilled after a discard", "mb.draw.refill")
@do.around(discard.discard)
def not_after_discards(discard: Any, state: State) -> None:
    before = state.dirty & BOTH_HANDS
    discard()
    state.dirty = state.dirty & ~BOTH_HANDS | before


@DRAW("a hand were not refilled after cards were stolen", "mb.draw.refill")
@do.around(draw.take_into_hand)
def not_after_thefts(take: Any, state: State, card: int) -> None:
    before, victim = state.dirty, state.where[card] - HAND
    take()
    if victim in (0, 1):
        state.dirty &= ~(HANDS << victim) | before


@DRAW(
    "of two hands that are short at once only the active player's were refilled", "mb.draw.refill"
)
@do.around(draw.refill)
def one_hand_at_a_time(refill: Any, state: State, dirty: int) -> None:
    short = [s for s in (0, 1) if dirty & HANDS << s and len(state.zones[HAND + s]) < 5]
    keep = HANDS << state.registers[0] if len(short) > 1 else BOTH_HANDS
    refill(dirty=dirty & keep)


@do.verb
def ending(change: Changes, *, by_attacks: bool) -> None:
    """Let only attacks, or only effects, end the game."""

    @change.after(life.lose_life)
    def lose_and_go_on(state: State, rules: Rules = ()) -> None:
        if ("mb.attack.unblocked" in rules) is not by_attacks:
            state.dirty &= ~LIVES


LIFE("only an attack could take the last life", "mb.life.zero").so(
    "only-attacks-end", ending(by_attacks=True)
)
LIFE("only an effect could take the last life", "mb.life.zero").so(
    "only-effects-end", ending(by_attacks=False)
)
