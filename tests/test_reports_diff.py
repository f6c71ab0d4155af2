"""`kaiju diff`: what is new, what is gone, and when it fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from conformance.judge.compare import Difference
from conformance.judge.results import STATUSES, Summary
from conformance.judge.results import Result as Verdict
from conformance.reports.stream import Stream

Kaiju = Callable[..., Result]


def save(path: Path, *results: Verdict) -> Path:
    counts = {status: sum(one.status == status for one in results) for status in STATUSES}
    path.write_text("\n".join(Stream(results, Summary(counts, {"name": "x"})).lines()))
    return path


def verdict(id: str, status: str, message: str = "", got: object = None) -> Verdict:
    found = (Difference("turn", "p1", got),) if got else ()
    return Verdict(id, status, f"Title of {id}", (), message, found)


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, Path]:
    old = save(
        tmp_path / "old.jsonl",
        verdict("A", "pass"),
        verdict("B", "fail", "wrong"),
        verdict("C", "fail", "wrong", "p2"),
        verdict("D", "fail", "wrong", "p2"),
        verdict("E", "pass"),
        verdict("F", "xfail", "wrong"),
        verdict("G", "pass"),
    )
    new = save(
        tmp_path / "new.jsonl",
        verdict("A", "crash", "ended"),
        verdict("B", "pass"),
        verdict("C", "fail", "wrong", "nobody"),
        verdict("D", "fail", "wrong", "p2"),
        verdict("F", "xpass", "it passes"),
        verdict("G", "unsupported", "not any more"),
        verdict("H", "fail", "new"),
    )
    return old, new


def test_everything_that_changed_is_told_once(kaiju: Kaiju, saved: tuple[Path, Path]) -> None:
    result = kaiju("diff", *saved, "--json")
    assert result.exit_code == 1
    said = json.loads(result.stdout)
    assert {kind: [one["id"] for one in found] for kind, found in said.items()} == {
        "newly_failing": ["A"],
        "newly_passing": ["B", "F"],
        "changed": ["C", "G"],
        "added": ["H"],
        "removed": ["E"],
    }
    assert said["newly_failing"][0] == {
        "id": "A",
        "title": "Title of A",
        "old": "pass",
        "new": "crash",
        "new_message": "ended",
    }


def test_the_report_for_people(kaiju: Kaiju, saved: tuple[Path, Path]) -> None:
    lines = kaiju("diff", *saved).output.splitlines()
    assert lines[0] == "newly failing A  Title of A (pass -> crash)"
    assert lines[1] == "  + ended"
    assert '  - turn  want "p1"  got "p2"' in lines
    assert '  + turn  want "p1"  got "nobody"' in lines
    assert lines[-1] == "1 newly failing, 2 newly passing, 2 changed, 1 added, 1 removed"


def test_only_what_newly_fails_fails(kaiju: Kaiju, saved: tuple[Path, Path]) -> None:
    old, new = saved
    same = kaiju("diff", new, new)
    assert (same.exit_code, same.output) == (0, "nothing changed\n")
    backwards = kaiju("diff", new, old, "--json")
    assert backwards.exit_code == 1
    assert [one["id"] for one in json.loads(backwards.stdout)["newly_failing"]] == ["B"]
    added = save(old.parent / "added.jsonl", verdict("X", "fail"))
    none = save(old.parent / "none.jsonl")
    assert kaiju("diff", none, added).exit_code == 0


def test_a_stream_that_was_cut_off_is_refused(kaiju: Kaiju, saved: tuple[Path, Path]) -> None:
    old, new = saved
    old.write_text(old.read_text().rpartition("\n")[0])
    result = kaiju("diff", old, new)
    assert result.exit_code == 2
    assert "has no summary" in result.output
