"""Search anew: `python -m conformance.search` rewrites from-start.txt, or that of other sets."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

import oracle
from conformance.engines.rulesets import expected_number
from conformance.engines.rulesets import ruleset as load_ruleset
from conformance.protocol.legal import Answer
from conformance.scenario.shelf import RETIRED, id_files, taken_ids
from conformance.search.cover import BEGINNING_COSTS, Beginning, cover
from conformance.search.games import LONGEST_GAME, play
from conformance.search.scripts import Script, file_of, read_scripts, scripts_text
from conformance.verbs.new_id import fresh
from oracle.verbs.arguments import default_ruleset
from oracle.verbs.progress import progress
from rules_dsl.specification import load_specification
from rules_dsl.writing import replace_text

STOPPED = 130


@click.command()
@click.option(
    "--game", default=default_ruleset, help="The ruleset to search  [default: the usual one]."
)
@click.option("--players", type=int, help="How many play, where that is open.")
@click.option("--games", default=4000, show_default=True, help="How many random games to search.")
@click.option("--seed", default=1, show_default=True, help="The seed of the first game.")
@click.option("--at-most", default=80, show_default=True, help="How many to keep at most.")
@click.option(
    "--a-game-costs",
    default=BEGINNING_COSTS,
    show_default=True,
    help="As many answers as a game more may save: with more, there are fewer and longer ones.",
)
@click.option(
    "--longest",
    default=LONGEST_GAME,
    show_default=True,
    help="How many answers beyond the setup a game may have before it is made shorter.",
)
@click.option("--write", is_flag=True, help="Write the file and retire the ids it loses.")
def main(
    game: str,
    players: int | None,
    games: int,
    seed: int,
    at_most: int,
    a_game_costs: int,
    longest: int,
    write: bool,
) -> None:
    """Search random games for short beginnings that together execute as many rules as possible.

    The same seed and number of games give the same result. A game that was found before keeps
    its id. Afterwards `kaiju vectors` exports them. Games with dice are long: those of Tokyo and
    Duel have been found with the options of the last two examples, the expert game with the last.

    \b
    Examples:
      python -m conformance.search
      python -m conformance.search --games 8000 --write
      python -m conformance.search --game mindbug/king-of-tokyo --write
      python -m conformance.search --game tokyo/current --players 3 --games 800
          --at-most 20 --a-game-costs 20 --longest 150 --write
      python -m conformance.search --game tokyo/mindbug-expert --players 3 --games 3000
          --at-most 26 --a-game-costs 4 --longest 150 --write
    """
    number = expected_number(game, players)
    ruleset, file = load_ruleset(game, {}, (), players=number), file_of(game)
    played = []
    with progress("games", games) as tell:
        for each in range(seed, seed + games):
            played.append(play(ruleset, each))
            tell()
    with progress("games made shorter") as tell:
        found = cover(
            ruleset,
            played,
            at_most,
            lambda done: tell(),
            costs=a_game_costs,
            longest=longest,
        )
    before = read_scripts(file) if file.exists() else []
    scripts = _named(ruleset, game, found, before, number)
    rules = {item for beginning in found for item in beginning.executes() if item[0] == "rule"}
    decisions = sorted(beginning.decisions for beginning in found)
    click.echo(
        f"{len(scripts)} games execute {len(rules)} rules; decisions beyond the setup: "
        f"{sum(decisions)} in all, {decisions[len(decisions) // 2]} in the median, "
        f"{decisions[-1]} at most"
    )
    if not write:
        return
    replace_text(file, scripts_text(scripts))
    gone = sorted({script.id for script in before} - {script.id for script in scripts})
    if gone:
        with RETIRED.open("a", encoding="utf-8") as retired:
            retired.writelines(
                f"{id}  a game from the start, found anew otherwise\n" for id in gone
            )
    click.echo(f"wrote {file.name}; {len(gone)} ids retired. Now: kaiju vectors")


def _named(
    ruleset: oracle.Ruleset,
    game: str,
    found: Iterable[Beginning],
    before: Iterable[Script],
    players: int | None,
) -> list[Script]:
    """The scripts of beginnings; one that was there before keeps its id."""
    known = {(script.players, str(script.answers)): script.id for script in before}
    taken = taken_ids(id_files())
    specification = load_specification()
    prefix = specification.games[specification.ruleset(game).game].prefix.upper()
    scripts = []
    for beginning in found:
        answers = tuple(_answers(ruleset, beginning))
        id = known.get((players, str(answers))) or fresh(prefix, taken)
        taken.add(id)
        scripts.append(Script(id, game, answers, players=players))
    return scripts


def _answers(ruleset: oracle.Ruleset, beginning: Beginning) -> Iterable[Answer]:
    """The answers of a beginning as the protocol writes them."""
    position = ruleset.start()
    left = list(beginning.game.answers[: beginning.length])
    while left:
        decision = position.decision
        assert decision is not None
        forced = decision.forced()
        if forced is None:
            forced = position.to_json_answer(left.pop(0))
            yield forced
        position.advance_silently(forced)


if __name__ == "__main__":
    try:
        main.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo("stopped", err=True)
        sys.exit(STOPPED)
