"""`kaiju id`: make scenario ids that nobody has or ever had."""

from __future__ import annotations

import re
import secrets

import click

from conformance.scenario.shelf import id_files, taken_ids
from rules_dsl.errors import KaijuError

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6


@click.command("id")
@click.argument("prefix", default="MB")
@click.option(
    "-n",
    "count",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How many ids to make.",
)
def new_id(prefix: str, count: int) -> None:
    """Make a new scenario id.

    PREFIX is the game's: MB for Mindbug.
    """
    if not re.fullmatch(r"[A-Z]{2,4}", prefix):
        raise KaijuError(f"`{prefix}` is no prefix of ids", remedy="two to four capitals, as in MB")
    taken = taken_ids(id_files())
    for _ in range(count):
        id = fresh(prefix, taken)
        taken.add(id)
        click.echo(id)


def fresh(prefix: str, taken: set[str]) -> str:
    """An id that is not taken."""
    while True:
        id = f"{prefix}-{''.join(secrets.choice(CROCKFORD) for _ in range(LENGTH))}"
        if id not in taken:
            return id
