"""The example engine in Python: every vector it can play passes, and its adapter is robust."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from conversation import GAME, Conversation, Json, expect_survived, fight, talking_to, what_passed

Kaiju = Callable[..., Result]

ADAPTER = "conformance/examples/python/adapter.py"

FIGHT = fight("rhino-turtle")


@pytest.fixture
def engine(project: Path) -> Iterator[Conversation]:
    with talking_to(sys.executable, str(project / ADAPTER)) as conversation:
        yield conversation


def stand_up(engine: Conversation) -> Json:
    return engine.ask("setup", game=GAME, setup=FIGHT)


# ------------------------------------------------------------------ the rules


def test_every_vector_it_can_play_passes(kaiju_apart, project: Path) -> None:
    result = kaiju_apart(
        "run", "--json", "--engine", f"exec:'{sys.executable}' '{project / ADAPTER}'"
    )
    assert result.returncode == 0, result.stderr
    summary, others, beyond = what_passed(result.stdout, project)
    assert others == dict.fromkeys(beyond, "unsupported")
    assert summary["counts"]["pass"] > 300


def test_a_game_dealt_by_chance_comes_to_an_end(engine: Conversation) -> None:
    chance = random.Random(1)
    frame = engine.ask("start", game=GAME)["frame"]
    while "over" not in (following := frame["next"]):
        chosen = following.get("choose")
        if chosen:
            do = {"choose": chance.sample(chosen["from"], chosen["max"])}
        else:
            do = chance.choice(following["legal"])
        pending = following.get("decision") or following["chance"]
        frame = engine.ask("apply", decision=pending, do=do)["frame"]
    assert following["over"]["reason"] in ("life", "no-action")


# ------------------------------------------------------------------ the adapter


@pytest.mark.parametrize("line", ["garbage", "[]", "", '{"op":"state"}', '{"id":"x","op":"state"}'])
def test_a_line_that_is_no_request_is_answered_and_survived(
    engine: Conversation, line: str
) -> None:
    expect_survived(engine, line)


@pytest.mark.parametrize(
    ("decision", "do", "code"),
    [
        ("d0", {"attack": "#2"}, "not-legal"),
        ("d0", {"attack": 1}, "not-legal"),
        ("d0", {"attack": "#1", "and": "#1"}, "not-legal"),
        ("d0", {"choose": ["#1"]}, "not-legal"),
        ("d1", {"attack": "#1"}, "wrong-decision"),
        ("d0", {}, "malformed"),
        ("d0", None, "malformed"),
    ],
)
def test_a_refused_answer_changes_nothing(
    engine: Conversation, decision: str, do: object, code: str
) -> None:
    frame = stand_up(engine)
    before = engine.ask("snapshot"), engine.ask("state")
    assert engine.ask("apply", decision=decision, do=do)["rejected"]["code"] == code
    assert (engine.ask("snapshot"), engine.ask("state")) == before
    assert engine.ask("restore", **before[0]) == frame


def test_one_is_not_true(engine: Conversation) -> None:
    stand_up(engine)
    engine.ask("apply", decision="d0", do={"attack": "#1"})
    told = engine.ask("apply", decision="d1", do={"decline": 1})
    assert told["rejected"]["code"] == "not-legal"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"setup": {"turn": "p3", "players": {}}},
        {"setup": {"turn": "p1", "players": {"p1": {"life": 0}}}},
        {"setup": {"turn": "p1", "players": {"p1": {"hand": [{"h": "#1", "card": "pikachu"}]}}}},
        {"setup": FIGHT, "options": {"mb.option.hunter-choice": "declaration"}},
        {"setup": FIGHT, "cards": ["creature x"]},
    ],
)
def test_a_position_it_cannot_stand_up_leaves_the_game_that_is_running(
    engine: Conversation, fields: Json
) -> None:
    stand_up(engine)
    before = engine.ask("state")
    assert {"error", "skip"} & engine.ask("setup", game=GAME, **fields).keys()
    assert engine.ask("state") == before


def test_a_finished_game_takes_no_answer(engine: Conversation) -> None:
    lost = {"turn": "p1", "players": {"p1": {}, "p2": {}}}
    frame = engine.ask("setup", game=GAME, setup=lost)["frame"]
    assert frame["next"] == {"over": {"winner": "p2", "reason": "no-action"}}
    refusal = engine.ask("apply", decision="d0", do={"play": "#1"})
    assert refusal["rejected"]["code"] == "game-over"


def test_a_replay_leads_to_the_frame_that_single_answers_lead_to(engine: Conversation) -> None:
    stand_up(engine)
    engine.ask("apply", decision="d0", do={"attack": "#1"})
    blocked = engine.ask("apply", decision="d1", do={"block": "#2"})["frame"]
    told = engine.ask("replay", game=GAME, setup=FIGHT, script=[{"block": "#2"}])["replay"]
    assert told == {"digests": [blocked["digest"]], "frame": blocked}


def test_a_perft_counts_and_stays_where_it_is(engine: Conversation) -> None:
    frame = stand_up(engine)["frame"]
    counts = engine.ask("perft", depth=1)["perft"]["counts"]
    assert counts == [
        {"players": 1, "chance": 0, "over": 0},
        {"players": 2, "chance": 0, "over": 0},
    ]
    assert engine.ask("restore", **engine.ask("snapshot"))["frame"] == frame
