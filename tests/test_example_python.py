"""The example engine in Python: every vector it can play passes, and its adapter is robust."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Json = dict[str, Any]
Kaiju = Callable[..., Result]

ADAPTER = "conformance/examples/python/adapter.py"
GAME = "mindbug/first-contact"

FIGHT = {
    "turn": "p1",
    "players": {
        "p1": {"play": [{"h": "#1", "card": "luchataur"}]},
        "p2": {
            "play": [{"h": "#2", "card": "rhino-turtle"}],
            "hand": [{"h": "#3", "card": "gorillion"}],
        },
    },
}


class Conversation:
    """Writes lines to the adapter and reads its replies."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def line(self, text: str) -> Json:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        reply: Json = json.loads(self._process.stdout.readline())
        return reply

    def ask(self, op: str, **fields: object) -> Json:
        reply = self.line(json.dumps({"id": 7, "op": op, **fields}))
        assert reply.pop("id") == 7
        return reply

    def fight(self) -> Json:
        return self.ask("setup", game=GAME, setup=FIGHT)


@pytest.fixture
def engine(project: Path) -> Iterator[Conversation]:
    command = [sys.executable, str(project / ADAPTER)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8") as process:
        yield Conversation(process)
        process.kill()


# ------------------------------------------------------------------ the rules


def test_every_vector_it_can_play_passes(kaiju_apart, project: Path) -> None:
    result = kaiju_apart(
        "run", "--json", "--engine", f"exec:'{sys.executable}' '{project / ADAPTER}'"
    )
    assert result.returncode == 0, result.stderr
    *results, summary = [json.loads(line) for line in result.stdout.splitlines()]
    others = {each["id"]: each["status"] for each in results if each["status"] != "pass"}
    by_other_answers = {id for id, status in others.items() if status == "not-applicable"}
    beyond, with_answers = {}, set()
    for vector in vectors(project):
        beyond |= {vector["id"]: "unsupported"} if is_beyond(vector) else {}
        with_answers |= {vector["id"]} if vector["options"] else set()
    assert by_other_answers <= with_answers
    assert {id: others[id] for id in others.keys() - by_other_answers} == beyond
    assert summary["counts"]["pass"] > 300


def vectors(project: Path) -> Iterator[Json]:
    for path in sorted((project / "conformance/vectors").rglob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def is_beyond(vector: Json) -> bool:
    """Whether it is of other sets, or brings cards as text."""
    return vector["game"] != GAME or bool(vector.get("cards"))


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
    reply = engine.line(line)
    assert reply["id"] is None
    assert "error" in reply
    assert engine.ask("hello", protocol=[1])["protocol"] == 1


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
    frame = engine.fight()
    before = engine.ask("snapshot"), engine.ask("state")
    assert engine.ask("apply", decision=decision, do=do)["rejected"]["code"] == code
    assert (engine.ask("snapshot"), engine.ask("state")) == before
    assert engine.ask("restore", **before[0]) == frame


def test_one_is_not_true(engine: Conversation) -> None:
    engine.fight()
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
    engine.fight()
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
    engine.fight()
    engine.ask("apply", decision="d0", do={"attack": "#1"})
    blocked = engine.ask("apply", decision="d1", do={"block": "#2"})["frame"]
    told = engine.ask("replay", game=GAME, setup=FIGHT, script=[{"block": "#2"}])["replay"]
    assert told == {"digests": [blocked["digest"]], "frame": blocked}


def test_a_perft_counts_and_stays_where_it_is(engine: Conversation) -> None:
    frame = engine.fight()["frame"]
    counts = engine.ask("perft", depth=1)["perft"]["counts"]
    assert counts == [
        {"players": 1, "chance": 0, "over": 0},
        {"players": 2, "chance": 0, "over": 0},
    ]
    assert engine.ask("restore", **engine.ask("snapshot"))["frame"] == frame
