"""How a question with many outcomes is told, and one whose script cannot be."""

from __future__ import annotations

import pytest

ROLL = """\
question "What follows?"
  ruleset tokyo/current
  given
    alice plays first; energy {energy}
    bob: hearts 8; in Tokyo City
    row: Wings, Acid Attack, Heal
    deck: {others} others
  when
    alice rolls energy, heart, one, one, two, two
    {who} keeps the dice
"""


@pytest.fixture
def asked(kaiju, tmp_path):
    """What `kaiju ask` says of a question about buying."""

    def ask(*options, energy=9, others=20, who="alice", more=""):
        file = tmp_path / "my.scenario"
        text = ROLL.format(energy=energy, others=others, who=who)
        file.write_text(text + more, encoding="utf-8")
        return kaiju("ask", file, *options)

    return ask


def test_a_line_of_the_wrong_player_is_refused_at_once(asked):
    result = asked(who="bob")
    assert result.exit_code == 1
    assert "my.scenario:10: `bob keeps the dice`, but the game waits for alice's reroll" in (
        result.output
    )


def test_a_line_that_never_comes_to_pass_is_refused(asked):
    result = asked(energy=0, more="    bob stays in Tokyo\n")
    assert result.exit_code == 1
    assert "my.scenario:11: `bob stays in Tokyo` happens in no outcome" in result.output


def test_a_line_that_comes_to_pass_in_no_outcome_within_the_limit_is_refused(asked):
    result = asked("--limit", "60", energy=3, more="    bob stays in Tokyo\n")
    assert result.exit_code == 1
    assert "happens in none of the outcomes that 60 positions lead to" in result.output
    assert "Outcome 1" not in result.output


def test_only_some_of_many_outcomes_are_shown(asked):
    few, every = asked(), asked("--all")
    assert "Outcome 20" in few.output
    assert "Outcome 21" not in few.output
    assert "more outcomes are not shown. Script more of the choices, or say --all." in few.output
    assert "Outcome 21" in every.output
    assert "not shown" not in every.output


def test_which_of_two_fillers_is_turned_up_makes_no_outcome(asked):
    outcomes = {number: asked(energy=3, others=number).output for number in (12, 20)}
    counted = [
        next(line for line in told.splitlines() if "ways to go on" in line)
        for told in outcomes.values()
    ]
    assert counted[0] == counted[1]
