"""Answers that name an ability of a card, and whether a sentence has to name it too."""

from __future__ import annotations

from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer


def has_several(answer: Answer, cast: Cast) -> bool:
    """Whether a card may have several abilities at one moment, of which the answer takes one."""
    card = cast.ruleset.cards[cast.cards[next(iter(answer.values()))]]
    heads = [ability.head for ability in card.abilities]
    return len(card.keywords) > 1 or heads.count(str(answer.get("ability"))) > 1
