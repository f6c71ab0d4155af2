"""Misreadings beside their topics: limits, ways that rules forget, orders, the first seat."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.attack import AS_IF as ATTACK
from conformance.mutants.tokyo.cards import AS_IF as CARDS
from conformance.mutants.tokyo.dice import AS_IF as DICE
from conformance.mutants.tokyo.energy import AS_IF as ENERGY
from conformance.mutants.tokyo.evolution import AS_IF as EVOLUTION
from conformance.mutants.tokyo.hearts import AS_IF as HEARTS
from conformance.mutants.tokyo.stars import AS_IF as STARS
from conformance.mutants.tokyo.tokens import AS_IF as TOKENS
from conformance.mutants.tokyo.tokyo import AS_IF as TOKYO
from oracle.kernel.state import State
from oracle.tokyo import atoms, damage, energy, moments, stars, tokens
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import NONE

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


@ENERGY("nobody could have more than 15 energy", "kt.energy.kept")
@do.around(energy.get_energy)
def at_most_fifteen(get_energy: Any, machine: Tokyo, state: State, seat: int, amount: int) -> Any:
    return get_energy(amount=min(amount, MOST_ENERGY - state.counters[machine.energy + seat]))


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


@HEARTS("a card could give hearts beyond the maximum", "kt.heart.maximum", "kt.heart.card")
@do.around(atoms.gain_hearts)
def card_beyond_maximum(gain: Any, state: State, seat: int, amount: int, cause: int) -> Any:
    if cause == NONE or not state.counters[seat]:
        return gain()
    state.counters[seat] += max(0, amount)
    return amount


@STARS("a card could take more stars than a monster has", "kt.star.lose")
@do.around(stars.lose_stars)
def lost_below_zero(lose: Any, machine: Tokyo, state: State, seat: int, amount: int) -> Any:
    had = state.counters[machine.stars + seat]
    lost = lose()
    state.counters[machine.stars + seat] = had - amount
    return lost


@do.verb
def asked_about(change: Changes, moment: str) -> None:
    """Let a monster choose the order of its cards at a moment."""
    change.put(moments, "TOGETHER", moments.TOGETHER - {moment})


FIRST_SEAT = 0


CARDS(
    "a card that hurts all other monsters hurt three of them", "kt.card.all-others", "kt.damage.all"
).so("three-others", hitting_three(claws=False))
ATTACK(
    "the claws of a monster in Tokyo hit three of the monsters outside", "kt.attack.from-tokyo"
).so("three-outside", hitting_three(claws=True))
DICE("a monster chose which card adds its symbol first", "kt.dice.added").so(
    "added-in-order", asked_about("adding")
)
DICE("a monster chose which card adds to its claws first", "kt.dice.added-to-claws").so(
    "added-to-claws-in-order", asked_about("adding-to-claws")
)
TOKYO("a monster that starts in Tokyo chose which card works first", "kt.tokyo.start-extra").so(
    "starts-in-order", asked_about("starts-in-tokyo")
)
TOKENS("hearts took tokens off the monster that sits first", "kt.token.remove").so(
    "off-the-first-seat", do.around(tokens.remove_token)(lambda remove: remove(seat=FIRST_SEAT))
)
EVOLUTION(
    "the evolution deck that is made anew were that of the monster that sits first",
    "kt.evolution.draw-choice",
).so(
    "first-seat-rebuilds",
    do.around(atoms.reshuffle_evolutions)(lambda reshuffle: reshuffle(seat=FIRST_SEAT)),
)
