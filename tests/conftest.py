"""What the tests of the tools share: the project, `kaiju`, and tables of King of Tokyo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import oracle
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


# ---- King of Tokyo


@pytest.fixture(scope="session")
def rulesets() -> dict[int, oracle.Ruleset]:
    """The game of today, by the number of monsters."""
    return {number: oracle.load("tokyo/current", players=number) for number in range(2, 7)}


@pytest.fixture(scope="session")
def table() -> Callable[..., oracle.Position]:
    """A position at the start of a turn; `p1={"area": {"#1": "wings"}}`, counters as `wings*3`."""

    def lay(
        ruleset: oracle.Ruleset,
        turn: str = "p1",
        row: dict[str, str] | None = None,
        deck: dict[str, str] | None = None,
        **players: dict[str, object],
    ) -> oracle.Position:
        described = {
            seat: {key: before(value) if key == "area" else value for key, value in had.items()}
            for seat, had in players.items()
        }
        piles = {"row": pile(row or {}), "deck": pile(deck or {})}
        return ruleset.setup({"turn": turn, "players": described, **piles})

    def before(named: dict[str, str]) -> list[dict[str, object]]:
        parts = {handle: name.partition("*") for handle, name in named.items()}
        return [
            {"h": handle, "card": name, "counters": int(counters or 0)}
            for handle, (name, _, counters) in parts.items()
        ]

    def pile(named: dict[str, str]) -> list[dict[str, str]]:
        return [{"h": handle, "card": name} for handle, name in named.items()]

    return lay


@pytest.fixture(scope="session")
def roll() -> Callable[..., oracle.Position]:
    """Let the dice of a roll fall: `roll(position, "claw", "heart")`."""

    def fall(position: oracle.Position, *faces: str) -> oracle.Position:
        for face in faces:
            position.advance({"face": face})
        return position

    return fall


@pytest.fixture(scope="session")
def keep() -> Callable[[oracle.Position], oracle.Position]:
    """Reroll nothing."""

    def reroll_nothing(position: oracle.Position) -> oracle.Position:
        position.advance({"choose": []})
        return position

    return reroll_nothing
