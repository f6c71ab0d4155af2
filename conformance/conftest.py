"""Which engine the properties judge, and how hard they try."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from conformance.engines.connect import ORACLE, connect
from conformance.engines.interface import Engine
from conformance.properties.table import Table

PATIENT = settings(
    deadline=None,  # a whole game is one example
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("ci", PATIENT, max_examples=50, derandomize=True)
settings.register_profile("long", PATIENT, max_examples=1_000)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine",
        default=ORACLE,
        help='the engine to judge: "exec:COMMAND", or the oracle in this process',
    )


@pytest.fixture(scope="session")
def engine(pytestconfig: pytest.Config) -> Iterator[Engine]:
    """The engine that is judged."""
    connected = connect(pytestconfig.getoption("--engine"))
    yield connected
    connected.close()


@pytest.fixture(scope="session")
def table(engine: Engine) -> Table:
    """A table with that engine."""
    return Table(engine)
