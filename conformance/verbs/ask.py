"""`kaiju ask`: tell the story of scenarios, and every outcome of what they leave open."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console

from conformance.scenario.explore import explore, play_until_open
from conformance.scenario.face import Json
from conformance.scenario.loading import cached_load
from conformance.scenario.model import Scenario
from conformance.scenario.player import Result, begin, play
from conformance.scenario.printer import print_line
from conformance.scenario.reader import ID, read_files
from conformance.scenario.run import Failure
from conformance.scenario.shelf import expect_known_rules, scenario_files
from conformance.scenario.story import (
    OUTCOMES_SHOWN,
    question_json,
    result_json,
    tell_question,
    tell_result,
    tell_sentences,
)
from oracle.verbs.arguments import with_cards_and_options
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

SLOW = 0.5  # seconds after which exploring says how far it is


@click.command()
@click.argument("files", nargs=-1, metavar="FILE… [ID…]")
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only this scenario (repeatable).")
@with_cards_and_options
@click.option("--rules", is_flag=True, help="Print what the cited rules say.")
@click.option("--depth", type=click.IntRange(1), help="Follow open choices for N decisions.")
@click.option(
    "--limit",
    default=2000,
    show_default=True,
    type=click.IntRange(1),
    help="Stop exploring after N positions.",
)
@click.option("--all", "every", is_flag=True, help="Show every outcome, however many there are.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a scenario.")
@click.option("--sentences", is_flag=True, help="List every sentence of the language and stop.")
def ask(
    files: tuple[str, ...],
    ids: tuple[str, ...],
    cards: tuple[Path, ...],
    options: dict[str, str],
    rules: bool,
    depth: int | None,
    limit: int,
    every: bool,
    as_json: bool,
    sentences: bool,
) -> None:
    """Tell the story of a scenario, with its rules.

    A scenario that holds ends with its verdict. One without `then` is a question: the choices
    that its script leaves open are followed up to the next turn action, and every different
    outcome is shown with the choices that lead there, the first 20 of them without --all.

    \b
    Examples:
      kaiju ask my.scenario
      kaiju ask KT-ZP60ZW --rules
      kaiju ask conformance/scenarios/mindbug/combat.scenario --id MB-0WHS8E
      kaiju ask my.scenario --cards my.cards --depth 3
      kaiju ask --sentences
    """
    console = Console(highlight=False, soft_wrap=True)
    if sentences:
        tell_sentences(console)
        return
    chosen = _chosen(
        [Path(file) for file in files if not ID.fullmatch(file)],
        [*ids, *filter(ID.fullmatch, files)],
    )
    known = load_specification().rules
    expect_known_rules(chosen, known)
    texts = {id: rule.text for id, rule in known.items()} if rules else None
    failed = 0
    for number, scenario in enumerate(chosen):
        if number and not as_json:
            console.print()
        if scenario.is_question:
            failed += not _ask(
                scenario, console, list(cards), options, texts, depth, limit, every, as_json
            )
            continue
        result = play(scenario, cached_load, list(cards), options)
        failed += not result.passed
        if as_json:
            click.echo(json.dumps(result_json(result), ensure_ascii=False))
        else:
            tell_result(result, console, texts, _authority)
    if len(chosen) > 1 and not as_json:
        console.print(f"\n{len(chosen)} scenarios, {failed} failed")
    if failed:
        raise SystemExit(1)


def _ask(
    scenario: Scenario,
    console: Console,
    cards: list[Path],
    options: Json,
    texts: dict[str, str] | None,
    depth: int | None,
    limit: int,
    every: bool,
    as_json: bool,
) -> bool:
    """Answer a question; False when its script is impossible."""
    run = begin(scenario, cached_load, cards, options)
    try:
        steps = play_until_open(run)
        endings = explore(run, steps, depth, limit, _progress(limit))
        if (step := endings.never_done()) is not None:
            none = f"none of the outcomes that {limit} positions lead to (see --limit)"
            where = none if endings.cut_short else "no outcome"
            raise Failure(f"`{print_line(step)}` happens in {where}", step.place)
    except Failure as failure:
        result = Result(scenario, (str(failure),), run)
        if as_json:
            click.echo(json.dumps(result_json(result), ensure_ascii=False))
        else:
            tell_result(result, console, texts, _authority)
        return False
    if as_json:
        click.echo(json.dumps(question_json(run, endings), ensure_ascii=False))
    else:
        tell_question(run, endings, console, texts, None if every else OUTCOMES_SHOWN)
    return True


def _authority(scenario: Scenario) -> str:
    from conformance.vectors.authority import authority_of  # reads every vector: not for --json

    return authority_of(scenario)


def _progress(limit: int) -> Callable[[int], None]:
    shown = time.monotonic()

    def tell(visited: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown > SLOW:
            shown = now
            click.echo(f"exploring: {visited} of at most {limit} positions", err=True)

    return tell


def _chosen(files: list[Path], ids: list[str]) -> list[Scenario]:
    """The scenarios asked for; ids alone are looked up among those of the kit."""
    if not files and not ids:
        raise KaijuError("no scenario file is named", remedy="such as `kaiju ask my.scenario`")
    scenarios = read_files(files or scenario_files())
    known = {scenario.id for scenario in scenarios if scenario.id}
    for id in ids:
        if id not in known:
            raise KaijuError(
                f"there is no scenario {id} in {', '.join(map(str, files)) or 'the kit'}",
                remedy=_listed(known) if files else None,
            )
    return [scenario for scenario in scenarios if not ids or scenario.id in ids]


def _listed(ids: set[str]) -> str:
    return f"there are {', '.join(sorted(ids))}" if ids else "its questions have no ids"
