"""`kaiju replay`: play a case of the corpus again."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from conformance.verbs.arguments import Duration, with_engine
from conformance.verbs.fuzz import PATIENCE, with_corpus
from rules_dsl.errors import KaijuError, printable

if TYPE_CHECKING:
    from conformance.fuzz.finding import Case

FIXED, FAILED, ERROR = "FIXED", "FAILED", "ERROR"
EXIT = {FIXED: 0, FAILED: 1, ERROR: 2}


@click.command(short_help="Play a case of the corpus again.")
@click.argument("case", metavar="CASE")
@with_engine("The engine  [default: the one it was found in, once you confirm it].")
@with_corpus
@click.option("--timeout", type=Duration(), default=PATIENCE, help="Time for each message.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def replay(
    ctx: click.Context,
    case: str,
    engine_name: str | None,
    corpus: Path,
    timeout: float,
    as_json: bool,
) -> None:
    """Play a case of the corpus again.

    CASE is the id that `kaiju fuzz` printed (its beginning is enough), a file, or `last` for
    the newest. FIXED: engine and oracle agree now (exit code 0); FAILED: they still part (1);
    ERROR: the engine could not play it (2).
    A case names the command of the engine it was found in. It is run without a question only if
    you found the case yourself, in this folder; else you are asked, or name it with --engine.

    \b
    Examples:
      kaiju replay last
      kaiju replay 3f2a --engine "exec:./my-engine"
      kaiju replay kaiju-corpus/3f2a91bc.json --json
    """
    from rich.console import Console
    from rich.text import Text

    from conformance.engines.connect import ORACLE, connect
    from conformance.engines.exec import Limits
    from conformance.fuzz.again import play_again
    from conformance.fuzz.finding import find_case, read_case
    from conformance.fuzz.report import tell
    from conformance.fuzz.subject import Subject
    from conformance.mutants.known import known

    found = read_case(find_case(case, corpus))
    name = engine_name or found.engine
    if not name:
        raise KaijuError("the case names no engine", place=str(found.file), remedy="Use --engine.")
    if engine_name is None and not found.is_own and name != ORACLE:
        _confirm(found)
    subject = Subject(connect(name, Limits(seconds=timeout)))
    where = found.finding.where
    with known(where.known, where.game) if where.known else nullcontext():
        try:
            again = play_again(subject, found.finding)
        finally:
            subject.close()
        told = tell(again.finding) if again.status == FAILED and not as_json else []
    if as_json:
        click.echo(json.dumps(again.to_json()))
    else:
        console = Console(highlight=False, soft_wrap=True)
        colour = "bold green" if again.status == FIXED else "bold red"
        head = f" {found.finding.id}  {printable(again.message)}"
        console.print(Text.assemble((again.status, colour), head))
        if again.status == FAILED:
            for line, style in told[1:-1]:
                console.print(Text(printable(line), style=style))
    ctx.exit(EXIT[again.status])


def _confirm(case: Case) -> None:
    """Run a command that somebody else may have written only if a person says so."""
    remedy = f"Read it; if it may run, say so: --engine {shlex.quote(printable(case.engine))}"
    told = f"this case was not found by you in this folder, and would run `{case.engine}`"
    if not is_a_person():
        raise KaijuError(told, place=str(case.file), remedy=remedy)
    click.echo(printable(f"{case.file}: {told}"), err=True)
    if not click.confirm("Run it?", default=False, err=True):
        raise KaijuError("the command was not confirmed", place=str(case.file), remedy=remedy)


def is_a_person() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()
