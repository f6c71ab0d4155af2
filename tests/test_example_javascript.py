"""The example engine in JavaScript: every vector it can play passes, and its adapter is robust."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from conversation import Conversation, expect_survived, fight, talking_to, what_passed

Kaiju = Callable[..., Result]

ADAPTER = "conformance/examples/javascript/adapter.mjs"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(
    NODE is None, reason="node is not installed: the JavaScript example engine is not judged here"
)

FIGHT = fight("luchataur")


@pytest.fixture
def engine(project: Path) -> Iterator[Conversation]:
    with talking_to(str(NODE), str(project / ADAPTER)) as conversation:
        yield conversation


def test_every_vector_it_can_play_passes(kaiju_apart, project: Path) -> None:
    result = kaiju_apart("run", "--json", "--engine", f"exec:{NODE} '{project / ADAPTER}'")
    assert result.returncode == 0, result.stderr
    summary, others, beyond = what_passed(result.stdout, project)
    assert others.keys() == beyond
    counts = summary["counts"]
    judged_or_not = counts["pass"] + counts["unsupported"] + counts["not-applicable"]
    assert judged_or_not == summary["total"]


@pytest.mark.parametrize(
    "line", ["garbage", "[]", "17", '{"op":"state"}', '{"id":"x","op":"state"}']
)
def test_a_line_that_is_no_request_is_answered_and_survived(
    engine: Conversation, line: str
) -> None:
    expect_survived(engine, line)


def test_lines_end_only_where_json_lines_end(engine: Conversation) -> None:
    assert engine.ask("hello", protocol=[1], kit="\u2028")["protocol"] == 1


def test_what_it_does_not_know_is_unsupported(engine: Conversation) -> None:
    assert engine.ask("toString") == {"unsupported": True}


@pytest.mark.parametrize(
    ("decision", "do", "code"),
    [
        ("d0", {"attack": "#2"}, "not-legal"),
        ("d0", {"dance": "#1"}, "not-legal"),
        ("d1", {"attack": "#1"}, "wrong-decision"),
        ("d0", {}, "malformed"),
        ("d0", "attack", "malformed"),
    ],
)
def test_a_refused_answer_changes_nothing(
    engine: Conversation, decision: str, do: object, code: str
) -> None:
    frame = engine.ask("setup", game="mindbug/first-contact", setup=FIGHT)
    before = engine.ask("snapshot"), engine.ask("state")
    assert engine.ask("apply", decision=decision, do=do)["rejected"]["code"] == code
    assert (engine.ask("snapshot"), engine.ask("state")) == before
    assert engine.ask("restore", **before[0]) == frame


def test_a_bad_position_leaves_the_game_that_is_running(engine: Conversation) -> None:
    engine.ask("setup", game="mindbug/first-contact", setup=FIGHT)
    before = engine.ask("state")
    unknown = {"turn": "p1", "players": {"p1": {"hand": [{"h": "#1", "card": "pikachu"}]}}}
    assert "error" in engine.ask("setup", game="mindbug/first-contact", setup=unknown)
    assert engine.ask("state") == before


def test_a_finished_game_takes_no_answer(engine: Conversation) -> None:
    lost = {"turn": "p1", "players": {"p1": {}, "p2": {}}}
    frame = engine.ask("setup", game="mindbug/first-contact", setup=lost)["frame"]
    assert frame["next"] == {"over": {"winner": "p2", "reason": "no-action"}}
    refusal = engine.ask("apply", decision="d0", do={"play": "#1"})
    assert refusal["rejected"]["code"] == "game-over"


def test_the_same_snapshot_goes_on_in_the_same_way(engine: Conversation) -> None:
    engine.ask("setup", game="mindbug/first-contact", setup=FIGHT)
    engine.ask("apply", decision="d0", do={"attack": "#1"})
    saved = engine.ask("snapshot")
    once = engine.ask("apply", decision="d1", do={"block": "#2"})
    engine.ask("restore", **saved)
    assert engine.ask("apply", decision="d1", do={"block": "#2"}) == once


def test_a_replay_answers_what_is_forced_by_itself(engine: Conversation) -> None:
    replay = engine.ask(
        "replay", game="mindbug/first-contact", setup=FIGHT, script=[{"block": "#2"}]
    )["replay"]
    engine.ask("setup", game="mindbug/first-contact", setup=FIGHT)
    engine.ask("apply", decision="d0", do={"attack": "#1"})
    engine.ask("apply", decision="d1", do={"block": "#2"})
    frame = engine.ask("apply", decision="d2", do={"play": "#3"})["frame"]
    assert frame["next"]["kind"] == "mindbug"
    assert replay == {"digests": [frame["digest"]], "frame": frame}


def test_perft_counts_without_moving_the_game(engine: Conversation) -> None:
    before = engine.ask("setup", game="mindbug/first-contact", setup=FIGHT)
    counts = engine.ask("perft", depth=1)["perft"]["counts"]
    assert counts == [
        {"players": 1, "chance": 0, "over": 0},
        {"players": 2, "chance": 0, "over": 0},
    ]
    assert engine.ask("restore", **engine.ask("snapshot")) == before
