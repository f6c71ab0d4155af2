"""Fits a vector to the answers by which an engine plays: as it stands, derived anew, or not."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from conformance.judge.answers import answers_of_engine, answers_of_vector
from conformance.judge.derive import NotApplicable, derive, same_outcome
from conformance.judge.vector import Vector
from conformance.protocol.messages import Hello


@frozen
class Fitted:
    """The vector by which an engine is judged, or None and the reason why there is none.

    `under` are the answers of the engine for which the vector was derived anew.
    """

    vector: Vector | None
    under: dict[str, str] = field(factory=dict)
    reason: str = ""


def fit(
    vector: Vector,
    hello: Hello,
    configured: Mapping[str, str] | None = None,
    anew: bool = False,
) -> Fitted:
    """The vector under the answers that an engine declares; `anew` if the oracle misreads now.

    Two answers can interact, so nothing is concluded from what a vector assumes of each: the
    oracle plays it by all of them.
    """
    own = answers_of_vector(vector)
    theirs = answers_of_engine(hello, vector, configured)
    if own == theirs and not anew:
        return Fitted(vector)
    derived = derive(vector, theirs)
    other = {name: theirs[name] for name in own if own[name] != theirs[name]}
    under = {name: answer for name, answer in other.items() if name in vector.assumes} or other
    if isinstance(derived, NotApplicable):
        answers = ", ".join(f"{name} = {answer}" for name, answer in under.items())
        answers = answers or "what is known of the engine"
        return Fitted(None, under, f"under {answers} its script cannot be played: {derived.reason}")
    return Fitted(derived, {} if same_outcome(vector, derived) else under)
