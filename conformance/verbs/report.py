"""`kaiju report`: make reports of a run from its saved stream."""

from __future__ import annotations

from pathlib import Path

import click

from conformance.reports.formats import wanted_reports, with_reports
from conformance.verbs.arguments import with_folder
from rules_dsl.errors import KaijuError


@click.command(short_help="Make reports of a saved run.")
@click.argument("stream", metavar="STREAM.jsonl", type=click.Path(path_type=Path))
@with_reports
@with_folder("--vectors", "folder", "The vectors of the run, if they are not those of the kit.")
@click.pass_context
def report(ctx: click.Context, stream: Path, folder: Path | None) -> None:
    """Make reports of a saved run.

    STREAM.jsonl is what `kaiju run --jsonl FILE` saved, or the output of `kaiju run --json`;
    one that was cut off is refused. Without a format the report for people is printed.
    A report goes to its FILE; one of them may go to stdout, which is called -.

    \b
    Examples:
      kaiju report run.jsonl --html report.html --badge badge.json
      kaiju report run.jsonl --markdown - >> "$GITHUB_STEP_SUMMARY"
      kaiju report run.jsonl
    """
    from conformance.judge.vector_files import VECTORS, load_vectors
    from conformance.reports.cases import Judged
    from conformance.reports.formats import expect_places, put_all, reports
    from conformance.reports.stream import read_stream

    wanted = wanted_reports(ctx)
    expect_places(wanted)
    for name, path in wanted.items():
        if path.exists() and path.resolve() == stream.resolve():
            raise KaijuError(f"--{name} would overwrite the stream itself", place=str(path))
    saved = read_stream(stream)
    judged = Judged.of(saved, load_vectors(folder or VECTORS))
    if wanted:
        put_all(reports(wanted, judged))
        return

    from conformance.judge.report import Report

    with Report(saved.command or "", len(judged.cases)) as speaker:
        for case in judged.cases:
            speaker.result(case.result, case.vector)
        speaker.summary(saved.summary)
