"""Games of the oracle from their start, with what each answer of them executes first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from attrs import frozen

import oracle
from conformance.perft.tree import settle
from oracle.kernel.driver import mixed, random_answer
from oracle.kernel.events import CARD
from oracle.kernel.machine import OVER, answer
from oracle.kernel.state import Pending, State

LONGEST_GAME = 400
SETUP_KINDS = ("deal", "reveal", "first", "first-roll", "be")
"""Chance decisions that come before the first turn."""
AT_FIRST = (*SETUP_KINDS, "top-power", "turn-up")
"""Those and what comes up later too: the first power cards are turned up then."""

Item = tuple[str, ...]
"""Something a game can execute.

("rule", id); ("event", kind, card that causes it); ("decision", kind, card that asks it);
("pair", kind of event, keyword of one card in it, keyword of the other).
"""


@frozen
class Game:
    """A game: its open answers, and after how many of them each item came first."""

    answers: tuple[Any, ...]  # in the machine's own form, forced ones left out
    first: dict[Item, int]
    setup: int
    """How many of the answers deal and find the first player."""


def play(ruleset: oracle.Ruleset, seed: int) -> Game:
    """The random game of a seed, to its end."""

    def choose(pending: Pending, taken: int) -> Any:
        return random_answer(pending, mixed(seed, taken + 1)) if taken < LONGEST_GAME else None

    return _play(ruleset, choose)


def follow(ruleset: oracle.Ruleset, answers: Sequence[Any]) -> Game | None:
    """The game of these open answers, unless one of them is not legal or comes after the end."""
    try:
        game = _play(ruleset, lambda _, at: answers[at] if at < len(answers) else None)
    except oracle.Refused:
        return None
    return game if len(game.answers) == len(answers) else None


def _play(ruleset: oracle.Ruleset, choose: Callable[[Pending, int], Any]) -> Game:
    """Play until the end, or until `choose` has no answer any more."""
    position = ruleset.start()
    machine, state = ruleset.machine, position.state
    first: dict[Item, int] = {
        ("rule", rule): 0 for event in position.events for rule in event.rules
    }
    answers: list[Any] = []
    setup = 0
    while True:
        settle(machine, state)
        for item in _items(state, ruleset):
            first.setdefault(item, len(answers))
        state.log = []
        pending = state.pending
        assert pending is not None
        given = None if pending[0] == OVER else choose(pending, len(answers))
        if given is None:
            return Game(tuple(answers), first, setup)
        setup += setup == len(answers) and pending[0] in AT_FIRST
        answers.append(given)
        answer(machine, state, given)


def _items(state: State, ruleset: oracle.Ruleset) -> Iterable[Item]:
    """What has been executed since the log was last emptied, and by the pending decision."""
    definitions = ruleset.machine.definitions
    for kind, rules, cause, *values in state.log:
        for rule in rules:
            yield ("rule", rule)
        if cause >= 0:
            yield ("event", kind, definitions[state.cards[cause]].id)
        cards = [
            definitions[state.cards[value]].keywords or ("no keyword",)
            for value, (_, sort) in zip(values, ruleset.event_kinds[kind].fields, strict=True)
            if sort == CARD and value >= 0
        ]
        for ones, others in pairwise(cards):
            yield from (("pair", kind, one, other) for one in ones for other in others)
    pending = state.pending
    assert pending is not None
    for rule in pending[6]:
        yield ("rule", rule)
    if pending[5] >= 0:
        yield ("decision", pending[0], definitions[state.cards[pending[5]]].id)
