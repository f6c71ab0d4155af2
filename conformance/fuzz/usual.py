"""How often the oracle cites each rule: one that is cited seldom tells more about a case."""

from __future__ import annotations

from collections import Counter
from functools import cache

from conformance.engines.rulesets import ruleset
from conformance.fuzz.guide import Numbers
from conformance.fuzz.playing import LONGEST
from conformance.fuzz.shadow import Shadow
from conformance.fuzz.subject import Beginning
from oracle.kernel.driver import mixed, random_answer

USUAL_GAMES = 60


def usual_rules(where: Beginning) -> Counter[str]:
    """How often the oracle cites each rule in some games of its own."""
    return _usual(where.game, tuple(sorted(where.options.items())), where.cards, where.number)


@cache
def _usual(
    game: str, options: tuple[tuple[str, str], ...], cards: tuple[str, ...], players: int | None
) -> Counter[str]:
    counted: Counter[str] = Counter()
    rules = ruleset(game, dict(options), cards, players=players)
    for seed in range(USUAL_GAMES):
        numbers = Numbers(mixed(seed, 0))
        shadow = Shadow(rules.start())
        while not shadow.is_over and shadow.decisions < LONGEST:
            counted.update(shadow.cited)
            shadow.take(random_answer(shadow.pending, numbers.next()))
        counted.update(shadow.cited)
    return counted
