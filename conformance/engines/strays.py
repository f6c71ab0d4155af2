"""Processes that left the group of the engine that began them, found by a mark they inherited.

Linux shows the environment of a process; elsewhere nobody is found.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import time
from collections.abc import Iterator
from pathlib import Path

PROCESSES = Path("/proc")
NAME = "KAIJU_ENGINE_"
ROUNDS = 100
SECONDS_BETWEEN_ROUNDS = 0.005


def new_mark() -> str:
    """The name of a variable that only one engine and its children have in their environment."""
    return NAME + secrets.token_hex(16)


def end_strays(mark: str) -> None:
    """End every process with this mark, and those they begin meanwhile."""
    for _ in range(ROUNDS):
        found = list(_marked(mark.encode("ascii")))
        if not found:
            return
        for process in found:
            _end(process, mark.encode("ascii"))
        time.sleep(SECONDS_BETWEEN_ROUNDS)


def _marked(mark: bytes) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for entry in os.scandir(PROCESSES):
            if entry.name.isdigit() and _has(entry.name, mark):
                yield int(entry.name)


def _has(process: str, mark: bytes) -> bool:
    try:
        with open(f"{PROCESSES}/{process}/environ", "rb", buffering=0) as environment:  # noqa: PTH123
            return mark in environment.readall()
    except OSError:  # it has ended, or is somebody else's
        return False


def _end(process: int, mark: bytes) -> None:
    """End one process; whoever got its number meanwhile is left alone."""
    with contextlib.suppress(OSError):
        held = os.pidfd_open(process)
        try:
            if _has(str(process), mark):
                signal.pidfd_send_signal(held, signal.SIGKILL)
        finally:
            os.close(held)
