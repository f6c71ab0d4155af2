"""What the oracle tells of both dice games, event by event: only it tells so much."""

from __future__ import annotations

from collections.abc import Iterator

import oracle
from conformance.properties.choices import Choices
from conformance.properties.dice_games.table import A_WHILE
from conformance.properties.story import answer_to
from rules_dsl.specification import load_specification


def events(position: oracle.Position, choices: Choices) -> Iterator[oracle.Event]:
    """All that happens in a game for a while."""
    yield from position.events
    for _ in range(A_WHILE):
        decision = position.decision
        if decision is None:
            return
        yield from position.advance(answer_to(decision, choices))


def every_event_cites_rules(position: oracle.Position, choices: Choices, prefix: str) -> None:
    """No change of the game and no decision goes without rules of this game that it rests on."""
    known = load_specification().rules

    def expect(rules: tuple[str, ...], what: object) -> None:
        assert rules, f"no rule for {what}"
        strange = [rule for rule in rules if rule not in known or not rule.startswith(prefix)]
        assert not strange, f"{strange} for {what}"

    for event in events(position, choices):
        expect(event.rules, event)
        if position.decision is not None:
            expect(position.decision.rules, position.decision)
