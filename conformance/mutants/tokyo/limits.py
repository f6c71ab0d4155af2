"""Misreadings that set a limit where there is none: nobody notices while numbers are small."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.attack import AS_IF as ATTACK
from conformance.mutants.tokyo.cards import AS_IF as CARDS
from conformance.mutants.tokyo.energy import AS_IF as ENERGY
from conformance.mutants.tokyo.tokens import AS_IF as TOKENS
from oracle.kernel.state import State
from oracle.tokyo import atoms, damage
from oracle.tokyo.machine import Tokyo

MOST_HIT = 3
MOST_ENERGY = 15
MOST_TOKENS = 2


def hitting_three(change: Changes, *, claws: bool) -> None:
    """Let damage by claws, or by cards, reach the first three monsters only."""
    deal = damage.deal

    def deal_to_three(
        state: State, by: int, cause: int, losses: dict[int, int], **more: bool
    ) -> None:
        if more.get("claws", False) is claws:
            losses = dict(list(losses.items())[:MOST_HIT])
        deal(state, by, cause, losses, **more)

    change.swap(deal, deal_to_three)


@CARDS(
    "three-others",
    "a card that hurts all other monsters hurt three of them",
    "kt.card.all-others",
    "kt.damage.all",
)
def three_others(change: Changes) -> None:
    hitting_three(change, claws=False)


@ATTACK(
    "three-outside",
    "the claws of a monster in Tokyo hit three of the monsters outside",
    "kt.attack.from-tokyo",
)
def three_outside(change: Changes) -> None:
    hitting_three(change, claws=True)


@ENERGY("at-most-fifteen", "nobody could have more than 15 energy", "kt.energy.kept")
def at_most_fifteen(change: Changes) -> None:
    get_energy = atoms.get_energy

    def get_up_to_fifteen(machine: Tokyo, state: State, seat: int, amount: int, *rest: Any) -> int:
        room = MOST_ENERGY - state.counters[machine.energy + seat]
        return get_energy(machine, state, seat, min(amount, room), *rest)

    change.swap(get_energy, get_up_to_fifteen)


@TOKENS(
    "two-of-a-kind",
    "a monster had at most 2 tokens of a kind",
    "kt.token.wounded",
    "kt.token.supply",
)
def two_of_a_kind(change: Changes) -> None:
    give = atoms.give_token

    def give_if_there_is_room(
        machine: Tokyo, state: State, seat: int, kind: str, amount: int, *rest: Any
    ) -> None:
        first = {"poison": machine.poison, "shrink": machine.shrink}.get(kind)
        if first is not None:
            amount = min(amount, MOST_TOKENS - state.counters[first + seat])
        if amount > 0:
            give(machine, state, seat, kind, amount, *rest)

    change.swap(give, give_if_there_is_room)
