"""How far a verb is stands on a terminal, in a line of standard error, and nowhere else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.scenario.shelf import scenario_files
from oracle.verbs.progress import progress

SCENARIO = next(iter(scenario_files()))


def seen(*arguments: object) -> tuple[str, str]:
    """What a verb says on standard output, and on standard error if that is a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "conformance.cli", *map(str, arguments)]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, env=env, check=True)
        return done.stdout.decode(), os.read(ours, 65536).decode(errors="replace")
    finally:
        os.close(ours)
        os.close(theirs)


def test_counting_tells_how_far_it_is() -> None:
    said, shown = seen("perft", "hunters", "--depth", 5)
    assert "positions, 5 answers deep" in shown
    assert "\x1b" not in said


def test_exporting_tells_which_scenario_it_plays(tmp_path: Path) -> None:
    said, shown = seen("vectors", SCENARIO, "--out", tmp_path)
    assert "scenarios" in shown
    assert "\x1b" not in said


def test_nothing_is_told_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    with progress("games", 3) as tell:
        tell()
        tell(2, "the last one")
    assert capfd.readouterr() == ("", "")
