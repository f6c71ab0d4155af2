"""Creatures that evolve: which cards are the stages of one creature."""

from __future__ import annotations

from collections.abc import Mapping

from rules_dsl.definitions import Card


def stages_of(cards: Mapping[str, Card]) -> dict[str, tuple[str, ...]]:
    """All stages of a creature, the first one first, by the id of each of them."""
    after = {id: card.evolves_to for id, card in cards.items() if card.evolves_to is not None}
    found: dict[str, tuple[str, ...]] = {}
    for first in after.keys() - set(after.values()):
        stages = [first]
        while stages[-1] in after and after[stages[-1]] not in stages:
            stages.append(after[stages[-1]])
        found |= dict.fromkeys(stages, tuple(stages))
    return found
