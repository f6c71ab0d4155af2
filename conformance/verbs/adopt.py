"""`kaiju adopt`: make a scenario of a case, checked before it is written."""

from __future__ import annotations

from pathlib import Path

import click

from conformance.verbs.fuzz import with_corpus
from rules_dsl.errors import KaijuError


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
    a fresh id, says what the oracle says (`provenance oracle`), and is written only if it holds.

    \b
    Examples:
      kaiju adopt last --rules mb.attack.tie --title "Equal powers defeat each other"
      kaiju adopt 3f2a --rules mb.keyword.tough,mb.keyword.poisonous \\
        --title "Tough saves from poison once" --into my.scenario
    """
    from conformance.fuzz.adopting import scenario_of
    from conformance.fuzz.finding import find_case, read_case
    from conformance.scenario.loading import cached_load
    from conformance.scenario.player import play
    from conformance.scenario.printer import print_scenario
    from conformance.scenario.reader import read_text
    from conformance.scenario.shelf import expect_known_rules, scenario_files, taken_ids
    from conformance.verbs.new_id import fresh
    from rules_dsl.specification import load_specification

    found = read_case(find_case(case, corpus))
    file = str(into) if into is not None else "<case>"
    taken = taken_ids([*scenario_files(), *([into] if into is not None and into.exists() else [])])
    cited = [rule.strip() for rule in rules.split(",") if rule.strip()]
    title = " ".join(title.replace('"', "'").split())
    drawn = scenario_of(found.finding, fresh("MB", taken), title, cited, file)
    expect_known_rules([drawn], load_specification().rules)
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


def _append(file: Path, text: str) -> None:
    try:
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        between = "\n" if before and not before.endswith("\n\n") else ""
        file.write_text(before + between + text, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KaijuError(f"cannot be written: {error}", place=str(file)) from None
