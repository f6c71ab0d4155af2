"""Leaving play: what is remembered of a creature, and what is forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.state import State
from oracle.kernel.waiting import remember

from .atoms import become
from .boost import BOOSTS_LEAVE, drop_boosts
from .evolve import FALL_BACK_ASIDE
from .lasting import LASTING_LEAVES, without
from .table import EVOLVED, EXHAUSTED, WORN

if TYPE_CHECKING:
    from .machine import Mindbug

Snapshot = tuple[int, int, int]
"""Power, keywords and exhaustion of a creature as it left play."""


def leave(machine: Mindbug, state: State, card: int) -> Snapshot | None:
    """Before a creature leaves play: what its effects must know of it later, if it has any."""
    effects = machine.triggered_at_all
    if state.cards[card] not in effects:
        return None
    power, keywords = (state.derived or derive(machine, state))[:2]
    snapshot = (power[card], keywords[card], state.marks[card] & EXHAUSTED)
    remember(machine, state, card, snapshot)
    return snapshot


def forget(machine: Mindbug, state: State, card: int, seat: int, cause: int) -> list[int]:
    """Forget the state a creature had in play; that it was worn is remembered, only to tell.

    It falls back to its first stage, what was to hold for it holds no longer, and its boost cards
    go to the discard pile of the player who controlled it: they are what is returned.
    """
    marks = state.marks[card]
    state.marks[card] = (WORN if marks & (EXHAUSTED | WORN) else 0) | marks & EVOLVED
    first = machine.first_stage.get(state.cards[card])
    if first is not None:
        state.marks[card] |= EVOLVED
        become(state, card, first)
        state.log.append(("fall-back", FALL_BACK_ASIDE, cause, card, first))
    if state.lasting:
        left = [entry for each in state.lasting if (entry := without(each, card))]
        if left != state.lasting:
            state.lasting = left
            state.said = None
            state.log.append(("lasting-ends", LASTING_LEAVES, cause, card))
    return drop_boosts(machine, state, card, seat, cause, BOOSTS_LEAVE)
