"""`kaiju coverage`: what it prints, what it writes, and its exit codes."""

from __future__ import annotations

import json
import shutil

import pytest

from conformance.replay import playing
from conformance.replay.playing import Replays, play_once
from conformance.verbs import coverage as verb
from fights import TIE as HOLDS
from rules_dsl.specification import Specification, spec_root

FAILS = """
scenario MB-000002 "An unblocked attack costs two life"
  rules mb.attack.unblocked
  ruleset mindbug/first-contact
  given
    alice plays first; in play: Gorillion
    bob: hand: 1 other
  when
    alice attacks with Gorillion
  then
    bob has 1 life
"""


@pytest.fixture
def kit(tmp_path, monkeypatch):
    """Let the kit have just these scenarios, and a table of its own."""
    file, table = tmp_path / "combat.scenario", tmp_path / "coverage.lock.txt"
    monkeypatch.setattr(verb, "scenario_files", lambda: [file])
    monkeypatch.setattr(verb, "TABLE", table)
    monkeypatch.setattr(verb, "kit_replays", lambda: Replays(None))

    def has(text):
        file.write_text(text, "utf-8")
        return table

    return has


def test_the_table_and_what_is_missing(kaiju, kit):
    kit(HOLDS)
    result = kaiju("coverage")
    assert result.exit_code == 0, result.output
    table, missing = result.stdout.split("spec/", 1)
    rows = [line.split() for line in table.splitlines()]
    assert ["scenarios", "pass", "1", "1", "100.0", "%"] in rows
    assert any(row[:3] == ["rules", "cited", "1"] for row in rows)
    assert any(row[:4] == ["cards", "first-contact", "exercised", "1"] for row in rows)
    assert "mb.attack.unblocked: no scenario cites it" in missing
    assert "mb.attack.tie: no scenario comes to its point without its firing" in missing
    assert "mb.attack.tie: no scenario cites it" not in missing
    assert "first-contact.cards:6: axolotl-healer/1: no passing scenario" in missing
    assert "gorillion: it takes part in no passing scenario" in missing
    assert "luchataur" not in missing


@pytest.fixture
def half_done(tmp_path, monkeypatch):
    """Let King of Tokyo be in the making."""
    root = tmp_path / "spec"
    shutil.copytree(spec_root(), root)
    file = root / "rulesets.toml"
    said = file.read_text("utf-8").replace('prefix = "kt"', 'prefix = "kt"\ndraft = "half done"')
    file.write_text(said, "utf-8")
    monkeypatch.setattr(verb, "load_specification", lambda: Specification(root))


def test_a_game_in_the_making_is_told_apart(kaiju, kit, half_done):
    kit(HOLDS)
    result = kaiju("coverage")
    rules = [line for line in result.stdout.splitlines() if line.strip().startswith("tokyo: rules")]
    assert rules[0].split()[2:4] == ["cited", "0"]
    assert "tokyo is in the making (half done)" in result.stdout
    assert "rules covered" in result.stdout
    assert "kt." not in kaiju("coverage", "--missing").stdout
    assert "kt." not in kaiju("coverage", "--check").stderr
    drafts = json.loads(kaiju("coverage", "--json").stdout)["drafts"]
    assert set(drafts["tokyo"]["clauses"]) == {"KOT", "KTM"}
    cards = (spec_root() / "tokyo" / "base.cards").read_text("utf-8")
    written = sum(line.startswith("power card ") for line in cards.splitlines())
    assert drafts["tokyo"]["cards"]["base"]["total"] == written
    assert "not cited, not executed" in kaiju("coverage", "--rule", "kt.star.three").stdout


def test_missing_alone(kaiju, kit):
    kit(HOLDS + FAILS)
    result = kaiju("coverage", "--missing")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert "MB-000002: it fails" in lines[0]
    assert "the life is 2" in lines[1]
    assert all(line.startswith("spec/") for line in lines[2:])


def test_json_has_the_promised_shape(kaiju, kit):
    kit(HOLDS)
    result = kaiju("coverage", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert list(found) == ["authority", "cards", "clauses", "drafts", "laws", "rules"]
    assert {"MBB", "MKT", "KOT", "KTM", "KTD"} <= set(found["clauses"])
    for book in found["clauses"].values():
        assert {"testable", "covered", "excused"} <= book.keys()
        assert 0 < book["covered"] + book["excused"] <= book["testable"]
    assert {"normative", "cited", "executed", "focused"} <= found["rules"].keys()
    assert {"two_sided", "killed"} <= found["rules"].keys()
    assert found["rules"]["executed"] == found["rules"]["focused"] == 1
    said = found["authority"]
    assert list(said) == ["clauses", "gaps", "rules", "vectors"]
    assert sum(said["clauses"].values()) > 1000
    assert said["gaps"]["silent"] == 0
    assert list(said["rules"]) == ["book", "card", "engine", "ours", "publisher"]
    assert sum(said["rules"].values()) == found["rules"]["normative"]
    gaps = said["gaps"]
    decided = gaps["option"] + gaps["undisputed"] + gaps["silent"]
    assert decided == gaps["total"] <= found["rules"]["normative"]
    assert found["cards"]["first-contact"]["total"] == 32
    assert found["cards"]["first-contact"]["exercised"] == 1
    assert kaiju("coverage", "--json").stdout == result.stdout


def test_check_fails_and_names_what_is_wrong(kaiju, kit):
    kit(HOLDS + FAILS)
    result = kaiju("coverage", "--check", "--json")
    assert result.exit_code == 1
    json.loads(result.stdout)
    assert "MB-000002: it fails" in result.stderr
    assert "mb.attack.unblocked: only scenarios that do not count cite it" in result.stderr
    assert "coverage.lock.txt: stale" in result.stderr
    assert "things are not covered or not in order" in result.stderr


def test_check_passes_when_nothing_is_wrong(kaiju, kit, monkeypatch):
    kit(HOLDS)
    monkeypatch.setattr(verb, "missing", lambda *_: iter(()))
    monkeypatch.setattr(verb, "broken", lambda *_: iter(()))
    result = kaiju("coverage", "--check")
    assert result.exit_code == 0
    assert result.stderr == ""


def test_write_refreshes_the_table(kaiju, kit):
    table = kit(HOLDS)
    result = kaiju("coverage", "--write")
    assert result.exit_code == 0
    lines = table.read_text("utf-8").splitlines()
    assert "mb.attack.tie cited+executed+focused+killed" in lines
    assert "mb.attack.unblocked missing" in lines
    assert "coverage.lock.txt: stale" not in kaiju("coverage", "--check").stderr


def test_nothing_is_written_while_a_scenario_fails(kaiju, kit):
    table = kit(HOLDS + FAILS)
    result = kaiju("coverage", "--write")
    assert result.exit_code == 1
    assert "MB-000002: it fails" in result.stderr
    assert "nothing was written" in result.stderr
    assert not table.exists()


def test_one_rule(kaiju, kit):
    kit(HOLDS + FAILS)
    result = kaiju("coverage", "--rule", "mb.attack.tie")
    assert result.exit_code == 0
    assert result.stdout.startswith("mb.attack.tie  ")
    assert "cited, executed, focused" in result.stdout
    assert (
        "MB-000001  Equal powers defeat each other (pass, focused; decisions: 2, cards: 4)"
        in result.stdout
    )
    result = kaiju("coverage", "--rule", "mb.attack.unblocked")
    assert "not cited, not executed, not focused" in result.stdout
    assert (
        "MB-000002  An unblocked attack costs two life (fail; decisions: 1, cards: 2)"
        in result.stdout
    )


WEAKER = """
scenario MB-00001{0} "The weaker of two loses, once more {0}"
  rules mb.attack.lower-power
  ruleset mindbug/first-contact
  given
    alice plays first; hand: 1 other; in play: Luchataur
    bob: hand: 1 other; in play: Gorillion
  when
    alice attacks with Luchataur
    bob blocks with Gorillion
  then
    Luchataur is in alice's discard pile
"""

ELSEWHERE = """
scenario KT-000001 "Claws are an attack"
  rules kt.attack.is
  ruleset tokyo/current
  given
    alice plays first
    bob: in Tokyo City
  when
    alice rolls claw, claw, claw, heart, heart, heart
  then
    bob has 10 hearts
"""


def test_one_rule_takes_no_more_scenarios_than_show_it(kaiju, kit, monkeypatch):
    """Those that cite it, and of its game as many as it takes to see its other side."""
    played = []

    def once(scenario):
        played.append(str(scenario.id))
        return play_once(scenario)

    monkeypatch.setattr(playing, "play_once", once)
    kit("".join(WEAKER.format(number) for number in range(5)) + HOLDS + ELSEWHERE)
    result = kaiju("coverage", "--rule", "mb.attack.tie")
    assert result.exit_code == 0, result.output
    assert "cited, executed, focused, two-sided" in result.stdout
    assert "its other side: MB-000010" in result.stdout
    assert played == ["MB-000001", "MB-000010"]
    kit(HOLDS + FAILS + ELSEWHERE)
    played.clear()
    result = kaiju("coverage", "--rule", "mb.attack.tie")
    assert "cited, executed, focused, not two-sided" in result.stdout
    assert played == ["MB-000001", "MB-000002"]


def test_an_unknown_rule_is_a_users_mistake(kaiju, kit):
    kit(HOLDS)
    result = kaiju("coverage", "--rule", "mb.atack.tie")
    assert result.exit_code == 2
    assert result.stderr == "there is no rule 'mb.atack.tie'\nDid you mean mb.attack.tie?\n"


def test_a_broken_scenario_file_is_a_users_mistake(kaiju, kit):
    table = kit(HOLDS.replace("  then\n", "  than\n"))
    for arguments in (["--check"], ["--json"], ["--write"]):
        result = kaiju("coverage", *arguments)
        assert result.exit_code == 2
        assert "combat.scenario:" in result.stderr
        assert result.stdout == ""
    assert not table.exists()


@pytest.mark.parametrize(
    "wishes",
    [["--write", "--check"], ["--missing", "--json"], ["--rule", "mb.attack.tie", "--write"]],
)
def test_wishes_that_exclude_each_other_are_refused(kaiju, kit, wishes):
    kit(HOLDS)
    result = kaiju("coverage", *wishes)
    assert result.exit_code == 2
    assert "do not go together" in result.stderr
