"""An engine with known faults is judged by the oracle that has them too."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from conformance.engines.in_process import InProcess
from conformance.engines.rulesets import ruleset
from conformance.fuzz.again import FAILED, FIXED, play_again
from conformance.fuzz.campaign import Alone, Budget, Campaign
from conformance.fuzz.finding import from_json, to_json
from conformance.fuzz.plan import Plan
from conformance.fuzz.subject import Beginning
from conformance.mutants.changes import fingerprint
from conformance.mutants.known import known, lifted
from rules_dsl.errors import KaijuError

PLANTED = Path(__file__).parent / "planted" / "python_bugs.py"
GAME = "mindbug/first-contact"
TIES, HUNTER = "combat:ties-do-not-defeat", "keywords:hunter-must"
TIE = {
    "turn": "p1",
    "players": {
        "p1": {"mindbugs": 0, "play": [{"h": "#1", "card": "gorillion"}]},
        "p2": {"mindbugs": 0, "play": [{"h": "#2", "card": "gorillion"}]},
    },
}


def engine(*bugs):
    return f"exec:{sys.executable} {PLANTED} {' '.join(bugs)}"


def found(plan, games=60):
    with plan.judging():
        crew = Alone(plan)
        try:
            return list(Campaign(crew, Budget(games=games), lambda _: None).findings())
        finally:
            crew.close()


def after_the_tie(rules):
    position = rules.setup(TIE)
    position.advance({"attack": "#1"})
    position.advance({"block": "#2"})
    players = position.projection()["players"].values()
    return [one["h"] for player in players for one in player["play"]]


def test_every_ruleset_is_misread_while_it_is_known_and_not_afterwards():
    before, where = fingerprint(), Beginning(GAME, TIE)
    assert after_the_tie(where.rules) == []
    with known([TIES], GAME):
        assert after_the_tie(where.rules) == ["#1", "#2"]
        assert after_the_tie(ruleset(GAME, {}, ())) == ["#1", "#2"]
        frame = InProcess().setup(GAME, TIE)
        assert frame.next.kind == "turn"
        with known([TIES], GAME):  # once is enough
            assert after_the_tie(where.rules) == ["#1", "#2"]
        with lifted() as mutants:
            assert [one.id for one in mutants] == [TIES]
            assert after_the_tie(where.rules) == []
        assert after_the_tie(where.rules) == ["#1", "#2"]
    assert after_the_tie(where.rules) == []
    assert fingerprint() == before


def test_several_are_in_force_at_once():
    before = fingerprint()
    with known([TIES, HUNTER], GAME):
        assert after_the_tie(ruleset(GAME, {}, ())) == ["#1", "#2"]
        position = ruleset(GAME, {}, ()).setup(HUNT)
        position.advance({"attack": "#1"})
        assert position.decision.kind == "hunt"
        assert list(position.decision.options) == [{"hunt": "#2"}]
    position = ruleset(GAME, {}, ()).setup(HUNT)
    position.advance({"attack": "#1"})
    assert list(position.decision.options) == [{"hunt": "#2"}, {"decline": True}]
    assert fingerprint() == before


HUNT = {
    "turn": "p1",
    "players": {
        "p1": {"play": [{"h": "#1", "card": "compost-dragon"}]},
        "p2": {"play": [{"h": "#2", "card": "gorillion"}]},
    },
}


def test_those_of_other_games_are_left_out():
    before = fingerprint()
    with known([TIES], "duel/standard"):
        assert fingerprint() == before


def test_one_that_there_is_not_is_told_with_the_nearest():
    with pytest.raises(KaijuError) as told, known(["combat:ties-do-not-defea"]):
        pass
    assert "there is no misreading combat:ties-do-not-defea" in str(told.value)
    assert f"Did you mean {TIES}?" in str(told.value)


def test_two_that_change_the_same_are_refused():
    before = fingerprint()
    with pytest.raises(KaijuError) as told, known([TIES, "combat:attacker-wins-ties"], GAME):
        pass
    assert "cannot be in force at once" in str(told.value)
    assert fingerprint() == before


def test_an_error_of_ones_own_is_no_clash():
    with pytest.raises(LookupError, match="mine"), known([TIES], GAME):
        raise LookupError("mine")


def test_nothing_is_found_in_an_engine_whose_only_fault_is_known():
    assert found(Plan(engine("hunter-cannot-be-declined"), GAME)) != []
    assert found(Plan(engine("hunter-cannot-be-declined"), GAME, known=(HUNTER,))) == []


def test_a_fault_that_the_engine_does_not_have_is_found():
    (first, *_) = found(Plan(f"exec:{sys.executable} {EXAMPLE}", GAME, known=(TIES,)))
    assert first.where.known == (TIES,)


EXAMPLE = Path(__file__).parents[1] / "conformance" / "examples" / "python" / "adapter.py"


def test_what_is_behind_a_known_fault_is_found_named_and_played_again():
    plan = Plan(engine("ties-do-not-defeat", "hunter-cannot-be-declined"), GAME, known=(HUNTER,))
    finding = found(plan)[0]
    assert finding.rules[0] == "mb.attack.tie"
    assert [name.partition(": ")[0] for name in finding.behaves_like] == [TIES]
    again = from_json(to_json(finding))
    assert again == finding
    with plan.judging():
        subject = plan.subject()
        try:
            assert play_again(subject, again).status == FAILED
        finally:
            subject.close()
        mended = Plan(engine("hunter-cannot-be-declined"), GAME).subject()
        try:
            assert play_again(mended, again).status == FIXED
        finally:
            mended.close()


def test_kaiju_toml_names_what_is_known(kaiju, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bugs = engine("ties-do-not-defeat", "hunter-cannot-be-declined")
    config = tmp_path / "kaiju.toml"
    config.write_text(f'engine = "{bugs}"\nknown = ["{HUNTER}"]\n', encoding="utf-8")
    for jobs in ("1", "2"):
        done = kaiju("fuzz", "--games", "40", "--jobs", jobs, "--json")
        *findings, summary = map(json.loads, done.output.splitlines())
        assert [one["rules"][0] for one in findings] == ["mb.attack.tie"]
        assert findings[0]["known"] == [HUNTER]
        assert summary["findings"] == 1
    replayed = kaiju("replay", "last", "--engine", bugs)
    assert replayed.exit_code == 1
    assert "judged with what is known: keywords:hunter-must" in replayed.output
    config.write_text(f'engine = "{bugs}"\nknown = ["combat:tie"]\n', encoding="utf-8")
    wrong = kaiju("fuzz", "--games", "1")
    assert wrong.exit_code == 2
    assert "kaiju.toml:2" in wrong.output
    assert "there is no misreading combat:tie" in wrong.output
