"""What both dice games claim of decisions: firm refusals, an end, positions taken up again."""

from __future__ import annotations

from collections.abc import Callable

from conformance.properties.choices import Choices
from conformance.properties.dice_games.table import LongGames
from conformance.properties.mindbug.memory import restore_equals_continue
from conformance.properties.table import Table
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Decision, Over, Rejected

NOT_SO_LONG = 40
"""Answers of a game that is saved and restored after each of them."""

TO_THE_END = 20_000
"""More answers than the longest game of six takes."""

Wrong = Callable[[Choices], list[Answer]]
"""Answers that a game seldom offers, some of them nearly right."""


def nothing_else_is_accepted(table: Table, choices: Choices, wrong: Wrong) -> None:
    """An answer that is not offered is refused, and the game is what it was."""
    frame = table.begin(choices)
    for move in table.moves(frame, choices):
        pending = move.after.next
        if isinstance(pending, Over):
            return
        if choices.below(3):
            continue
        before = table.engine.state()
        for answer in _not_offered(pending, choices, wrong):
            told = table.engine.apply(pending.id, answer)
            assert isinstance(told, Rejected), f"{answer} is not offered, but was accepted"
        assert table.engine.state() == before, "a refused answer changed the game"


def _not_offered(pending: Decision | Chance, choices: Choices, wrong: Wrong) -> list[Answer]:
    """Of dice that show the same, also more than there are."""
    right = pending.legal.nth(choices.below(len(pending.legal)))
    tries: list[Answer] = [
        {},
        {"shrug": True},
        {"choose": ["#9999"]},
        {"decline": True},
        {"sweep": 1},
        {"amount": -1},
        *wrong(choices),
        {**right, "and": "more"},
    ]
    factored = pending.legal.factored
    if factored is not None and factored.of:
        one = factored.of[choices.below(len(factored.of))]
        tries.append({"choose": [one] * (factored.of.count(one) + 1)})
        tries.append({"choose": [*factored.of, one]})
    return [answer for answer in tries if answer not in pending.legal]


def some_games_are_played_to_the_end(table: Table, choices: Choices) -> None:
    """A game played at random ends within a bounded number of answers, whoever wins."""
    if choices.below(5):
        return  # one such game takes as long as ten others
    frame = table.begin(choices)
    for move in table.moves(frame, choices, TO_THE_END):
        frame = move.after
    assert isinstance(frame.next, Over), f"the game did not end within {TO_THE_END} answers"


def a_part_is_restored(table: Table, choices: Choices) -> None:
    """A copy saved and restored after every answer stays equal to the game."""
    assert isinstance(table, LongGames)
    table.a_while = NOT_SO_LONG
    restore_equals_continue(table, choices)
