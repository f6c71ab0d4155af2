"""`kaiju coverage`: run every scenario on the oracle and tell what that covers."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence

import click
from rich.console import Console

from conformance.coverage.authority import measure_authority, said_of
from conformance.coverage.evidence import Evidence, killed_on_record
from conformance.coverage.figures import figures
from conformance.coverage.laws import LawCoverage, measure_laws
from conformance.coverage.measure import Coverage, measure
from conformance.coverage.points import two_sided
from conformance.coverage.problems import Problem, broken, failures, missing
from conformance.coverage.report import tell_rule, tell_table
from conformance.coverage.table import TABLE, table_text
from conformance.replay.playing import kit_replays
from conformance.replay.replay import Replay
from conformance.scenario.loading import cached_load
from conformance.scenario.model import Scenario
from conformance.scenario.shelf import read_scenarios, scenario_files
from conformance.vectors.export import shown
from oracle.verbs.progress import progress
from rules_dsl.errors import KaijuError
from rules_dsl.specification import Specification, load_specification
from rules_dsl.writing import replace_text


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
@click.option("--check", is_flag=True, help="Fail unless everything is covered and in order.")
@click.option("--missing", "only_missing", is_flag=True, help="Print only what is missing.")
@click.option("--rule", "rule_id", metavar="ID", help="Show one rule and its scenarios.")
@click.option("--write", "rewrite", is_flag=True, help="Refresh conformance/coverage.lock.txt.")
@click.pass_context
def coverage(
    ctx: click.Context,
    as_json: bool,
    check: bool,
    only_missing: bool,
    rule_id: str | None,
    rewrite: bool,
) -> None:
    """Show what the scenarios cover.

    Every scenario of the kit is run on the oracle; only those that pass count.
    A rule is cited by a scenario that names it, executed when it fired there, and focused when
    that scenario has at most 4 decisions and 6 cards.
    It is two-sided when a scenario comes to the point where it fires and it does not fire there,
    and killed when a mutant that breaks it is killed by a scenario citing it (`kaiju mutants`).
    A clause is covered by a rule, and tested when such a rule is executed.
    An ability is exercised when it took effect, a card when all its abilities are.
    A game in the making is counted apart; of it, --check asks only that its clauses are covered.

    \b
    Examples:
      kaiju coverage
      kaiju coverage --rule mb.attack.tie
      kaiju coverage --rule kt.yield.may
      kaiju coverage --rule kd.pull.towards
      kaiju coverage --check --json
    """
    _expect_one_of(
        {"--rule": rule_id, "--missing": only_missing, "--write": rewrite}, check, as_json
    )
    specification = load_specification()
    if rule_id is not None:
        _expect_rule(rule_id, specification)
    console = Console(highlight=False, soft_wrap=True)
    found = measured(specification, rule_id)
    if rule_id is not None:
        part = next(part for part in found.parts if rule_id in part.rules)
        tell_rule(part.rules[rule_id], part, specification, console)
    elif only_missing:
        _list([*failures(found), *missing(found, specification)])
    elif rewrite:
        ctx.exit(_write(found))
    else:
        laws, authority = measure_laws(specification), measure_authority(specification, said_of())
        if as_json:
            told = figures(found) | {"laws": laws.figures(), "authority": authority.figures()}
            click.echo(json.dumps(told, sort_keys=True, indent=2))
        else:
            tell_table(found, specification, console, [*laws.rows(), *authority.rows()])
        ctx.exit(
            _judge(found, specification, laws) if check else _hint(found, specification, as_json)
        )


def measured(specification: Specification, rule_id: str | None = None) -> Coverage:
    """What the scenarios of the kit cover; for one rule only as many are run as it takes."""
    by_file = read_scenarios(scenario_files())
    scenarios = [scenario for scenarios in by_file.values() for scenario in scenarios]
    if rule_id is not None and (game := specification.game_of(rule_id)) is not None:
        scenarios = [each for each in scenarios if each.ruleset.startswith(f"{game.name}/")]
    replays: list[Replay] = []
    with progress("scenarios", len(scenarios)) as tell:
        for batch in [scenarios] if rule_id is None else _batches_for(rule_id, scenarios):
            replays += kit_replays().replays(batch, tell)
            if rule_id is not None and rule_id in _two_sided(replays):
                break
    killed, stale = killed_on_record()
    evidence = Evidence(_two_sided(replays), killed, stale)
    return measure(specification, replays, cached_load, evidence)


def _two_sided(replays: Sequence[Replay]) -> dict[str, str]:
    return two_sided({str(each.scenario.id): each.points for each in replays if each.counts})


def _batches_for(rule_id: str, scenarios: Sequence[Scenario]) -> Iterator[Sequence[Scenario]]:
    """The scenarios that cite a rule, then ever more others: one may show its other side."""
    yield [scenario for scenario in scenarios if rule_id in scenario.rules]
    others = [scenario for scenario in scenarios if rule_id not in scenario.rules]
    size = 1
    while others:
        yield others[:size]
        others, size = others[size:], 2 * size


def _judge(found: Coverage, specification: Specification, laws: LawCoverage) -> int:
    """Name everything that is not in order, for --check; the exit code."""
    problems = [*broken(found, specification, TABLE), *missing(found, specification)]
    problems += [Problem(*each) for each in laws.problems]
    for problem in problems:
        click.secho(str(problem), fg="red", err=True)
    if problems:
        count = "1 thing is" if len(problems) == 1 else f"{len(problems)} things are"
        click.echo(f"{count} not covered or not in order", err=True)
    return 1 if problems else 0


def _hint(found: Coverage, specification: Specification, as_json: bool) -> int:
    """Below the table: what is missing."""
    if not as_json:
        _list([*failures(found), *missing(found, specification)])
    return 0


def _list(problems: list[Problem]) -> None:
    for problem in problems:
        click.echo(str(problem))
    if not problems:
        click.echo("nothing is missing")


def _write(found: Coverage) -> int:
    """Refresh the committed table, unless a scenario fails; the exit code."""
    wrong = list(failures(found))
    for problem in wrong:
        click.secho(str(problem), fg="red", err=True)
    if wrong:
        click.echo("nothing was written: every scenario must pass first", err=True)
        return 1
    replace_text(TABLE, table_text(found))
    click.echo(f"wrote {shown(TABLE)}")
    return 0


def _expect_one_of(wishes: dict[str, object], check: bool, as_json: bool) -> None:
    """Each of the wishes stands alone; --check and --json go together."""
    named = [name for name, wish in wishes.items() if wish]
    others = [name for name, wish in (("--check", check), ("--json", as_json)) if wish]
    if named and len(named) + len(others) > 1:
        first, second, *_ = [*named, *others]
        raise click.UsageError(f"{first} and {second} do not go together.")


def _expect_rule(id: str, specification: Specification) -> None:
    if id not in specification.rules:
        near = difflib.get_close_matches(id, specification.rules, n=1)
        remedy = f"Did you mean {near[0]}?" if near else "The pages of spec/ name them."
        raise KaijuError(f"there is no rule '{id}'", remedy=remedy)
