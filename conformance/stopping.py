"""Ctrl-C reaches every process of a terminal; here the parent alone heeds it, and ends the others.

A process of Python that is stopped while it starts prints a traceback. So it is started deaf, and
hears again only when it has been told to leave Ctrl-C alone.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

CTRL_C = {signal.SIGINT}


@contextmanager
def deaf_children() -> Iterator[None]:
    """What is started here does not hear Ctrl-C; we hear it as soon as all are started."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, CTRL_C)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_stopping_to_the_parent() -> None:
    """What a process says that was started deaf."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, CTRL_C)
