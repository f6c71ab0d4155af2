"""Where a game can be begun later: its turns as positions, and the answer that does the least."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from conformance.fuzz.playing import Parted, stand
from conformance.fuzz.shadow import Shadow, setup_of
from conformance.fuzz.subject import Beginning
from conformance.judge.vector import Step
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Over

FIRST_TURN = 60
"""Answers of chance that are enough to come to a first turn."""


def jumps(parted: Parted) -> Iterator[tuple[Beginning, tuple[Step, ...]]]:
    """The turn actions before the difference as positions to stand up, the latest first."""
    shadow = stand(parted.where)
    stands: list[tuple[int, JsonObject]] = []
    for at, step in enumerate([*parted.script, None]):
        setup = setup_of(shadow.position)
        if setup is not None:
            stands.append((at, setup))
        if step is not None:
            shadow.answer(step.do)
    for at, setup in reversed(stands):
        yield evolve(parted.where, setup=setup), parted.script[at:]
    if not stands:  # what differs before the first turn may differ in it too
        for _ in range(FIRST_TURN):
            if shadow.is_over or (setup := setup_of(shadow.position)) is not None:
                break
            shadow.answer(plain_answer(shadow))
        if not shadow.is_over and setup is not None:
            yield evolve(parted.where, setup=setup), ()


def plain_answer(shadow: Shadow) -> Answer:
    """The answer that does the least: decline where that may be, else the first."""
    pending = shadow.next
    assert not isinstance(pending, Over)
    decline: Answer = {"decline": True}
    return decline if decline in pending.legal else pending.legal.nth(0)
