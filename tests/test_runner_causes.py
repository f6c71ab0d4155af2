"""Failures by cause, failures that depend on earlier games, and why vectors are not judged."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from conformance.engines.connect import connect
from conformance.judge.again import Again
from conformance.judge.causes import causes
from conformance.judge.compare import ABSENT, Difference
from conformance.judge.results import Result, Summary
from conformance.judge.runner import Judge
from conformance.judge.vector_files import load_vectors
from conformance.judge.why_not import why_not
from conformance.reports.misreadings import Misreading

FILE = Path(__file__).parent / "runner_vectors.jsonl"
FORGETFUL = """
# The oracle, but in every game after the first it shows one life less.
from attrs import evolve
import conformance.engines.in_process as here
from conformance.cli import main
games = 0
real_begin, real_state = here.InProcess._begin, here.InProcess.state
def begin(self, *given, **named):
    global games
    games += 1
    return real_begin(self, *given, **named)
def state(self):
    shown = real_state(self)
    if games > 1:
        shown["players"]["p1"]["life"] -= 1
    return shown
def frame(self):
    return evolve(real_frame(self), digest=None)
real_frame = here.InProcess._frame
here.InProcess._begin, here.InProcess.state, here.InProcess._frame = begin, state, frame
main(["engine"])
"""


def fail(id, *differences, message="the game stands otherwise", status="fail", **more):
    return Result(id, status, "t", ("mb.attack.tie",), message, differences, **more)


def said(found):
    return [(cause.says, [result.id for result in cause.results]) for cause in found]


def test_differences_of_the_same_shape_are_one_cause():
    one = fail("MB-A", Difference("players.p1.life", 2, 3))
    same = fail("MB-B", Difference("players.p2.life", 1, 3))
    other = fail("MB-C", Difference("players.p2.play[#4].power", 1, 3))
    assert said(causes([one, other, same], {})) == [
        ("Alice has 3 life, not 2", ["MB-A", "MB-B"]),
        ("#4 has power 3, not 1", ["MB-C"]),
    ]


def test_what_is_missing_and_what_is_too_much_are_two_causes():
    offers = "offers p1 something else (turn)"
    missing = fail("MB-A", Difference("legal", {"attack": "#1"}, ABSENT), message=offers)
    extra = fail("MB-B", Difference("legal", ABSENT, {"attack": "#2"}), message=offers)
    another = fail("MB-C", Difference("legal", ABSENT, {"play": "#2"}), message=offers)
    assert len(causes([missing, extra, another], {})) == 3


def test_crashes_with_the_same_trace_are_one_cause():
    trace = "File \"engine\", line {}\nKeyError: '#{}'"
    crashes = [
        fail(id, status="crash", message="the engine ended", stderr=trace.format(7, at))
        for at, id in enumerate(("MB-A", "MB-B"))
    ]
    other = fail("MB-C", status="crash", message="the engine ended", stderr="IndexError: 3")
    assert [len(cause.results) for cause in causes([*crashes, other], {})] == [2, 1]


def test_the_smallest_vector_of_a_cause_comes_first():
    long = fail("MB-A", Difference("players.p1.life", 2, 3), script=("p1 a", "p2 b"))
    short = fail("MB-B", Difference("players.p1.life", 2, 3), script=("p1 a",))
    (cause,) = causes([long, short], {})
    assert (cause.smallest.id, cause.others) == ("MB-B", ("MB-A",))


def test_a_named_misreading_is_one_cause_whatever_its_differences():
    results = [
        fail("MB-A", Difference("players.p1.life", 2, 3)),
        fail("MB-B", Difference("turn", "p1", "p2")),
        fail("MB-C", Difference("turn", "p1", "p2")),
    ]
    named = Misreading("m1", "ties did not defeat", ("MB-A", "MB-B"))
    assert said(causes(results, {}, [named])) == [
        ("behaves as if ties did not defeat", ["MB-A", "MB-B"]),
        ("it is Bob's turn, not Alice's", ["MB-C"]),
    ]


def test_what_is_expected_is_no_cause():
    assert causes([fail("MB-A", status="xfail"), fail("MB-B", status="pass")], {}) == []


def test_a_failure_that_passes_alone_depends_on_earlier_games(tmp_path):
    program = tmp_path / "forgetful.py"
    program.write_text(FORGETFUL, encoding="utf-8")
    engine = f"exec:{shlex.quote(sys.executable)} {program}"
    vectors = load_vectors(FILE)
    judge = Judge(connect(engine))
    results = list(judge.results(vectors))
    judge.close()
    failing = [result.id for result in results if result.status == "fail"]
    assert failing, [(result.id, result.status, result.message) for result in results]
    assert "MB-RUN001" not in failing  # the first game is sound
    again = Again(lambda: connect(engine), vectors, results)
    earlier = again.earlier(causes(results, {one.id: one for one in vectors}))
    assert earlier.keys() == set(failing)
    first = min(failing)
    assert len(earlier[first]) <= 1  # one game before it is enough, or it was not searched
    assert any(len(before) == 1 for before in earlier.values())
    told = causes(results, {}, earlier=earlier)
    assert all(cause.says.startswith("depends on earlier games: ") for cause in told)


def test_a_failure_that_stays_does_not_depend_on_anything():
    engine = f"exec:{shlex.quote(sys.executable)} -m conformance.miniatures accepts"
    vectors = load_vectors(FILE)
    judge = Judge(connect(engine))
    results = list(judge.results(vectors))
    judge.close()
    found = causes(results, {})
    assert found
    assert Again(lambda: connect(engine), vectors, results).earlier(found) == {}


@pytest.mark.parametrize(
    ("status", "message", "reason", "remedy"),
    [
        (
            "unsupported",
            "the engine does not play duel/standard",
            "the engine does not play duel/standard",
            "`games`",
        ),
        (
            "unsupported",
            "the engine does not know keyword:tough, card:x",
            "`features` of its hello do not have card:x, keyword:tough",
            "`keyword:*`",
        ),
        (
            "unsupported",
            "the engine shows no views (`view`)",
            "the engine does not offer `view`",
            "list it in `ops`",
        ),
        (
            "unsupported",
            "the engine does not play tokyo/current with 5",
            "the engine does not play tokyo/current with 5",
            "[FEWEST, MOST]",
        ),
        ("skip", "later", "the engine asks to skip: later", ""),
        (
            "not-applicable",
            "the script is not legal",
            "their scripts cannot be played under mb.option.x = a",
            "`options` in `ops`",
        ),
    ],
)
def test_why_vectors_are_not_judged_and_what_to_declare(status, message, reason, remedy):
    under = {"mb.option.x": "a"} if status == "not-applicable" else {}
    results = [fail(f"MB-{n}", status=status, message=message, under=under) for n in range(3)]
    (found,) = why_not([*results, fail("MB-9")])
    assert (found.says, found.count) == (reason, 3)
    assert remedy in found.remedy


def test_denominators_are_what_the_engine_plays():
    statuses = ["pass"] * 4 + ["unsupported"] * 5 + ["not-applicable", "skip", "fail"]
    results = [fail(f"MB-{at}", status=status) for at, status in enumerate(statuses)]
    summary = Summary.of(results, None, False)
    assert (summary.played, summary.total) == (6, 12)
    assert summary.to_json()["played"] == 6
