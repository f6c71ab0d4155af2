"""`kaiju diff`: what changed between two saved runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from conformance.reports.compare import Change, Comparison
    from conformance.reports.stream import Stream

TITLES = {
    "newly_failing": ("newly failing", "red"),
    "newly_passing": ("newly passing", "green"),
    "changed": ("changed", "yellow"),
    "added": ("added", "cyan"),
    "removed": ("removed", "cyan"),
}


@click.command(short_help="Show what changed between two runs.")
@click.argument("old", metavar="OLD.jsonl", type=click.Path(path_type=Path))
@click.argument("new", metavar="NEW.jsonl", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def diff(ctx: click.Context, old: Path, new: Path, as_json: bool) -> None:
    """Show what changed between two runs.

    Both are streams that `kaiju run --jsonl FILE` saved; one that was cut off is refused.
    Exit code 1: something that did not fail in OLD fails in NEW. A vector that only NEW has
    is added, whether it fails or not.

    \b
    Examples:
      kaiju run --jsonl new.jsonl
      kaiju diff old.jsonl new.jsonl
      kaiju diff old.jsonl new.jsonl --json
    """
    from conformance.reports.compare import compare
    from conformance.reports.stream import read_stream

    before, after = read_stream(old), read_stream(new)
    found = compare(before, after)
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        _tell(found, before, after)
    ctx.exit(1 if found.newly_failing else 0)


def _tell(found: Comparison, before: Stream, after: Stream) -> None:
    for kind, changes in found.kinds.items():
        title, colour = TITLES[kind]
        for change in changes:
            head = click.style(title, fg=colour, bold=True)
            click.echo(f"{head} {change.id}  {change.title}{_statuses(change)}")
            for line in _details(change, kind):
                click.echo(f"  {line}")
    for stream in (before, after):
        if stream.summary.interrupted:
            click.echo(f"{stream.source} was stopped before its end")
    counts = [
        f"{len(changes)} {TITLES[kind][0]}" for kind, changes in found.kinds.items() if changes
    ]
    click.echo(", ".join(counts) or "nothing changed")


def _statuses(change: Change) -> str:
    if change.old is None or change.new is None:
        known = change.new or change.old
        return f" ({known.status})" if known else ""
    if change.old.status == change.new.status:
        return f" ({change.new.status})"
    return f" ({change.old.status} -> {change.new.status})"


def _details(change: Change, kind: str) -> list[str]:
    """What the engine does now; of a changed failure also what it did before."""
    from conformance.judge.compare import show

    lines = []
    for sign, result in (("-", change.old), ("+", change.new)):
        if result is None or (sign == "-" and kind != "changed"):
            continue
        if result.message:
            lines.append(f"{sign} {result.message}")
        lines += [
            f"{sign} {one.place}  want {show(one.want)}  got {show(one.got)}"
            for one in result.differences[:3]
        ]
    return lines
