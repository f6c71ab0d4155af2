"""Spreads work over several cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.util import Finalize
from typing import TypeVar

JOBS = 2
"""Processes to run at a time, unless said otherwise."""

Given = TypeVar("Given")
Found = TypeVar("Found")


def spread(
    work: Callable[[str, Given], Found],
    tasks: list[tuple[str, Given]],
    jobs: int,
    tell: Callable[[int], None],
    at_once: int,
) -> Iterator[tuple[str, Found]]:
    """Do the tasks, here or in so many processes, and yield what comes of each.

    A process is given so many of them at once; if there are no more than that, none is started.
    """
    if jobs == 1 or len(tasks) <= at_once:
        for id, given in tasks:
            yield id, work(id, given)
            tell(1)
        return
    pool = ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), initializer=_leave_stopping_to_the_parent
    )
    try:
        batches = [tasks[at : at + at_once] for at in range(0, len(tasks), at_once)]
        for future in as_completed([pool.submit(_batch, work, batch) for batch in batches]):
            found = future.result()
            yield from found
            tell(len(found))
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_stopping_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Taking down thousands of linked machines one by one takes minutes, and nobody needs it.
    Finalize(None, os._exit, args=(0,), exitpriority=-100)


def _batch(
    work: Callable[[str, Given], Found], tasks: list[tuple[str, Given]]
) -> list[tuple[str, Found]]:
    return [(id, work(id, given)) for id, given in tasks]
