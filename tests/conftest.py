"""What the tests of the tools share: where the project is, and a way to call `kaiju`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conformance.cli import main


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture
def kaiju() -> Callable[..., Result]:
    """Call a verb in this process: `kaiju("check", path)`."""

    def call(*arguments: object, **extra: object) -> Result:
        return CliRunner().invoke(main, [str(each) for each in arguments], **extra)

    return call
