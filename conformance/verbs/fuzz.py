"""`kaiju fuzz`: play an engine against the oracle and make what differs small."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve

from conformance.verbs.arguments import (
    Duration,
    with_engine,
    with_players,
    with_ruleset,
    with_timeout,
)
from conformance.verbs.run import STOPPED, ends_on_signals
from oracle.verbs.arguments import default_ruleset
from rules_dsl.errors import KaijuError, printable

if TYPE_CHECKING:
    from conformance.engines.interface import Trouble
    from conformance.expectations import Config
    from conformance.fuzz.campaign import Crew, Figures
    from conformance.fuzz.finding import Finding
    from conformance.fuzz.plan import Plan

CORPUS = Path("kaiju-corpus")
SECONDS = 60.0
PATIENCE = 5.0
LEAST = 0.5
"""The share of the time that is left for playing, however long it takes to begin."""
MOST_JOBS = 64

with_corpus = click.option(
    "--corpus",
    type=click.Path(path_type=Path, file_okay=False),
    default=CORPUS,
    show_default=True,
    metavar="DIR",
    help="Where cases are kept.",
)
"""The option of the verbs that find cases, play them again and make scenarios of them."""


@click.command(short_help="Play an engine against the oracle.")
@with_engine('The engine: "exec:COMMAND"  [default: that of kaiju.toml].')
@click.option("--time", "seconds", type=Duration(), help="How long  [default: 60s, or --games].")
@click.option("--games", type=click.IntRange(1), metavar="N", help="How many games.")
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(0),
    metavar="N",
    help="Another seed plays other games.",
)
@click.option(
    "--stop-after", type=click.IntRange(1), metavar="N", help="End after so many findings."
)
@with_corpus
@click.option(
    "--jobs",
    default=2,
    show_default=True,
    type=click.IntRange(1, MOST_JOBS),
    metavar="N",
    help="Processes, each with an engine of its own.",
)
@click.option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster at this address.")
@with_ruleset("What is played  [default: mindbug/first-contact].")
@with_players("How many play  [default: any number that may].")
@click.option(
    "--cards",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Add the cards of a file (repeatable).",
)
@click.option("--option", "options", multiple=True, metavar="NAME=ANSWER", help="Set an option.")
@with_timeout
@click.option(
    "--in-step", is_flag=True, help="Replay no game in one message, even if the engine can."
)
@click.option("--json", "as_json", is_flag=True, help="JSON Lines: an object a finding, a summary.")
@click.pass_context
def fuzz(
    ctx: click.Context,
    engine_name: str | None,
    seconds: float | None,
    games: int | None,
    seed: int,
    stop_after: int | None,
    corpus: Path,
    jobs: int,
    cluster: str | None,
    ruleset: str | None,
    players: int | None,
    cards: tuple[Path, ...],
    options: tuple[str, ...],
    timeout: float | None,
    in_step: bool,
    as_json: bool,
) -> None:
    """Play an engine against the oracle.

    Both play the same random games in step; what they offer, refuse, show and become is
    compared at every decision. What differs is made as small as it can be and kept in the
    corpus. The same seed and number of games give the same findings, with any number of jobs.
    Exit code 0: no difference; 1: some; 2: the command is wrong.

    \b
    Examples:
      kaiju fuzz --engine "exec:./my-engine --stdio"
      kaiju fuzz --engine "exec:node engine.mjs" --time 5m --seed 7
      kaiju fuzz --games 500 --stop-after 1
      kaiju fuzz --engine "exec:./my-engine" --ruleset tokyo/current --players 4
      kaiju replay last
    """
    from conformance.engines.interface import Trouble
    from conformance.expectations import load_config
    from conformance.fuzz.campaign import Budget, Campaign, Deserted
    from conformance.fuzz.finding import write_case
    from conformance.fuzz.report import Report

    began = time.monotonic()
    config = load_config()
    plan = _plan(config, engine_name, ruleset, cards, _options(options), timeout, seed)
    plan = evolve(plan, players=players, known=config.known)
    try:
        plan = _agreed(plan, _configured(config, plan.engine))
    except Trouble as trouble:
        _does_not_start(trouble, as_json)
        ctx.exit(1)
    plan = evolve(plan, in_step=in_step)
    if seconds is None and games is None:
        seconds = SECONDS
    report = Report(plan.engine, corpus, corpus == CORPUS, seed)
    interrupted = False
    mistakes: list[KaijuError] = []  # told once everything that was found is told

    def keep(finding: Finding) -> None:
        try:
            write_case(finding, corpus, plan.engine)
        except KaijuError as mistake:
            mistakes.append(mistake)
        _tell(finding, None if as_json else report.finding)

    crew = _crew(plan, jobs, cluster)
    try:
        with ends_on_signals(), plan.judging(), report:
            on_way = _silent if as_json else report.progress
            if seconds is not None:  # what it took to begin is time too
                seconds = max(seconds - (time.monotonic() - began), seconds * LEAST)
            campaign = Campaign(crew, Budget(seconds, games, stop_after), on_way)
            kept = 0
            try:
                for found in campaign.findings():
                    keep(found)
                    kept += 1
            except KeyboardInterrupt:
                interrupted = True
                campaign.stop()
            except KaijuError as mistake:
                mistakes.insert(0, mistake)
                campaign.stop()
            figures = campaign.figures
            for found in figures.findings[kept:]:  # what is counted is told
                keep(found)
    finally:
        crew.close()
    stopped = interrupted or bool(mistakes)
    _summarise(figures, seed, stopped, None if as_json else report.summary)
    if interrupted:
        ctx.exit(STOPPED)
    if mistakes and figures.differences and isinstance(mistakes[0], Deserted):
        click.secho(printable(str(mistakes[0])), fg="red", err=True)
    elif mistakes:
        raise mistakes[0]
    ctx.exit(1 if figures.differences else 0)


def _silent(_: Figures) -> None:
    pass


def _tell(finding: Finding, say: Callable[[Finding], None] | None) -> None:
    from conformance.fuzz.finding import to_json

    if say is not None:
        say(finding)
    else:
        click.echo(json.dumps(to_json(finding)))


def _summarise(
    figures: Figures, seed: int, interrupted: bool, say: Callable[[Figures, bool], None] | None
) -> None:
    from conformance.fuzz.report import summary_json

    if say is not None:
        say(figures, interrupted)
    else:
        click.echo(json.dumps(summary_json(figures, seed, interrupted)))


def _crew(plan: Plan, jobs: int, cluster: str | None) -> Crew:
    if cluster is not None:
        from conformance.fuzz.cluster import Cluster

        return Cluster(plan, cluster)
    if jobs == 1:
        from conformance.fuzz.campaign import Alone

        return Alone(plan)
    from conformance.fuzz.workers import Workers

    return Workers(plan, jobs)


def _plan(
    config: Config,
    engine_name: str | None,
    ruleset: str | None,
    cards: tuple[Path, ...],
    options: dict[str, str],
    timeout: float | None,
    seed: int,
) -> Plan:
    """What is fuzzed; the engine is asked once which answers it gives to open questions."""
    from conformance.fuzz.plan import Plan

    name = engine_name or config.engine
    if name is None:
        raise KaijuError(
            "no engine is named",
            remedy='Write --engine "exec:COMMAND", or put it in kaiju.toml.',
        )
    return Plan(
        name,
        ruleset or config.ruleset or default_ruleset(),
        seed,
        options,
        tuple(_text(file) for file in cards),
        timeout or config.timeout or PATIENCE,
    )


def _does_not_start(trouble: Trouble, as_json: bool) -> None:
    """Say how the engine fails before anything could be played."""
    if as_json:
        said = {"status": trouble.status, "message": str(trouble), "stderr": trouble.stderr}
        click.echo(json.dumps(said))
        return
    click.secho(f"{trouble.status.upper()}  {trouble}", fg="red")
    for line in trouble.stderr.splitlines():
        click.echo(f"  stderr | {line}")


def _configured(config: Config, engine: str) -> dict[str, str]:
    """The options of kaiju.toml, which are about the engine that is named there, if one is."""
    return config.options if config.engine in (None, engine) else {}


def _agreed(plan: Plan, configured: dict[str, str]) -> Plan:
    """The plan with the answer to every option by which the engine plays."""
    from attrs import evolve

    from conformance.engines.rulesets import expected_number, ruleset
    from conformance.fuzz.declared import answers_of

    ruleset(plan.game, plan.options, plan.cards)  # a mistake in cards or options is told now
    if plan.players is not None:
        plan = evolve(plan, players=expected_number(plan.game, plan.players))
    subject = plan.subject()
    try:
        hello = subject.hello()
    finally:
        subject.close()
    played = hello.plays(plan.game)
    if played is None:
        raise KaijuError(
            f"the engine does not play {plan.game}",
            remedy=f"It plays {', '.join(sorted(hello.games))}: choose one with --ruleset.",
        )
    if plan.players is not None and not played.seats(plan.players):
        raise KaijuError(
            f"the engine does not play {plan.game} with {plan.players}",
            remedy=f"It says that {played.players[0]} to {played.players[-1]} can play.",
        )
    if plan.cards and "card" not in hello.ops:
        raise KaijuError("the engine does not read card texts (`card`), so --cards cannot be used")
    return evolve(plan, options=answers_of(plan.game, hello, configured, plan.options))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KaijuError(f"cannot be read: {error}", place=str(file)) from None


def _options(options: tuple[str, ...]) -> dict[str, str]:
    given = {}
    for option in options:
        name, equals, answer = option.partition("=")
        if not equals:
            raise KaijuError(f"`{option}` sets no option", remedy="Write --option NAME=ANSWER.")
        given[name.strip()] = answer.strip()
    return given
