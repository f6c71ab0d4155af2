"""`kaiju lock`: show the rules and rulings that nobody has confirmed, and confirm them."""

from __future__ import annotations

from collections.abc import Iterator

import click

from conformance.scenario.model import Scenario
from conformance.scenario.shelf import read_scenarios, scenario_files
from conformance.vectors.export import shown
from rules_dsl.lock import Suspects, read_lock, suspects, write_lock
from rules_dsl.rules_text import Rule, Ruling
from rules_dsl.specification import Specification, load_specification

COLOURS = {"~": "yellow", "+": "green", "-": "red", "?": "yellow"}


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail when a rule is not confirmed.")
@click.pass_context
def lock(ctx: click.Context, check: bool) -> None:
    """Record the texts of the rules.

    Shows every rule that changed (~), is new (+) or is gone (-) since it was recorded, and what
    rests on it; and every ruling (?) whose question, answer or proof is new or changed. Then
    records them as they stand. Read what is shown before you commit: with it you say that
    scenarios and rulings still fit the new texts, and that the lines of its scenario prove each
    ruling. With --check, rules of a game in the making are shown but fail nothing.

    \b
    Examples:
      kaiju lock --check
      kaiju lock
    """
    specification = load_specification()
    scenarios = [each for file in read_scenarios(scenario_files()).values() for each in file]
    found = suspects(specification)
    for line in told(found, specification, scenarios):
        click.secho(line, fg=COLOURS.get(line[:1]))
    binding = found.finished(specification)
    if not found:
        click.echo(
            f"all {len(specification.rules)} rules and {len(specification.rulings)} rulings "
            "are as they were recorded"
        )
    elif check and not binding:
        click.echo("only rules of games in the making differ from what was recorded")
    elif check:
        click.echo("the lock is stale: `kaiju lock` records the rules as they stand", err=True)
        ctx.exit(1)
    elif cited := still_cited(found, scenarios):
        for line in cited:
            click.secho(line, fg="red", err=True)
        click.echo("nothing was written: an id that is gone can never be used again", err=True)
        ctx.exit(1)
    else:
        write_lock(specification)
        click.echo(f"wrote {specification.root.name}/{specification.lock_path.name}")


def told(found: Suspects, specification: Specification, scenarios: list[Scenario]) -> Iterator[str]:
    """Every suspect with its text as it stands and what rests on it."""
    locked = read_lock(specification.lock_path)
    for id in found.changed:
        rule = specification.rules[id]
        yield f"~ {id}  {_place(rule, specification)}  {locked[id].checksum} -> {rule.checksum}"
        yield f"    {_text(rule)}"
        yield from _rests_on(id, specification, scenarios)
    for id in found.missing:
        rule = specification.rules[id]
        yield f"+ {id}  {_place(rule, specification)}  {rule.checksum}"
        yield f"    {_text(rule)}"
    for id in found.removed:
        yield f"- {id}  {locked[id].checksum}"
        yield from _rests_on(id, specification, scenarios)
    for id in found.rulings:
        ruling = specification.rulings[id]
        yield f"? {id}  {_place(ruling, specification)}  {ruling.question}"
        yield f"    {' '.join(ruling.answer.split())}"
        yield from (f"    proved by {ruling.scenario}: {line}" for line in ruling.proof)


def still_cited(found: Suspects, scenarios: list[Scenario]) -> list[str]:
    """Scenarios that cite a rule which is gone."""
    return [
        f"{_scenario(each)}: cites {id}, which is gone"
        for id in found.removed
        for each in scenarios
        if id in each.rules
    ]


def _rests_on(id: str, specification: Specification, scenarios: list[Scenario]) -> Iterator[str]:
    for scenario in scenarios:
        if id in scenario.rules:
            yield f"    on it rests {scenario.label}  {_scenario(scenario)}  {scenario.title}"
    for ruling in specification.rulings.values():
        if id in ruling.rules:
            place = f"{specification.root.name}/{ruling.file}:{ruling.line}"
            yield f"    on it rests {ruling.id}  {place}  {ruling.question}"


def _scenario(scenario: Scenario) -> str:
    return f"{shown(scenario.place.file)}:{scenario.place.line}"


def _place(rule: Rule | Ruling, specification: Specification) -> str:
    return f"{specification.root.name}/{rule.file}:{rule.line}"


def _text(rule: Rule) -> str:
    return " ".join(rule.text.split())
