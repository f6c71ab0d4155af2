"""Every event and decision rests on rules that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oracle import load
from oracle.kernel.driver import mixed, random_answer
from rules_dsl.specification import load_specification

ROOT = Path(__file__).parents[1]
CITED = re.compile(r'"(mb\.[a-z]+\.[a-z-]+)"')
OPTION = "mb.option."


def test_every_rule_the_oracle_names_is_in_the_specification():
    rules = load_specification().rules
    named = {
        (path.name, rule)
        for path in (ROOT / "oracle").rglob("*.py")
        for rule in CITED.findall(path.read_text("utf-8"))
        if not rule.startswith(OPTION)
    }
    assert len(named) > 100
    assert [entry for entry in sorted(named) if entry[1] not in rules] == []


def test_every_option_the_oracle_reads_is_in_the_specification():
    options = {
        option.id
        for option in load_specification().options.values()
        if option.id.startswith(OPTION)
        # An answer that brings cards is read where cards are.
        and any(not answer.cards for answer in option.answers if answer.id != option.default)
    }
    text = (ROOT / "oracle/mindbug/game.py").read_text("utf-8")
    read = {rule for rule in CITED.findall(text) if rule.startswith(OPTION)}
    assert read == options


@pytest.fixture(scope="module")
def ruleset():
    return load("mindbug/first-contact")


@pytest.mark.parametrize("seed", range(40))
def test_every_event_and_decision_of_a_random_game_cites_rules_that_exist(ruleset, seed):
    rules = load_specification().rules
    position = ruleset.start()
    counter = 0
    while True:
        for event in position.events:
            assert event.rules, event
            assert set(event.rules) <= set(rules), event
        decision = position.decision
        if decision is None:
            break
        assert decision.rules, decision
        assert set(decision.rules) <= set(rules), decision
        counter += 1
        chosen = random_answer(position.state.pending, mixed(seed, counter))
        position.advance(position.to_json_answer(chosen))
    assert position.over is not None
    assert position.over.rules


def test_a_card_for_all_dice_of_a_face_does_not_cite_the_rule_of_single_dice():
    machine = load("tokyo/evolutions").machine
    rules = {linked.name: linked.rules for linked in machine.abilities}
    assert "kt.roll.single-die" not in rules["intergalactic-genius/1"]
    assert "kt.roll.all-of-a-face" in rules["intergalactic-genius/1"]
    assert "kt.roll.single-die" in rules["background-dweller/1"]
