"""Every event and decision of every game rests on rules that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oracle import load
from oracle.kernel.driver import mixed, random_answer
from rules_dsl.specification import load_specification

ORACLE = Path(__file__).parents[1] / "oracle"
SPEC = load_specification()
PREFIXES = "|".join(game.prefix for game in SPEC.games.values())
CITED = re.compile(rf'"((?:{PREFIXES})\.[a-z0-9]+\.[a-z0-9-]+)"')
GAMES = 10
"""Random games of each ruleset."""


def modules(game: str = "") -> list[Path]:
    """The modules of the oracle, or those in the room of one game."""
    return [path for path in ORACLE.rglob("*.py") if not game or game in path.parts]


@pytest.mark.parametrize("game", SPEC.games.values(), ids=lambda game: game.name)
def test_every_rule_and_option_the_oracle_names_is_in_the_specification(game):
    named = {
        (path.name, rule)
        for path in modules()
        for rule in CITED.findall(path.read_text("utf-8"))
        if rule.startswith(f"{game.prefix}.")
    }
    assert len(named) > 100
    known = {*SPEC.rules, *SPEC.options}
    assert [entry for entry in sorted(named) if entry[1] not in known] == []


@pytest.mark.parametrize("game", SPEC.games.values(), ids=lambda game: game.name)
def test_every_option_of_a_game_is_read_by_its_machine(game):
    options = {
        option.id
        for option in SPEC.options.values()
        if option.id.startswith(f"{game.prefix}.")
        # An answer that brings cards is read where cards are.
        and any(not answer.cards for answer in option.answers if answer.id != option.default)
    }
    text = "".join(path.read_text("utf-8") for path in modules(game.name))
    said = {id for id in options if f'"{id}"' in text or f'"{id.split(".")[-1]}"' in text}
    assert options - said == set()


@pytest.mark.parametrize("name", SPEC.rulesets)
def test_every_event_and_decision_of_random_games_cites_rules_that_exist(name):
    rules, ruleset = set(SPEC.rules), load(name)
    for seed in range(GAMES):
        position = ruleset.start()
        counter = 0
        while True:
            for event in position.events:
                assert event.rules, event
                assert set(event.rules) <= rules, event
            decision = position.decision
            if decision is None:
                break
            assert decision.rules, decision
            assert set(decision.rules) <= rules, decision
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
