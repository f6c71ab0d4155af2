"""Who says what a vector expects: the weakest authority among all that its outcome needs.

That is the rules it cites, those whose misreading no other scenario notices, and the answers it
depends on: so leaving a citation out does not make a vector look better founded than it is, and
what one answer of several decides is not called a printed rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from conformance.judge.vector_files import VECTORS, json_lines_of, vector_files
from conformance.mutants.catalogue import procedure_mutants
from conformance.mutants.table import read_signatures, signatures_file
from conformance.scenario.face import Json
from conformance.scenario.model import Scenario
from rules_dsl.sources import AUTHORITIES, weakest
from rules_dsl.specification import load_specification

Made = dict[Path, list[Json]]
"""The vectors by the file they go to."""


def with_authority(made: Made) -> Made:
    """The vectors, each with its authority beside where it comes from."""
    return {path: [_with_authority(vector) for vector in vectors] for path, vectors in made.items()}


def _with_authority(vector: Json) -> Json:
    said = weakest(needs_of(vector).values())
    return {**vector, "provenance": {**vector["provenance"], "authority": said}}


def needs_of(vector: Json) -> dict[str, str]:
    """The rules and the answers that a vector needs, each with who says it."""
    cited = [rule["id"] for rule in vector["rules"]]
    alone = noticed_alone(_game_of(vector["game"])).get(str(vector["id"]), ())
    return load_specification().said([*cited, *sorted(alone)], answers_needed(vector))


def answers_needed(vector: Json) -> dict[str, str]:
    """The answers in force to those options that a vector depends on."""
    specification = load_specification()
    force = specification.answers(specification.ruleset(vector["game"]), vector["options"])
    return {id: force[id] for id in vector.get("assumes", ())}


def authority_of(scenario: Scenario) -> str:
    """Who says how a scenario goes, in words: the weakest of what it needs, and which that is."""
    needs = needs_of(_as_it_stands(scenario))
    said = weakest(needs.values())
    those = [id for id, kind in needs.items() if kind == said]
    named = f" ({', '.join(those)})" if len(those) < len(needs) else ""
    return AUTHORITIES[said] + named


def _as_it_stands(scenario: Scenario) -> Json:
    """What a scenario says; it depends on what its vector does, else on the answers it states."""
    known = _shown(_game_of(scenario.ruleset)).get(scenario.id or "")
    return {
        "id": scenario.id,
        "game": scenario.ruleset,
        "options": scenario.options,
        "rules": [{"id": rule} for rule in scenario.rules],
        "assumes": scenario.options if known is None else known,
    }


def _game_of(ruleset: str) -> str:
    return ruleset.partition("/")[0]


@cache
def _shown(game: str) -> Mapping[str, tuple[str, ...]]:
    """The options that each scenario of a game depends on, as its vector has found out.

    No more of the vectors is kept: they are many.
    """
    files = vector_files(VECTORS / game)
    return {
        one.id: tuple(said.get("assumes", ()))
        for file in files
        for one, said in json_lines_of(file)
        if "scenario" in said["provenance"]  # others were found by search
    }


@cache
def noticed_alone(game: str) -> Mapping[str, frozenset[str]]:
    """For each scenario of a game the rules of which it alone notices a misreading, on record.

    Misreadings of a single card do not count: there the card is misread, and no rule.
    """
    shown, marks = _shown(game), read_signatures(signatures_file(game)).marks
    found: dict[str, set[str]] = defaultdict(set)
    for mutant in procedure_mutants(game):
        noticed = [id for id in marks.get(mutant.id, ()) if id in shown]
        if len(noticed) == 1:
            found[noticed[0]].update(mutant.rules)
    return {id: frozenset(rules) for id, rules in found.items()}
