"""`kaiju run`: judge an engine by vectors."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from conformance.judge.results import Result
    from conformance.judge.vector import Vector

STOPPED = 130
DURATION = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ms|s|m)?\Z")
FACTORS = {"ms": 0.001, "s": 1.0, "m": 60.0, None: 1.0}


class Duration(click.ParamType[float]):
    """A time such as 5s, 500ms or 1m."""

    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        found = DURATION.match(str(value))
        seconds = float(found[1]) * FACTORS[found[2]] if found else 0.0
        if seconds <= 0:
            self.fail(f"{value!r} is no time: write 5s, 500ms or 1m.", param, ctx)
        return seconds


@click.command(short_help="Judge an engine by the vectors.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--engine",
    "engine_name",
    default="oracle",
    show_default=True,
    metavar="NAME",
    help='The engine: "exec:COMMAND", or the oracle in this process.',
)
@click.option(
    "-k",
    "expressions",
    multiple=True,
    metavar="EXPR",
    help="Only vectors with: an id, rule:mb.attack.tie, card:NAME, words of the title.",
)
@click.option(
    "--timeout", type=Duration(), default="5s", show_default=True, help="Time for each message."
)
@click.option(
    "--vectors",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Judge by these vectors, not by those of the kit.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON Lines: one object a vector, a summary.")
@click.option("--timing", is_flag=True, help="Add seconds to the JSON objects.")
@click.option("-n", "--dry-run", is_flag=True, help="List the vectors that would be run.")
@click.option("-x", "--exit-first", is_flag=True, help="Stop at the first failure.")
@click.pass_context
def run(
    ctx: click.Context,
    ids: tuple[str, ...],
    engine_name: str,
    expressions: tuple[str, ...],
    timeout: float,
    folder: Path | None,
    as_json: bool,
    timing: bool,
    dry_run: bool,
    exit_first: bool,
) -> None:
    """Judge an engine by the vectors.

    Without --engine the oracle judges itself, in this process.
    Exit code 0: nothing failed; 1: something did; 2: the command is wrong.

    \b
    Examples:
      kaiju run --engine "exec:./my-engine --stdio"
      kaiju run -k rule:mb.keyword.tough
      kaiju run MB-7QK4X2 --json
    """
    from conformance.engines.connect import connect
    from conformance.engines.exec import Limits
    from conformance.judge.selection import select
    from conformance.judge.vector import VECTORS, load_vectors

    vectors = select(load_vectors(folder or VECTORS), ids, expressions)
    if dry_run:
        _list(vectors, as_json)
        return
    engine = connect(engine_name, Limits(seconds=timeout))

    from conformance.judge.json_lines import JsonLines
    from conformance.judge.report import Report
    from conformance.judge.results import HARMLESS, Summary
    from conformance.judge.runner import Judge

    judge = Judge(engine)
    results: list[Result] = []
    interrupted = False
    with JsonLines(timing) if as_json else Report(engine_name, len(vectors)) as speaker:
        try:
            with _ends_on_sigterm():
                for vector, result in zip(vectors, judge.results(vectors), strict=True):
                    results.append(result)
                    speaker.result(result, vector)
                    if exit_first and result.status not in HARMLESS:
                        break
        except KeyboardInterrupt:
            interrupted = True
        finally:
            engine.close()
        summary = Summary.of(results, judge.hello, interrupted)
        speaker.summary(summary)
    if interrupted:
        ctx.exit(STOPPED)
    ctx.exit(0 if summary.is_good else 1)


def _list(vectors: list[Vector], as_json: bool) -> None:
    for vector in vectors:
        if as_json:
            click.echo(json.dumps({"id": vector.id, "title": vector.title, "file": vector.file}))
        else:
            click.echo(f"{vector.id}  {vector.title}")


@contextmanager
def _ends_on_sigterm() -> Iterator[None]:
    """Take the signal to end as Ctrl-C, so that the engine is ended with us."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
