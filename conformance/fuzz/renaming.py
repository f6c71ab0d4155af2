"""Steps and probes with seats and cards called by other names."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.fuzz.playing import Probe
from conformance.fuzz.simpler import renamed
from conformance.judge.vector import Step
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Choose


def renamed_probe(probe: Probe | None, names: dict[str, str]) -> Probe | None:
    """A probe with seats and cards renamed."""
    if probe is None:
        return None
    return Probe(
        None if probe.refuse is None else _object(renamed(probe.refuse, names)),
        None if probe.view is None else names.get(probe.view, probe.view),
    )


def renamed_step(step: Step, names: dict[str, str]) -> Step:
    """A step with seats and cards renamed."""
    return Step(
        names.get(step.who, step.who),
        step.kind,
        _object(renamed(step.do, names)),
        None if step.legal is None else [_object(renamed(one, names)) for one in step.legal],
        None
        if step.choose is None
        else Choose(_texts(step.choose.of, names), step.choose.min, step.choose.max),
    )


def _object(value: object) -> JsonObject:
    assert isinstance(value, dict)
    return value


def _texts(handles: Iterable[str], names: dict[str, str]) -> tuple[str, ...]:
    return tuple(names.get(handle, handle) for handle in handles)
