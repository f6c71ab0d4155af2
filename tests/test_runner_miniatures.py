"""Every miniature gets its exact verdict, and the run goes on with the next vector."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.engines.exec import Exec, Limits
from conformance.engines.in_process import InProcess
from conformance.judge.results import Result
from conformance.judge.runner import Judge
from conformance.judge.vector import Vector
from conformance.judge.vector_files import find_vectors, read_vectors
from conformance.miniatures import players
from conformance.miniatures.__main__ import SINS
from conformance.properties.choices import Choices
from conformance.properties.claims import all_claims
from conformance.properties.table import Table
from rules_dsl.errors import KaijuError

VECTORS = Path(__file__).parent / "runner_vectors.jsonl"

# sin -> the verdict on each vector: a tie with a block, a refused block, a view, a start
VERDICTS = {
    "grumbles": ["pass", "pass", "pass", "pass"],
    "forced": ["pass", "pass", "pass", "pass"],
    "chooses": ["auto-choice", "auto-choice", "pass", "pass"],
    "accepts": ["pass", "fail", "pass", "pass"],
    "leaks": ["pass", "pass", "fail", "pass"],
    "shuffles": ["pass", "pass", "pass", "fail"],
    "lies": ["protocol-error", "protocol-error", "protocol-error", "pass"],
    "modest": ["unsupported", "unsupported", "unsupported", "pass"],
    "other-game": ["unsupported"] * 4,
    "skips": ["skip", "skip", "skip", "pass"],
    "dies": ["crash"] * 4,
    "hangs": ["timeout"] * 4,
    "late": ["timeout"] * 4,
    "halts": ["timeout"] * 4,
    "rubbish": ["protocol-error"] * 4,
    "wrong-id": ["protocol-error"] * 4,
    "floods": ["protocol-error"] * 4,
    "never-starts": ["crash"] * 4,
}

MESSAGES = {
    "chooses": "answered by itself what p2 (block) should have been asked, as if told to decline",
    "lies": "its hello promises `setup`, but it answered unsupported",
    "dies": "the engine ended with exit code 7 instead of answering `apply`",
    "hangs": "no answer to `apply` within 0.5 s",
    "rubbish": "the answer to `apply` is not UTF-8",
    "wrong-id": "the answer to `apply` has id 43, the question had 3",
    "floods": "the answer to `apply` is longer than 4194304 bytes",
    "never-starts": "the engine ended with exit code 1 instead of answering `hello`",
    "skips": "not implemented yet",
}


@pytest.fixture(scope="module")
def vectors() -> list[Vector]:
    return read_vectors(VECTORS)


@contextlib.contextmanager
def miniature(sin: str) -> Iterator[Exec]:
    command = f"{shlex.quote(sys.executable)} -m conformance.miniatures {sin}"
    engine = Exec(command, Limits(seconds=0.5 if VERDICTS.get(sin, [""])[0] == "timeout" else 5.0))
    try:
        yield engine
    finally:
        engine.close()


def judge(sin: str, vectors: list[Vector]) -> list[Result]:
    with miniature(sin) as engine:
        return list(Judge(engine).results(vectors))


@pytest.mark.parametrize("sin", VERDICTS)
def test_verdict(sin: str, vectors: list[Vector]) -> None:
    few = vectors if VERDICTS[sin][0] != "timeout" else vectors[:2]
    results = judge(sin, few)
    assert [result.status for result in results] == VERDICTS[sin][: len(few)]
    assert MESSAGES.get(sin, "") in results[0].message


def test_the_last_words_are_kept(vectors: list[Vector]) -> None:
    assert judge("dies", vectors[:1])[0].stderr == "the third message was too much"
    assert judge("never-starts", vectors[:1])[0].stderr == "cannot find my library"


def test_an_engine_that_never_starts_is_not_tried_for_ever(vectors: list[Vector]) -> None:
    results = judge("never-starts", vectors)
    assert "it was not tried again" not in results[1].message
    assert "it was not tried again" in results[2].message


def test_asking_two_things_at_once_is_told(vectors: list[Vector]) -> None:
    result = judge("two-things", vectors[:1])[0]
    assert result.status == "protocol-error"
    assert "it has decision and chance" in result.message


def test_saying_more_than_asked_is_told(vectors: list[Vector]) -> None:
    assert judge("chatters", vectors[:1])[0].status == "protocol-error"


def test_the_children_of_an_engine_end_with_it(vectors: list[Vector]) -> None:
    command = f"{shlex.quote(sys.executable)} -m conformance.miniatures haunts"
    engine = Exec(command, Limits(seconds=1.0))
    result = next(Judge(engine).results(vectors))
    engine.close()
    assert result.status == "timeout"
    ghost = int(result.stderr)
    for _ in range(50):
        if not _lives(ghost):
            return
        time.sleep(0.1)
    pytest.fail("the child of the engine outlives it")


def _lives(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    if status.exists():  # an ended process may wait there to be reaped
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def test_an_engine_with_another_answer_is_judged_by_it() -> None:
    option = "mb.option.mindbug-follow-up"
    vectors = find_vectors(["MB-3D1YH8", "MB-FQYCKW", "MB-3E15HX", "MB-8GYY80"])
    assert all(option in vector.assumes for vector in vectors)
    results = list(Judge(players.HasAnotherAnswer()).results(vectors))
    assert {result.status for result in results} <= {"pass", "not-applicable"}
    assert {option: "new-turn"} in [result.under for result in results]


@pytest.mark.parametrize("command", ["/no/such/program", "./README.md", ""])
def test_a_command_that_cannot_be_run_is_a_mistake_of_the_user(
    command: str, vectors: list[Vector]
) -> None:
    with pytest.raises(KaijuError):
        list(Judge(Exec(command)).results(vectors))


CAUGHT = {
    players.LeaksAHand: "views_name_no_hidden_card",
    players.AcceptsAnything: "refused_answers_change_nothing",
    players.ShufflesItself: "equal_answers_make_equal_games",
    players.Forgets: "restore_equals_continue",
    players.ForgetsToRefill: "refill_comes_before_everything",
    players.LosesTriggers: "every_defeated_effect_happens_once",
}


@pytest.mark.parametrize("sinner", CAUGHT, ids=lambda sinner: sinner.__name__)
def test_properties_find_the_sin(sinner: type[InProcess]) -> None:
    claim = next(claim for claim in all_claims() if claim.name == CAUGHT[sinner])
    table = Table(sinner(), "mindbug/first-contact")

    def look() -> None:
        for number in range(40):
            claim.check(table, Choices(bytes([number, 7 * number % 256, 31 * number % 256] * 40)))

    with pytest.raises(AssertionError):
        look()


def test_every_miniature_is_tested() -> None:
    others = {"two-things", "chatters", "haunts", "other-answer"}
    caught = {name for name, sinner in SINS.items() if sinner in CAUGHT}
    assert set(SINS) == set(VERDICTS) | others | caught
