"""Claims about the decisions of King of Tokyo: honest offers, firm refusals, an end."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.dice_games import decisions as of_dice
from conformance.properties.mindbug import decisions as every
from conformance.properties.table import Table
from conformance.properties.tokyo.table import EVERY_RULESET, RULESETS, Monsters, alive
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Decision, Over


@claim("kt.turn.phases", "kt.card.discard", whatever_the_options=True, games=EVERY_RULESET)
def monsters_decide_one_thing_at_a_time(table: Table, choices: Choices) -> None:
    """The game waits for exactly one answer of one monster or of chance, and offers some."""
    every.one_decision_at_a_time(table, choices)


@claim("kt.card.parts", "kt.buy.may", needs=("snapshot",), games=EVERY_RULESET)
def whatever_monsters_are_offered_they_can_do(table: Table, choices: Choices) -> None:
    """Whatever is offered can be answered: no option is a trap."""
    every.every_legal_answer_is_accepted(table, choices)


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
    of_dice.nothing_else_is_accepted(table, choices, _wrong_answers)


def _wrong_answers(choices: Choices) -> list[Answer]:
    return [
        {"choose": "one"},
        {"face": "four"},
        {"yield": True},
        {"monster": "nature"},
        {"buy": f"#{choices.between(1, 66)}"},
    ]


@claim("kt.victory.stars", "kt.victory.last", "kt.victory.nobody", games=EVERY_RULESET)
def games_of_monsters_end(table: Table, choices: Choices) -> None:
    """A game played at random ends within a bounded number of answers, whoever wins."""
    of_dice.some_games_are_played_to_the_end(table, choices)


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


@claim(games=RULESETS, compares_digests=True)
def equal_answers_make_equal_turns(table: Table, choices: Choices) -> None:
    """The same answers lead to the same game: the engine keeps no dice of its own."""
    assert isinstance(table, Monsters)
    table.players = table.number(choices)
    every.equal_answers_make_equal_games(table, choices)


@claim(
    needs=("snapshot", "state"),
    whatever_the_options=True,
    games=EVERY_RULESET,
    compares_digests=True,
)
def monsters_go_on_where_they_were_restored(table: Table, choices: Choices) -> None:
    """A copy saved and restored after every answer stays equal to the game."""
    of_dice.a_part_is_restored(table, choices)
