"""Scenarios from their parts, for the tests of their language."""

from __future__ import annotations

import pytest

from conformance.scenario.loading import cached_load
from conformance.scenario.model import Scenario
from conformance.scenario.player import Result, play
from conformance.scenario.printer import print_scenario
from conformance.scenario.reader import read_text
from rules_dsl.errors import KaijuError

FILE = "games/some.scenario"


def scenario(
    ruleset: str, id: str, given: str, when: str, then: str, rules: str, head: str = ""
) -> Scenario:
    """A scenario from its parts, one line each; it reads the same once printed."""
    lines = [f"ruleset {ruleset}", f'scenario {id} "A title"', f"  rules {rules}"]
    lines += [f"  {head}"] if head else []
    for name, text in {"given": given, "when": when, "then": then}.items():
        rows = [f"    {line.strip()}" for line in text.strip().splitlines()]
        lines += [f"  {name}", *rows] if rows else []
    (found,) = read_text("\n".join(lines) + "\n", FILE)
    (again,) = read_text(print_scenario(found), FILE)
    assert again == found
    return found


def complaints_about(found: Scenario) -> str:
    """What is wrong with a scenario that does not hold."""
    result: Result = play(found, cached_load)
    assert not result.passed
    return "\n".join(result.messages)


def expect_mistake(whole: str, old: str, new: str, message: str, file: str = FILE) -> str:
    """What is told of a text in which something is replaced by a mistake."""
    assert old in whole
    with pytest.raises(KaijuError) as error:
        read_text(whole.replace(old, new, 1), file)
    told = str(error.value)
    assert message in told
    assert "\n" in told, "a remedy follows"
    return told
