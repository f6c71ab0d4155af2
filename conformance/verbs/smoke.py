"""`kaiju smoke`: is the adapter right?"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from conformance.verbs.arguments import Duration, with_engine, with_ruleset

if TYPE_CHECKING:
    from conformance.smoke.checklist import Checklist
    from conformance.smoke.findings import Finding


@click.command(short_help="Check the adapter, apart from the engine.")
@with_engine('The engine: "exec:COMMAND"; else that of kaiju.toml in this folder.')
@with_ruleset("What is played  [default: one that it plays].")
@click.option(
    "--timeout", type=Duration(), default="5s", show_default=True, help="Time for each message."
)
@click.option("--json", "as_json", is_flag=True, help="JSON Lines: one object a check, a summary.")
@click.pass_context
def smoke(
    ctx: click.Context,
    engine_name: str | None,
    ruleset: str | None,
    timeout: float,
    as_json: bool,
) -> None:
    """Check the adapter, apart from the engine.

    Talks to it for a second or two: lines, ids, hello, refusals, determinism, the end; then one
    turn of each game that it claims is played, in the words of the kit. More about the rules is
    not looked at; that is what `kaiju run` does.
    Exit code 0: all is right; 1: something is wrong; 2: the command is wrong.

    \b
    Examples:
      kaiju smoke
      kaiju smoke --engine "exec:./my-engine --stdio"
      kaiju smoke --ruleset tokyo/current --json
    """
    from conformance.expectations import load_config
    from conformance.smoke.checklist import check_adapter

    config = load_config()
    command = _command(engine_name or config.engine)
    checklist = check_adapter(command, timeout, _rulesets(ruleset), config.options)
    if as_json:
        for finding in checklist.findings:
            click.echo(json.dumps(finding.to_json()))
        click.echo(json.dumps(checklist.to_json()))
    else:
        _show(checklist)
    ctx.exit(0 if checklist.is_good else 1)


def _rulesets(wanted: str | None) -> list[str]:
    """What may be played: the ruleset somebody names, or any, games in the making last."""
    from rules_dsl.specification import load_specification

    specification = load_specification()
    if wanted is not None:
        return [specification.ruleset(wanted).name]
    unfinished = specification.all_rulesets.keys() - specification.rulesets.keys()
    return [*sorted(specification.rulesets), *sorted(unfinished)]


def _command(name: str | None) -> list[str]:
    """The words of the command to start."""
    from conformance.engines.exec import command_words
    from conformance.expectations import NAME
    from rules_dsl.errors import KaijuError

    if name is None:
        raise KaijuError(
            f"no engine is named, and there is no {NAME} here that names one",
            remedy='Write --engine "exec:./my-engine", or begin with: kaiju init python my-engine',
        )
    scheme, _, command = name.partition(":")
    if scheme != "exec":
        raise KaijuError(
            f"`{name}` is no program that could be started",
            remedy='Write --engine "exec:COMMAND"; for the oracle "exec:kaiju engine".',
        )
    return command_words(command)


def _show(checklist: Checklist) -> None:
    for finding in checklist.findings:
        _show_one(finding)
    total = len(checklist.findings)
    if checklist.is_good:
        from conformance.levels import level_of, next_step

        assert checklist.hello is not None
        reached, above = level_of(checklist.hello), next_step(checklist.hello)
        click.secho(f"all {total} right", fg="green", bold=True, nl=False)
        click.echo(f": {checklist.hello.engine.name} speaks the protocol, at level {reached}")
        if above is not None:
            click.echo(f"level {above[0]} takes {', '.join(above[1])}")
        return
    from conformance.smoke.findings import NOT_TRIED, WRONG

    wrong, untried = checklist.count(WRONG), checklist.count(NOT_TRIED)
    rest = f", {untried} not tried" if untried else ""
    click.secho(f"{wrong} wrong{rest}", fg="red", bold=True, nl=False)
    click.echo(f" of {total}: mend the first one first")


def _show_one(finding: Finding) -> None:
    from conformance.smoke.findings import RIGHT, WRONG

    marks = {RIGHT: ("✓", "green"), WRONG: ("✗", "red")}
    mark, colour = marks.get(finding.status, ("-", "yellow"))
    if not _can_print(mark):
        mark = {"✓": "+", "✗": "x"}[mark]
    click.secho(f"{mark} ", fg=colour, nl=False)
    click.echo(finding.title)
    for label, text in (
        ("expected", finding.expected),
        ("got" if finding.expected else "", finding.got),
        ("to do", finding.remedy),
    ):
        if text:
            click.echo(f"    {label.ljust(8)}  {text}" if label else f"    {text}")


def _can_print(mark: str) -> bool:
    try:
        mark.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
