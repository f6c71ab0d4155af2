"""Tasks done by so many processes, which end at once when somebody stops us."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.util import Finalize
from typing import TypeVar

from conformance.stopping import deaf_children, leave_stopping_to_the_parent

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
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        batches = [tasks[at : at + at_once] for at in range(0, len(tasks), at_once)]
        with deaf_children():
            futures = [pool.submit(_batch, work, batch) for batch in batches]
        for future in as_completed(futures):
            found = future.result()
            yield from found
            tell(len(found))
    except BaseException:
        for process in list(pool._processes.values()):  # a batch may take minutes
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    leave_stopping_to_the_parent()
    # Taking down thousands of linked machines one by one takes minutes, and nobody needs it.
    Finalize(None, os._exit, args=(0,), exitpriority=-100)


def _batch(
    work: Callable[[str, Given], Found], tasks: list[tuple[str, Given]]
) -> list[tuple[str, Found]]:
    return [(id, work(id, given)) for id, given in tasks]
