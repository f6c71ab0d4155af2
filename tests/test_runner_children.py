"""Engines and what they leave behind: started again, ended wholly, one verdict each time."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from conformance.engines.exec import Exec, Limits
from conformance.engines.interface import Crash, ProtocolError
from conformance.protocol.framing import DEEPEST, decode
from conformance.protocol.reading import Malformed

FILE = Path(__file__).parent / "runner_vectors.jsonl"
GAME = "mindbug/first-contact"

Kaiju = Callable[..., Result]

PROGRAM = """
import json, os, subprocess, sys, time
def say(**said):
    print(json.dumps(said), flush=True)
def frame(n, **more):
    return {"n": n, "next": {"decision": "d0", "who": "p1", "kind": "turn",
            "legal": [{"attack": "#1"}, {"attack": "#2"}]}, **more}
for number, line in enumerate(sys.stdin, 1):
    if number == 1:
        hello = {"protocol": 1, "engine": {"name": "x"}, "ops": ["setup", "state", "replay"]}
        say(id=json.loads(line)["id"], **hello)
        continue
    op = json.loads(line)["op"]
    %s
"""


@contextlib.contextmanager
def engine(does: str, seconds: float = 5.0) -> Iterator[Exec]:
    body = does.replace("\n", "\n    ")
    command = f"{shlex.quote(sys.executable)} -S -c {shlex.quote(PROGRAM % body)}"
    speaker = Exec(command, Limits(seconds=seconds))
    try:
        yield speaker
    finally:
        speaker.close()


# ------------------------------------------------------------------ started again


def test_an_engine_that_cannot_be_started_again_gets_verdicts(kaiju: Kaiju, tmp_path: Path) -> None:
    program = tmp_path / "engine"
    body = "os.unlink(sys.argv[0]); os._exit(3)"
    program.write_text(f"#!{sys.executable} -S\n{PROGRAM % body}", encoding="utf-8")
    program.chmod(0o755)
    page = tmp_path / "page.html"
    done = kaiju("run", "--vectors", FILE, "--engine", f"exec:{program}", "--html", page, "--json")
    assert done.exit_code == 1, done.output
    *results, summary = map(json.loads, done.stdout.splitlines())
    assert [one["status"] for one in results] == ["crash"] * len(results)
    assert results[1]["message"].startswith("the engine cannot be started again: No such file")
    assert results[-1]["message"].endswith("(it was not tried again)")
    assert summary["counts"]["crash"] == len(results) == 4
    assert page.exists()


# ------------------------------------------------------------------ children of the engine

SLEEPER = "import time; time.sleep(60)"
HOLDS = f"subprocess.Popen([sys.executable, '-S', '-c', {SLEEPER!r}]%s)"
LEAVES = HOLDS % ", start_new_session=True"


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208  the shortest way to count


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors in /proc")
@pytest.mark.parametrize("child", [HOLDS % "", LEAVES])
def test_children_that_hold_the_pipes_use_up_no_descriptors(child: str) -> None:
    with engine(f"{child}; os._exit(5)", 0.1) as speaker:
        before = descriptors()
        for _ in range(3):
            with pytest.raises(Crash):
                speaker.setup(GAME, {})
            assert descriptors() <= before


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux shows the mark")
@pytest.mark.parametrize("ends", ["os._exit(5)", "say(id=number, bye=True)"])
def test_children_that_left_the_group_end_with_the_engine(ends: str) -> None:
    does = f"if op == 'bye': {ends}\nsay(id=number, state={{'stray': {LEAVES}.pid}})"
    with engine(does) as speaker:
        speaker.hello()
        stray = speaker.state()["stray"]
        assert lives(stray)
    assert not lives(stray)


def lives(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_a_child_that_fills_stderr_is_heard_to_the_end() -> None:
    loud = "os.close(1); sys.stderr.write('grumble\\n' * 40_000); sys.stderr.write('last words')"
    with engine(f"{loud}; sys.stderr.flush(); os._exit(4)") as speaker:
        speaker.hello()
        with pytest.raises(Crash, match="ended with exit code 4") as caught:
            speaker.state()
    assert caught.value.stderr.splitlines()[-2:] == ["grumble", "last words"]


# ------------------------------------------------------------------ what is no answer

WRONG = {
    "say(id=float(number), state={})": "has id 2.0, the question had 2",
    "say(id=str(number), state={})": 'has id "2", the question had 2',
    "say(state={})": "has id null, the question had 2",
    'print(\'{"id":2,"state":{"a":1,"b":{"c":1,"c":2}}}\', flush=True)': (
        'an object has the key "c" twice'
    ),
    'print(\'{"id":2,"id":2,"state":{}}\', flush=True)': 'an object has the key "id" twice',
    "print('{\"id\":2,\"state\":' + '[' * 900 + ']' * 900 + '}', flush=True)": (
        f"lists and objects more than {DEEPEST} deep"
    ),
}


@pytest.mark.parametrize("does", WRONG)
def test_what_is_no_answer_is_told(does: str) -> None:
    with engine(does) as speaker:
        speaker.hello()
        with pytest.raises(ProtocolError) as caught:
            speaker.state()
    assert WRONG[does] in str(caught.value)


def test_true_is_no_number() -> None:
    command = f'{sys.executable} -S -c \'input(); print("{{\\"id\\":true}}", flush=True)\''
    speaker = Exec(command)
    with pytest.raises(ProtocolError, match="has id true, the question had 1"):
        speaker.hello()


def test_brackets_in_texts_are_no_depth() -> None:
    line = json.dumps({"a": ["[" * 900 + '\\"{{', {"b": "]"}] * 200}).encode()
    assert decode(line) == json.loads(line)
    with pytest.raises(Malformed, match="deep"):
        decode(b'{"a":' + b"[" * (DEEPEST + 1))


N_IS_WRONG = {
    "-1": lambda speaker: speaker.setup(GAME, {}),
    "0": lambda speaker: (speaker.setup(GAME, {}), speaker.apply("d0", {"attack": "#1"})),
    "9 - number": lambda speaker: (speaker.setup(GAME, {}), speaker.apply("d0", {})),
    "1": lambda speaker: speaker.replay(GAME, [{"attack": "#1"}] * 2, {}),
}


@pytest.mark.parametrize("n", N_IS_WRONG)
def test_a_frame_counts_the_answers(n: str) -> None:
    replay = f"{{'digests': ['a'] * 2, 'frame': frame({n})}}"
    with (
        engine(f"say(id=number, frame=frame({n}), replay={replay})") as speaker,
        pytest.raises(ProtocolError, match=r"`n` is -?[0-9]+, though it counts the answers"),
    ):
        N_IS_WRONG[n](speaker)


FLOODS = {
    "at once": "sys.stdout.write(line2 * 2); sys.stdout.flush()",
    "late": "sys.stdout.write(line2); sys.stdout.flush(); time.sleep(0.02); "
    "sys.stdout.write(line2); sys.stdout.flush()",
    "many": "sys.stdout.write(line2 * 20_000); sys.stdout.flush()",
    "and ends": "sys.stdout.write(line2 * 2); sys.stdout.flush(); os._exit(0)",
}


@pytest.mark.parametrize("way", FLOODS)
@pytest.mark.parametrize("pause", [0.0, 0.05])
@pytest.mark.parametrize("size", [10, 200_000])
def test_a_line_too_many_gets_the_same_verdict_every_time(
    way: str, pause: float, size: int
) -> None:
    line = "line2 = json.dumps({'id': number, 'frame': frame(number)}) + '\\n'"
    with engine(f"{line}; {FLOODS[way]}") as speaker:
        speaker.setup(GAME, {})
        time.sleep(pause)
        with pytest.raises(ProtocolError, match="line nobody asked for: where the answer to `set"):
            speaker.setup(GAME, {"long": "x" * size})
