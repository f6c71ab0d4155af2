"""The stream of a run: read back whole, or refused with the place of what is wrong."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from conformance.judge.results import STATUSES
from conformance.reports.stream import read_stream
from rules_dsl.errors import KaijuError

VECTORS = Path(__file__).parent / "runner_vectors.jsonl"
SAVED = Path(__file__).parent / "data" / "reports" / "run.jsonl"

Kaiju = Callable[..., Result]


def sinner(sin: str) -> str:
    return f"exec:{shlex.quote(sys.executable)} -m conformance.miniatures {sin}"


def test_a_saved_stream_is_read_as_it_was_written() -> None:
    stream = read_stream(SAVED)
    assert stream.lines(timing=True)[-1] == SAVED.read_text().splitlines()[-1]
    assert [result.status for result in stream.failures] == ["fail", "crash", "xpass"]
    assert stream.engine_name == "bugforge 0.3"
    assert set(stream.summary.counts) == set(STATUSES)


def test_the_saved_stream_is_what_json_prints_and_the_command(kaiju: Kaiju, tmp_path: Path) -> None:
    saved = tmp_path / "run.jsonl"
    arguments = ["run", "--vectors", VECTORS, "--engine", sinner("accepts")]
    printed = kaiju(*arguments, "--json", "--jsonl", saved).stdout.splitlines()
    *results, summary = saved.read_text().splitlines()
    assert results == printed[:-1]
    said = json.loads(summary)
    assert said.pop("command") == sinner("accepts")
    assert said == json.loads(printed[-1])
    assert {"kit", "spec", "ruleset", "options", "level"} <= said.keys()
    assert said["ruleset"] == "mindbug/first-contact"
    failed = next(one for one in map(json.loads, results) if one["status"] == "fail")
    assert failed["step"] == 1


def about(**said: object) -> Callable[[list[str]], list[str]]:
    """Let the summary say something else."""
    return lambda lines: [*lines[:-1], json.dumps(json.loads(lines[-1]) | said)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: [], "run.jsonl:1: the stream has no summary"),
        (lambda lines: lines[:-1], "run.jsonl:7: the stream has no summary"),
        (lambda lines: [*lines, lines[0]], "run.jsonl:9: there is a line after the summary"),
        (lambda lines: [lines[0], *lines], "run.jsonl:2: MB-RUN001 is judged twice"),
        (lambda lines: lines[1:], "run.jsonl:7: the summary does not count"),
        (lambda lines: ["{", *lines], "run.jsonl:1: not JSON"),
        (lambda lines: ["[]", *lines], "run.jsonl:1: expected a JSON object"),
        (lambda lines: ['{"status": "pass"}'], "run.jsonl:1: `id` is missing"),
        (lambda lines: ['{"id": "X", "status": "great"}'], "run.jsonl:1: 'great' is no status"),
        (about(levels=[{"level": 1, "name": "Play"}]), "run.jsonl:8: `vectors` is missing"),
        (about(levels=[1]), "run.jsonl:8: a level must be an object"),
        (about(level=99), "run.jsonl:8: there is no level 99"),
        (about(misreadings=[{"as_if": "x"}]), "run.jsonl:8: `mutant` is missing"),
        (about(unmatched=[1]), "run.jsonl:8: `unmatched` must be a list of texts"),
    ],
)
def test_a_stream_that_is_not_whole_is_refused(
    change: Callable[[list[str]], list[str]], told: str, tmp_path: Path, kaiju: Kaiju
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text("\n".join(change(SAVED.read_text().splitlines())))
    with pytest.raises(KaijuError) as caught:
        read_stream(file)
    assert told in str(caught.value)
    result = kaiju("report", file, "--html", tmp_path / "page.html")
    assert result.exit_code == 2
    assert not (tmp_path / "page.html").exists()


def test_an_interrupted_run_is_a_whole_stream_that_says_so(tmp_path: Path, kaiju: Kaiju) -> None:
    *results, summary = SAVED.read_text().splitlines()
    file = tmp_path / "run.jsonl"
    file.write_text("\n".join([*results, json.dumps({**json.loads(summary), "interrupted": True})]))
    assert read_stream(file).summary.interrupted
    report = ("report", file, "--vectors", VECTORS)
    assert "Bail out!" in kaiju(*report, "--tap", "-").stdout
    assert "stopped before the end" in kaiju(*report, "--markdown", "-").stdout
