"""Claims about the decisions of Duel: honest offers, firm refusals, an end."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.dice_games import decisions as of_dice
from conformance.properties.duel.table import RULESETS
from conformance.properties.mindbug import decisions as every
from conformance.properties.table import Table
from conformance.protocol.legal import Answer


@claim("kd.turn.phases", "kd.card.discard", whatever_the_options=True, games=RULESETS)
def fighters_decide_one_thing_at_a_time(table: Table, choices: Choices) -> None:
    """The game waits for exactly one answer of one player or of chance, and offers some."""
    every.one_decision_at_a_time(table, choices)


@claim("kd.card.parts", "kd.buy.may", "kd.noise.must", needs=("snapshot",), games=RULESETS)
def whatever_fighters_are_offered_they_can_do(table: Table, choices: Choices) -> None:
    """Whatever is offered can be answered: no option is a trap."""
    every.every_legal_answer_is_accepted(table, choices)


@claim("kd.roll.some", "kd.roll.stop", needs=("state",), games=RULESETS)
def fighters_cannot_answer_what_is_not_offered(table: Table, choices: Choices) -> None:
    """An answer that is not offered is refused, and the game is what it was; of dice that show
    the same no more can be named than there are."""
    of_dice.nothing_else_is_accepted(table, choices, _wrong_answers)


def _wrong_answers(choices: Choices) -> list[Answer]:
    return [
        {"choose": "claw"},
        {"face": "one"},
        {"place": "fame:8"},
        {"place": "fame:1,3"},
        {"place": f"destruction:{choices.between(-7, 7)}"},
        {"token": f"#{choices.between(1, 69)}"},
        {"buy": f"#{choices.between(1, 69)}"},
    ]


@claim("kd.victory.hearts", "kd.victory.cell", "kd.victory.spotlights", games=RULESETS)
def duels_end(table: Table, choices: Choices) -> None:
    """A game played at random ends within a bounded number of answers, whoever wins."""
    of_dice.some_games_are_played_to_the_end(table, choices)


@claim(games=RULESETS, compares_digests=True)
def equal_answers_make_equal_duels(table: Table, choices: Choices) -> None:
    """The same answers lead to the same game: the engine keeps no dice of its own."""
    every.equal_answers_make_equal_games(table, choices)


@claim(
    needs=("snapshot", "state"), whatever_the_options=True, games=RULESETS, compares_digests=True
)
def duels_go_on_where_they_were_restored(table: Table, choices: Choices) -> None:
    """A copy saved and restored after every answer stays equal to the game."""
    of_dice.a_part_is_restored(table, choices)
