"""Claims about the decisions of Duel: honest offers, firm refusals, an end."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.decisions import (
    equal_answers_make_equal_games,
    every_legal_answer_is_accepted,
    one_decision_at_a_time,
)
from conformance.properties.duel_table import RULESETS, Duel
from conformance.properties.memory import restore_equals_continue
from conformance.properties.table import Table
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Decision, Over, Rejected

NOT_SO_LONG = 40
"""Answers of a game that is saved and restored after each of them."""

TO_THE_END = 20_000
"""More answers than the longest game takes."""


@claim("kd.turn.phases", "kd.card.discard", whatever_the_options=True, games=RULESETS)
def fighters_decide_one_thing_at_a_time(table: Table, choices: Choices) -> None:
    """The game waits for exactly one answer of one player or of chance, and offers some."""
    one_decision_at_a_time(table, choices)


@claim("kd.card.parts", "kd.buy.may", "kd.noise.must", needs=("snapshot",), games=RULESETS)
def whatever_fighters_are_offered_they_can_do(table: Table, choices: Choices) -> None:
    """Whatever is offered can be answered: no option is a trap."""
    every_legal_answer_is_accepted(table, choices)


@claim("kd.roll.some", "kd.roll.stop", needs=("state",), games=RULESETS)
def fighters_cannot_answer_what_is_not_offered(table: Table, choices: Choices) -> None:
    """An answer that is not offered is refused, and the game is what it was; of dice that show
    the same no more can be named than there are."""
    frame = table.begin(choices)
    for move in table.moves(frame, choices):
        pending = move.after.next
        if isinstance(pending, Over):
            return
        if choices.below(3):
            continue
        before = table.engine.state()
        for answer in _wrong_answers(pending, choices):
            told = table.engine.apply(pending.id, answer)
            assert isinstance(told, Rejected), f"{answer} is not offered, but was accepted"
        assert table.engine.state() == before, "a refused answer changed the game"


def _wrong_answers(pending: Decision | Chance, choices: Choices) -> list[Answer]:
    right = pending.legal.nth(choices.below(len(pending.legal)))
    tries: list[Answer] = [
        {},
        {"shrug": True},
        {"choose": "claw"},
        {"choose": ["#9999"]},
        {"decline": True},
        {"face": "one"},
        {"sweep": 1},
        {"amount": -1},
        {"place": "fame:8"},
        {"place": "fame:1,3"},
        {"place": f"destruction:{choices.between(-7, 7)}"},
        {"token": f"#{choices.between(1, 69)}"},
        {"buy": f"#{choices.between(1, 69)}"},
        {**right, "and": "more"},
    ]
    factored = pending.legal.factored
    if factored is not None and factored.of:
        one = factored.of[choices.below(len(factored.of))]
        tries.append({"choose": [one] * (factored.of.count(one) + 1)})
        tries.append({"choose": [*factored.of, one]})
    return [answer for answer in tries if answer not in pending.legal]


@claim("kd.victory.hearts", "kd.victory.cell", "kd.victory.spotlights", games=RULESETS)
def duels_end(table: Table, choices: Choices) -> None:
    """A game played at random ends within a bounded number of answers, whoever wins."""
    if choices.below(5):
        return  # one such game takes as long as ten others
    frame = table.begin(choices)
    for move in table.moves(frame, choices, TO_THE_END):
        frame = move.after
    assert isinstance(frame.next, Over), f"the game did not end within {TO_THE_END} answers"


@claim(games=RULESETS)
def equal_answers_make_equal_duels(table: Table, choices: Choices) -> None:
    """The same answers lead to the same game: the engine keeps no dice of its own."""
    equal_answers_make_equal_games(table, choices)


@claim(needs=("snapshot", "state"), whatever_the_options=True, games=RULESETS)
def duels_go_on_where_they_were_restored(table: Table, choices: Choices) -> None:
    """A copy saved and restored after every answer stays equal to the game."""
    assert isinstance(table, Duel)
    table.a_while = NOT_SO_LONG
    restore_equals_continue(table, choices)
