"""What the oracle does on a vector, asked to explain an engine: its own failures stay its own."""

from __future__ import annotations

import oracle
from conformance.judge import reference
from conformance.judge.reference import FORCED_AT_MOST, Reference
from conformance.judge.vector_files import find_vectors
from conformance.protocol.legal import Legal
from conformance.protocol.messages import Decision

(VECTOR,) = find_vectors(["MB-7QK4X2"])


def test_every_step_has_its_stage():
    known = Reference(VECTOR)
    assert all(known.stage(step) is not None for step in range(len(VECTOR.script) + 1))
    assert known.stage(len(VECTOR.script) + 1) is None


def test_an_oracle_that_fails_explains_nothing(monkeypatch):
    def fail(_):
        raise RuntimeError("misread rules can break the machine")

    monkeypatch.setattr(reference, "waits_for", fail)
    assert Reference(VECTOR).stage(0) is None


def test_an_oracle_that_asks_on_and_on_explains_nothing(monkeypatch):
    forced = Decision("d1", "p1", "turn", Legal(({"ok": True},)))
    asked = []
    monkeypatch.setattr(reference, "waits_for", lambda _: asked.append(1) or forced)
    monkeypatch.setattr(oracle.Position, "advance_silently", lambda *_: None)
    assert Reference(VECTOR).stage(0) is None
    assert len(asked) == FORCED_AT_MOST + 1
