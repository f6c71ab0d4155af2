"""Random questions about an answer, and what is true of whatever `why` says to them."""

from __future__ import annotations

import random
from collections.abc import Callable, Set
from typing import Any

import oracle


def question(
    rng: random.Random,
    position: oracle.Position,
    other: Callable[[random.Random, oracle.Position, list[str]], Any],
) -> Any:
    """An answer that may or may not be legal, now and then one of the pending decision."""
    decision = position.decision
    if decision is None or rng.random() >= 0.3:
        return other(rng, position, list(position.handles) or ["#1"])
    if decision.factored:
        amount = rng.randint(0, min(4, len(decision.candidates)))
        return {"choose": rng.sample(list(decision.candidates), amount)}
    return rng.choice(decision.options)


def expect_true_reasons(position: oracle.Position, given: Any, known: Set[str]) -> None:
    """`why` says legal just when the machine accepts, in sentences, and changes nothing."""
    try:
        position.apply(given)
        accepted = True
    except oracle.Refused:
        accepted = False
    saved = position.save()
    reasons = position.why(given)
    assert position.save() == saved, "asking changes nothing"
    assert position.state.log == []
    assert reasons
    assert {reason.legal for reason in reasons} == {accepted}, given
    for reason in reasons:
        assert reason.text.endswith("."), reason
        assert set(reason.rules) <= known
