"""The ways to change what lies where that every game with these dice has."""

from __future__ import annotations

from oracle.kernel.state import State


def move(state: State, card: int, place: int) -> None:
    """Put a card somewhere else."""
    state.zones[state.where[card]].remove(card)
    state.zones[place].append(card)
    state.where[card] = place
    state.derived = state.said = None
