"""`kaiju divide`: find the first branch in which an engine and the oracle count differently."""

from __future__ import annotations

import json
import shlex

import click

from conformance.protocol.messages import DEEPEST
from conformance.verbs.arguments import with_engine, with_players, with_ruleset, with_timeout
from conformance.verbs.configured import as_played, configured, connected
from conformance.verbs.perft import origin_of, usual_depth, wanted_place
from oracle.verbs.progress import progress


@click.command(short_help="Find the first wrong branch.")
@click.argument("position", required=False, metavar="[SETUP.json|NAME]")
@with_ruleset("Begin at the start of a game of this ruleset.")
@with_players("How many play it  [default: as few as may].")
@with_engine('The engine: "exec:COMMAND"; else that of kaiju.toml in this folder.')
@click.option("--depth", type=click.IntRange(0, DEEPEST), help="How many answers deep.")
@with_timeout
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def divide(
    ctx: click.Context,
    position: str | None,
    ruleset: str | None,
    players: int | None,
    engine_name: str | None,
    depth: int | None,
    timeout: float | None,
    as_json: bool,
) -> None:
    """Find the first wrong branch.

    The engine and the oracle count the positions that can follow. Where they differ, the first
    branch that differs is followed down to the position in which the engine stands or offers
    something else; its path, its board and the difference are printed. Both play by the answers
    to options that the engine's hello or kaiju.toml declares.
    Exit code 0: both count the same; 1: they do not; 2: the command is wrong.

    \b
    Examples:
      kaiju divide hunters
      kaiju divide hunters --engine "exec:./my-engine"
      kaiju divide my-position.json --engine "exec:./my-engine" --depth 6
      kaiju divide --ruleset tokyo/current --players 3 --engine "exec:./my-engine"
    """
    from conformance.perft.divide import divide as compare
    from conformance.perft.positions import THE_START
    from conformance.perft.telling import (
        answers,
        card_names,
        counts_table,
        division_json,
        division_lines,
        positions,
    )

    one = wanted_place(position, ruleset, players)
    if one is None:
        raise click.UsageError("Name a position, or a --ruleset to begin at its start.")
    chosen = configured(engine_name, timeout)
    deep = depth if depth is not None else usual_depth(one)
    again = shlex.quote(position or "")
    if position is None:
        position = f"{THE_START} of {ruleset}"
        again = f"--ruleset {ruleset}" + (f" --players {players}" if players else "")
    with connected(chosen) as (engine, hello):
        ops = hello.ops
        origin = as_played(origin_of(one), hello, chosen.options)
        if origin.setup is not None and "setup" not in ops:
            click.secho("unsupported: the engine does not stand positions up", fg="red", err=True)
            ctx.exit(1)
        with progress(f"positions, {answers(deep)} deep") as tell:
            found = compare(engine, ops, origin, deep, tell)
    if as_json:
        click.echo(json.dumps(division_json(found)))
    elif found.agrees:
        total = sum(count.nodes for count in found.wanted)
        click.echo(f"{position}: both count {positions(total)}, {answers(deep)} deep")
    else:
        click.secho(f"{position}: the counts differ", fg="red", bold=True)
        for line in counts_table(found.counted or (), found.wanted):
            click.secho(line, fg="red" if "<-" in line else None)
        for line in division_lines(found, card_names(origin)):
            click.echo(line)
        again = f"kaiju divide {again} --engine {shlex.quote(chosen.engine)}"
        click.echo(f"  reproduce: {again} --depth {deep}")
    ctx.exit(0 if found.agrees else 1)
