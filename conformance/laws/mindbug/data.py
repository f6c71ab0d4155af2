"""Checks of the printed cards of Mindbug: clauses that are true of the data alone."""

from __future__ import annotations

from conformance.scenario.loading import cached_load
from conformance.scenario.stages import stages_of


def an_evolving_creature_has_three_stages_on_two_cards() -> None:
    """A creature that evolves has stages 1 to 3; a later stage is one side of a second card."""
    cards = cached_load("mindbug/all").cards
    lines = set(stages_of(cards).values())
    assert lines
    for stages in lines:
        assert [cards[id].property("stage") for id in stages] == [1, 2, 3], stages
        assert len({cards[id].copies for id in stages}) == 1, stages


def every_creature_has_a_name_and_a_power() -> None:
    """A creature is known by its name, which no other has, and has a power above zero."""
    cards = [card for card in cached_load("mindbug/all").cards.values() if card.kind == "creature"]
    assert len({card.name for card in cards}) == len(cards)
    assert all(card.name and card.property("power") > 0 for card in cards)


CHECKS = (an_evolving_creature_has_three_stages_on_two_cards, every_creature_has_a_name_and_a_power)
