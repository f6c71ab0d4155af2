"""Which core an engine runs on."""

from __future__ import annotations

import os
import sys


def keep_to_one_core(number: int = 0) -> None:
    """Share one core with engines started from now on, where the system lets us.

    Kit and engine take turns, and waking another core takes longer than most answers.
    """
    if sys.platform == "linux":
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[number % len(cores)]})
