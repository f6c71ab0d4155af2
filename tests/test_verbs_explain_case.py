"""`kaiju explain CASE`: the position in which an engine parted from the oracle, with its rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conformance.engines.in_process import InProcess
from conformance.fuzz.comparing import NEXT
from conformance.fuzz.finding import Finding, write_case
from conformance.fuzz.subject import Beginning
from conformance.judge.vector import Step
from conformance.judge.vector_files import VECTORS

SETUP = {
    "turn": "p1",
    "players": {
        "p1": {
            "play": [{"h": "#1", "card": "shark-dog"}],
            "hand": [{"h": "#3", "card": "gorillion"}],
        },
        "p2": {"play": [{"h": "#2", "card": "gorillion"}, {"h": "#4", "card": "bee-bear"}]},
    },
}
CARD = 'creature mud-golem "Mud Golem"\n  power 6\n  tough\n'


def finding(**changes: object) -> Finding:
    said: dict[str, object] = {
        "where": Beginning("mindbug/first-contact", SETUP),
        "script": (Step("p1", "turn", {"attack": "#1"}),),
        "kind": NEXT,
        "message": "waits for p2 (block), not for p1 (choose)",
        "rules": ("mb.trigger.attack",),
        "differences": (),
        "label": "",
        "cards": 4,
        "decisions": 1,
        "cards_before": 20,
        "decisions_before": 9,
    }
    return Finding(**{**said, **changes})  # type: ignore[arg-type]


@pytest.fixture
def case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_case(finding(), tmp_path / "kaiju-corpus", "exec:./mine")


def test_a_case_is_explained_where_both_part(kaiju, case: Path) -> None:
    for name in (str(case), case.stem, case.stem[:5]):
        told = kaiju("explain", name)
        assert told.exit_code == 0, told.stderr
        assert "waits for p2 (block), not for p1 (choose)" in told.output
        assert "mb.trigger.attack" in told.output
        assert "so far: p1 attack #1" in told.output
        assert "choose of p1 for Shark Dog" in told.output
        assert "Bee Bear" in told.output


def test_an_answer_and_a_card_of_a_case_are_explained(kaiju, case: Path) -> None:
    legal = kaiju("explain", case.stem, "--answer", '{"choose": ["#4"]}')
    assert legal.output.startswith("legal")
    power = kaiju("explain", case.stem, "--card", "Bee Bear")
    assert "power: 8" in power.output
    said = json.loads(kaiju("explain", case.stem, "--json").output)
    assert said["decision"]["kind"] == "choose"


def test_a_case_with_a_card_of_its_own_and_options(kaiju, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    setup = json.loads(json.dumps(SETUP).replace("bee-bear", "mud-golem"))
    options = {"mb.option.hunter-choice": "declaration"}
    where = Beginning("mindbug/first-contact", setup, options, (CARD,))
    file = write_case(finding(where=where), tmp_path, "exec:./mine")
    told = kaiju("explain", str(file))
    assert told.exit_code == 0, told.stderr
    assert "hunt of p1" in told.output  # by that answer the hunt is declared with the attack
    assert "Mud Golem" in told.output


def test_a_vector_in_a_file_is_explained_in_the_same_way(kaiju, tmp_path) -> None:
    line = (VECTORS / "duel" / "buy.jsonl").read_text("utf-8").splitlines()[0]
    file = tmp_path / "one.json"
    file.write_text(line, encoding="utf-8")
    told = kaiju("explain", str(file))
    assert told.exit_code == 0, told.stderr
    assert json.loads(line)["title"] in told.output


def test_a_case_that_cannot_be_played_is_told_with_its_place(kaiju, case: Path) -> None:
    said = json.loads(case.read_text("utf-8"))
    said["script"][0]["do"] = {"attack": "#2"}
    case.write_text(json.dumps(said), encoding="utf-8")
    told = kaiju("explain", str(case))
    assert told.exit_code == 2
    assert f"{case}: the script of this case is not legal" in told.stderr
    said["game"] = "mindbug/frist-contact"
    case.write_text(json.dumps(said), encoding="utf-8")
    told = kaiju("explain", str(case))
    assert told.exit_code == 2
    assert str(case) in told.stderr


def test_a_name_that_is_no_case_is_still_a_rule_or_a_card(kaiju, case: Path) -> None:
    assert kaiju("explain", "mb.attack.tie").exit_code == 0
    unknown = kaiju("explain", "abcdef12")
    assert unknown.exit_code == 2


def test_the_oracle_stands_where_the_case_leads(kaiju, case: Path) -> None:
    said = json.loads(kaiju("explain", case.stem, "--json").output)
    oracle = InProcess()
    frame = oracle.setup("mindbug/first-contact", SETUP)
    frame = oracle.apply(frame.next.id, {"attack": "#1"})
    assert frame.next.to_json()["choose"] == said["decision"]["choose"]
