"""Which engine the vectors and properties judge, and how hard the properties try."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from conformance.engines.connect import connect
from conformance.engines.exec import Limits
from conformance.engines.interface import Engine
from conformance.plugin import add_engine_option, chosen
from rules_dsl.errors import KaijuError

PATIENT = settings(
    deadline=None,  # a whole game is one example
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
# always the same ones: of the misreadings on record that a claim notices, it noticed each in
# the first 22 games
settings.register_profile("ci", PATIENT, max_examples=24, derandomize=True)
settings.register_profile("long", PATIENT, max_examples=1_000)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    add_engine_option(parser)  # where the plugin is not installed


@pytest.fixture(scope="session")
def engine(pytestconfig: pytest.Config) -> Iterator[Engine]:
    """The engine that is judged."""
    name, config = chosen(pytestconfig)
    limits = Limits(seconds=config.timeout) if config.timeout else None
    try:
        connected = connect(name, limits)
    except KaijuError as error:
        pytest.exit(str(error), returncode=pytest.ExitCode.USAGE_ERROR)
    yield connected
    connected.close()
