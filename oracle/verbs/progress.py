"""How far a verb is: one line on the terminal, nothing anywhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

SECONDS_BETWEEN = 0.1


class Tell(Protocol):
    """Hears how many more are done, and what is done now."""

    def __call__(self, more: int = 1, now: str | None = None) -> None: ...


def silent(more: int = 1, now: str | None = None) -> None:
    """Say nothing."""


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Tell]:
    """A line that says how many of `what` are done, on a terminal and on standard error only."""
    from rich.console import Console  # takes longer to import than many a verb takes
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield silent
        return
    of_all = "" if total is None else f" of {total:,}"
    columns = TextColumn(f"{{task.completed:,.0f}}{of_all} {{task.description}}"), BarColumn()
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as shown:
        task = shown.add_task(what, total=total)
        done, due = 0, 0.0

        def tell(more: int = 1, now: str | None = None) -> None:
            nonlocal done, due
            done += more
            if (at := monotonic()) >= due:
                said = what if now is None else f"{what}: {now}"
                shown.update(task, completed=done, description=said)
                due = at + SECONDS_BETWEEN

        yield tell
