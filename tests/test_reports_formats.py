"""JUnit, TAP, Markdown, badge and terminal, made at once or from a saved stream."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from click.testing import Result

from conformance.judge.results import Result as Verdict
from conformance.judge.results import Summary
from conformance.judge.vector import Vector
from conformance.reports.badge import badge
from conformance.reports.cases import Judged
from conformance.reports.stream import Stream

VECTORS = Path(__file__).parent / "runner_vectors.jsonl"
DATA = Path(__file__).parent / "data" / "reports"
GOLDEN = {
    "junit": "junit.xml",
    "tap": "run.tap",
    "markdown": "summary.md",
    "badge": "badge.json",
}

Kaiju = Callable[..., Result]


def sinner(sin: str) -> str:
    return f"exec:{shlex.quote(sys.executable)} -m conformance.miniatures {sin}"


def report(kaiju: Kaiju, name: str) -> str:
    result = kaiju("report", DATA / "run.jsonl", "--vectors", VECTORS, f"--{name}", "-")
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("name", GOLDEN)
def test_the_formats_stay_as_they_are(kaiju: Kaiju, name: str) -> None:
    """After a wanted change: kaiju report run.jsonl --vectors … with the files of GOLDEN."""
    assert report(kaiju, name) == (DATA / GOLDEN[name]).read_text(encoding="utf-8")


def test_junit_is_what_ci_servers_read(kaiju: Kaiju) -> None:
    root = Xml.fromstring(report(kaiju, "junit"))
    assert root.tag == "testsuites"
    assert set(root.attrib) <= {"name", "time", "tests", "failures", "disabled", "errors"}
    for suite in root:
        assert suite.tag == "testsuite"
        cases = list(suite)
        assert all(case.tag == "testcase" for case in cases)
        assert suite.get("tests") == str(len(cases))
        for verdict, attribute in [
            ("failure", "failures"), ("error", "errors"), ("skipped", "skipped"),
        ]:  # fmt: skip
            found = [case for case in cases if case.find(verdict) is not None]
            assert suite.get(attribute) == str(len(found)), (suite.get("name"), verdict)
        for case in cases:
            assert set(case.attrib) == {"name", "classname", "time"}
            assert [part.tag for part in case] in (
                [], ["failure"], ["error"], ["skipped"], ["failure", "system-err"],
                ["error", "system-err"],
            )  # fmt: skip
    assert root.get("tests") == "7"
    assert root.get("failures") == "2"


def test_tap_holds_to_its_grammar(kaiju: Kaiju) -> None:
    version, plan, *lines = report(kaiju, "tap").splitlines()
    assert version == "TAP version 14"
    number, in_yaml = 0, False
    for line in lines:
        if in_yaml:
            if line == "  ...":
                in_yaml = False
            else:
                key, _, value = line.strip().partition(": ")
                assert line.startswith("  ")
                assert json.loads(value), key
        elif line == "  ---":
            in_yaml = True
        else:
            number += 1
            pattern = rf"(not )?ok {number} - (?:[^#\\]|\\\\|\\#)*(# (SKIP|TODO) .*)?"
            assert re.fullmatch(pattern, line), line
    assert not in_yaml
    assert plan == f"1..{number}"


def test_markdown_takes_nothing_of_others_for_markup(kaiju: Kaiju) -> None:
    text = report(kaiju, "markdown")
    assert text.count("<details>") == text.count("</details>") == 3
    assert "<block>" not in text
    assert "## bugforge 0.3: 1 of 6 vectors pass, 3 fail the run" in text


def test_the_badge_of_a_clean_run(kaiju: Kaiju) -> None:
    result = kaiju("run", "--vectors", VECTORS, "--badge", "-")
    said = json.loads(result.stdout)
    assert said["schemaVersion"] == 1
    assert re.fullmatch(r"Mindbug L\d", said["label"])
    assert (said["message"], said["color"]) == ("4/4", "brightgreen")
    assert "4 pass of 4 vectors" in result.stderr


@pytest.mark.parametrize(
    ("statuses", "label", "message"),
    [
        ({"MB": "pass", "KT": "unsupported", "KD": "unsupported"}, "Mindbug L1", "1/1 printed"),
        (
            {"MB": "unsupported", "KT": "fail", "KD": "pass"},
            "Tokyo + Duel L1",
            "0/1 printed, 1/1 more",
        ),
        ({"MB": "unsupported", "KT": "unsupported"}, "Mindbug + Tokyo L1", "0/0 printed"),
    ],
)
def test_a_badge_names_the_games_that_were_judged(
    statuses: dict[str, str], label: str, message: str
) -> None:
    games = {"MB": "mindbug/first-contact", "KT": "tokyo/current", "KD": "duel/standard"}
    vectors = [Vector(f"{id}-000001", "A title", games[id], setup={}) for id in statuses]
    said_by = {"MB": "book", "KT": "card", "KD": "ours"}
    results = [
        Verdict(f"{id}-000001", status, "A title", authority=said_by[id])
        for id, status in statuses.items()
    ]
    summary = Summary.of(results, None, interrupted=False, about={"level": 1})
    said = json.loads(badge(Judged.of(Stream(tuple(results), summary), vectors)))
    assert (said["label"], said["message"]) == (label, message)


def test_a_run_writes_what_its_saved_stream_gives_later(kaiju: Kaiju, tmp_path: Path) -> None:
    formats = [*GOLDEN, "html"]
    now = [part for name in formats for part in (f"--{name}", tmp_path / f"now.{name}")]
    later = [part for name in formats for part in (f"--{name}", tmp_path / f"later.{name}")]
    saved = tmp_path / "run.jsonl"
    ran = kaiju("run", "--vectors", VECTORS, "--engine", sinner("accepts"), "--jsonl", saved, *now)
    assert ran.exit_code == 1
    made = kaiju("report", saved, "--vectors", VECTORS, *later)
    assert made.exit_code == 0, made.output
    for name in formats:
        text = (tmp_path / f"now.{name}").read_text(encoding="utf-8")
        assert text == (tmp_path / f"later.{name}").read_text(encoding="utf-8")
        assert name == "badge" or "MB-RUN002" in text
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["run.jsonl", *(f"{when}.{name}" for when in ("now", "later") for name in formats)]
    )


def test_a_report_without_a_format_is_the_one_for_people(kaiju: Kaiju) -> None:
    result = kaiju("report", DATA / "run.jsonl", "--vectors", VECTORS)
    assert result.exit_code == 0
    for part in (
        "FAIL MB-RUN002",
        "> p1  life 3  mindbugs 0  play: #1 spider-owl, #5 gorillion",
        "- legal  want nothing  got",
        "behaves as if anybody could block a sneaky creature (M-014): 1 vector",
        "no vector fits the expectation MB-GONE00 (kaiju.toml:9)",
    ):
        assert part in result.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--html", "-", "--tap", "-"], "cannot all write to stdout"),
        (["--json", "--tap", "-"], "--tap - and --json cannot all write to stdout"),
        (["--html", "/no/such/folder/page.html"], "there is no folder /no/such/folder"),
        (["--junit", "/tmp"], "is a folder, not a file"),
        (["--junit", "same.out", "--tap", "./same.out"], "name the same file"),
    ],
)
def test_mistakes_are_told_before_the_engine_runs(
    kaiju: Kaiju, arguments: list[str], told: str
) -> None:
    result = kaiju("run", "--vectors", VECTORS, "--engine", "exec:/no/such/program", *arguments)
    assert result.exit_code == 2
    assert told in result.output


def test_a_report_never_overwrites_its_stream(kaiju: Kaiju, tmp_path: Path) -> None:
    saved = tmp_path / "run.jsonl"
    saved.write_text((DATA / "run.jsonl").read_text())
    result = kaiju("report", saved, "--tap", saved)
    assert result.exit_code == 2
    assert "would overwrite the stream itself" in result.output
    assert saved.read_text() == (DATA / "run.jsonl").read_text()


def test_failures_are_named_by_the_misreading_that_shows_the_same(
    kaiju: Kaiju, tmp_path: Path
) -> None:
    page, saved = tmp_path / "page.html", tmp_path / "run.jsonl"
    bugs = Path(__file__).parent / "planted" / "python_bugs.py"
    engine = f"exec:{sys.executable} {bugs} equal-twins-not-buffed"
    wanted = ("-k", "rule:mb.term.allied ruleset:mindbug/first-contact")
    result = kaiju("run", *wanted, "--engine", engine, "--html", page, "--jsonl", saved)
    assert result.exit_code == 1, result.output
    summary = json.loads(saved.read_text().splitlines()[-1])
    (named,) = summary["misreadings"]
    assert named["mutant"] == "terms:twins-are-not-others"
    assert len(named["vectors"]) == summary["counts"]["fail"] > 0
    assert f"1. behaves as if {named['as_if']} (terms:twins-are-not-others)" in result.output
    assert f"as if {named['as_if']}" in page.read_text(encoding="utf-8")
