"""`kaiju run`: judge an engine by vectors."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click
from attrs import frozen

from conformance.reports.formats import STDOUT, wanted_reports, with_reports
from conformance.verbs.arguments import with_config, with_engine, with_folder, with_timeout
from rules_dsl.errors import KaijuError

if TYPE_CHECKING:
    from conformance.engines.interface import Engine
    from conformance.engines.watched import Watched
    from conformance.expectations import Config
    from conformance.judge.json_lines import JsonLines
    from conformance.judge.report import Report
    from conformance.judge.results import Result, Summary
    from conformance.judge.runner import Judge
    from conformance.judge.vector import Vector
    from conformance.reports.misreadings import Misreading

STOPPED = 130
BREAKS_A_RULE = ("fail", "auto-choice")  # then the engine still stands where it differs
SIGNALS = (signal.SIGTERM, signal.SIGHUP)
PATIENCE = 5.0  # seconds for each message, unless said otherwise


@click.command(short_help="Judge an engine by the vectors.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@with_engine(
    'The engine: "exec:COMMAND", or oracle  [default: that of kaiju.toml, else the oracle].'
)
@click.option(
    "-k",
    "expressions",
    multiple=True,
    metavar="EXPR",
    help="Only vectors that fit: an id or its beginning (MB-0), rule:ID, card:NAME, game:NAME, "
    "ruleset:NAME, authority:book, words of the title; * stands for anything (repeatable: or).",
)
@with_timeout
@with_folder("--vectors", "folder", "Judge by these vectors, not by those of the kit.")
@with_config("Engine, options and expectations  [default: kaiju.toml here, if any].")
@click.option(
    "--write-expect", is_flag=True, help="Write what fails now into kaiju.toml, as expected."
)
@click.option("--json", "as_json", is_flag=True, help="JSON Lines: one object a vector, a summary.")
@click.option("--timing", is_flag=True, help="Add seconds to the JSON objects and the reports.")
@click.option("-n", "--dry-run", is_flag=True, help="List the vectors that would be run.")
@click.option("-x", "--exit-first", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--jsonl",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The stream of this run, for `kaiju report` and `kaiju diff`.",
)
@with_reports
@click.pass_context
def run(
    ctx: click.Context,
    ids: tuple[str, ...],
    engine_name: str | None,
    expressions: tuple[str, ...],
    timeout: float | None,
    folder: Path | None,
    config_file: Path | None,
    write_expect: bool,
    as_json: bool,
    timing: bool,
    dry_run: bool,
    exit_first: bool,
    jsonl: Path | None,
) -> None:
    """Judge an engine by the vectors.

    Without --engine and without kaiju.toml the oracle judges itself, in this process.
    A report goes to its FILE; one of them may go to stdout, which is called -.
    What kaiju.toml expects to fail does not fail the run; an unexpected pass does.
    The oracle has nothing to expect: --engine oracle leaves the expectations aside.
    Exit code 0: nothing failed; 1: something did; 2: the command is wrong.

    \b
    Examples:
      kaiju run --engine "exec:./my-engine --stdio"
      kaiju run MB-7QK4X2 --json
      kaiju run -k rule:mb.keyword.tough
      kaiju run -k authority:book
      kaiju run -k game:tokyo -k game:duel
      kaiju run -k "ruleset:tokyo/current rule:kt.yield.*"
      kaiju run -k "card:Alpha Monster" -k KD-
      kaiju run --html report.html --junit junit.xml --jsonl run.jsonl
      kaiju run --write-expect
    """
    from conformance.engines.connect import ORACLE
    from conformance.expectations import Config
    from conformance.judge.vector_files import VECTORS

    config = _config(config_file, write_expect)
    if engine_name == ORACLE != config.engine:
        config = Config(file=config.file)
    name = engine_name or config.engine or ORACLE
    vectors = _of_ruleset(_chosen(folder or VECTORS, ids, expressions, config.ruleset), config)
    if folder is not None:
        from conformance.judge.soundness import expect_sound

        expect_sound(vectors)
    if dry_run:
        _list(vectors, as_json)
        return
    wishes = Wishes(timeout, as_json, timing, exit_first, jsonl, folder)
    keep = partial(_write_expectations, config_file, config, name) if write_expect else None
    code, _ = judge_by(ctx, vectors, name, wishes, config, keep)
    ctx.exit(0 if write_expect and code != STOPPED else code)


@frozen
class Wishes:
    """How an engine is judged, and where the results go."""

    timeout: float | None = None
    as_json: bool = False
    timing: bool = False
    exit_first: bool = False
    jsonl: Path | None = None
    folder: Path | None = None
    """The vectors of somebody else, if it is by those."""


def judge_by(
    ctx: click.Context,
    vectors: list[Vector],
    name: str,
    wishes: Wishes,
    config: Config,
    keep: Callable[[list[Result]], None] | None = None,
) -> tuple[int, list[Result]]:
    """Judge an engine by some vectors, tell and write the results; the exit code is first.

    `keep` is given the results of a run that nobody stopped.
    """
    from conformance.engines.connect import ORACLE
    from conformance.judge.vector_files import VECTORS
    from conformance.reports.formats import expect_places

    timeout, as_json, timing = wishes.timeout, wishes.as_json, wishes.timing
    jsonl, folder, exit_first = wishes.jsonl, wishes.folder, wishes.exit_first
    wanted = wanted_reports(ctx)
    expect_places({**wanted, **({"jsonl": jsonl} if jsonl else {})}, as_json)
    engine = connected(name, timeout or config.timeout or PATIENCE, config)

    from conformance.engines.watched import Watched
    from conformance.judge.json_lines import JsonLines
    from conformance.judge.report import Report
    from conformance.judge.results import Summary
    from conformance.judge.runner import Judge
    from conformance.levels import tally
    from conformance.reports.about import about
    from conformance.reports.misreadings import misreadings

    watched = Watched(engine)
    judge = Judge(watched, config.options, config.known)
    to_stderr = STDOUT in (*wanted.values(), jsonl)
    speaker = (
        JsonLines(click.echo, timing)
        if as_json
        else Report(name, len(vectors), to_stderr=to_stderr)
    )
    with speaker:
        results, interrupted = _results(judge, watched, vectors, config, speaker, exit_first)
        facts = about(judge.hello, vectors, config.options)
        facts["levels"] = [each.to_json() for each in tally(vectors, results)]
        speaker.searching("naming what it misreads")
        named = []
        if not config.known:  # what is behind a known misreading cannot be told by marks
            named = misreadings(results, vectors, judge.hello, config.options)
        if not interrupted:
            speaker.searching("trying failures again, alone")
            fresh = partial(connected, name, timeout or config.timeout or PATIENCE, config)
            earlier = _earlier(fresh if name != ORACLE else None, vectors, results, named, config)
            facts |= {"earlier": earlier} if earlier else {}
            named = [one for one in named if not earlier.keys() >= {*one.vectors}]
        facts |= {"misreadings": [one.to_json() for one in named]} if named else {}
        facts |= {"unmatched": stale} if (stale := _stale(config, folder or VECTORS)) else {}
        summary = Summary.of(results, judge.hello, interrupted, facts, bool(config.expectations))
        speaker.summary(summary)
    if keep is not None and not interrupted:  # before the reports: one that fails must not lose it
        keep(results)
    if wanted or jsonl:
        _write(results, summary, name, vectors, wanted, jsonl, timing)
    return STOPPED if interrupted else 0 if summary.is_good else 1, results


def _config(file: Path | None, may_be_new: bool) -> Config:
    from conformance.expectations import Config, load_config

    if file is not None and may_be_new and not file.exists():
        return Config(file=file)
    return load_config(file)


def _chosen(
    folder: Path, ids: tuple[str, ...], expressions: tuple[str, ...], ruleset: str | None
) -> list[Vector]:
    """The vectors that are wanted; where their ids or rulesets are said, few others are read."""
    from conformance.judge.vector_files import find_vectors, load_vectors

    if ids and not expressions:
        return find_vectors(ids, folder)
    from conformance.judge.selection import rulesets_meant, select

    rulesets = None if ids else rulesets_meant(expressions)
    if rulesets is None and not ids and not expressions and ruleset is not None:
        rulesets = frozenset({ruleset})
    return select(load_vectors(folder, rulesets), ids, expressions)


def _of_ruleset(vectors: list[Vector], config: Config) -> list[Vector]:
    if config.ruleset is None:
        return vectors
    chosen = [vector for vector in vectors if vector.game == config.ruleset]
    if not chosen:
        raise KaijuError(f"no vector chosen is of {config.ruleset}", place=str(config.file))
    return chosen


def connected(name: str, timeout: float, config: Config) -> Engine:
    """The engine of a name; a mistake in kaiju.toml is told with its place."""
    from conformance.engines.connect import connect
    from conformance.engines.exec import Limits

    try:
        return connect(name, Limits(seconds=timeout))
    except KaijuError as error:
        if name == config.engine and error.place is None:
            raise KaijuError(error.message, config.engine_place, error.remedy) from None
        raise


def _results(
    judge: Judge,
    watched: Watched,
    vectors: list[Vector],
    config: Config,
    speaker: JsonLines | Report,
    exit_first: bool,
) -> tuple[list[Result], bool]:
    """Every result as it comes, and whether somebody stopped the run; the engine is ended."""
    from attrs import evolve

    from conformance.expectations import judged
    from conformance.judge.results import HARMLESS

    results: list[Result] = []
    with ends_on_signals():
        try:
            for vector, found in zip(vectors, judge.results(vectors), strict=True):
                if found.status in BREAKS_A_RULE:
                    found = evolve(found, waits=watched.waits(), stands=watched.stands())
                result = judged(found, config.expectation(vector))
                results.append(result)
                speaker.result(result, vector)
                if exit_first and result.status not in HARMLESS:
                    break
        except KeyboardInterrupt:
            return results, True
        finally:
            judge.close()
    return results, False


def _earlier(
    fresh: Callable[[], Engine] | None,
    vectors: list[Vector],
    results: list[Result],
    named: list[Misreading],
    config: Config,
) -> dict[str, list[str]]:
    """The failures that depend on earlier games, with those games; none in this process."""
    from conformance.judge.again import Again
    from conformance.judge.causes import causes

    if fresh is None:
        return {}
    found = causes(results, {vector.id: vector for vector in vectors}, named)
    again = Again(fresh, vectors, results, config.options, config.known)
    try:
        return {id: list(before) for id, before in again.earlier(found).items()}
    except KeyboardInterrupt:
        return {}  # whoever has no patience for this still gets the results


def _stale(config: Config, folder: Path) -> list[str]:
    """The expectations that are about no vector, each with its place."""
    from conformance.judge.vector_files import load_vectors

    if not config.expectations:
        return []
    return [f"{one.pattern} ({one.place})" for one in config.unmatched(load_vectors(folder))]


def _write(
    results: list[Result],
    summary: Summary,
    name: str,
    vectors: list[Vector],
    wanted: dict[str, Path],
    jsonl: Path | None,
    timing: bool,
) -> None:
    """Write the stream, and of what it says every other report."""
    from attrs import evolve

    from conformance.reports.cases import Judged
    from conformance.reports.formats import put_all, reports
    from conformance.reports.stream import Stream, read_lines

    whole = evolve(summary, about={**summary.about, "command": name})
    lines = Stream(tuple(results), whole).lines(timing)
    stream = [(jsonl, lambda: "\n".join(lines) + "\n")] if jsonl is not None else []
    put_all([*stream, *reports(wanted, Judged.of(read_lines(lines), vectors))])


def _write_expectations(
    file: Path | None,
    config: Config,
    name: str,
    results: list[Result],
) -> None:
    from conformance.expectations import NAME
    from conformance.expecting import write_expectations

    path = file or config.file or Path(NAME)
    written = write_expectations(path, name, results)
    click.echo(
        f"{path}: {written} expectations written; the next run holds them"
        if written
        else f"{path}: nothing to write, everything is as expected",
        err=True,
    )


def _list(vectors: list[Vector], as_json: bool) -> None:
    for vector in vectors:
        if as_json:
            click.echo(json.dumps({"id": vector.id, "title": vector.title, "file": vector.file}))
        else:
            click.echo(f"{vector.id}  {vector.title}")


@contextmanager
def ends_on_signals() -> Iterator[None]:
    """Take the signals to end as Ctrl-C, so that the engine is ended with us."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    heeded = [each for each in SIGNALS if signal.getsignal(each) is not signal.SIG_IGN]
    before = {number: signal.signal(number, interrupt) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
