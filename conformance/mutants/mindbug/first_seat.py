"""Cards of Mindbug that say all the time what they say for the first player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle.kernel.state import State
from oracle.mindbug.machine import Mindbug
from rules_dsl.definitions import Card

FIRST_SEAT = 0


def speak_for_the_first(machine: Mindbug, card: Card) -> None:
    """Let a card say for the first player what it says all the time."""
    for split in (*machine.statics.values(), *machine.statics_in_discard.values()):
        for static in (each for part in split for each in part):
            if static.ability.definition == card.id:
                static.targets = _asked_of_the_first(static.targets)
                if static.condition is not None:
                    static.condition = _asked_of_the_first(static.condition)
                if static.times is not None:
                    static.times = _asked_of_the_first(static.times)
    for table in (*machine.rule_words.values(), *machine.rule_words_in_discard.values()):
        for rule in (each for rules in table.values() for each in rules):
            if rule.ability.definition == card.id:
                rule.holds = _asked_of_the_first(rule.holds)


def _asked_of_the_first(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same question, asked as if the first player had the card."""

    def asked(machine: Any, state: State, source: int, you: int, *rest: Any) -> Any:
        return function(machine, state, source, FIRST_SEAT, *rest)

    return asked
