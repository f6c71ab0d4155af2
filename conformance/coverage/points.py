"""Where rules are decided: the points of the procedures that a run passes, and what fires there.

A rule is two-sided when it fires at some point in one passing scenario, and a passing scenario
comes to the same point without its firing there: its guard was seen true and false. A point is
a step of a procedure, a step of an effect's word, or a check that is made at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from attrs import define, field

from conformance.coverage.measure import counts
from conformance.scenario.face import Load, Ruleset
from conformance.scenario.player import Result
from oracle.kernel.state import State

Point = str
"""A function of the oracle by its module and name, in one game: what another shares of it is
decided there by other rules."""


@define
class Passed:
    """What fired at a point in one run: at some time, and every time."""

    sometimes: set[str]
    always: set[str]

    def add(self, rules: set[str]) -> None:
        """Come to the point once more."""
        self.sometimes |= rules
        self.always &= rules


@define
class Points:
    """Follows runs of scenarios through the points of the oracle."""

    _load: Load
    _traced: dict[int, tuple[Any, Any]] = field(factory=dict)  # Any: rulesets of the oracle
    _now: dict[Point, Passed] = field(factory=dict)
    _passed: dict[str, dict[Point, Passed]] = field(factory=dict)

    def load(
        self,
        ruleset: str,
        *,
        options: Mapping[str, str] | None = None,
        cards: Sequence[Path] = (),
        players: int | None = None,
    ) -> Ruleset:
        """A ruleset whose runs are followed."""
        plain = self._load(ruleset, options=options or {}, cards=cards, players=players)
        if id(plain) not in self._traced:
            self._traced[id(plain)] = (plain, self._trace(plain))
        followed: Ruleset = self._traced[id(plain)][1]
        return followed

    def finish(self, result: Result) -> None:
        """Keep what a scenario that counts has passed, and begin anew."""
        if counts(result):
            self._passed[str(result.scenario.id)] = self._now
        self._now = {}

    def two_sided(self) -> dict[str, str]:
        """For each rule that is two-sided, a scenario that comes to its point without it."""
        fired: dict[str, set[Point]] = {}
        for points in self._passed.values():
            for point, passed in points.items():
                for rule in passed.sometimes:
                    fired.setdefault(rule, set()).add(point)
        found: dict[str, str] = {}
        for id in sorted(self._passed):
            for point, passed in self._passed[id].items():
                for rule, points_of_rule in fired.items():
                    if rule not in found and point in points_of_rule and rule not in passed.always:
                        found[rule] = id
        return found

    def _trace(self, plain: Any) -> Any:
        ruleset, machine = copy(plain), copy(plain.machine)
        game = str(plain.name).partition("/")[0]
        machine.codes = [
            tuple(self._follow(step, game) for step in steps) for steps in machine.codes
        ]
        machine.checks = tuple((bit, self._follow(check, game)) for bit, check in machine.checks)
        ruleset.machine = machine
        return ruleset

    def _follow(self, step: Callable[..., None], game: str) -> Callable[..., None]:
        point = f"{game} {step.__module__}.{step.__qualname__}"

        def followed(machine: Any, state: State, given: Any) -> None:
            told, asked = len(state.log), state.pending
            step(machine, state, given)
            rules = {rule for record in state.log[told:] for rule in record[1]}
            if state.pending is not None and state.pending is not asked:
                rules.update(state.pending[6])
            passed = self._now.get(point)
            if passed is None:
                self._now[point] = Passed(set(rules), rules)
            else:
                passed.add(rules)

        return followed
