"""Claims about the decisions of King of Tokyo: honest offers, firm refusals, an end."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.decisions import (
    equal_answers_make_equal_games,
    every_legal_answer_is_accepted,
    one_decision_at_a_time,
)
from conformance.properties.memory import restore_equals_continue
from conformance.properties.table import Table
from conformance.properties.tokyo_table import EVERY_RULESET, RULESETS, Monsters, alive
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Decision, Over, Rejected

NOT_SO_LONG = 40
"""Answers of a game that is saved and restored after each of them."""

TO_THE_END = 20_000
"""More answers than the longest game of six takes."""


@claim("kt.turn.phases", "kt.card.discard", whatever_the_options=True, games=EVERY_RULESET)
def monsters_decide_one_thing_at_a_time(table: Table, choices: Choices) -> None:
    """The game waits for exactly one answer of one monster or of chance, and offers some."""
    one_decision_at_a_time(table, choices)


@claim("kt.card.parts", "kt.buy.may", needs=("snapshot",), games=EVERY_RULESET)
def whatever_monsters_are_offered_they_can_do(table: Table, choices: Choices) -> None:
    """Whatever is offered can be answered: no option is a trap."""
    every_legal_answer_is_accepted(table, choices)


@claim("kt.elimination.out", needs=("state",), whatever_the_options=True, games=EVERY_RULESET)
def the_dead_are_asked_nothing(table: Table, choices: Choices) -> None:
    """Only living monsters decide, and only they have turns."""
    for frame in table.frames(choices):
        pending = frame.next
        if isinstance(pending, Decision):
            there = alive(table.state(frame))
            assert pending.who in there, f"{pending.who} has no hearts and is asked {pending.kind}"


@claim("kt.roll.some", "kt.roll.stop", needs=("state",), games=EVERY_RULESET)
def monsters_cannot_answer_what_is_not_offered(table: Table, choices: Choices) -> None:
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
        {"choose": "one"},
        {"choose": ["#9999"]},
        {"decline": True},
        {"face": "four"},
        {"yield": True},
        {"sweep": 1},
        {"amount": -1},
        {"monster": "nature"},
        {"buy": f"#{choices.between(1, 66)}"},
        {**right, "and": "more"},
    ]
    factored = pending.legal.factored
    if factored is not None and factored.of:
        one = factored.of[choices.below(len(factored.of))]
        tries.append({"choose": [one] * (factored.of.count(one) + 1)})
        tries.append({"choose": [*factored.of, one]})
    return [answer for answer in tries if answer not in pending.legal]


@claim("kt.victory.stars", "kt.victory.last", "kt.victory.nobody", games=EVERY_RULESET)
def games_of_monsters_end(table: Table, choices: Choices) -> None:
    """A game played at random ends within a bounded number of answers, whoever wins."""
    if choices.below(5):
        return  # one such game takes as long as ten others
    frame = table.begin(choices)
    for move in table.moves(frame, choices, TO_THE_END):
        frame = move.after
    assert isinstance(frame.next, Over), f"the game did not end within {TO_THE_END} answers"


@claim("kt.victory.alive", "kt.victory.last", needs=("state",), games=EVERY_RULESET)
def winners_are_alive(table: Table, choices: Choices) -> None:
    """Who wins has hearts, and is the last one left or has 20 stars; a game that goes on has two
    monsters at least."""
    for frame in table.frames(choices):
        state = table.state(frame)
        left = alive(state)
        if not isinstance(frame.next, Over):
            assert len(left) >= 2, f"only {left} are left and the game goes on"
            continue
        winner = frame.next.winner
        if winner is None:
            continue
        assert winner in left, f"{winner} won without hearts"
        assert left == [winner] or state["players"][winner]["stars"] >= 20


@claim(games=RULESETS)
def equal_answers_make_equal_turns(table: Table, choices: Choices) -> None:
    """The same answers lead to the same game: the engine keeps no dice of its own."""
    assert isinstance(table, Monsters)
    table.players = table.number(choices)
    equal_answers_make_equal_games(table, choices)


@claim(needs=("snapshot", "state"), whatever_the_options=True, games=EVERY_RULESET)
def monsters_go_on_where_they_were_restored(table: Table, choices: Choices) -> None:
    """A copy saved and restored after every answer stays equal to the game."""
    assert isinstance(table, Monsters)
    table.a_while = NOT_SO_LONG
    restore_equals_continue(table, choices)
