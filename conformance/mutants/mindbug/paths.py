"""Misreadings that forget a rule on one of the ways that lead to it."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.draw import AS_IF as DRAW
from conformance.mutants.mindbug.life import AS_IF as LIFE
from oracle.kernel.state import Rules, State
from oracle.mindbug import atoms
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import BOTH_HANDS, HAND, HANDS, LIVES


@DRAW("not-after-discards", "a hand were not refilled after a discard", "mb.draw.refill")
def not_after_discards(change: Changes) -> None:
    discard = atoms.discard

    def discard_for_good(machine: Mindbug, state: State, *rest: Any) -> None:
        before = state.dirty & BOTH_HANDS
        discard(machine, state, *rest)
        state.dirty = state.dirty & ~BOTH_HANDS | before

    change.swap(discard, discard_for_good)


@DRAW("not-after-thefts", "a hand were not refilled after cards were stolen", "mb.draw.refill")
def not_after_thefts(change: Changes) -> None:
    take = atoms.take_into_hand

    def take_for_good(machine: Mindbug, state: State, card: int, *rest: Any) -> None:
        before, victim = state.dirty, state.where[card] - HAND
        take(machine, state, card, *rest)
        if victim in (0, 1):
            state.dirty &= ~(HANDS << victim) | before

    change.swap(take, take_for_good)


@DRAW(
    "one-hand-at-a-time",
    "of two hands that are short at once only the active player's were refilled",
    "mb.draw.refill",
)
def one_hand_at_a_time(change: Changes) -> None:
    refill = atoms.refill

    def refill_one(machine: Mindbug, state: State, dirty: int) -> None:
        short = [s for s in (0, 1) if dirty & HANDS << s and len(state.zones[HAND + s]) < 5]
        keep = HANDS << state.registers[0] if len(short) > 1 else BOTH_HANDS
        refill(machine, state, dirty & keep)

    change.swap(refill, refill_one)


def ending(change: Changes, *, by_attacks: bool) -> None:
    """Let only attacks, or only effects, end the game."""
    lose = atoms.lose_life

    def lose_and_go_on(
        machine: Mindbug, state: State, seat: int, amount: int, cause: int, rules: Rules = ()
    ) -> None:
        lose(machine, state, seat, amount, cause, rules)
        if ("mb.attack.unblocked" in rules) is not by_attacks:
            state.dirty &= ~LIVES

    change.swap(lose, lose_and_go_on)


@LIFE("only-attacks-end", "only an attack could take the last life", "mb.life.zero")
def only_attacks_end(change: Changes) -> None:
    ending(change, by_attacks=True)


@LIFE("only-effects-end", "only an effect could take the last life", "mb.life.zero")
def only_effects_end(change: Changes) -> None:
    ending(change, by_attacks=False)
