"""`python -m conformance.compiled`: compile the oracle into build/compiled."""

from __future__ import annotations

import os
import sys
import time

import click

from conformance.compiled.building import build
from conformance.compiled.choosing import FOLDER, ROOT
from rules_dsl.errors import KaijuError


@click.command()
@click.option("--jobs", type=click.IntRange(1, 64), default=os.cpu_count() or 1, show_default=True)
def main(jobs: int) -> None:
    """Compile the oracle into build/compiled, for the verbs that play.

    \b
    Examples:
      python -m conformance.compiled
      KAIJU_ORACLE=interpreted kaiju bench
    """
    started = time.perf_counter()
    click.echo("compiling the oracle: a few minutes", err=True)
    try:
        number = build(ROOT, FOLDER, jobs)
    except KaijuError as error:
        click.echo(error, err=True)
        sys.exit(2)
    click.echo(f"{number} modules compiled in {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
