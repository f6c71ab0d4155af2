"""What an engine says is kept in measure, and nothing of it is obeyed by whoever reads it."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result as Called

from conformance.engines.interface import Crash
from conformance.fuzz.comparing import of_trouble
from conformance.fuzz.finding import Finding, read_case, write_case
from conformance.fuzz.subject import Beginning
from conformance.judge.compare import ABSENT, MOST_KEPT, Difference
from conformance.judge.results import Result
from conformance.protocol.messages import EngineInfo
from conformance.protocol.words import LONGEST, LONGEST_VALUE, kept, kept_end, kept_value
from conformance.reports.formats import put_all
from rules_dsl.errors import KaijuError

VECTORS = Path(__file__).parent / "runner_vectors.jsonl"
REPORTS = ("html", "markdown", "tap", "junit", "badge", "jsonl")
EVIL = "\ud800 \x1b[2J \x07 \x9b \u202e"
SPELLED = r"\ud800 \x1b[2J \x07 \x9b \u202e"

Kaiju = Callable[..., Called]

PROGRAM = r"""
import json, sys
evil = "\ud800 \x1b[2J \x07 \x9b \u202e"
hello = {"protocol": 1, "engine": {"name": "x" + evil}, "ops": ["setup", "state"]}
for number, line in enumerate(sys.stdin, 1):
    if number == 1:
        said = hello
    elif number % 2:
        said = {"error": {"message": evil, "trace": evil}}
    else:
        said = {"frame": {"n": 0, "next": {
            "decision": "d" + evil, "who": evil, "kind": evil, "legal": [{evil: evil}, {"a": 1}]}}}
    print(json.dumps({"id": number, **said}), flush=True)
"""


def engine() -> str:
    return f"exec:{shlex.quote(sys.executable)} -c {shlex.quote(PROGRAM)}"


def test_no_report_is_lost_or_spoiled_by_what_an_engine_says(kaiju: Kaiju, tmp_path: Path) -> None:
    files = {name: tmp_path / f"report.{name}" for name in REPORTS}
    asked = [part for name, file in files.items() for part in (f"--{name}", file)]
    done = kaiju("run", "--vectors", VECTORS, "--engine", engine(), *asked)
    assert done.exit_code == 1, done.output
    for text in (done.output, *(file.read_text(encoding="utf-8") for file in files.values())):
        assert all(sign.isprintable() or sign in "\t\n" for sign in text)
    assert SPELLED in files["markdown"].read_text(encoding="utf-8").replace("\\\\", "\\").replace(
        "\\[", "["
    )


def test_a_report_that_cannot_be_made_does_not_lose_the_others(tmp_path: Path) -> None:
    def fails() -> str:
        raise KaijuError("no")

    with pytest.raises(KaijuError, match=r"(?s)no\n.*is a folder"):
        put_all([(tmp_path / "a", fails), (tmp_path, str), (tmp_path / "b", lambda: "b\ud800")])
    assert (tmp_path / "b").read_bytes() == b"b\\ud800"


@pytest.mark.parametrize("text", ["x" * 3_900_000, "\x00" * 3_900_000, "\U0010ffff" * LONGEST])
def test_long_words_are_cut_once(text: str) -> None:
    short = kept(text)
    assert len(short) == LONGEST
    assert short.endswith(f"… ({len(text):,} characters)")
    assert kept(short) == short
    assert len(kept_end(text)) <= LONGEST_VALUE
    assert len(str(Crash(text))) <= LONGEST
    assert len(EngineInfo(text).name) <= LONGEST


@pytest.mark.parametrize("value", ["x" * 3_900_000, ["x"] * 100_000, {"x" * 3_900_000: 1}])
def test_long_values_are_cut_once(value: object) -> None:
    short = kept_value(value)
    assert isinstance(short, str)
    assert len(short) == LONGEST_VALUE
    assert kept_value(short) == short


def test_values_are_kept_as_they_are_where_they_can_be() -> None:
    for value in (None, 7, [], {"a": ['say "x"', "é", {"b": None}]}, "two\nlines"):
        assert kept_value(value) == value
    assert kept_value({"\x1b": ["\ud800"]}) == {r"\x1b": [r"\ud800"]}


def test_a_result_keeps_little() -> None:
    found = [Difference("x" * 5_000, ABSENT, ["y" * 50_000])] * 2_000
    result = Result("A", "fail", "t", (), "m" * 9_999, found, ["s" * 9_999], "e" * 99_999)
    assert len(result.differences) == MOST_KEPT
    assert result.differences[-1].got == "1,501 more differences"
    assert result.differences[0].want is ABSENT
    assert len(json.dumps(result.to_json())) < MOST_KEPT * (LONGEST + LONGEST_VALUE + 100)


def test_a_case_keeps_little_and_can_be_written(tmp_path: Path) -> None:
    trouble = of_trouble(Crash(EVIL * 500_000, stderr=EVIL))
    found = Finding(
        where=Beginning("mindbug/first-contact"),
        script=(),
        kind=trouble.kind,
        message=trouble.message,
        rules=(),
        differences=(Difference("x", 1, EVIL),),
        label="start",
        cards=0,
        decisions=0,
        cards_before=0,
        decisions_before=0,
        stderr=trouble.stderr,
    )
    assert len(found.key) < 2 * LONGEST
    file = write_case(found, tmp_path / "corpus", "exec:./\udc80")
    assert file.stat().st_size < 2 * LONGEST
    assert read_case(file).finding == found
    assert read_case(file).engine == "exec:./\udc80"


def test_a_full_disk_leaves_no_half_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trouble = Finding(Beginning("g"), (), "crash", "m", (), (), "start", 0, 0, 0, 0)
    file = write_case(trouble, tmp_path, "exec:x")
    before = file.read_text(encoding="utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rules_dsl.writing.os.fdopen", full)
    with pytest.raises(KaijuError, match="no space left on device"):
        write_case(trouble, tmp_path, "exec:another")
    assert [one.read_text(encoding="utf-8") for one in tmp_path.iterdir()] == [before]
