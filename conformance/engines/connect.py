"""Connect strings: how a user names the engine to talk to."""

from __future__ import annotations

from conformance.engines.exec import Exec, Limits
from conformance.engines.interface import Engine
from rules_dsl.errors import KaijuError

ORACLE = "oracle"


def connect(name: str, limits: Limits | None = None) -> Engine:
    """The engine of a connect string: `oracle`, or `exec:` and a command."""
    from conformance.engines.in_process import InProcess, kit_version

    if name == ORACLE:
        return InProcess()
    scheme, colon, rest = name.partition(":")
    if colon and scheme == "exec":
        return Exec(rest, limits, kit_version())
    raise KaijuError(
        f"`{name}` does not name an engine",
        remedy=f'Write --engine "exec:./my-engine --stdio", or --engine {ORACLE} for the oracle.',
    )
