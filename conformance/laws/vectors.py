"""Instances of laws as vectors, for engines in any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from conformance.judge.vector import FORMAT, Vector, read_vector
from conformance.laws.drawing import Instance, instances
from conformance.laws.model import Law
from conformance.laws.playing import play_instance
from conformance.scenario.face import Json
from conformance.scenario.loading import cached_load
from conformance.scenario.player import Result
from conformance.scenario.run import Run
from conformance.vectors.export import vector, with_sums
from rules_dsl.errors import KaijuError
from rules_dsl.sources import weakest
from rules_dsl.specification import load_specification


def vectors_of(law: Law, number: int, seed: int = 0) -> Iterator[tuple[Instance, Json]]:
    """So many instances of a law, each with its vector; of two runs, both."""
    for at, instance in enumerate(instances(law, cached_load, number, seed), 1):
        for json in instance_vectors(instance, f"{law.id}-{at:03}"):
            yield instance, json


def instance_vectors(instance: Instance, id: str) -> list[Json]:
    """The vector of an instance, or those of its two runs."""
    outcome = play_instance(instance, cached_load)
    if not outcome.passed:
        raise KaijuError(
            f"{instance.law.id} does not hold for the oracle: {outcome.messages[0]}",
            str(instance.law.place),
            f"with {instance}; an engine can be judged by laws that hold",
        )
    found = [_vector(instance, outcome.run, id, outcome.run.fired)]
    if outcome.other is not None:
        found.append(_vector(instance, outcome.other, f"{id}B", outcome.other.fired))
    return found


def _vector(instance: Instance, run: Run, id: str, fired: set[str]) -> Json:
    law = instance.law
    rules = tuple(rule for rule in law.rules if rule in fired) or law.rules
    values = f" ({instance})" if law.variables else ""
    scenario = evolve(run.scenario, id=id, title=f"{law.title}{values}", rules=rules)
    found = vector(Result(scenario, (), run), cached_load)
    specification = load_specification()
    said = weakest(specification.said(rules, {}).values())
    found["provenance"] = {"law": law.id, "values": str(instance), "authority": said}
    return with_sums(found, {id: rule.checksum for id, rule in specification.rules.items()})


def as_vectors(found: Iterable[Json], place: str) -> list[Vector]:
    """The vectors that JSON says."""
    return [read_vector({"format": FORMAT, **json}, place, place) for json in found]
