"""Whole scripts in one message: the same positions as answer by answer, over lines too."""

from __future__ import annotations

import hashlib
import json
import sys

import pytest
from attrs import evolve

import oracle
from conformance.engines.exec import Exec
from conformance.engines.in_process import InProcess
from conformance.engines.interface import ProtocolError, Unsupported
from conformance.protocol.canonical import canonical
from conformance.protocol.messages import Over
from conformance.protocol.serve import Server
from oracle.kernel.driver import mixed

GAME = "mindbug/first-contact"
SETUP = {
    "players": {
        "p1": {"mindbugs": 0, "play": [{"h": "#7", "card": "luchataur"}]},
        "p2": {
            "mindbugs": 0,
            "play": [{"h": "#2", "card": "strange-barrel"}, {"h": "#10", "card": "gorillion"}],
            "hand": [{"h": "#4", "card": "spider-owl"}],
        },
    },
    "turn": "p1",
}


def random_game(seed, setup=None):
    """A random game, step by step: its open answers, and the settled digest after each."""
    engine = InProcess()
    frame = engine.start(GAME) if setup is None else engine.setup(GAME, setup)
    script, digests = [], []
    counter = 0
    while not isinstance(frame.next, Over):
        counter += 1
        legal = frame.next.legal
        answer = legal.nth(mixed(seed, counter))
        if not legal.is_forced:
            if script:
                digests.append(frame.digest)
            script.append(answer)
        frame = engine.apply(frame.next.id, answer)
    return script, [*digests, frame.digest], frame


@pytest.mark.parametrize("setup", [None, SETUP], ids=["start", "setup"])
@pytest.mark.parametrize("seed", range(5))
def test_a_replay_goes_where_single_answers_go(seed, setup):
    script, digests, frame = random_game(seed, setup)
    played = InProcess().replay(GAME, script, setup)
    assert played.digests == digests
    assert played.frame.next == frame.next
    assert played.rejected is None


def test_the_game_goes_on_from_the_end_of_a_replay():
    script, digests, _ = random_game(3)
    engine = InProcess()
    frame = engine.replay(GAME, script[:-1]).frame
    assert frame.digest == digests[-2]
    assert script[-1] in frame.next.legal
    assert engine.apply(frame.next.id, script[-1])


def test_a_refused_answer_ends_the_replay_and_says_which():
    script, digests, _ = random_game(4)
    wrong = [*script[:25], {"play": "#99"}, *script[25:]]
    played = InProcess().replay(GAME, wrong)
    assert (played.rejected.at, played.rejected.code) == (25, "not-legal")
    assert played.digests == digests[:25]
    beyond = InProcess().replay(GAME, [*script, {"play": "#1"}])
    assert (beyond.rejected.at, beyond.rejected.code) == (len(script), "game-over")


@pytest.fixture(scope="module")
def engine():
    connected = Exec(f"{sys.executable} -m conformance.cli engine")
    yield connected
    connected.close()


def test_replay_and_perft_travel_over_lines(engine):
    script, digests, frame = random_game(5)
    played = engine.replay(GAME, script)
    assert played.digests == digests
    assert played.frame.next == frame.next
    refused = engine.replay(GAME, [{"deal": "#99"}])
    assert refused.rejected.at == 0
    engine.setup(GAME, SETUP)
    counted = engine.perft(3)
    own = InProcess()
    own.setup(GAME, SETUP)
    assert counted == own.perft(3)
    assert engine.state() == own.state(), "counting leaves the game where it is"


@pytest.mark.parametrize(
    "message",
    [
        {"op": "replay", "game": GAME},
        {"op": "replay", "game": GAME, "script": [7]},
        {"op": "replay", "game": GAME, "script": {}},
        {"op": "replay", "game": GAME, "script": [], "setup": {"players": 3}},
        {"op": "replay", "game": GAME, "script": [], "pool": [{"h": "#1", "card": "gorillion"}]},
        {"op": "perft", "depth": -1},
        {"op": "perft", "depth": 65},
        {"op": "perft", "depth": "2"},
        {"op": "perft"},
    ],
)
def test_strange_requests_are_errors(message):
    server = Server(InProcess())
    server.answer({"id": 1, "op": "setup", "game": GAME, "setup": SETUP})
    assert "error" in server.answer({"id": 2, **message})


def test_counting_needs_a_game():
    assert "error" in Server(InProcess()).answer({"id": 1, "op": "perft", "depth": 1})


class Modest(InProcess):
    """Says that it cannot replay or count."""

    def hello(self):
        return evolve(super().hello(), ops=["state"])

    def replay(self, *args, **kwargs):
        raise Unsupported("no")

    def perft(self, depth):
        raise Unsupported("no")


def test_engines_may_leave_both_out():
    server = Server(Modest())
    server.answer({"id": 1, "op": "start", "game": GAME})
    told = server.answer({"id": 2, "op": "replay", "game": GAME, "script": []})
    assert told == {"id": 2, "unsupported": True}
    assert server.answer({"id": 3, "op": "perft", "depth": 1}) == {"id": 3, "unsupported": True}


LIAR = """
import json, sys
for line in sys.stdin:
    ask = json.loads(line)
    frame = {"n": 0, "next": {"over": {"winner": None}}}
    reply = {
        "hello": {"protocol": 1, "engine": {"name": "liar"}, "ops": ["replay", "perft"]},
        "start": {"frame": frame},
        "replay": {"replay": {"digests": [], "frame": frame}},
        "perft": {"perft": {"counts": [{"players": 1, "chance": 0, "over": 0}]}},
    }.get(ask["op"], {"bye": True})
    print(json.dumps({"id": ask["id"], **reply}), flush=True)
"""


def test_what_does_not_fit_the_question_is_a_protocol_error(tmp_path):
    file = tmp_path / "liar.py"
    file.write_text(LIAR, encoding="utf-8")
    liar = Exec(f"{sys.executable} {file}")
    try:
        with pytest.raises(ProtocolError, match="replayed 1 answers and gave 0 digests"):
            liar.replay(GAME, [{"deal": "#1"}])
        liar.start(GAME)
        with pytest.raises(ProtocolError, match="counted 1 depths"):
            liar.perft(3)
    finally:
        liar.close()


@pytest.mark.parametrize("seed", range(3))
def test_a_digest_is_that_of_the_projection(seed):
    position = oracle.load(GAME).start()
    counter = 0
    while position.over is None:
        counter += 1
        _expect_digest(position)
        decision = position.decision
        options = decision.options or ({"choose": list(decision.candidates[: decision.least])},)
        position.advance_silently(options[mixed(seed, counter) % len(options)])
    _expect_digest(position)


def test_handles_out_of_order_have_digests_too():
    names = ["#10", "#2", "#300", "#33", "#4", "#1"]
    cards = [{"h": name, "card": "gorillion"} for name in names]
    setup = {"players": {"p1": {"hand": cards[:3], "play": cards[3:]}, "p2": {}}, "turn": "p1"}
    _expect_digest(oracle.load(GAME).setup(setup))


def _expect_digest(position):
    text = canonical(json.loads(json.dumps(position.projection())))
    assert position.digest() == hashlib.sha256(text.encode("ascii")).hexdigest()[:16]
