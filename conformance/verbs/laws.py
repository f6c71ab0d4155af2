"""`kaiju laws`: draw instances of the laws and look for one in which a law does not hold."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from conformance.engines.interface import Trouble
from conformance.laws.model import Law
from conformance.laws.playing import Outcome, play_instance
from conformance.laws.running import INSTANCES, Verdict, judge
from conformance.laws.shelf import law_files, load_laws, select
from conformance.reports.formats import with_reports
from conformance.scenario.loading import cached_load
from conformance.scenario.printer import print_scenario
from conformance.scenario.reader import ID
from conformance.verbs.arguments import with_engine, with_jobs, with_timeout
from oracle.verbs.progress import progress
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification
from rules_dsl.writing import replace_text

if TYPE_CHECKING:
    from conformance.expectations import Config
    from conformance.judge.vector import Vector
    from conformance.laws.drawing import Instance

SHOWN_ALONE = 12
"""So many laws are each told of; of more, only those that do not hold."""

ORACLE = "oracle"


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]... [ID]...")
@with_engine(
    'The engine: "exec:COMMAND", or oracle  [default: that of kaiju.toml, else the oracle].'
)
@click.option(
    "-k",
    "expression",
    metavar="EXPR",
    default="",
    help="Only laws that fit: words of the title, rule:ID, clause:ID, game:, ruleset:, topic:NAME.",
)
@click.option(
    "--ruleset",
    metavar="NAME",
    help="Draw from the cards of this ruleset; laws that need others are left out.",
)
@click.option(
    "--examples",
    default=INSTANCES,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="Instances of each law.",
)
@click.option("--seed", default=0, show_default=True, type=int, help="Draw other instances.")
@click.option("--bites", is_flag=True, help="Also say which misreadings each law notices.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a law, or a vector.")
@with_timeout
@click.option("--jsonl", type=click.Path(path_type=Path), metavar="FILE", help="The stream.")
@click.option(
    "--export",
    nargs=2,
    type=(click.IntRange(1, 10_000), click.Path(path_type=Path, file_okay=False)),
    metavar="N DIR",
    help="Write N instances of each law as vectors.",
)
@click.option(
    "--adopt",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Add each counterexample to a file of scenarios.",
)
@click.option("--sentences", is_flag=True, help="List every line of the language and stop.")
@click.option("--format", "rewrite", is_flag=True, help="Rewrite the files in their one form.")
@click.option("--write", is_flag=True, help="Record what new and changed laws notice.")
@click.option("--afresh", is_flag=True, help="With --write: judge all laws again.")
@with_jobs("Processes to run at a time, with --write.")
@with_reports
@click.pass_context
def laws(
    ctx: click.Context,
    files: tuple[str, ...],
    engine_name: str | None,
    expression: str,
    ruleset: str | None,
    examples: int,
    seed: int,
    bites: bool,
    as_json: bool,
    timeout: float | None,
    jsonl: Path | None,
    export: tuple[int, Path] | None,
    adopt: Path | None,
    sentences: bool,
    rewrite: bool,
    write: bool,
    afresh: bool,
    jobs: int,
) -> None:
    """Judge an engine by laws: rules that hold for any card.

    A law is a scenario with variables. Instances are drawn by a seed and played; one that does
    not hold is made small and shown as a scenario. Without files all laws of spec/ are meant.
    An engine other than the oracle needs `setup`; it is judged as `kaiju run` does, by a vector
    for each instance, with the same reports.

    \b
    Examples:
      kaiju laws
      kaiju laws spec/mindbug/combat.laws --examples 200
      kaiju laws MB-KCTY5M --bites
      kaiju laws -k "rule:kt.attack.* topic:attack"
      kaiju laws --engine "exec:./my-engine" -k ruleset:mindbug/first-contact --html laws.html
      kaiju laws --export 10 law-vectors
    """
    ids = [each.upper() for each in files if ID.fullmatch(each.upper())]
    paths = [Path(each) for each in files if not ID.fullmatch(each.upper())]
    if sentences:
        _tell_sentences()
        return
    if rewrite:
        _format(paths or law_files())
        return
    if afresh and not write:
        raise click.UsageError("--afresh says how to --write.")
    if write:
        _expect_whole(files, expression, engine_name)
        ctx.exit(_write(jobs, afresh))
    chosen = _chosen(paths, ids, expression)
    if ruleset is not None:
        chosen = _fitting(chosen, [ruleset], ruleset)
    if export is not None:
        _export(chosen, *export, seed)
        return

    from conformance.expectations import load_config

    config = load_config(None)
    name = engine_name or config.engine or ORACLE
    if name != ORACLE:
        from conformance.verbs.run import Wishes

        wishes = Wishes(timeout, as_json, jsonl=jsonl)
        ctx.exit(_judge_engine(ctx, chosen, name, wishes, examples, seed))
    ctx.exit(_judge_oracle(chosen, examples, seed, as_json, adopt, bites))


def _chosen(paths: list[Path], ids: list[str], expression: str) -> list[Law]:
    known = load_laws(paths or None)
    for id in ids:
        if id not in {law.id for law in known}:
            raise KaijuError(f"there is no law {id}", remedy="`kaiju laws` judges all there are.")
    chosen = [law for law in select(known, expression) if not ids or law.id in ids]
    if not chosen:
        raise KaijuError(f"no law fits `{expression}`", remedy="Leave -k out to mean all of them.")
    return chosen


def _fitting(chosen: list[Law], played: Collection[str], name: str) -> list[Law]:
    """The laws as they are in some rulesets; at least one has to be left."""
    from conformance.laws.fitting import fitted_to

    for ruleset in played:
        load_specification().ruleset(ruleset)
    found = fitted_to(chosen, played, cached_load)
    if not found:
        raise KaijuError(f"no law that is meant can be drawn in {name}")
    return found


# ---- the oracle


def _judge_oracle(
    chosen: list[Law], examples: int, seed: int, as_json: bool, adopt: Path | None, bites: bool
) -> int:
    started = time.perf_counter()
    verdicts = []
    with progress("laws", len(chosen)) as tell:
        for law in chosen:
            verdicts.append(judge(law, cached_load, examples, seed))
            tell(1)
    for verdict in verdicts:
        if as_json:
            click.echo(json.dumps(_json(verdict), sort_keys=True))
        elif not verdict.holds or len(chosen) <= SHOWN_ALONE:
            _tell(verdict, adopt)
    if bites:
        _tell_bites(chosen, examples, seed)
    broken = [each for each in verdicts if each.failures]
    refused = [each for each in verdicts if each.problems]
    if not as_json:
        drawn = sum(each.drawn for each in verdicts)
        told = [f"{sum(each.holds for each in verdicts)} of {len(chosen)} laws hold"]
        told += [f"{len(broken)} do not"] if broken else []
        told += [f"{len(refused)} are refused"] if refused else []
        seconds = time.perf_counter() - started
        click.echo(f"{', '.join(told)} ({drawn} instances, {seconds:.1f} s)")
    return 1 if broken else 2 if refused else 0


def _tell(verdict: Verdict, adopt: Path | None) -> None:
    law = verdict.law
    word = "does not hold" if verdict.failures else "is refused" if verdict.problems else "holds"
    wide = ", ".join(f"{e.variable} {e.admitted} of {e.printed}" for e in verdict.breadth)
    drawn = "; ".join(filter(None, [f"{verdict.drawn} instances", wide]))
    click.echo(f"{law.id} {word}: {law.title} ({drawn})")
    for problem in verdict.problems:
        click.echo(f"  {problem}")
    if verdict.failures:
        from conformance.laws.shrinking import smallest

        def fails(instance: Instance) -> bool:
            return not play_instance(instance, cached_load).passed

        small = smallest(verdict.failures[0].instance, fails, cached_load)
        _tell_counterexample(play_instance(small, cached_load), adopt)


def _tell_counterexample(outcome: Outcome, adopt: Path | None) -> None:
    from attrs import evolve
    from rich.console import Console

    from conformance.scenario.player import Result
    from conformance.scenario.story import tell_result

    rules = load_specification().rules
    for rule in outcome.instance.law.rules:
        click.echo(f"  {rule}: {' '.join(rules[rule].text.split())}")
    scenario = evolve(outcome.scenario, id=None, rules=())
    for line in print_scenario(scenario).splitlines():
        click.echo(f"    {line}")
    tell_result(
        Result(scenario, outcome.messages, outcome.run),
        Console(highlight=False, soft_wrap=True),
        None,
    )
    if adopt is not None:
        from conformance.scenario.shelf import id_files, taken_ids
        from conformance.verbs.new_id import fresh

        prefix = outcome.instance.law.id.partition("-")[0]
        id = fresh(prefix, taken_ids([*id_files(), *([adopt] if adopt.exists() else [])]))
        before = adopt.read_text("utf-8") + "\n" if adopt.exists() else ""
        replace_text(adopt, before + print_scenario(evolve(outcome.scenario, id=id)))
        click.echo(f"  added to {adopt} as {id}")


def _tell_bites(chosen: list[Law], examples: int, seed: int) -> None:
    from conformance.laws.biting import Drawn, bites_of, misreadings_of

    by_law: dict[str, dict[str, list[str]]] = {law.id: {} for law in chosen}
    drawn = Drawn()
    for mutant, own in misreadings_of(chosen):
        noticed = {bite.law for bite in bites_of(mutant, own, drawn, examples, seed)}
        for law in own:
            told = by_law[law.id]
            told.setdefault("notices" if law.id in noticed else "misses", []).append(mutant.id)
            for rule in set(mutant.rules) & set(law.rules) if law.id in noticed else ():
                told.setdefault(rule, []).append(mutant.id)
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


# ---- other engines


def _judge_engine(
    ctx: click.Context, chosen: list[Law], name: str, wishes: object, examples: int, seed: int
) -> int:
    from conformance.expectations import load_config
    from conformance.judge.results import HARMLESS
    from conformance.verbs.run import Wishes, judge_by

    assert isinstance(wishes, Wishes)
    config = load_config(None)
    chosen = _fitting(chosen, _played(name, wishes.timeout, config), "what the engine plays")
    drawn = _vectors(chosen, examples, seed)
    code, results = judge_by(ctx, [vector for _, _, vector in drawn], name, wishes, config)
    wrong = {each.id for each in results if each.status not in HARMLESS}
    broken: dict[str, Instance] = {}
    for law, instance, vector in drawn:
        if vector.id in wrong:
            broken.setdefault(law.id, instance)
    if broken and not wishes.as_json:
        count = "1 law does" if len(broken) == 1 else f"{len(broken)} of {len(chosen)} laws do"
        click.echo(f"{count} not hold:")
        with _failing(name, wishes.timeout) as fails:
            for instance in broken.values():
                _tell_of_engine(instance, fails)
    return code


def _played(name: str, timeout: float | None, config: Config) -> list[str]:
    """The rulesets by which an engine is judged: those it says it plays, or that of kaiju.toml."""
    from conformance.verbs.run import PATIENCE, connected

    if config.ruleset is not None:
        return [config.ruleset]
    engine = connected(name, timeout or config.timeout or PATIENCE, config)
    try:
        known = load_specification().all_rulesets
        return [game for game in engine.hello().games if game in known]
    except Trouble as trouble:
        raise KaijuError(f"the engine does not say hello: {trouble}") from None
    finally:
        engine.close()


def _vectors(chosen: Iterable[Law], examples: int, seed: int) -> list[tuple[Law, Instance, Vector]]:
    from conformance.laws.vectors import as_vectors, vectors_of

    found = []
    known = list(chosen)
    with progress("laws", len(known)) as tell:
        for law in known:
            for instance, said in vectors_of(law, examples, seed):
                found += [(law, instance, one) for one in as_vectors([said], str(law.place))]
            tell(1)
    return found


@contextmanager
def _failing(name: str, timeout: float | None) -> Iterator[Callable[[Instance], bool]]:
    """Tells of instances whether an engine fails them."""
    from conformance.expectations import load_config
    from conformance.judge.results import HARMLESS
    from conformance.judge.runner import Judge
    from conformance.laws.vectors import as_vectors, instance_vectors
    from conformance.verbs.run import PATIENCE, connected

    config = load_config(None)
    judge = Judge(connected(name, timeout or config.timeout or PATIENCE, config), config.options)

    def fails(instance: Instance) -> bool:
        said = instance_vectors(instance, f"{instance.law.id}-000")
        found = judge.results(as_vectors(said, str(instance.law.place)))
        return any(each.status not in HARMLESS for each in found)

    try:
        yield fails
    finally:
        judge.close()


def _tell_of_engine(instance: Instance, fails: Callable[[Instance], bool]) -> None:
    from attrs import evolve

    from conformance.laws.shrinking import smallest

    small = smallest(instance, fails, cached_load)
    outcome = play_instance(small, cached_load)
    click.echo(f"{instance.law.id} {instance.law.title}; by the rules this holds:")
    scenario = evolve(outcome.scenario, id=None, rules=())
    for line in print_scenario(scenario).splitlines():
        click.echo(f"    {line}")


# ---- files


def _tell_sentences() -> None:
    from conformance.laws.language import PARTS

    width = max(len(line) for _, lines in PARTS for line, _ in lines)
    for title, lines in PARTS:
        click.echo(title)
        for line, meaning in lines:
            click.echo(f"  {line:{width}}  {meaning}")


def _export(chosen: list[Law], number: int, folder: Path, seed: int) -> None:
    from conformance.judge.vector_files import SUFFIX
    from conformance.laws.vectors import vectors_of
    from conformance.vectors.files import document, with_index, write

    by_topic: dict[Path, list[dict[str, object]]] = {}
    with progress("laws", len(chosen)) as tell:
        for law in chosen:
            path = Path(law.game) / f"{Path(law.place.file).stem}{SUFFIX}"
            by_topic.setdefault(path, []).extend(said for _, said in vectors_of(law, number, seed))
            tell(1)
    texts = {path: document(found) for path, found in by_topic.items()}
    write(with_index(texts, folder, all_files=True), folder)
    count = sum(map(len, by_topic.values()))
    click.echo(f"{count} vectors of {len(chosen)} laws are in {folder}")


def _format(paths: Iterable[Path]) -> None:
    from conformance.laws.printer import format_laws
    from rules_dsl.reader import load_text

    for path in paths:
        text = load_text(path)
        written = format_laws(text, str(path))
        if written != text:
            replace_text(path, written)
            click.echo(f"rewrote {path}")


def _expect_whole(files: tuple[str, ...], expression: str, engine_name: str | None) -> None:
    if files or expression or engine_name not in (None, ORACLE):
        raise click.UsageError("--write judges all laws of spec/ by the oracle.")


def _write(jobs: int, afresh: bool) -> int:
    from conformance.laws.record import read_record, record_file, record_text
    from conformance.laws.writing import refreshed

    known = load_laws()
    started = time.perf_counter()
    for game in dict.fromkeys(law.game for law in known):
        own = [law for law in known if law.game == game]
        with progress(f"laws and misreadings of {game}") as tell:
            record, wrong = refreshed(own, read_record(game), afresh, jobs, tell)
        for problem in wrong:
            click.secho(problem, fg="red", err=True)
        if wrong:
            click.echo(f"{game} was not written: its laws must hold and say something", err=True)
            return 1
        replace_text(record_file(game), record_text(record))
    click.echo(f"it took {time.perf_counter() - started:.0f} s")
    return 0
