"""A line on the terminal that says how far long work is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show how many of so many are done; who calls says how many more are, each time."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (TextColumn(f"{{task.completed}}/{{task.total}} {what}"), BarColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as line:
        task = line.add_task(what, total=total)
        yield lambda done: line.update(task, advance=done)
