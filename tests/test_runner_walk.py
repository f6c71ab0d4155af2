"""The judge's eye: what it compares, what it lets pass, what it calls a failure."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.engines.rulesets import ordered_lists
from conformance.judge.compare import differences
from conformance.judge.results import Result
from conformance.judge.runner import Judge
from conformance.judge.vector import Cited, Vector
from conformance.judge.vector_files import load_vectors, read_vectors
from conformance.miniatures.allowed import AnswersForced, AsksMore
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Frame
from rules_dsl.errors import KaijuError

FILE = Path(__file__).parent / "runner_vectors.jsonl"

Change = Callable[[dict[str, Any]], None]


def judge(engine: InProcess, vector: Vector) -> Result:
    return next(Judge(engine).results([vector]))


def changed(tmp_path: Path, number: int, change: Change) -> Vector:
    """A vector of the file with something made wrong."""
    return read_vectors(changed_file(tmp_path, number, change))[number]


def changed_file(tmp_path: Path, number: int, change: Change) -> Path:
    """The file with something made wrong in one of its vectors."""
    lines = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    change(lines[number])
    copy = tmp_path / "changed.jsonl"
    copy.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return copy


# ------------------------------------------------------------------ comparing


@pytest.mark.parametrize(
    ("want", "got", "told"),
    [
        ({"life": 3}, {"life": 3, "x-mood": "bad"}, []),
        ({"life": 3}, {}, ["life: want 3, got nothing"]),
        ({"over": None}, {"over": {}}, ["over: want null, got {}"]),
        ({"life": 1}, {"life": True}, ["life: want 1, got true"]),
        ({"hand": ["#1", "#2"]}, {"hand": ["#2", "#1"]}, []),
        (
            {"p1": {"deck": ["#1", "#2"]}},
            {"p1": {"deck": ["#2", "#1"]}},
            ['p1.deck: want ["#1","#2"], got ["#2","#1"]'],
        ),
        ({"hand": ["#1"]}, {"hand": ["#1", "#1"]}, ['hand: want ["#1"], got ["#1","#1"]']),
        (
            {"play": [{"h": "#1", "power": 4}, {"h": "#2"}]},
            {"play": [{"h": "#2"}, {"h": "#1", "power": 5}]},
            ["play[#1].power: want 4, got 5"],
        ),
        ({"play": [{"h": "#1"}]}, {"play": []}, ['play[#1]: want {"h":"#1"}, got nothing']),
        ({"play": []}, {"play": [{"h": "#1"}]}, ['play[#1]: want nothing, got {"h":"#1"}']),
    ],
)
def test_differences(want: JsonObject, got: JsonObject, told: list[str]) -> None:
    assert [str(found) for found in differences(want, got)] == told


# ------------------------------------------------------------------ verdicts


@pytest.mark.parametrize("engine", [InProcess, AnswersForced, AsksMore])
def test_the_oracle_passes_whether_it_asks_forced_questions_or_not(
    engine: type[InProcess],
) -> None:
    for vector in read_vectors(FILE):
        assert judge(engine(), vector).status == "pass", vector.id


def test_a_wrong_end_is_shown_place_by_place(tmp_path: Path) -> None:
    def change(vector: dict[str, Any]) -> None:
        vector["expect"][-1]["state"]["players"]["p2"]["life"] = 1
        vector["expect"][-1]["digest"] = "0" * 16

    result = judge(InProcess(), changed(tmp_path, 0, change))
    assert result.status == "fail"
    assert [str(found) for found in result.differences] == ["players.p2.life: want 1, got 3"]
    assert result.script == ("p1 attack #1", "p2 block #2")


def test_an_offer_too_many_is_named(tmp_path: Path) -> None:
    def change(vector: dict[str, Any]) -> None:
        vector["script"][0]["legal"] = [{"block": "#2"}, {"block": "#9"}, {"decline": True}]

    result = judge(InProcess(), changed(tmp_path, 0, change))
    assert (result.status, result.message) == ("fail", "offers p2 something else (block)")
    assert [str(found) for found in result.differences] == [
        'legal: want {"block":"#9"}, got nothing',
        'legal: want nothing, got {"block":"#4"}',
    ]


def test_another_decision_than_expected_is_a_failure(tmp_path: Path) -> None:
    def change(vector: dict[str, Any]) -> None:
        vector["script"][0]["kind"] = "hunt"

    result = judge(InProcess(), changed(tmp_path, 0, change))
    assert (result.status, result.message) == ("fail", "waits for p2 (block), not for p2 (hunt)")


def test_a_forced_step_may_be_scripted(tmp_path: Path) -> None:
    attack = {"attack": "#1"}

    def change(vector: dict[str, Any]) -> None:
        step = {"who": "p1", "kind": "turn", "do": attack, "legal": [attack]}
        vector["script"].insert(0, step)
        vector["expect"][-1]["after"] = 2

    for engine in (InProcess, AnswersForced, AsksMore):
        assert judge(engine(), changed(tmp_path, 0, change)).status == "pass"


def test_listed_and_factored_offers_are_the_same(tmp_path: Path) -> None:
    setup = {
        "players": {
            "p1": {"play": [{"h": "#1", "card": "tusked-extorter"}], "mindbugs": 0},
            "p2": {
                "hand": [{"h": "#2", "card": "gorillion"}, {"h": "#3", "card": "gorillion"}],
                "mindbugs": 0,
            },
        },
        "turn": "p1",
    }
    listed = [{"choose": ["#3"]}, {"choose": ["#2"]}]

    def change(vector: dict[str, Any]) -> None:
        vector["setup"] = setup
        vector["script"] = [
            {"who": "p1", "kind": "turn", "do": {"attack": "#1"}, "legal": [{"attack": "#1"}]},
            {"who": "p2", "kind": "choose", "do": {"choose": ["#3"]}, "legal": listed},
        ]
        vector["expect"] = [
            {"after": 1, "legal": {"who": "p2", "kind": "choose", "exactly": listed}},
            {"after": 2, "state": {"players": {"p2": {"discard": ["#3"]}}}},
        ]

    assert judge(InProcess(), changed(tmp_path, 0, change)).status == "pass"


def test_a_changed_rule_makes_the_verdict_suspect() -> None:
    vector = evolve(read_vectors(FILE)[0], rules=[Cited("mb.attack.tie", "0123456789ab")])
    result = judge(InProcess(), vector)
    assert result.status == "suspect"
    assert "mb.attack.tie" in result.message


def test_an_engine_without_digests_is_judged_by_its_state(tmp_path: Path) -> None:
    class Mute(InProcess):
        def _frame(self) -> Frame:
            return evolve(super()._frame(), digest=None)

    for vector in read_vectors(FILE):
        assert judge(Mute(), vector).status == "pass"


def test_an_error_inside_the_oracle_is_a_crash_not_ours() -> None:
    class Broken(InProcess):
        def state(self) -> JsonObject:
            return super().state()

        def _frame(self) -> Frame:
            frame = super()._frame()
            if frame.n == 1:
                self._position = None
            return frame

    result = judge(Broken(), read_vectors(FILE)[0])
    assert result.status == "crash"


# ------------------------------------------------------------------ reading vector files


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "bad.jsonl:1:2: not JSON"),
        ("\n\n[]", "bad.jsonl:3: expected an object: a vector file has one vector a line"),
        ('{"format": 1, "vectors": []}', "bad.jsonl:1: vector format 1 is not known"),
        ('{"format": true, "id": "MB-1"}', "vector format True is not known"),
        ('{"id": "MB-1"}', "bad.jsonl:1 (MB-1): `format` is missing"),
        ('{"format": 3, "id": "MB-1"}', "bad.jsonl:1 (MB-1): `title` is missing"),
    ],
)
def test_a_malformed_file_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(KaijuError) as caught:
        load_vectors(tmp_path)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda v: v.update(title=3), "(MB-RUN001): title: expected a text"),
        (lambda v: v["script"][0].pop("do"), "`script[0].do` is missing"),
        (lambda v: v["script"][0].update(do=7), "script[0].do: expected an object"),
        (lambda v: v["expect"][0].update(after=9), "`after` is 9, the script has 1 steps"),
        (lambda v: v.pop("setup"), "exactly one of `setup` and `start`"),
        (lambda v: v.update(rules="all"), "rules: expected a list, got a text"),
        (lambda v: v.update(id="MB-RUN002"), "the id MB-RUN002 is used twice"),
    ],
)
def test_a_malformed_vector_is_told_with_its_place(
    tmp_path: Path, change: Change, told: str
) -> None:
    changed_file(tmp_path, 0, change)
    with pytest.raises(KaijuError) as caught:
        load_vectors(tmp_path)
    assert told in str(caught.value)


def test_a_list_has_an_order_where_the_game_says_so() -> None:
    want, got = {"row": ["#1", "#2"]}, {"row": ["#2", "#1"]}
    assert not differences(want, got, ordered=partial(ordered_lists, "tokyo/current"))
    (found,) = differences(want, got, ordered=partial(ordered_lists, "duel/standard"))
    assert str(found) == 'row: want ["#1","#2"], got ["#2","#1"]'
    assert not differences(want, want, ordered=partial(ordered_lists, "duel/standard"))
