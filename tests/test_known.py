"""Interactions and differences: every id that is shown leads to one, and says what rests on it."""

from __future__ import annotations

import json

from conformance.scenario.shelf import read_scenarios, scenario_files
from rules_dsl.specification import load_specification

SPEC = load_specification()


def test_every_interaction_that_a_scenario_names_exists():
    scenarios = (each for file in read_scenarios(scenario_files()).values() for each in file)
    named = {id for scenario in scenarios for id in scenario.interactions}
    assert named
    assert named <= SPEC.known.keys()


def test_everything_a_rule_or_an_option_comes_from_exists():
    sources = {s for rule in SPEC.rules.values() for s in rule.sources}
    sources |= {s for option in SPEC.options.values() for s in option.sources}
    assert sources <= SPEC.known.keys() | SPEC.clauses.keys()


def test_an_interaction_is_explained_with_its_clauses_and_what_names_it(kaiju):
    told = kaiju("explain", "I-005")
    assert told.exit_code == 0
    assert "MBB-EFFECT-008" in told.output
    assert "RUL-0012" in told.output
    data = json.loads(kaiju("explain", "KOT-D02", "--json").output)
    assert data["difference"] == "KOT-D02"
    assert data["options"] == ["kt.option.enter-empty"]


def test_a_ruling_gets_the_next_number(kaiju):
    highest = max(int(id.removeprefix("RUL-")) for id in SPEC.rulings)
    ids = kaiju("id", "RUL", "-n", "2").output.split()
    assert ids == [f"RUL-{highest + 1:04}", f"RUL-{highest + 2:04}"]
    refused = kaiju("id", "XX")
    assert refused.exit_code == 2
    assert "RUL for rulings" in refused.output
