"""`kaiju mutants`: what it prints, what it finds wrong, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from conformance.mutants import killing
from conformance.mutants.catalogue import by_id, mutants_of
from conformance.mutants.mutant import Mutant
from conformance.mutants.suite import Suite, load_suite, oracle_sum
from conformance.replay import inputs
from conformance.verbs import mutants as verb
from oracle.mindbug import combat


def test_the_list_says_what_each_misreads(kaiju):
    result = kaiju("mutants", "--list", "-k", "card:bee-bear")
    assert result.exit_code == 0, result.output
    *lines, count = result.stdout.splitlines()
    assert (
        "bee-bear/1:at-most-less  as if Bee Bear's 'power 6 or less' was read as 'less than 6'"
        "  (mb.card.power)"
    ) in lines
    assert count == f"{len(lines)} mutants"


def test_the_mutants_of_one_game(kaiju):
    every = json.loads(kaiju("mutants", "--list", "--json").stdout)
    of_duel = json.loads(kaiju("mutants", "--list", "--json", "--game", "duel").stdout)
    assert of_duel == [each for each in every if each["id"].startswith("kd/")] != []


def test_the_list_as_json(kaiju):
    result = kaiju("mutants", "--list", "--json", "-k", "ties-do-not-defeat")
    assert json.loads(result.stdout) == [
        {
            "id": "combat:ties-do-not-defeat",
            "as_if": "ties did not defeat",
            "rules": ["mb.attack.tie"],
        }
    ]


def test_mutants_are_killed_by_scenarios_that_cite_their_rule(kaiju_apart):
    result = kaiju_apart("mutants", "-k", "rule:mb.attack.tie", "--json")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert (found["total"], found["killed"], found["survived"]) == (3, 3, 0)
    assert all(each["killed_by"].startswith("MB-") for each in found["mutants"])


def test_the_summary_says_how_long_it_took(kaiju):
    result = kaiju("mutants", "-k", "combat:ties-do-not-defeat")
    assert result.stdout.startswith("1 mutant: 1 killed, 0 excused, 0 survived in ")
    assert result.stdout.endswith(" s\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-k", "nothing-like-it"], "no mutant fits -k 'nothing-like-it'"),
        (["-k", "rule:mb.attack.ties"], "no mutant fits"),
        (["--write", "-k", "tie"], "--write runs all mutants and stands alone"),
        (["--check", "--list"], "--check is about all mutants"),
        (["--same-oracle"], "--same-oracle says how to --write"),
        (["--same-mutants"], "--same-mutants says how to --write"),
        (["--jobs", "0"], "--jobs"),
    ],
)
def test_mistakes_are_told(kaiju, arguments, message):
    result = kaiju("mutants", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.fixture
def catalogue(monkeypatch):
    """Let the kit have just these mutants and excuses, and a record that is in order."""

    def has(*mutants, excuses=()):
        monkeypatch.setattr(verb, "finished_games", lambda: ("mindbug",))
        monkeypatch.setattr(verb, "all_mutants", lambda: mutants)
        monkeypatch.setattr(verb, "mutants_of", lambda game: mutants)
        monkeypatch.setattr(killing, "by_id", lambda: {each.id: each for each in mutants})
        monkeypatch.setattr(verb, "read_excuses", lambda: dict(excuses))
        monkeypatch.setattr(verb, "read_file", lambda file: dict(excuses))

    monkeypatch.setattr(verb, "_record", lambda excuses, game: iter(()))
    monkeypatch.setattr(verb, "on_record", lambda game, suite: {})
    return has


def harmless(*rules):
    return Mutant("test:nothing", "all were well", rules, lambda change: None, "", "mindbug")


def test_a_survivor_is_named_and_fails_the_check(kaiju, catalogue):
    catalogue(harmless("mb.attack.tie"))
    result = kaiju("mutants", "--check")
    assert result.exit_code == 1
    assert result.stdout.startswith("1 mutant: 0 killed, 0 excused, 1 survived")
    assert result.stderr == "test:nothing survives, as if all were well: no scenario notices\n"


def test_a_kill_by_a_scenario_that_does_not_cite_the_rule_is_none(kaiju, catalogue):
    ties = by_id()["combat:ties-do-not-defeat"]
    other = Mutant("test:tie", ties.words, ("mb.setup.life",), ties.change, "", "mindbug")
    catalogue(other)
    result = kaiju("mutants", "--check")
    assert result.exit_code == 1
    assert "notices, and it cites none of mb.setup.life" in result.stderr


def test_an_excuse_is_needed_by_survivors_only(kaiju, catalogue):
    ties = by_id()["combat:ties-do-not-defeat"]
    many = [ties, *(by_id()[id] for id in ("combat:must-block", "combat:weaker-wins"))]
    catalogue(harmless("mb.attack.tie"), excuses={"test:nothing": "equivalent"})
    result = kaiju("mutants")
    assert result.stdout.startswith("1 mutant: 0 killed, 1 excused, 0 survived")
    catalogue(*many, excuses={ties.id: "equivalent"})
    result = kaiju("mutants", "--check")
    assert result.exit_code == 1
    assert "combat:ties-do-not-defeat needs no excuse: MB-" in result.stderr


def test_too_many_excuses_and_excuses_of_nothing_fail_the_check(kaiju, catalogue):
    catalogue(harmless("mb.attack.tie"), excuses={"test:nothing": "so", "test:gone": "so"})
    result = kaiju("mutants", "--check")
    assert result.exit_code == 1
    assert "there is no mutant test:gone" in result.stderr
    assert "2 of 1 mutants are excused; fewer than 8 % may be" in result.stderr


def test_several_processes_find_the_same(kaiju):
    """More mutants than one worker is given at once."""
    one, two = (kaiju("mutants", "-k", "card:brain-fly", "--json", "--jobs", n) for n in (1, 2))
    assert one.exit_code == two.exit_code == 0, two.output
    assert len(json.loads(one.stdout)["mutants"]) > killing.AT_ONCE
    assert one.stdout == two.stdout


def test_nothing_is_judged_again_while_nothing_has_changed(kaiju, monkeypatch):
    monkeypatch.setattr(verb, "judge_all", lambda again, *rest: dict.fromkeys(again))
    result = kaiju("mutants", "--check", "--game", "duel")
    assert result.exit_code == 0, result.output
    assert "judged again" not in result.stdout


def test_a_changed_function_of_the_oracle_is_judged_with_all_misreadings(monkeypatch):
    """A record is worth nothing when what the oracle does has changed."""
    suite, game = load_suite(), "mindbug"
    assert len(killing.on_record(game, suite)) == len(mutants_of(game))
    file = Path(combat.__file__)
    changed = file.read_text("utf-8").replace("def fight(", "def fight(*_, ", 1)
    old = inputs.essence_of

    def essence_of(path):
        return inputs.essence(changed) if path == file else old(path)

    monkeypatch.setattr(inputs, "essence_of", essence_of)
    for each in (inputs.oracle_sum, oracle_sum):
        each.cache_clear()
    try:
        assert killing.on_record(game, suite) == {}
        assert len(killing.on_record("duel", suite)) == len(mutants_of("duel"))
    finally:
        for each in (inputs.oracle_sum, oracle_sum):
            each.cache_clear()


def test_what_a_changed_vector_alone_showed_is_judged_again():
    suite, game = load_suite(), "mindbug"
    ties = by_id()["combat:ties-do-not-defeat"]
    shown = set(suite.ids_citing(ties))
    entries = {
        id: evolve(one, sum="0") if id in shown else one for id, one in suite.entries.items()
    }
    kept = killing.on_record(game, Suite(suite.vectors, entries))
    assert ties.id not in kept
    assert "combat:must-block" in kept
