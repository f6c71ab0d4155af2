"""`kaiju vectors`: export the scenarios as vectors, or check that the committed ones are true."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from conformance.judge.vector_files import VECTORS
from conformance.replay.playing import kit_replays
from conformance.scenario.face import Json
from conformance.scenario.model import Scenario
from conformance.scenario.shelf import SCENARIOS, finished_files, read_scenarios
from conformance.vectors.assumed import RECORD, record_text, with_assumptions
from conformance.vectors.authority import with_authority
from conformance.vectors.export import DoesNotHold, shown
from conformance.vectors.files import document, drift, orphans, topic_path, with_index, write
from conformance.vectors.found import found_vectors
from oracle.verbs.progress import progress
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; fail when something would change.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write to this folder instead of conformance/vectors.",
)
def vectors(files: tuple[Path, ...], check: bool, out: Path | None) -> None:
    """Export the scenarios as vectors.

    Without FILES every scenario of the kit is exported, one vector file a topic, except those of
    games in the making; vector files of the kit that no scenario gives any more are removed.
    Scenarios of your own need --out.

    \b
    Examples:
      kaiju vectors
      kaiju vectors --check
      kaiju vectors conformance/scenarios/tokyo/yield.scenario
      kaiju vectors my.scenario --out my-vectors
      kaiju run --vectors my-vectors --engine "exec:./my-engine"
    """
    everything = not files and out is None
    _expect_a_place(files, out)
    by_file = read_scenarios(list(files) or finished_files())
    folder = out or VECTORS
    try:
        made = _made(by_file, folder, with_found=not files)
    except DoesNotHold as failure:
        click.secho(str(failure), fg="red", err=True)
        click.echo("nothing was written: a vector comes from a scenario that holds", err=True)
        raise SystemExit(1) from None
    count = sum(map(len, made.values()))
    texts = with_index({path: document(each) for path, each in made.items()}, folder, everything)
    if everything:
        texts[Path(RECORD)] = record_text()
    if check:
        found = drift(texts, folder, everything)
        for line in found:
            click.secho(line, fg="red", err=True)
        if found:
            click.echo("the vectors have drifted: `kaiju vectors` writes them anew", err=True)
            raise SystemExit(1)
        click.echo(f"{count} vectors agree with their scenarios")
        return
    changed = write(texts, folder)
    gone = orphans(texts, folder) if everything else []
    for path in gone:
        path.unlink()
    for path in changed:
        click.echo(f"wrote {shown(path)}")
    for path in gone:
        click.echo(f"removed {shown(path)}")
    click.echo(f"{count} vectors, {len(changed)} of {len(texts)} files changed")


def _made(
    by_file: dict[Path, list[Scenario]], folder: Path, with_found: bool
) -> dict[Path, list[Json]]:
    """The vectors of scenarios and, if wanted, those found by search, by the file they go to."""
    sums = {id: rule.checksum for id, rule in load_specification().rules.items()}
    paths = _paths(by_file)
    scenarios = [scenario for found in by_file.values() for scenario in found]
    with progress("scenarios", len(scenarios)) as tell:
        vectors = kit_replays().vectors(scenarios, sums, tell)
        made: dict[Path, list[Json]] = {path: [] for path in paths.values()}
        for scenario, vector in zip(scenarios, vectors, strict=True):
            made[paths[Path(scenario.place.file)]].append(vector)
    if with_found:
        with progress("games from the start and counted positions"):
            made |= found_vectors(sums)
    with progress("what the vectors assume", sum(map(len, made.values()))) as tell:
        return with_authority(with_assumptions(made, folder, tell=tell))


def _paths(files: Iterable[Path]) -> dict[Path, Path]:
    """Where the vectors of each scenario file go, which is no other file's place."""
    paths: dict[Path, Path] = {}
    for file in files:
        path = topic_path(file)
        if path in paths.values():
            raise KaijuError(
                f"another scenario file also gives {path}", str(file), "rename one of the two"
            )
        paths[file] = path
    return paths


def _expect_a_place(files: tuple[Path, ...], out: Path | None) -> None:
    """Vectors of other people's scenarios do not belong among those of the kit."""
    for file in files:
        if out is None and not file.resolve().is_relative_to(SCENARIOS):
            raise KaijuError(
                "this is no scenario file of the kit", str(file), "say where to write: --out FOLDER"
            )
