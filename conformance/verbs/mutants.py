"""`kaiju mutants`: misread the rules one at a time and see whether the suite notices."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import click

from conformance.mutants.catalogue import mutants as all_mutants
from conformance.mutants.catalogue import mutants_of
from conformance.mutants.drafts import drafts
from conformance.mutants.excuses import TOO_MANY, excuses_file, read_excuses, read_file
from conformance.mutants.games import GAMES, finished_games
from conformance.mutants.killing import Verdict, judge_all, on_record, sign_all
from conformance.mutants.mutant import Mutant
from conformance.mutants.suite import load_suite, oracle_sum
from conformance.mutants.table import (
    REWRITE,
    Signatures,
    killed_file,
    killed_text,
    merged,
    missing,
    read_signatures,
    signatures_file,
    write_tables,
)
from conformance.vectors.export import shown
from conformance.verbs.arguments import with_jobs
from oracle.verbs.progress import progress
from rules_dsl.errors import KaijuError


@click.command()
@click.option("--list", "only_list", is_flag=True, help="Print the mutants and run nothing.")
@click.option("-k", "expression", metavar="EXPR", help="Only some: words, rule:ID or card:ID.")
@click.option("--game", type=click.Choice(list(GAMES)), help="Only those of one game.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--check", is_flag=True, help="Fail unless each is killed or excused, on record.")
@click.option("--write", "rewrite", is_flag=True, help="Refresh the table of kills.")
@click.option(
    "--same-oracle",
    is_flag=True,
    help="With --write: the oracle does the same as before, though its code has changed.",
)
@click.option(
    "--same-mutants",
    is_flag=True,
    help="With --write: so do the misreadings, though theirs has changed.",
)
@with_jobs("Processes to run at a time.")
@click.pass_context
def mutants(
    ctx: click.Context,
    only_list: bool,
    expression: str | None,
    game: str | None,
    as_json: bool,
    check: bool,
    rewrite: bool,
    same_oracle: bool,
    same_mutants: bool,
    jobs: int,
) -> None:
    """Misread the rules, and see which scenario notices.

    A mutant is the oracle with one misreading: of a card or keyword ("up to" read as
    "exactly"), or of a procedure (ties do not defeat). It is killed by a scenario that fails
    with it and cites one of the rules it breaks; what nothing can tell apart is excused in
    conformance/mutants/GAME/excuses.toml. Scenarios that have no vector yet count too, except
    for --check.

    --write runs what is not on record yet and refreshes signatures.txt in
    conformance/mutants/GAME, which `kaiju coverage` reads and by which failures of an engine get
    a name, and killed.txt, which is for people. All is run again when the code of the oracle or
    the definitions of the game have changed, except with --same-oracle; and so is a mutant whose
    code has changed, except with --same-mutants. Both are for code that was only moved about.
    --check trusts what is on record while nothing it rests on has changed, and judges the rest.
    Games in the making are left out of --check and --write.

    \b
    Examples:
      kaiju mutants
      kaiju mutants --list -k card:bee-bear
      kaiju mutants -k rule:mb.attack.tie
      kaiju mutants -k "rule:kt.* dice"
      kaiju mutants --check --jobs 4
      kaiju mutants --write --game duel
      kaiju mutants --write --same-oracle
    """
    _expect_whole_run(only_list, expression, check, rewrite)
    for flag, is_said in (("--same-oracle", same_oracle), ("--same-mutants", same_mutants)):
        if is_said and not rewrite:
            raise click.UsageError(f"{flag} says how to --write.")
    finished = [each for each in finished_games() if game in (None, each)]
    known = [each for each in all_mutants() if game in (None, each.game)]
    if check:
        known = [each for each in known if each.game in finished]
    chosen = select(known, expression)
    started = time.perf_counter()
    if only_list:
        _list(chosen, as_json)
        return
    if rewrite:
        _write(finished, jobs, same_oracle=same_oracle, same_mutants=same_mutants)
        click.echo(f"it took {_seconds(started)}")
        return
    with progress("mutants", len(chosen)) as tell:
        kept = _kept(finished) if check else {}
        tell(len(kept))
        again = [each for each in chosen if each.id not in kept]
        verdicts = kept | judge_all(again, jobs, tell, () if check else drafts(again))
    excuses = read_excuses()
    problems = list(_problems(chosen, verdicts, excuses))
    if check:
        for each in finished:
            problems += [*_excuses(each), *_record(excuses, each)]
    if as_json:
        click.echo(json.dumps(_figures(chosen, verdicts, excuses), sort_keys=True, indent=2))
    else:
        click.echo(f"{_summary(chosen, verdicts, excuses)} in {_seconds(started)}")
        if kept and again:
            click.echo(f"{len(again)} judged again: what they rest on has changed")
    for problem in problems:
        click.secho(problem, fg="red", err=True)
    ctx.exit(1 if check and problems else 0)


def select(mutants: Sequence[Mutant], expression: str | None) -> list[Mutant]:
    """The mutants that fit every term of an expression."""
    terms = (expression or "").split()
    chosen = [mutant for mutant in mutants if all(_fits(mutant, term) for term in terms)]
    if not chosen:
        raise KaijuError(
            f"no mutant fits -k {expression!r}",
            remedy="Select by words, rule:mb.attack.tie, rule:mb.keyword.* or card:bee-bear.",
        )
    return chosen


def _fits(mutant: Mutant, term: str) -> bool:
    kind, colon, pattern = term.partition(":")
    if colon and kind == "rule":
        return any(fnmatchcase(rule, pattern) for rule in mutant.rules)
    if colon and kind == "card":
        return mutant.definition is not None and fnmatchcase(mutant.definition, pattern)
    return term.casefold() in f"{mutant.id} {mutant.words}".casefold()


def _list(chosen: list[Mutant], as_json: bool) -> None:
    if as_json:
        said = [
            {"id": mutant.id, "as_if": mutant.words, "rules": list(mutant.rules)}
            for mutant in chosen
        ]
        click.echo(json.dumps(said, indent=2))
        return
    for mutant in chosen:
        click.echo(f"{mutant.id}  as if {mutant.words}  ({', '.join(mutant.rules)})")
    click.echo(_count(len(chosen)))


def _write(games: list[str], jobs: int, **same: bool) -> None:
    written = [path for game in games for path in _write_game(game, jobs, **same)]
    for path in written:
        click.echo(f"wrote {shown(path)}")
    if not written:
        click.echo("nothing has changed")


def _write_game(game: str, jobs: int, **same: bool) -> list[Path]:
    suite = load_suite()
    try:
        old = read_signatures(signatures_file(game))
    except KaijuError:  # what cannot be read is made anew
        old = Signatures()
    wanted = missing(old, suite, game, **same)
    with progress("mutants", len(wanted)) as tell:
        found = sign_all(wanted, jobs, tell)
    return write_tables(merged(old, wanted, found, game), suite, read_excuses(), game)


# --- what is said ---


def _state(mutant: Mutant, verdict: Verdict, excuses: dict[str, str]) -> str:
    if verdict.is_killed:
        return "killed"
    return "excused" if mutant.id in excuses else "survived"


def _figures(
    chosen: list[Mutant], verdicts: dict[str, Verdict], excuses: dict[str, str]
) -> dict[str, object]:
    states = [_state(mutant, verdicts[mutant.id], excuses) for mutant in chosen]
    return {
        "total": len(chosen),
        **{state: states.count(state) for state in ("killed", "excused", "survived")},
        "mutants": [
            {
                "id": mutant.id,
                "as_if": mutant.words,
                "rules": list(mutant.rules),
                "state": state,
                "killed_by": verdicts[mutant.id].killer,
                "noticed_by": verdicts[mutant.id].other,
            }
            for mutant, state in zip(chosen, states, strict=True)
        ],
    }


def _summary(chosen: list[Mutant], verdicts: dict[str, Verdict], excuses: dict[str, str]) -> str:
    states = [_state(mutant, verdicts[mutant.id], excuses) for mutant in chosen]
    parts = [f"{states.count(state)} {state}" for state in ("killed", "excused", "survived")]
    return f"{_count(len(chosen))}: {', '.join(parts)}"


def _count(number: int) -> str:
    return f"{number} mutant{'s' if number != 1 else ''}"


def _problems(
    chosen: list[Mutant], verdicts: dict[str, Verdict], excuses: dict[str, str]
) -> Iterator[str]:
    """Mutants that survive without an excuse, and excuses that are not needed."""
    for mutant in chosen:
        verdict = verdicts[mutant.id]
        if verdict.is_killed and mutant.id in excuses:
            where = shown(excuses_file(mutant.game))
            yield f"{where}: {mutant.id} needs no excuse: {verdict.killer} kills it"
        elif not verdict.is_killed and mutant.id not in excuses:
            what = (
                f"only {verdict.other} notices, and it cites none of {', '.join(mutant.rules)}"
                if verdict.other
                else "no scenario notices"
            )
            yield f"{mutant.id} survives, as if {mutant.words}: {what}"


def _excuses(game: str) -> Iterator[str]:
    """What is wrong with the excuses of a game."""
    file = excuses_file(game)
    excuses = read_file(file)
    known = {mutant.id for mutant in mutants_of(game)}
    for id in sorted(excuses.keys() - known):
        yield f"{shown(file)}: there is no mutant {id}"
    if excuses and len(excuses) * 100 >= TOO_MANY * len(known):
        yield (
            f"{shown(file)}: {len(excuses)} of {len(known)} mutants are excused; "
            f"fewer than {TOO_MANY} % may be"
        )


def _kept(games: list[str]) -> dict[str, Verdict]:
    """The verdicts on record that still hold."""
    suite = load_suite()
    return {id: each for game in games for id, each in on_record(game, suite).items()}


def _record(excuses: dict[str, str], game: str) -> Iterator[str]:
    """What is wrong with the committed table of a game."""
    suite, signatures = load_suite(), read_signatures(signatures_file(game))
    killed = killed_file(game)
    old = signatures.stale(suite.of(game), mutants_of(game))
    if signatures.oracle != oracle_sum(game):
        click.echo(f"{game}: the record is older than the oracle; {REWRITE}", err=True)
    if old:
        more = f" and {len(old) - 1} more" if len(old) > 1 else ""
        yield f"{shown(killed)}: {old[0]}{more} changed since; {REWRITE}"
    elif not killed.exists() or killed.read_text("utf-8") != killed_text(
        signatures, suite, excuses, game
    ):
        yield f"{shown(killed)}: it is not what the signatures say; {REWRITE}"


def _seconds(started: float) -> str:
    return f"{time.perf_counter() - started:.0f} s"


def _expect_whole_run(only_list: bool, expression: str | None, check: bool, rewrite: bool) -> None:
    if rewrite and (check or only_list or expression is not None):
        raise click.UsageError("--write runs all mutants and stands alone.")
    if check and (only_list or expression is not None):
        raise click.UsageError("--check is about all mutants: leave -k and --list out.")
