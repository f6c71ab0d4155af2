"""Vectors say the whole of their scenarios, fit their schema, and are checked for drift."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema_rs import Draft202012Validator, meta

from conformance.cli import main
from conformance.judge.vector import FORMAT
from conformance.judge.vector_files import json_lines_of, read_vectors
from conformance.protocol.canonical import digest
from conformance.scenario.loading import cached_load
from conformance.scenario.reader import read_text
from conformance.vectors.export import export
from conformance.verbs import vectors as verb
from rules_dsl.specification import load_specification

ROOT = Path(__file__).parent.parent
SCHEMA = json.loads((ROOT / "conformance/schema/vector-3.json").read_text(encoding="utf-8"))

SNEAKY = """\
scenario MB-G6V9NB "A sneaky attacker cannot be blocked without sneaky"
  rules mb.keyword.sneaky, mb.attack.unblocked
  interaction I-075
  given
    alice plays first; in play: Ferret Bomber, Gorillion
    bob: hand: 1 other; in play: Brain Fly
  when
    alice attacks with Ferret Bomber
    bob may: decline
    bob cannot block with Brain Fly
  then
    bob has 2 life
    alice does not see other 1
"""
HARPY = """\
scenario MB-0WHS8E "A defeated Harpy Mother takes up to two creatures"
  rules mb.trigger.defeated
  given
    alice plays first; in play: Gorillion, Spider Owl, Killer Bee
    bob: hand: 1 other; in play: Harpy Mother
  when
    alice attacks with Gorillion
    bob blocks with Harpy Mother
    bob may choose up to 2 of: Spider Owl, Killer Bee
    bob chooses Killer Bee
  then
    Killer Bee is in play under bob's control
"""
FROM_THE_START = """\
scenario MB-Q4TP3Y "Decks are dealt, hands drawn, and the higher power starts"
  rules mb.setup.deal, mb.setup.hand, mb.setup.first-player-power
  given start
  when
    chance deals alice: Gorillion, 9 others
    chance deals bob: 10 others
    chance reveals Turbo Bug
    chance reveals Bee Bear
  then
    it is bob's turn
    Gorillion is in alice's hand
"""

PROBE = """\
scenario MB-AXKK07 "A card of one's own"
  rules mb.life.gain
  cards probes
  given
    alice plays first; hand: Probe
    bob: mindbugs 0; hand: 1 other
  when
    alice plays Probe
  then
    alice has 5 life
    Probe's play effect happened once
"""


def sums():
    return {id: rule.checksum for id, rule in load_specification().rules.items()}


def vector_of(text: str):
    (scenario,) = read_text(text, "mindbug/some.scenario")
    return json.loads(json.dumps(export(scenario, cached_load, sums())))


@pytest.mark.parametrize("text", [SNEAKY, HARPY, FROM_THE_START])
def test_a_vector_fits_the_schema(text):
    meta.validate(SCHEMA)
    Draft202012Validator(SCHEMA).validate({"format": FORMAT, **vector_of(text)})


def test_a_vector_has_every_real_choice_with_its_exact_legal_set():
    found = vector_of(SNEAKY)
    attack, other = {"attack": "#1"}, {"attack": "#2"}
    assert found["script"] == [
        {"who": "p1", "kind": "turn", "do": attack, "legal": [attack, other]},
    ]
    assert found["kind"] == "view"
    assert found["requires"] == [
        "card:brain-fly",
        "card:ferret-bomber",
        "card:gorillion",
        "keyword:sneaky",
    ]
    assert found["rules"][0]["sum"] == sums()[found["rules"][0]["id"]]


def test_what_has_one_answer_is_told_by_where_the_game_goes_on():
    """Bob cannot block, so an engine need not ask him; one that lets him choose stands still."""
    expect = vector_of(SNEAKY)["expect"]
    next_turn = {"who": "p2", "kind": "turn", "exactly": [{"play": "#3"}, {"attack": "#4"}]}
    assert {"after": 1, "legal": next_turn, "origin": "scenario"} in expect
    assert not [entry for entry in expect if "refused" in entry]
    views = [entry["view"] for entry in expect if "view" in entry]
    assert views[0]["seat"] == "p1"
    assert "#3" not in views[0]["cards"]


def test_a_refusal_at_a_real_choice_is_kept():
    lines = "    alice cannot attack with Brain Fly\n  then\n    bob has 3 life\n"
    text = SNEAKY[: SNEAKY.index("    alice attacks")].replace(
        "mb.keyword.sneaky, mb.attack.unblocked", "mb.attack.declare"
    )
    expect = vector_of(text + lines)["expect"]
    assert [entry["refused"]["do"] for entry in expect if "refused" in entry] == [{"attack": "#4"}]


def test_a_vector_ends_with_the_whole_state_and_its_digest():
    end = vector_of(HARPY)["expect"][-1]
    assert end["after"] == 3
    assert end["digest"] == digest(end["state"])
    assert [creature["h"] for creature in end["state"]["players"]["p2"]["play"]] == ["#3"]


def test_a_game_from_the_start_has_its_dealing_in_the_script():
    found = vector_of(FROM_THE_START)
    assert "setup" not in found
    assert [step["kind"] for step in found["script"]] == ["deal"] * 20 + ["reveal"] * 2


def test_cards_that_only_the_scenario_has_travel_with_the_vector(tmp_path):
    text = 'creature probe "Probe"\n  power 3\n  play: you gain 2 life\n'
    (tmp_path / "probes.cards").write_text(text, encoding="utf-8")
    said = PROBE.replace("given", "ruleset mindbug/first-contact\n  given", 1)
    (scenario,) = read_text(said, str(tmp_path / "some.scenario"))
    assert export(scenario, cached_load, sums())["cards"] == [text]


def kaiju(*arguments: object):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def scenarios(tmp_path):
    file = tmp_path / "mindbug" / "some.scenario"
    file.parent.mkdir()
    file.write_text(f"{SNEAKY}\n{HARPY}", encoding="utf-8")
    return file


def test_the_judge_reads_what_is_written(scenarios, tmp_path):
    out = tmp_path / "out"
    told = kaiju("vectors", scenarios, "--out", out)
    assert told.exit_code == 0, told.output
    assert [vector.id for vector in read_vectors(out / "some.jsonl")] == ["MB-0WHS8E", "MB-G6V9NB"]
    assert kaiju("vectors", scenarios, "--out", out, "--check").exit_code == 0
    assert "0 of 2 files changed" in kaiju("vectors", scenarios, "--out", out).output


def test_files_of_other_people_in_the_folder_stay(tmp_path, monkeypatch):
    combat = ROOT / "conformance/scenarios/mindbug/combat.scenario"
    monkeypatch.setattr(verb, "finished_files", lambda: [combat])
    other = tmp_path / "mine.jsonl"
    other.write_text("{}")
    told = kaiju("vectors", "--out", tmp_path)
    assert told.exit_code == 0
    assert other.read_text() == "{}"
    assert (tmp_path / "mindbug" / "combat.jsonl").exists()


def test_scenarios_of_other_people_do_not_go_into_the_kit(scenarios):
    told = kaiju("vectors", scenarios)
    assert told.exit_code == 2
    assert "say where to write: --out FOLDER" in told.output


def test_two_files_cannot_give_the_same_vectors(scenarios, tmp_path):
    twin = tmp_path / "other" / scenarios.parent.name / scenarios.name
    twin.parent.mkdir(parents=True)
    text = scenarios.read_text(encoding="utf-8")
    twin.write_text(text.replace("MB-G6V9NB", "MB-G6V9NC").replace("MB-0WHS8E", "MB-0WHS8F"))
    told = kaiju("vectors", scenarios, twin, "--out", tmp_path / "out")
    assert told.exit_code == 2
    assert "another scenario file also gives some.jsonl" in told.output
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_named(scenarios, tmp_path):
    (tmp_path / "out").write_text("in the way")
    told = kaiju("vectors", scenarios, "--out", tmp_path / "out" / "below")
    assert told.exit_code == 2
    assert "this file cannot be written: not a directory" in told.output


def test_drift_is_told_and_nothing_is_written(scenarios, tmp_path):
    out = tmp_path / "out"
    kaiju("vectors", scenarios, "--out", out)
    before = (out / "some.jsonl").read_text(encoding="utf-8")
    changed = scenarios.read_text(encoding="utf-8").replace(
        "bob: hand: 1 other", "bob: hand: 2 others"
    )
    scenarios.write_text(changed, encoding="utf-8")
    told = kaiju("vectors", scenarios, "--out", out, "--check")
    assert told.exit_code == 1
    assert "MB-0WHS8E differs in expect, " in told.output
    assert (out / "some.jsonl").read_text(encoding="utf-8") == before


def test_a_scenario_that_does_not_hold_becomes_no_vector(scenarios, tmp_path):
    text = scenarios.read_text(encoding="utf-8").replace("bob has 2 life", "bob has 3 life")
    scenarios.write_text(text, encoding="utf-8")
    told = kaiju("vectors", scenarios, "--out", tmp_path / "out")
    assert told.exit_code == 1
    assert "`bob has 3 life` does not hold: the life is 2" in told.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("mb.keyword.sneaky", "mb.keyword.sneeky", "which the specification does not have"),
        ("MB-G6V9NB", "MB-0WHS8E", "the id MB-0WHS8E is used twice"),
        ('scenario MB-G6V9NB "', 'question "', "a question cannot become a vector"),
        (
            "play: Ferret Bomber, G",
            "play: Ferret Bomer, G",
            "did you mean `Ferret Bomber`?",
        ),
    ],
)
def test_a_wrong_file_is_refused(scenarios, tmp_path, old, new, message):
    text = scenarios.read_text(encoding="utf-8")
    scenarios.write_text(text.replace(old, new, 1), encoding="utf-8")
    told = kaiju("vectors", scenarios, "--out", tmp_path / "out")
    assert told.exit_code == 2
    assert message in told.output
    assert not (tmp_path / "out").exists()


def test_the_committed_vectors_fit_the_schema():
    validator = Draft202012Validator(SCHEMA)
    for file in sorted((ROOT / "conformance/vectors").rglob("*.jsonl")):
        for _, line in json_lines_of(file):
            validator.validate(line)
