"""`kaiju id`: make ids of scenarios and rulings that nobody has or ever had."""

from __future__ import annotations

import secrets

import click

from conformance.scenario.shelf import id_files, taken_ids
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6
RULING = "RUL"


@click.command("id")
@click.argument("prefix", default="MB", metavar="[MB|KT|KD|RUL]")
@click.option(
    "-n",
    "count",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How many ids to make.",
)
def new_id(prefix: str, count: int) -> None:
    """Make a new id of a scenario, a law or a ruling.

    The first letters of a scenario or a law are the game's: MB for Mindbug, which is meant where
    nothing is said, KT for King of Tokyo, KD for King of Tokyo: Duel. RUL is for rulings.

    \b
    Examples:
      kaiju id MB
      kaiju id KD -n 5
      kaiju id RUL
    """
    if prefix == RULING:
        for number in range(next_ruling(), next_ruling() + count):
            click.echo(f"{RULING}-{number:04}")
        return
    games = {game.prefix.upper(): game.title for game in load_specification().games.values()}
    if prefix not in games:
        known = ", ".join(f"{letters} ({title})" for letters, title in games.items())
        raise KaijuError(
            f"no game's ids begin with `{prefix}`",
            remedy=f"There are {known}, and {RULING} for rulings.",
        )
    taken = taken_ids(id_files())
    for _ in range(count):
        id = fresh(prefix, taken)
        taken.add(id)
        click.echo(id)


def next_ruling() -> int:
    """The number of the next ruling: higher than any there is."""
    numbers = (int(id.removeprefix(f"{RULING}-")) for id in load_specification().rulings)
    return max(numbers, default=0) + 1


def fresh(prefix: str, taken: set[str]) -> str:
    """An id that is not taken."""
    while True:
        id = f"{prefix}-{''.join(secrets.choice(CROCKFORD) for _ in range(LENGTH))}"
        if id not in taken:
            return id
