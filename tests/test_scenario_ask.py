"""`kaiju ask` tells stories to people and answers open questions; `kaiju id` makes ids."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from conformance.cli import main
from told import expect_told

FIGHT = """\
scenario MB-5CZ7T1 "The weaker creature is defeated"
  rules mb.attack.lower-power
  given
    alice plays first; in play: Gorillion
    bob: hand: 2 others; in play: Killer Bee
  when
    alice attacks with Gorillion
    bob blocks with Killer Bee
  then
    Killer Bee is in bob's discard pile
"""
QUESTION = """\
question "What can come of a Harpy Mother in a fight?"
  given
    alice plays first; in play: Gorillion, Tiger Squirrel; hand: 2 others
    bob: in play: Harpy Mother; hand: 2 others
  when
    alice attacks with Gorillion
"""


@pytest.fixture
def ask(tmp_path):
    file = tmp_path / "mindbug" / "some.scenario"
    file.parent.mkdir()

    def run(text: str, *arguments: str):
        file.write_text(text, encoding="utf-8")
        return CliRunner().invoke(main, ["ask", str(file), *arguments])

    return run


def test_a_scenario_that_holds_is_told_with_its_rules(ask):
    told = ask(FIGHT)
    assert told.exit_code == 0
    expect_told(
        told.output,
        "Alice attacks with Gorillion.",
        "Killer Bee is defeated  mb.attack.defeated-pile",
        "It holds. By mb.attack.lower-power.",
    )
    assert "\x1b" not in told.output, "no colours outside a terminal"


def test_rule_texts_come_on_demand(ask):
    assert "mb.attack.lower-power: " in ask(FIGHT, "--rules").output


def test_a_scenario_that_does_not_hold_fails(ask):
    told = ask(FIGHT.replace("bob's discard pile", "bob's hand"))
    assert told.exit_code == 1
    assert "does not hold: it is in bob's discard pile" in told.output


def test_a_wrong_file_is_refused_without_a_traceback(ask):
    told = ask(FIGHT.replace("alice attacks", "alice attakcs"))
    assert told.exit_code == 2
    assert "some.scenario:7: " in told.output
    assert "did you mean `attacks with {card}`?" in told.output
    assert "Traceback" not in told.output


@pytest.mark.parametrize("arguments", [("--id", "MB-000000"), ("--option", "no-equals")])
def test_wrong_arguments_are_refused(ask, arguments):
    assert ask(FIGHT, *arguments).exit_code == 2


def test_a_missing_file_is_refused():
    told = CliRunner().invoke(main, ["ask", "nowhere.scenario"])
    assert told.exit_code == 2
    assert "nowhere.scenario: this file cannot be read" in told.output


def test_a_mark_and_line_ends_of_other_systems_are_read(ask):
    assert ask("\ufeff" + FIGHT.replace("\n", "\r\n")).exit_code == 0


def test_a_missing_card_file_is_told_where_the_scenario_names_it(ask):
    told = ask(FIGHT.replace("  given", "  cards my.cards\n  given"))
    assert told.exit_code == 2
    expect_told(
        told.output,
        "some.scenario:1: ",
        "cannot be read",
        "names the file some.cards beside the scenario",
    )


def test_a_file_that_never_ends_is_refused():
    told = CliRunner().invoke(main, ["ask", "/dev/zero"])
    assert told.exit_code == 2
    assert "larger than 1 MiB" in told.output


def test_an_id_among_questions_is_not_found(ask):
    assert "its questions have no ids" in ask(QUESTION, "--id", "MB-000000").output


def test_an_id_picks_one_of_several(ask):
    two = FIGHT + "\n" + FIGHT.replace("MB-5CZ7T1", "MB-5CZ7T2")
    assert "2 scenarios, 0 failed" in ask(two).output
    assert "MB-5CZ7T1" not in ask(two, "MB-5CZ7T2").output


def test_a_question_shows_every_outcome_with_the_choices_that_lead_there(ask):
    told = ask(QUESTION)
    assert told.exit_code == 0
    expect_told(
        told.output,
        "3 ways to go on lead to 3 outcomes:",
        "if bob: block with Harpy Mother; bob: choose Tiger Squirrel",
        "Bob takes control of Tiger Squirrel",
    )


def test_equal_outcomes_are_told_once(ask):
    same = QUESTION.replace("Tiger Squirrel;", "Tiger Squirrel, Axolotl Healer;")
    same = same.replace("attacks with Gorillion", "attacks with Gorillion\n    bob does not block")
    assert "Then there is one outcome:" in ask(same).output


def test_a_step_after_an_open_choice_is_taken_where_it_fits(ask):
    told = ask(QUESTION + "    bob chooses Tiger Squirrel\n", "--json")
    outcomes = json.loads(told.output)["outcomes"]
    assert [len(outcome["leftover"]) for outcome in outcomes] == [0, 1]


def test_a_search_that_is_too_long_says_so(ask):
    told = ask(QUESTION, "--limit", "2")
    assert told.exit_code == 0
    assert "Stopped after 2 positions: there are more outcomes." in told.output
    assert json.loads(ask(QUESTION, "--limit", "2", "--json").output)["complete"] is False


def test_a_depth_looks_beyond_the_turn(ask):
    near = json.loads(ask(QUESTION, "--json").output)
    far = json.loads(ask(QUESTION, "--json", "--depth", "3").output)
    assert len(far["outcomes"]) > len(near["outcomes"])


def test_other_tools_get_json(ask):
    (line,) = ask(FIGHT, "--json").output.splitlines()
    found = json.loads(line)
    assert found["status"] == "pass"
    assert found["story"][1]["do"] == {"block": "#4"}
    assert found["names"]["#4"] == "Killer Bee"
    assert "mb.attack.lower-power" in found["rules"]["fired"]


def test_every_sentence_is_listed():
    told = CliRunner().invoke(main, ["ask", "--sentences"])
    assert told.exit_code == 0
    assert "alice attacks with {card}" in told.output
    assert "{card} has power {n}" in told.output


def test_fresh_ids_are_ids_and_differ():
    told = CliRunner().invoke(main, ["id", "KT", "-n", "20"])
    ids = told.output.split()
    assert len(set(ids)) == 20
    assert all(re.fullmatch(r"KT-[0-9A-HJKMNP-TV-Z]{6}", id) for id in ids)
    for wrong in ("mb", "XX", "KTX"):
        refused = CliRunner().invoke(main, ["id", wrong])
        assert refused.exit_code == 2
        assert "MB (Mindbug), KT (King of Tokyo), KD (King of Tokyo: Duel)" in refused.stderr
