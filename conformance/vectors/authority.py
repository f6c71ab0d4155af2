"""Who says what a vector expects: the weakest authority among the rules its outcome needs.

Those are the rules it cites, those that turn on an option it states, and those whose misreading no
other scenario notices: so leaving a citation out does not make a vector look better founded than
it is, and an answer that was agreed upon is not called a printed rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from conformance.mutants.catalogue import mutants
from conformance.mutants.suite import load_suite
from conformance.mutants.table import committed
from conformance.scenario.face import Json
from rules_dsl.specification import load_specification

Made = dict[Path, list[Json]]
"""The vectors by the file they go to."""


def with_authority(made: Made) -> Made:
    """The vectors, each with its authority beside where it comes from."""
    return {path: [_with_authority(vector) for vector in vectors] for path, vectors in made.items()}


def _with_authority(vector: Json) -> Json:
    cited = [rule["id"] for rule in vector["rules"]]
    decided = load_specification().turning_on(vector["options"])
    alone = noticed_alone().get(str(vector["id"]), ())
    said = authority((*cited, *decided), alone)
    return {**vector, "provenance": {**vector["provenance"], "authority": said}}


def authority(cited: Iterable[str], alone: Iterable[str] = ()) -> str:
    """The authority of a vector that cites these rules, and alone notices misreadings of those."""
    return load_specification().weakest((*cited, *alone))


@cache
def noticed_alone() -> Mapping[str, frozenset[str]]:
    """For each scenario the rules of which it alone notices a misreading, as is on record.

    Misreadings of a single card do not count: there the card is misread, and no rule.
    """
    entries, marks = load_suite().entries, committed().marks
    found: dict[str, set[str]] = defaultdict(set)
    for mutant in mutants():
        if mutant.definition is not None:
            continue
        noticed = marks.get(mutant.id, {})
        scenarios = [id for id in noticed if id in entries and entries[id].is_scenario]
        if len(scenarios) == 1:
            found[scenarios[0]].update(mutant.rules)
    return {id: frozenset(rules) for id, rules in found.items()}
