"""Misreadings that set a limit where there is none: nobody notices while numbers are small."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.attack import AS_IF as ATTACK
from conformance.mutants.tokyo.cards import AS_IF as CARDS
from conformance.mutants.tokyo.energy import AS_IF as ENERGY
from conformance.mutants.tokyo.tokens import AS_IF as TOKENS
from oracle.kernel.state import State
from oracle.tokyo import damage, energy, tokens
from oracle.tokyo.machine import Tokyo

MOST_HIT = 3
MOST_ENERGY = 15
MOST_TOKENS = 2


@do.verb
def hitting_three(change: Changes, *, claws: bool) -> None:
    """Let damage by claws, or by cards, reach the first three monsters only."""

    @change.around(damage.deal)
    def deal_to_three(
        deal: Any, state: State, by: int, cause: int, losses: dict[int, int], **more: bool
    ) -> None:
        if more.get("claws", False) is claws:
            losses = dict(list(losses.items())[:MOST_HIT])
        deal(state, by, cause, losses, **more)


CARDS(
    "a card that hurts all other monsters hurt three of them", "kt.card.all-others", "kt.damage.all"
).so("three-others", hitting_three(claws=False))
ATTACK(
    "the claws of a monster in Tokyo hit three of the monsters outside", "kt.attack.from-tokyo"
).so("three-outside", hitting_three(claws=True))


@ENERGY("nobody could have more than 15 energy", "kt.energy.kept")
@do.around(energy.get_energy)
def at_most_fifteen(get_energy: Any, machine: Tokyo, state: State, seat: int, amount: int) -> Any:
    room = MOST_ENERGY - state.counters[machine.energy + seat]
    return get_energy(amount=min(amount, room))


@TOKENS("a monster had at most 2 tokens of a kind", "kt.token.wounded", "kt.token.supply")
@do.around(tokens.give_token)
def two_of_a_kind(
    give: Any, machine: Tokyo, state: State, seat: int, kind: str, amount: int
) -> None:
    first = {"poison": machine.poison, "shrink": machine.shrink}.get(kind)
    if first is not None:
        amount = min(amount, MOST_TOKENS - state.counters[first + seat])
    if amount > 0:
        give(amount=amount)
