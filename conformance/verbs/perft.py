"""`kaiju perft`: count the positions that can follow a position."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from conformance.protocol.messages import DEEPEST
from conformance.verbs.arguments import with_engine, with_players, with_ruleset, with_timeout
from conformance.verbs.configured import as_played, configured, connected
from oracle.verbs.progress import Tell, progress
from rules_dsl.writing import replace_text

if TYPE_CHECKING:
    from conformance.engines.interface import Engine, Trouble
    from conformance.perft.positions import Named, Origin
    from conformance.protocol.messages import Count

DEPTH = 4
DEPTH_FROM_START = 2
"""At the start chance has far more outcomes than a player has answers."""


@click.command(short_help="Count the positions that can follow.")
@click.argument("position", required=False, metavar="[SETUP.json|NAME]")
@with_ruleset("Count from the start of a game of this ruleset.")
@with_players("How many play it  [default: as few as may].")
@click.option("--depth", type=click.IntRange(0, DEEPEST), help="How many answers deep.")
@with_engine(
    'The engine: "exec:COMMAND", or the oracle in this process  '
    "[default: that of kaiju.toml in this folder, else the oracle]."
)
@with_timeout
@click.option("--json", "as_json", is_flag=True, help="JSON Lines: one object a position.")
@click.option("--write", is_flag=True, help="Write what the oracle counts into positions.json.")
@click.pass_context
def perft(
    ctx: click.Context,
    position: str | None,
    ruleset: str | None,
    players: int | None,
    depth: int | None,
    engine_name: str | None,
    timeout: float | None,
    as_json: bool,
    write: bool,
) -> None:
    """Count the positions that can follow.

    By depth: how many ways there are to give so many answers, and what the game waits for at
    their ends: a player, chance, or nothing since it is over. Chance branches over all its
    outcomes; an answer that is the only one is no step; of things that are alike, such as dice
    with the same face, it does not matter which. Without an argument the positions of the kit
    are counted and compared with what they should be, as far as the engine plays their games.
    An engine without `perft` is walked step by step. The answers to options that its hello or
    kaiju.toml declares are those that are counted by.
    Exit code 0: all is as it should be; 1: it is not; 2: the command is wrong.

    \b
    Examples:
      kaiju perft
      kaiju perft hunters --depth 5
      kaiju perft --ruleset tokyo/current --players 3 --depth 2
      kaiju perft my-position.json --engine "exec:./my-engine"
    """
    from conformance.engines.connect import ORACLE
    from conformance.engines.interface import Trouble
    from conformance.perft.positions import THE_START, Named, named_positions

    if write:
        _write(position or ruleset, engine_name)
        return
    one_place = wanted_place(position, ruleset, players)
    wanted = [one_place] if one_place is not None else [*named_positions()]
    position = position or (f"{THE_START} of {ruleset}" if ruleset else None)
    good = True
    chosen = configured(engine_name, timeout, ORACLE)
    with connected(chosen) as (engine, hello):
        played = [one for one in wanted if hello.plays(one.game) is not None]
        for one in played:
            deep = depth if depth is not None else usual_depth(one)
            origin = as_played(origin_of(one), hello, chosen.options)
            try:
                with progress(f"positions, {deep} answers deep", expected(one, deep)) as tell:
                    counted = _count(engine, hello.ops, origin, deep, tell)
            except Trouble as trouble:
                said = one.name if isinstance(one, Named) else position
                tell_trouble(trouble, said or "")
                good = False
                continue
            right = _right(one, origin, deep)
            good = good and all(a == b for a, b in zip(counted, right, strict=False))
            _tell(one, position or "", counted, right, as_json)
    _tell_left_out([one.game for one in wanted if one not in played])
    ctx.exit(0 if good and played else 1)


def origin_of(one: Named | Origin) -> Origin:
    """Where a tree begins."""
    from conformance.perft.positions import Named

    return one.origin if isinstance(one, Named) else one


def _right(one: Named | Origin, played: Origin, depth: int) -> list[Count]:
    """What should be counted, where somebody knows it: under other answers it is counted anew."""
    from conformance.engines.in_process import InProcess
    from conformance.perft.positions import Named
    from conformance.perft.walk import counts
    from rules_dsl.specification import load_specification

    if not isinstance(one, Named):
        return []
    specification = load_specification()
    ruleset = specification.ruleset(one.game)
    said, by = (
        specification.answers(ruleset, answers) for answers in (one.options, played.options)
    )
    if said == by:
        return one.counts
    oracle = InProcess()
    return counts(oracle, oracle.hello().ops, played, min(depth, one.depth))


def _tell_left_out(games: list[str]) -> None:
    if games:
        named = ", ".join(dict.fromkeys(games))
        told = f"{len(games)} left out: the engine does not play {named}"
        click.secho(told, fg="yellow", err=True)


def wanted_place(
    position: str | None, ruleset: str | None, players: int | None
) -> Named | Origin | None:
    """What the command line names: a position or the start of a game; None if it names nothing."""
    from conformance.perft.positions import beginning, find

    if ruleset is not None and position is not None:
        raise click.UsageError("A position says itself what is played: leave --ruleset out.")
    if ruleset is None and players is not None:
        raise click.UsageError("--players goes with --ruleset; a position says who plays.")
    if ruleset is not None:
        return beginning(ruleset, players)
    return find(position) if position is not None else None


def usual_depth(one: Named | Origin) -> int:
    """How deep is counted when nobody says it."""
    from conformance.perft.positions import Named

    if isinstance(one, Named):
        return one.depth
    return DEPTH if one.setup is not None else DEPTH_FROM_START


def expected(one: Named | Origin, depth: int) -> int | None:
    """How many positions there should be, if that is known."""
    from conformance.perft.positions import Named

    if not isinstance(one, Named) or depth > one.depth:
        return None
    return sum(count.nodes for count in one.counts[: depth + 1])


def tell_trouble(trouble: Trouble, name: str) -> None:
    """What an engine did instead of counting, with its last words."""
    click.secho(f"{name}: {trouble.status}: {trouble}", fg="red", err=True)
    for line in trouble.stderr.splitlines():
        click.echo(f"  stderr | {line}", err=True)


def _count(
    engine: Engine, ops: Sequence[str], origin: Origin, depth: int, tell: Tell
) -> list[Count]:
    from conformance.engines.interface import Unsupported
    from conformance.perft.walk import counts

    if origin.setup is not None and "setup" not in ops:
        raise Unsupported("the engine does not stand positions up (`setup`)")
    return counts(engine, ops, origin, depth, tell=tell)


def _tell(
    one: Named | Origin, file: str, counted: list[Count], right: list[Count], as_json: bool
) -> None:
    from conformance.perft.positions import Named
    from conformance.perft.telling import counts_table

    name = one.name if isinstance(one, Named) else file
    if as_json:
        said: dict[str, object] = {
            "position": name,
            "counts": [each.to_json() for each in counted],
            "positions": sum(each.nodes for each in counted),
        }
        if right:
            said["right"] = all(a == b for a, b in zip(counted, right, strict=False))
        click.echo(json.dumps(said))
        return
    click.secho(name, bold=True, nl=False)
    click.echo(f"  {one.title}" if isinstance(one, Named) else "")
    for line in counts_table(counted, right):
        click.secho(line, fg="red" if "<-" in line else None)


def _write(position: str | None, engine_name: str | None) -> None:
    """Refresh the counts of every position of the kit; only the oracle's word counts."""
    from conformance.engines.connect import ORACLE
    from conformance.engines.in_process import InProcess
    from conformance.perft.positions import POSITIONS, counts_text, named_positions
    from conformance.perft.walk import counts

    if position is not None or engine_name not in (None, ORACLE):
        raise click.UsageError("--write counts every position of the kit with the oracle.")
    oracle = InProcess()
    positions = named_positions()
    found = {}
    with progress("positions") as tell:
        for one in positions:
            ops = oracle.hello().ops
            found[one.name] = counts(oracle, ops, one.origin, one.depth, tell=tell)
    changed = [one.name for one in positions if one.counts != found[one.name]]
    replace_text(POSITIONS, counts_text(positions, found))
    click.echo(f"{len(positions)} positions, counts changed: {', '.join(changed) or 'none'}")
