"""The command `kaiju`, so that Ctrl-C is heeded while everything is still being imported."""

from __future__ import annotations

import gc
import sys

STOPPED = 130

OFTEN_ENOUGH = 20_000, 20, 100
"""How often garbage in circles is looked for. Games leave hardly any, and to look as often as
Python does by itself takes a tenth of the time that it takes to play them."""


def main() -> None:
    """Begin, and end in one line however early somebody stops us."""
    try:
        gc.set_threshold(*OFTEN_ENOUGH)
        from conformance.cli import main as kaiju

        kaiju(prog_name="kaiju")
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(STOPPED)
