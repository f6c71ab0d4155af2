"""A pytest plugin: `pytest --pyargs conformance --engine "exec:COMMAND"`.

It is loaded wherever the kit is installed, so it imports nothing heavy, brings no fixture, and
leaves `--engine` to anybody else who has an option of that name.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conformance.expectations import Config

ORACLE = "oracle"


def add_engine_option(parser: pytest.Parser) -> None:
    """Add `--engine`, unless it is there."""
    with contextlib.suppress(ValueError):  # pytest's way to say that the name is taken
        parser.addoption(
            "--engine",
            help='the engine that conformance judges: "exec:COMMAND", or oracle '
            "[default: that of kaiju.toml, else the oracle]",
        )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(parser: pytest.Parser) -> Generator[None, object, object]:
    """Add the option after everybody else has added theirs."""
    result = yield
    add_engine_option(parser)
    return result


def chosen(config: pytest.Config) -> tuple[str, Config]:
    """The name of the engine to judge, and what kaiju.toml says about it."""
    from conformance.expectations import NAME, Config, load_config
    from rules_dsl.errors import KaijuError

    file = config.invocation_params.dir / NAME
    try:
        said = load_config(file) if file.is_file() else Config()
    except KaijuError as error:
        raise pytest.Collector.CollectError(str(error)) from None
    name = config.getoption("--engine")
    if name == ORACLE != said.engine:
        return ORACLE, Config()  # the oracle has nothing to expect
    return name or said.engine or ORACLE, said
