"""Scenarios that are written but not exported yet: an author sees at once what they catch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from conformance.engines.rulesets import ruleset
from conformance.judge.vector import Vector
from conformance.judge.vector_files import VECTORS
from conformance.mutants.games import GAMES
from conformance.mutants.mutant import Mutant
from conformance.mutants.suite import load_suite
from conformance.protocol.reading import read
from conformance.scenario.loading import cached_load
from conformance.scenario.model import Scenario
from conformance.scenario.reader import read_files
from conformance.scenario.shelf import scenario_files
from conformance.vectors.export import DoesNotHold, export
from conformance.vectors.files import topic_path
from rules_dsl.errors import KaijuError
from rules_dsl.foreign import load_text
from rules_dsl.specification import load_specification

_ID = re.compile(r"^scenario +(\S+)", re.MULTILINE)


def drafts(mutants: Iterable[Mutant]) -> list[Vector]:
    """The vectors of scenarios that have none yet, or an old one, and could tell a mutant apart.

    A scenario that does not hold yet is left out: `kaiju ask` says what is wrong with it.
    """
    names = _names(mutants)
    found = []
    sums = {id: rule.checksum for id, rule in load_specification().rules.items()}
    for scenario in _unexported():
        if names is not None and not _speaks_of(scenario, names):
            continue
        try:
            made = export(scenario, cached_load, sums)
            found.append(read(made, Vector))
        except (DoesNotHold, KaijuError):
            continue
    return found


def _unexported() -> Iterator[Scenario]:
    known = load_suite().vectors.keys()
    for file in scenario_files():
        is_old = _is_newer(file, VECTORS / topic_path(file))
        try:
            if not is_old and known >= set(_ID.findall(load_text(file))):
                continue
            scenarios = read_files([file])
        except KaijuError:  # somebody is at work on it
            continue
        for scenario in scenarios:
            if scenario.id is not None and (is_old or scenario.id not in known):
                yield scenario


def _is_newer(file: Path, than: Path) -> bool:
    return than.exists() and file.stat().st_mtime > than.stat().st_mtime


def _names(mutants: Iterable[Mutant]) -> frozenset[str] | None:
    """The names of all cards that some mutants misread; None when they misread the rules."""
    touches = [mutant.touches for mutant in mutants]
    if any(touch is None for touch in touches):
        return None
    ids = {each.removeprefix("card:") for touch in touches for each in touch or ()}
    rulesets = [name for game in GAMES.values() for name in game.misread]
    cards = [card for name in rulesets for card in ruleset(name, {}, ()).module.cards]
    return frozenset(card.name for card in cards if card.id in ids)


def _speaks_of(scenario: Scenario, names: frozenset[str]) -> bool:
    said = repr(scenario)
    return bool(scenario.cards) or any(name in said for name in names)
