"""Cards: the power and the keywords that creatures have, as constant abilities make them."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from oracle.kernel.layers import Layer, derive
from oracle.kernel.state import State
from rules_dsl.definitions import Card

from .permissions import told_by
from .table import (
    CONTRIBUTIONS,
    DICE,
    KEYWORDS,
    LOWEST_POWER,
    MOST_DICE,
    NONE,
    PLAY,
    POWER,
    SNAPSHOT,
    SOURCE,
)

if TYPE_CHECKING:
    from .machine import Mindbug


def power_of(machine: Mindbug, state: State, card: int) -> int:
    """The power of a creature now; of a card that is not in play the printed one."""
    power = (state.derived or derive(machine, state))[POWER].get(card)
    return machine.power[state.cards[card]] if power is None else int(power)


def source_power(machine: Mindbug, state: State, source: int) -> int:
    """The power of the source of a running effect: as it last was, if it left play."""
    if not PLAY <= state.where[source] <= PLAY + 1:
        for frame in reversed(state.stack):
            if frame[0] >= machine.first_effect and frame[SOURCE] == source and frame[SNAPSHOT]:
                return int(frame[SNAPSHOT][POWER])
    return power_of(machine, state, source)


def tell_contributions(machine: Mindbug, state: State, card: int) -> None:
    """Tell which constant abilities now change what this creature is."""
    total = machine.power[state.cards[card]]
    for target, amount, source, static in state.derived[CONTRIBUTIONS]:
        if target != card:
            continue
        number = static.ability.number
        rules = told_by(state, source, static.rules)
        state.log.append(("applies", rules, source, number, card, static.layer, amount))
        if static.layer == POWER:
            total += amount
    if total < LOWEST_POWER:
        state.log.append(("minimum", ("mb.card.minimum-power",), NONE, card, total))


def layers_of(machine: Mindbug, cards: Sequence[Card]) -> tuple[Layer, ...]:
    """What makes up a creature, in the order in which constant abilities change it."""
    layers: tuple[Layer, ...] = (
        Layer("power", POWER, machine.power, operator.add, lowest=LOWEST_POWER),
        Layer(
            "keywords",
            KEYWORDS,
            [bits_of(machine, card.keywords) for card in cards],
            operator.or_,
            grounded=True,
            show=lambda bits: sorted(k for k, bit in machine.keyword_bits.items() if bits & bit),
        ),
    )
    if machine.die_faces:
        printed = [card.property("dice") for card in cards]
        layers += (Layer("dice", DICE, printed, operator.add, lowest=0, highest=MOST_DICE),)
    return layers


def bits_of(machine: Mindbug, keywords: Iterable[str]) -> int:
    """Keywords as the bits that stand for them."""
    bits = 0
    for keyword in keywords:
        bits |= machine.keyword_bits[keyword]
    return bits
