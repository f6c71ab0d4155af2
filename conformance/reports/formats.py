"""The table of reports: what each is called, and what makes it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from conformance.reports.cases import Judged
from conformance.reports.files import expect_writable, write_whole
from rules_dsl.errors import KaijuError

FORMATS = {
    "junit": ("conformance.reports.junit:junit", "JUnit XML, as CI servers read it."),
    "tap": ("conformance.reports.tap:tap", "TAP version 14."),
    "markdown": ("conformance.reports.markdown:markdown", "Markdown, for the summary of a CI job."),
    "html": ("conformance.reports.html:html", "One HTML page with every failure drawn and told."),
    "badge": ("conformance.reports.badge:badge", "JSON that shields.io draws as a badge."),
}
"""Format -> (where it is made, its help)."""

STDOUT = Path("-")

Text = Callable[[], str]
"""Makes the text of a report."""

Verb = TypeVar("Verb", bound=Callable[..., Any])  # Any: click passes what the verb declares


def with_reports(verb: Verb) -> Verb:
    """Give a verb one option a format; it gets `reports`, the formats with their files."""
    for name, (_, about) in reversed(FORMATS.items()):
        verb = click.option(
            f"--{name}",
            name,
            type=click.Path(path_type=Path),
            metavar="FILE",
            callback=_collect,
            expose_value=False,
            help=about,
        )(verb)
    return verb


def _collect(ctx: click.Context, param: click.Parameter, value: Path | None) -> None:
    if value is not None:
        wanted_reports(ctx)[str(param.name)] = value


def wanted_reports(ctx: click.Context) -> dict[str, Path]:
    """The reports that were asked for on the command line."""
    wanted: dict[str, Path] = ctx.meta.setdefault("conformance.reports", {})
    return wanted


def expect_places(wanted: Mapping[str, Path], stdout_is_taken: bool = False) -> None:
    """Refuse what cannot be written, before the work begins."""
    to_stdout = [name for name, path in wanted.items() if path == STDOUT]
    if len(to_stdout) + stdout_is_taken > 1:
        taken = [f"--{name} -" for name in to_stdout] + ["--json"] * stdout_is_taken
        raise KaijuError(
            f"{' and '.join(taken)} cannot all write to stdout", remedy="Name files for the others."
        )
    seen: dict[Path, str] = {}
    for name, path in wanted.items():
        if path == STDOUT:
            continue
        expect_writable(path)
        other = seen.setdefault(path.resolve(), name)
        if other != name:
            raise KaijuError(f"--{other} and --{name} name the same file", place=str(path))


def make(name: str, judged: Judged) -> str:
    """The text of a report."""
    module, _, attribute = FORMATS[name][0].partition(":")
    text: str = getattr(importlib.import_module(module), attribute)(judged)
    return text


def reports(wanted: Mapping[str, Path], judged: Judged) -> list[tuple[Path, Text]]:
    """Where each report goes, and what makes it."""
    return [(path, partial(make, name, judged)) for name, path in wanted.items()]


def put_all(texts: Sequence[tuple[Path, Text]]) -> None:
    """Make and put each text, whatever becomes of the others; then say what went wrong."""
    failed: list[Exception] = []
    for path, text in texts:
        try:
            put(path, text())
        except Exception as error:  # noqa: BLE001  raised below, once the others are written
            failed.append(error)
    if not failed:
        return
    ours = [error for error in failed if not isinstance(error, KaijuError)]
    if ours:
        raise ours[0]
    raise KaijuError("\n".join(map(str, failed)))


def put(path: Path, text: str) -> None:
    """Write a text to a file, or to stdout for `-`."""
    if path == STDOUT:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        write_whole(path, text)
