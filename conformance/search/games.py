"""Games of the oracle from their start, with what each answer of them executes first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
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
ROLL, REROLL = "roll", "reroll"
REPEAT = 3
"""A loaded die shows what the one before it showed, except one in so many."""
KEEP = 4
"""Players in a hurry roll again once in so many times."""

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
    """The random game of a seed, to its end.

    A game with dice is slow: most of its answers are rolls that come to nothing. So in every
    other one dice are loaded, and players keep most rolls as they are.
    """
    rolled: Any = None

    def choose(pending: Pending, taken: int) -> Any:
        nonlocal rolled
        if taken >= LONGEST_GAME:
            return None
        number = mixed(seed, taken + 1)
        kind, _, options, least, *_ = pending
        if seed % 2 == 0 and kind == REROLL and least == 0 and number % KEEP:
            return ()
        if kind != ROLL:
            return random_answer(pending, number)
        if seed % 2 or number % REPEAT == 0 or rolled not in options:
            rolled = random_answer(pending, number // REPEAT if seed % 2 == 0 else number)
        return rolled

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
    state, first = _begun(ruleset)
    answers: list[Any] = []
    setup = 0
    while True:
        pending = state.pending
        assert pending is not None
        given = None if pending[0] == OVER else choose(pending, len(answers))
        if given is None:
            return Game(tuple(answers), first, setup)
        setup += setup == len(answers) and pending[0] in AT_FIRST
        answers.append(given)
        for item in _step(ruleset, state, given):
            first.setdefault(item, len(answers))


class Line:
    """A game that is tried again and again without some of its answers.

    It keeps where the game stood before each answer: a try begins where the first answer is left
    out, and ends with the first one that is no longer legal. Most do at once.
    """

    def __init__(self, ruleset: oracle.Ruleset, answers: Sequence[Any]) -> None:
        self._ruleset = ruleset
        state, first = _begun(ruleset)
        self._states = [state]
        self.game = Game((), first, 0)
        self._go_on(answers)

    def without(self, at: int, size: int, length: int, needed: Collection[Item]) -> bool:
        """Leave out so many answers from `at` on, and all from `length` on, if that works.

        It works if what stays is legal until it has executed everything needed.
        """
        rest = self.game.answers[at + size : length]
        if rest and not _fits(self._states[at], rest[0]):
            return False
        missing = {item for item in needed if self.game.first[item] > at}
        state, taken = self._states[at].clone(), 0
        try:
            while missing and taken < len(rest):
                missing.difference_update(_step(self._ruleset, state, rest[taken]))
                taken += 1
        except oracle.Refused:
            return False
        if missing:
            return False
        del self._states[at + 1 :]
        first = {item: number for item, number in self.game.first.items() if number <= at}
        self.game = Game(self.game.answers[:at], first, min(self.game.setup, at))
        self._go_on(rest[:taken])
        return True

    def _go_on(self, answers: Iterable[Any]) -> None:
        """Give legal answers, and note what each executes."""
        given, first, setup = [*self.game.answers], self.game.first, self.game.setup
        for one in answers:
            state = self._states[-1].clone()
            pending = state.pending
            assert pending is not None
            setup += setup == len(given) and pending[0] in AT_FIRST
            given.append(one)
            for item in _step(self._ruleset, state, one):
                first.setdefault(item, len(given))
            self._states.append(state)
        self.game = Game(tuple(given), first, setup)


def _begun(ruleset: oracle.Ruleset) -> tuple[State, dict[Item, int]]:
    """The start of a game, where the first open decision pends, and what it executes."""
    position = ruleset.start()
    first: dict[Item, int] = {
        ("rule", rule): 0 for event in position.events for rule in event.rules
    }
    state = position.state
    settle(ruleset.machine, state)
    first |= dict.fromkeys(_items(state, ruleset), 0)
    state.log = []
    return state, first


def _fits(state: State, given: Any) -> bool:
    """Whether an answer can be one to the pending decision, told without trying it."""
    pending = state.pending
    assert pending is not None
    return pending[0] != OVER and (pending[3] >= 0 or given in pending[2])


def _step(ruleset: oracle.Ruleset, state: State, given: Any) -> Iterable[Item]:
    """Give an answer and all that are forced after it; what this executes."""
    answer(ruleset.machine, state, given)
    settle(ruleset.machine, state)
    found = list(_items(state, ruleset))
    state.log = []
    return found


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
