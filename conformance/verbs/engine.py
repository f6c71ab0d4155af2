"""`kaiju engine`: the oracle as an engine over stdin and stdout."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click


@click.command(short_help="Serve the oracle over stdin and stdout.")
@click.option(
    "--cards",
    "cards",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Add the cards of a file to every ruleset.",
)
def engine(cards: tuple[Path, ...]) -> None:
    """Serve the oracle over stdin and stdout.

    One JSON object a line, as conformance/schema/protocol-1.json says.
    The engine ends with `bye` or with the end of its input.

    \b
    Examples:
      kaiju run --engine "exec:kaiju engine"
      kaiju engine --cards my.cards
      printf '%s\\n' '{"id":1,"op":"hello","protocol":[1]}' | kaiju engine
    """
    from conformance.engines.in_process import InProcess
    from conformance.protocol.serve import serve

    served = InProcess(cards)
    served.expect_cards()
    target = os.fdopen(os.dup(1), "wb")
    sys.stdout = sys.stderr  # nothing but replies may reach stdout
    try:
        serve(served, sys.stdin.buffer, target)
        target.close()
    except BrokenPipeError:  # the kit has gone: nobody is left to be told
        os._exit(0)
