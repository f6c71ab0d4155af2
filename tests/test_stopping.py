"""Ctrl-C ends a verb and all its processes at once, with one line and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

WORK = """
import sys, time
from pathlib import Path

def sleep(id, given):
    Path(given).touch()
    time.sleep(600)

if __name__ == "__main__":
    from conformance.cli import main
    from conformance import spread
    from rules_dsl import verbs
    tasks = [(str(number), sys.argv[1]) for number in range(24)]
    verbs.words.callback = lambda **_: list(spread.spread(sleep, tasks, 2, print, 8))
    print("begun", flush=True)
    main(["words"])
"""
PATIENCE = 20.0


def until(happened: Callable[[], bool]) -> bool:
    """Whether something happens before our patience is at its end."""
    end = time.monotonic() + PATIENCE
    while not happened() and time.monotonic() < end:
        time.sleep(0.01)
    return happened()


def group_is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("moment", ["while they start", "at work"])
def test_processes_at_work_are_ended_with_their_parent(tmp_path: Path, moment: str) -> None:
    script, at_work = tmp_path / "script.py", tmp_path / "at-work"
    script.write_text(WORK, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, script, at_work],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "begun\n"
    if moment == "at work":
        assert until(at_work.exists)
    else:
        time.sleep(0.15)
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=PATIENCE)
    assert (running.returncode, said) == (130, "stopped\n")
    assert until(lambda: group_is_gone(running.pid))


def test_who_is_stopped_while_it_is_imported_says_so_in_one_line() -> None:
    program = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'conformance.cli':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "from conformance.start import main\n"
        "main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "stopped\n")
