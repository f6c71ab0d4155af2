"""Actions: what a creature does instead of attacking, if that would do something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.state import State
from oracle.kernel.trial import would_change
from oracle.kernel.waiting import effect_frame

from .table import ACT_WITH, PLAY

if TYPE_CHECKING:
    from .machine import Mindbug

ACTION = ("mb.action.turn", "mb.action.instead")
ACTION_ONLY = ("mb.turn.must-act", "mb.action.turn", "mb.action.prevents-loss")
ACTED = ("mb.action.turn", "mb.action.instead")
USELESS = ("mb.action.must-do-something",)


def able_actors(machine: Mindbug, state: State, seat: int) -> list[tuple[str, int]]:
    """The Actions of a player that would do something. rule: mb.action.must-do-something"""
    found = []
    table = machine.triggered["action"]
    for card in sorted(state.zones[PLAY + seat]):
        if state.cards[card] not in table:
            continue
        numbers = table[state.cards[card]]
        if any(is_of_use(machine, state, number, card, seat) for number in numbers):
            found.append(ACT_WITH[card])
        else:
            state.log.append(("no-use", USELESS, card, card, numbers[0]))
    return found


def is_of_use(machine: Mindbug, state: State, number: int, card: int, seat: int) -> bool:
    """Whether an effect would do something: as can be seen, or when it is tried."""
    seen = machine.foresight[number](machine, state, card, seat)
    if seen is not None:
        return seen
    return would_change(machine, state, effect_frame(machine.abilities[number], card, seat, None))


def act(machine: Mindbug, state: State, card: int, seat: int) -> None:
    """Use the Action of a creature. rule: mb.action.turn"""
    for number in reversed(machine.triggered["action"][state.cards[card]]):
        linked = machine.abilities[number]
        state.log.append(("act", ACTED, card, number, seat))
        state.log.append(("resolve", linked.rules, card, number, seat))
        state.stack.append(effect_frame(linked, card, seat, None))
