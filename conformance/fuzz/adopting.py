"""A case made into a scenario: its position told by names, its end as the oracle has it."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.fuzz.finding import Finding
from conformance.fuzz.game import fuzzed
from conformance.games import lacks
from conformance.scenario.model import Scenario
from rules_dsl.errors import KaijuError


def scenario_of(finding: Finding, id: str, title: str, rules: Sequence[str], file: str) -> Scenario:
    """The scenario that a case tells; its claims are what the oracle says."""
    setup = finding.where.setup
    if setup is None:
        raise KaijuError(
            f"case {finding.id} begins at the start of a game: only a position can be adopted",
            remedy="Write a scenario with `given start` by hand; `kaiju replay` plays the case.",
        )
    if finding.where.cards:
        raise KaijuError(
            f"case {finding.id} plays with added cards, which a scenario takes from a file",
            remedy="Write it by hand, with `cards NAME` for the file beside it.",
        )
    adopter = fuzzed(finding.where.game).adopter
    if adopter is None:
        raise lacks(finding.where.game_name, "fuzz.adopter")
    return adopter(finding, setup).scenario(id, title, tuple(rules), file)
