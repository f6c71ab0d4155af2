"""The engine that a verb talks to, as the command line and `kaiju.toml` name it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rules_dsl.errors import KaijuError

if TYPE_CHECKING:
    from conformance.engines.interface import Engine
    from conformance.perft.positions import Origin
    from conformance.protocol.messages import Hello

PATIENCE = 5.0
"""Seconds for each message, where nobody says otherwise."""


@frozen
class Configured:
    """An engine by its connect string, the time for a message, and the answers it plays by."""

    engine: str
    timeout: float
    options: Mapping[str, str]


def configured(
    engine_name: str | None, timeout: float | None, otherwise: str | None = None
) -> Configured:
    """What the command line says, and where it is silent kaiju.toml in this folder.

    The options there are about the engine that is named there, and about no other.
    """
    from conformance.expectations import NAME, Config, load_config

    config = load_config()
    if engine_name is not None and engine_name != config.engine:
        config = Config()
    name = engine_name or config.engine or otherwise
    if name is None:
        raise KaijuError(
            f"no engine is named, and there is no {NAME} here that names one",
            remedy='Write --engine "exec:./my-engine", or begin with: kaiju init python my-engine',
        )
    options = config.options if name == config.engine else {}
    return Configured(name, timeout or config.timeout or PATIENCE, options)


@contextmanager
def connected(chosen: Configured) -> Iterator[tuple[Engine, Hello]]:
    """The engine with its hello; it is ended in any case."""
    from conformance.engines.connect import connect
    from conformance.engines.exec import Limits
    from conformance.engines.interface import Trouble

    engine = connect(chosen.engine, Limits(seconds=chosen.timeout))
    try:
        try:
            hello = engine.hello()
        except Trouble as trouble:
            raise KaijuError(
                f"the engine does not say hello: {trouble}",
                remedy="`kaiju smoke` tells what is wrong with an adapter.",
            ) from None
        yield engine, hello
    finally:
        engine.close()


def as_played(origin: Origin, hello: Hello, options: Mapping[str, str]) -> Origin:
    """A place to begin under the answers by which an engine really plays it.

    One that takes `options` plays by those of the place; any other by its own, whatever the
    place says.
    """
    from rules_dsl.specification import load_specification

    specification = load_specification()
    prefix = specification.games[specification.ruleset(origin.game).game].prefix
    info = hello.plays(origin.game)
    declared = {**options, **(info.options if info is not None else {})}
    answers = {name: declared[name] for name in declared if name.startswith(f"{prefix}.")}
    if "options" in hello.ops:
        answers |= origin.options
    return evolve(origin, options=answers)
