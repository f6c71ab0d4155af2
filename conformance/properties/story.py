"""What the oracle tells of a game, event by event: only it tells so much."""

from __future__ import annotations

from collections import Counter

import oracle
from conformance.properties.choices import Choices
from conformance.properties.table import LIMIT

DUE = ("trigger", "act", "resolve-power", "apply", "carry-out")
"""Events after which an effect must be resolved: it triggers, a player uses it, buys it, a die
shows it, or another effect has it done."""


def every_trigger_is_resolved_once(position: oracle.Position, choices: Choices) -> None:
    """Each effect that is due is resolved exactly once before the next turn action."""
    waiting = _account(Counter(), position.events)
    for _ in range(LIMIT):
        decision = position.decision
        if decision is None:
            return  # at the end of the game nothing more is processed
        if decision.kind == "turn":
            assert not +waiting, f"effects were lost: {+waiting}"
        waiting = _account(waiting, position.advance(answer_to(decision, choices)))


def _account(waiting: Counter[object], events: tuple[oracle.Event, ...]) -> Counter[object]:
    for event in events:
        effect = (event.data.get("ability"), event.data.get("seat"))
        # What one card does for another is not that card's own: its name says nothing then.
        own = (event.cause, *effect) if event.kind != "carry-out" else effect
        if event.kind in DUE:
            waiting[own] += 1
        elif event.kind == "resolve":
            due = own if waiting[own] else effect
            waiting[due] -= 1
            assert waiting[due] >= 0, f"{own} was resolved without being due"
    return waiting


def every_event_names_its_rules(position: oracle.Position, choices: Choices) -> None:
    """No change of the game goes without a rule that it rests on."""
    events = position.events
    for _ in range(LIMIT):
        for event in events:
            assert event.rules, f"no rule for {event}"
        decision = position.decision
        if decision is None:
            return
        events = position.advance(answer_to(decision, choices))


def answer_to(decision: oracle.Decision, choices: Choices) -> dict[str, object]:
    """One of the legal answers to a decision of the oracle."""
    if decision.most is None:
        return dict(choices.one_of(list(decision.options)))
    pool = list(decision.candidates)
    count = choices.between(decision.least, decision.most)
    return {"choose": [choices.draw(pool) for _ in range(count)]}
