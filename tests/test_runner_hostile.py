"""Engines that say what nobody expects: the run ends, and calls the sin by its name."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from conformance.engines.exec import Exec, Limits
from conformance.engines.in_process import InProcess
from conformance.engines.interface import Crash, Trouble
from conformance.judge.compare import differences
from conformance.judge.runner import Judge
from conformance.judge.vector_files import read_vectors
from conformance.judge.walk import FORCED_AT_MOST, legal_differences
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer, Choose, Legal
from conformance.protocol.messages import Decision, Frame, Rejected

FILE = Path(__file__).parent / "runner_vectors.jsonl"
VECTOR = read_vectors(FILE)[0]

Kaiju = Callable[..., Result]


class AsksForEver(InProcess):
    """Has one more forced question after every answer."""

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        number = int(decision[1:]) + 1
        asked = Decision(f"d{number}", "p2", "breathe", Legal(({"breathe": True},)))
        return Frame(number, asked)


def test_an_engine_that_asks_for_ever_is_left() -> None:
    result = next(Judge(AsksForEver()).results([VECTOR]))
    assert result.status == "fail"
    assert result.message == "asks on and on, now p2 (breathe)"
    assert len(result.script) == FORCED_AT_MOST


@pytest.mark.parametrize("count", [70, 200_000])
def test_more_choices_than_can_be_counted(count: int) -> None:
    things = tuple(f"#{number}" for number in range(count))
    everything = Legal(factored=Choose(things, 0, count))
    half = Legal(factored=Choose(things, count // 2, count // 2))
    listed = Legal(({"attack": "#1"}, {"attack": "#2"}))
    assert len(everything) == len(half) == sys.maxsize
    assert not everything.is_forced
    assert not everything.same_as(listed)
    assert everything.nth(count) in everything
    assert [found.place for found in legal_differences(listed, everything)] == ["legal"]


@pytest.mark.parametrize(
    "got",
    [
        {"play": [{"h": ["#1"]}]},
        {"play": [{"h": "#" + "9" * 6000}]},
        {"play": [7, None, {"h": 1}]},
        {"play": 7},
        {"play": {"h": "#1"}},
    ],
)
def test_states_that_are_none(got: JsonObject) -> None:
    assert differences({"play": [{"h": "#1"}]}, got)


PROGRAM = """
import json, os, subprocess, sys
hello = {"protocol": 1, "engine": {"name": "x"}, "ops": ["setup"]}
for number, line in enumerate(sys.stdin, 1):
    if number == 1:
        print(json.dumps({"id": 1, **hello}), flush=True)
    else:
        %s
"""


def engine(does: str) -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(PROGRAM % does)}"


def test_an_engine_that_ends_and_leaves_a_child_with_its_output_has_ended() -> None:
    sleep = "[sys.executable, '-c', 'import time; time.sleep(60)']"
    speaker = Exec(engine(f"subprocess.Popen({sleep}); os._exit(5)"), Limits(seconds=1.0))
    speaker.hello()
    with pytest.raises(Crash, match=r"ended with exit code 5 .*left a process that holds"):
        speaker.setup(VECTOR.game, {})
    speaker.close()


def test_a_number_without_end_is_no_message() -> None:
    speaker = Exec(engine('print(\'{"id": 2, "frame": 1e999}\', flush=True)'))
    with pytest.raises(Trouble, match="1e999 is too large a number") as caught:
        speaker.setup(VECTOR.game, {})
    assert caught.value.status == "protocol-error"
    speaker.close()


def test_words_of_an_engine_cannot_take_over_the_terminal(kaiju: Kaiju) -> None:
    error = r'{"id": 2, "error": {"message": "\x1b[2Jgone\nand \ud800"}}'
    command = engine(f"print(json.dumps({error}), flush=True)")
    result = kaiju("run", "MB-RUN001", "--vectors", FILE, "--engine", f"exec:{command}")
    assert result.exit_code == 1
    assert "  the engine reports an error: \\x1b[2Jgone\n  and \\ud800\n" in result.stdout
