"""`kaiju laws`: draw instances of the laws and look for one in which a law does not hold."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click

from conformance.laws.model import Law
from conformance.laws.running import INSTANCES, Verdict, judge
from conformance.laws.shelf import load_laws, select
from conformance.scenario.loading import cached_load
from conformance.scenario.reader import ID
from oracle.verbs.progress import progress


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE…] [ID…]")
@click.option("-k", "expression", metavar="EXPR", help="Only some: words, rule:ID, clause:ID, …")
@click.option(
    "--examples",
    default=INSTANCES,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="Instances of each law.",
)
@click.option("--seed", default=0, show_default=True, type=int, help="Draw other instances.")
@click.option("--bites", is_flag=True, help="Also say which misreadings each law notices.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a law.")
@click.pass_context
def laws(
    ctx: click.Context,
    files: tuple[str, ...],
    expression: str | None,
    examples: int,
    seed: int,
    bites: bool,
    as_json: bool,
) -> None:
    """Judge the oracle by laws: rules that hold for any card.

    A law is a scenario with variables. Instances are drawn by a seed and played; one that does
    not hold is shown with the values of its variables. Without files all laws of spec/ are meant.

    \b
    Examples:
      kaiju laws
      kaiju laws spec/mindbug/combat.laws --examples 200
      kaiju laws MB-K3V9QX --bites
      kaiju laws -k rule:kt.attack.*
    """
    ids = [each for each in files if ID.fullmatch(each)]
    paths = [Path(each) for each in files if not ID.fullmatch(each)]
    chosen = select(load_laws(paths or None), expression or "")
    if ids:
        chosen = [law for law in chosen if law.id in ids]
    if not chosen:
        raise click.UsageError("no law is meant: `kaiju laws` without -k judges all of them.")
    started = time.perf_counter()
    verdicts = []
    with progress("laws", len(chosen)) as tell:
        for law in chosen:
            verdicts.append(judge(law, cached_load, examples, seed))
            tell(1)
    for verdict in verdicts:
        if as_json:
            click.echo(json.dumps(_json(verdict), sort_keys=True))
        elif not verdict.holds or len(chosen) <= 20:
            _tell(verdict)
    if bites:
        _tell_bites(chosen, examples, seed)
    broken = [each for each in verdicts if each.failures]
    refused = [each for each in verdicts if each.problems]
    if not as_json:
        drawn = sum(each.drawn for each in verdicts)
        seconds = time.perf_counter() - started
        click.echo(
            f"{sum(each.holds for each in verdicts)} of {len(chosen)} laws hold "
            f"({drawn} instances, {seconds:.1f} s)"
            + (f", {len(broken)} do not" if broken else "")
            + (f", {len(refused)} are refused" if refused else "")
        )
    ctx.exit(1 if broken else 2 if refused else 0)


def _tell(verdict: Verdict) -> None:
    law = verdict.law
    word = "holds" if verdict.holds else "does not hold" if verdict.failures else "is refused"
    wide = ", ".join(f"{e.variable} {e.admitted}/{e.printed}" for e in verdict.breadth)
    click.echo(
        f"{law.id} {word}: {law.title} ({verdict.drawn} instances{'; ' + wide if wide else ''})"
    )
    for problem in verdict.problems:
        click.echo(f"  {problem}")
    for failure in verdict.failures[:2]:
        click.echo(f"  with {failure.instance}" if law.variables else "  always")
        if failure.instance.turned:
            click.echo(f"    (seats turned by {failure.instance.turned})")
        if failure.instance.standing_by:
            click.echo(f"    beside {', '.join(failure.instance.standing_by)}")
        for message in failure.messages:
            click.echo(f"    {message}")


def _tell_bites(chosen: list[Law], examples: int, seed: int) -> None:
    from conformance.laws.biting import Drawn, bites_of, misreadings_of

    by_law: dict[str, dict[str, list[str]]] = {law.id: {} for law in chosen}
    drawn = Drawn()
    for mutant, own in misreadings_of(chosen):
        noticed = {bite.law for bite in bites_of(mutant, own, drawn, examples, seed)}
        for law in chosen:
            if law.game == mutant.game and not set(mutant.rules).isdisjoint(law.rules):
                word = "notices" if law.id in noticed else "misses"
                by_law[law.id].setdefault(word, []).append(mutant.id)
                for rule in set(mutant.rules) & set(law.rules) if law.id in noticed else ():
                    by_law[law.id].setdefault(rule, []).append(mutant.id)
    for law in chosen:
        told = by_law[law.id]
        click.echo(f"{law.id} notices {', '.join(told.get('notices', [])) or 'nothing'}")
        if told.get("misses"):
            click.echo(f"  and does not notice {', '.join(told['misses'])}")
        for rule in law.rules:
            if rule not in told:
                click.echo(f"  NO misreading of {rule} is noticed")


def _json(verdict: Verdict) -> dict[str, object]:
    law = verdict.law
    return {
        "id": law.id,
        "title": law.title,
        "rules": list(law.rules),
        "clauses": list(law.clauses),
        "holds": verdict.holds,
        "instances": verdict.drawn,
        "problems": verdict.problems,
        "breadth": {e.variable: [e.admitted, e.printed] for e in verdict.breadth},
        "failures": [
            {"values": str(each.instance), "messages": list(each.messages)}
            for each in verdict.failures
        ],
        "seconds": round(verdict.seconds, 3),
    }
