"""`kaiju bench`: how fast the machine plays at random, and whether it ever stumbles."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from .arguments import (
    RULESET,
    number_of_players,
    same_again,
    with_cards_and_options,
    with_players,
)
from .measure import Figures, is_compiled, measure

FAULTS_SHOWN = 5


@click.command()
@click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    metavar="NAME",
    type=RULESET,
    help="Measure this ruleset (repeatable)  [default: all].",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=2000,
    show_default=True,
    help="How many games of each ruleset are played.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="The first game's seed."
)
@with_players
@with_cards_and_options
@click.option("--json", "as_json", is_flag=True, help="Print a list with one object a ruleset.")
@click.pass_context
def bench(
    ctx: click.Context,
    rulesets: tuple[str, ...],
    games: int,
    seed: int,
    players: int | None,
    cards: tuple[Path, ...],
    options: dict[str, str],
    as_json: bool,
) -> None:
    """Measure how fast the oracle plays at random.

    Every seat and chance answer at random in this one process; events and the rules they cite
    are recorded. Game N of a run has the seed SEED + N - 1. A game that crashes, does not end,
    waits for nothing or loses a card is a fault: its seed is printed with the command that plays
    it again, and the exit code is 1.

    After `make compiled` the compiled oracle is measured, unless its source has changed since or
    KAIJU_ORACLE is set to interpreted.

    Figures: decisions count those of chance too, where not those of players are told; clone is
    the median over the decisions of a game; load is the best of 3 fresh processes that load the
    ruleset. Games are measured in chunks, so that the best and the median chunk show the noise of
    the machine.

    \b
    Examples:
      kaiju bench
      kaiju bench --ruleset tokyo/current --players 4 --games 500
      kaiju bench --ruleset duel --seed 7 --json
      kaiju bench --ruleset mindbug/first-contact --cards my.cards --games 10000
    """
    from rules_dsl.specification import load_specification

    names = rulesets or tuple(load_specification().rulesets)
    numbers = {name: number_of_players(name, players) for name in names}
    found = []
    with _progress() as progress:
        for name in names:
            tell = _teller(progress, progress.add_task(name, total=games))
            found.append(measure(name, games, seed, options, cards, tell, numbers[name]))
    if as_json:
        click.echo(json.dumps([figures.to_json() for figures in found], indent=2))
    else:
        _show(found)
    for figures in found:
        _tell_faults(figures, options, cards)
    if any(figures.faults for figures in found):
        ctx.exit(1)


def _teller(progress: Progress, task: TaskID) -> Callable[[int], None]:
    return lambda done: progress.update(task, completed=done, refresh=True)


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
        disable=not sys.stderr.isatty(),
    )


ROWS = (
    ("games/s", "games_per_s", "{:,.0f}"),
    ("decisions/s", "decisions_per_s", "{:,.0f}"),
    ("  median chunk", "median_decisions_per_s", "{:,.0f}"),
    ("  best chunk", "best_decisions_per_s", "{:,.0f}"),
    ("  a CPU second", "decisions_per_cpu_s", "{:,.0f}"),
    ("  of players", "player_decisions_per_cpu_s", "{:,.0f}"),
    ("games a CPU second", "games_per_cpu_s", "{:,.0f}"),
    ("clone, microseconds", "clone_us", "{:.2f}"),
    ("load, seconds", "load_s", "{:.3f}"),
    ("players", "players", "{:,}"),
    ("games", "games", "{:,}"),
    ("faults", "faults", "{:,}"),
)


SIDE_BY_SIDE = 3
"""So many rulesets stand side by side; more get a line each with the main figures."""

MAIN = {
    "decisions_per_s": "decisions/s",
    "decisions_per_cpu_s": "a CPU s",
    "player_decisions_per_cpu_s": "of players",
    "clone_us": "clone, us",
    "load_s": "load, s",
    "faults": "faults",
}


def _show(found: list[Figures]) -> None:
    click.echo("the compiled oracle:" if is_compiled() else "the interpreted oracle:")
    if len(found) > SIDE_BY_SIDE:
        _show_below(found)
        return
    table = Table()
    table.add_column("")
    for figures in found:
        table.add_column(figures.ruleset, justify="right")
    shown = [figures.to_json() for figures in found]
    for label, key, form in ROWS:
        table.add_row(label, *(form.format(each[key]) for each in shown))
    Console().print(table)


def _show_below(found: list[Figures]) -> None:
    forms = {key: form for _, key, form in ROWS}
    table = Table()
    table.add_column("ruleset", no_wrap=True)
    for label in MAIN.values():
        table.add_column(label, justify="right")
    for figures in found:
        each = figures.to_json()
        table.add_row(figures.ruleset, *(forms[key].format(each[key]) for key in MAIN))
    Console().print(table)


def _again(figures: Figures, seed: int) -> list[str]:
    """How a game is played again, with as many players."""
    number = number_of_players(figures.ruleset, figures.players)
    players = [] if number is None else [f"--players {number}"]
    return [*players, f"--auto --seed {seed}"]


def _tell_faults(figures: Figures, options: dict[str, str], cards: tuple[Path, ...]) -> None:
    for fault in figures.faults[:FAULTS_SHOWN]:
        again = same_again("play", figures.ruleset, options, cards, *_again(figures, fault.seed))
        click.echo(f"{fault.kind} with seed {fault.seed}: {fault.what}\n  {again}", err=True)
    more = len(figures.faults) - FAULTS_SHOWN
    if more > 0:
        click.echo(f"and {more} more faults", err=True)
