"""`kaiju adopt`: make a scenario of a case, checked before it is written."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click

from conformance.verbs.fuzz import with_corpus
from rules_dsl.errors import KaijuError
from rules_dsl.writing import replace_text


@click.command(short_help="Make a scenario of a case.")
@click.argument("case", metavar="CASE")
@click.option(
    "--rules", required=True, metavar="RULE[,RULE]", help="The rules it tests; each must fire."
)
@click.option("--title", required=True, metavar="TEXT", help="What happens, in one sentence.")
@click.option(
    "--into",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Add it to this scenario file  [default: print it].",
)
@with_corpus
def adopt(case: str, rules: str, title: str, into: Path | None, corpus: Path) -> None:
    """Make a scenario of a case.

    CASE is an id of the corpus (its beginning is enough), a file, or `last`. The scenario gets
    a fresh id of its game (MB, KT or KD), says what the oracle says (`provenance oracle`), and
    is written only if it holds. A case that begins at the start of a game cannot be adopted.

    \b
    Examples:
      kaiju adopt last --rules mb.attack.tie --title "Equal powers defeat each other"
      kaiju adopt 3f2a --rules mb.keyword.tough,mb.keyword.poisonous \\
        --title "Tough saves from poison once" --into my.scenario
      kaiju adopt 91bc --rules kt.energy.face --title "An energy symbol gives 1 energy"
    """
    from conformance.fuzz.adopting import scenario_of
    from conformance.fuzz.finding import find_case, read_case
    from conformance.scenario.loading import cached_load
    from conformance.scenario.player import play
    from conformance.scenario.printer import print_scenario
    from conformance.scenario.reader import read_text
    from conformance.scenario.shelf import scenario_files, taken_ids
    from conformance.verbs.new_id import fresh
    from rules_dsl.specification import load_specification

    specification = load_specification()
    cited = _known(rules, specification.rules)
    found = read_case(find_case(case, corpus))
    file = str(into) if into is not None else "<case>"
    taken = taken_ids([*scenario_files(), *([into] if into is not None and into.exists() else [])])
    title = " ".join(title.replace('"', "'").split())
    id = fresh(specification.games[found.finding.where.game_name].prefix.upper(), taken)
    drawn = scenario_of(found.finding, id, title, cited, file)
    text = print_scenario(drawn)
    (scenario,) = read_text(text, file)
    result = play(scenario, cached_load)
    if not result.passed:
        raise KaijuError(
            f"the scenario does not hold:\n{text}\n{'; '.join(result.messages)}",
            place=str(found.file),
            remedy="Cite rules that the game uses, or write the scenario by hand.",
        )
    if into is None:
        click.echo(text, nl=False)
        return
    _append(into, text)
    click.echo(f"{scenario.id} was added to {into}")


def _known(rules: str, known: Collection[str]) -> list[str]:
    """The rules that are named, all of them rules of the specification."""
    from conformance.scenario.mistakes import nearest

    cited = [rule.strip() for rule in rules.split(",") if rule.strip()]
    if not cited:
        raise KaijuError("--rules names no rule", remedy="Write the ids, as in mb.attack.tie.")
    for rule in cited:
        if rule not in known:
            near = nearest(rule, sorted(known))
            raise KaijuError(
                f"--rules names {rule}, which the specification does not have",
                remedy=f"did you mean `{near}`?" if near else "Cite rules of spec/ by their ids.",
            )
    return cited


def _append(file: Path, text: str) -> None:
    try:
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        between = "\n" if before and not before.endswith("\n\n") else ""
    except (OSError, UnicodeDecodeError) as error:
        raise KaijuError(f"cannot be read: {error}", place=str(file)) from None
    replace_text(file, before + between + text)
