"""The command `kaiju`, so that Ctrl-C is heeded while everything is still being imported."""

from __future__ import annotations

import sys

STOPPED = 130


def main() -> None:
    """Begin, and end in one line however early somebody stops us."""
    try:
        from conformance.cli import main as kaiju

        kaiju(prog_name="kaiju")
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")
        sys.exit(STOPPED)
