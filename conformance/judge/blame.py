"""Which rules a failure is about, in vectors that execute many rules and were written for none."""

from __future__ import annotations

import contextlib

import oracle
from conformance.engines.rulesets import ruleset
from conformance.judge.vector import Vector
from rules_dsl.errors import KaijuError


def rules_involved(vector: Vector, step: int) -> tuple[str, ...]:
    """The rules of a vector that a failure after so many steps is about.

    A scenario names its rules itself. Of a game found by search they are those that the oracle
    uses for the last answer, for what follows from it and for what it offers then. A count of
    positions blames nobody: `kaiju divide` does.
    """
    if "scenario" in vector.provenance or not vector.provenance:
        return vector.rule_ids
    if vector.kind == "perft":
        return ()
    used: set[str] = set()
    with contextlib.suppress(KaijuError, oracle.Refused):  # then the oracle cannot play it either
        rules = ruleset(vector.game, vector.options, vector.cards, players=vector.players)
        position = rules.start() if vector.setup is None else rules.setup(vector.setup)
        used = _settled(position)
        for done in vector.script[:step]:
            if not done.is_forced:
                used = _offering(position)
                used.update(rule for event in position.advance(done.do) for rule in event.rules)
                used |= _settled(position)
    return tuple(rule for rule in vector.rule_ids if rule in used) or vector.rule_ids


def _settled(position: oracle.Position) -> set[str]:
    """The rules of what has only one answer and happens at once, and of what is asked then."""
    used = _offering(position)
    while position.decision is not None:
        only = position.decision.forced()
        if only is None:
            break
        used.update(rule for event in position.advance(only) for rule in event.rules)
        used |= _offering(position)
    return used


def _offering(position: oracle.Position) -> set[str]:
    pending = position.decision or position.over
    return set(pending.rules) if pending is not None else set()
