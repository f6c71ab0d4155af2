"""What several verbs of the kit are told in the same way: an engine, a time, processes, a place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from conformance.durations import EXPECTED, seconds
from conformance.spread import JOBS
from oracle.verbs.arguments import RULESET

Verb = TypeVar("Verb", bound=Callable[..., Any])  # Any: click passes what the verb declares


class Decorate(Protocol):
    """Adds an option to a verb."""

    def __call__(self, verb: Verb, /) -> Verb: ...


class Duration(click.ParamType[float]):
    """A time such as 5s, 500ms or 1m."""

    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        found = seconds(str(value))
        if found is None:
            self.fail(f"{value!r} is no time: {EXPECTED}.", param, ctx)
        return found


def with_engine(about: str) -> Decorate:
    """Add `--engine` to a verb."""
    return click.option("--engine", "engine_name", metavar="NAME", help=about)


def with_timeout(verb: Verb) -> Verb:
    """Add `--timeout` to a verb."""
    return click.option("--timeout", type=Duration(), help="Time for each message  [default: 5s].")(
        verb
    )


def with_ruleset(about: str) -> Decorate:
    """Add `--ruleset` to a verb."""
    return click.option("--ruleset", type=RULESET, metavar="NAME", help=about)


def with_players(about: str) -> Decorate:
    """Add `--players` to a verb."""
    return click.option("--players", type=click.IntRange(1), metavar="N", help=about)


def with_folder(name: str, parameter: str, about: str) -> Decorate:
    """Add an option that names a folder to a verb."""
    return click.option(name, parameter, type=click.Path(path_type=Path), metavar="DIR", help=about)


def with_config(about: str) -> Decorate:
    """Add `--config` to a verb."""
    return click.option(
        "--config", "config_file", type=click.Path(path_type=Path), metavar="FILE", help=about
    )


def with_jobs(about: str) -> Decorate:
    """Add `--jobs` to a verb."""
    return click.option(
        "--jobs", type=click.IntRange(1, 64), default=JOBS, show_default=True, help=about
    )
