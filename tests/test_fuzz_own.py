"""A case of somebody else runs no command until a person has said so."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from conformance.fuzz.finding import Finding, find_case, read_case, write_case
from conformance.fuzz.subject import Beginning

Kaiju = Callable[..., Result]

CASE = Finding(Beginning("mindbug/first-contact"), (), "crash", "m", (), (), "start", 0, 0, 0, 0)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a user with a home of their own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


@pytest.fixture
def trap(tmp_path: Path) -> tuple[str, Path]:
    """A command that leaves a trace, and the trace."""
    trace = tmp_path / "trace"
    program = f"open({str(trace)!r}, 'w')"
    return f"exec:{shlex.quote(sys.executable)} -S -c {shlex.quote(program)}", trace


def planted(engine: str, folder: Path) -> Path:
    """A case that a checkout brought, with a seal that somebody made up."""
    file = write_case(CASE, folder / "kaiju-corpus", engine)
    said = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**said, "own": "0" * 64}), encoding="utf-8")
    return file


def test_a_foreign_case_is_not_run(here: Path, trap: tuple[str, Path], kaiju: Kaiju) -> None:
    engine, trace = trap
    file = planted(engine, here)
    for case in ("last", file, CASE.id):
        done = kaiju("replay", case)
        assert done.exit_code == 2
        assert "was not found by you in this folder" in done.output
        assert "--engine" in done.output
    assert not trace.exists()


@pytest.mark.parametrize(("answer", "runs"), [("y\n", True), ("n\n", False), ("\n", False)])
def test_a_person_is_shown_the_command_and_asked(
    here: Path,
    trap: tuple[str, Path],
    kaiju: Kaiju,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    runs: bool,
) -> None:
    engine, trace = trap
    planted(engine, here)
    monkeypatch.setattr("conformance.verbs.replay.is_a_person", lambda: True)
    done = kaiju("replay", "last", input=answer)
    assert done.exit_code == 2
    assert engine in done.output
    assert trace.exists() == runs


def test_the_command_can_be_given_again(here: Path, trap: tuple[str, Path], kaiju: Kaiju) -> None:
    engine, trace = trap
    planted("exec:rm -rf .", here)
    assert kaiju("replay", "last", "--engine", engine).output.startswith("ERROR")
    assert trace.exists()


def test_ones_own_case_is_run_where_it_was_found(
    here: Path, trap: tuple[str, Path], kaiju: Kaiju, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, trace = trap
    file = write_case(CASE, here / "kaiju-corpus", engine)
    assert kaiju("replay", "last").output.startswith("ERROR")
    assert trace.exists()
    monkeypatch.chdir(here.parent)  # where the command may mean something else
    assert not read_case(file).is_own
    monkeypatch.chdir(here)
    assert read_case(file).is_own
    (here.parent / "state" / "kaiju" / "key").chmod(0o644)
    assert not read_case(file).is_own


def test_the_last_case_is_a_whole_one(here: Path) -> None:
    file = write_case(CASE, here, "exec:x")
    (here / "zzz.json").write_text("", encoding="utf-8")
    assert find_case("last", here) == file
