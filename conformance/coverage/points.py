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

from conformance.scenario.face import Load, Ruleset
from conformance.scenario.loading import KEPT
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

    def to_json(self) -> list[list[str]]:
        """Both sets, as a record has them."""
        return [sorted(self.sometimes), sorted(self.always)]

    @classmethod
    def from_json(cls, said: list[list[str]]) -> Passed:
        """Both sets from a record."""
        sometimes, always = said
        return cls(set(sometimes), set(always))


@define
class Points:
    """Follows runs of scenarios through the points of the oracle."""

    _load: Load
    _traced: dict[int, tuple[Any, Any]] = field(factory=dict)  # Any: rulesets of the oracle
    _now: dict[Point, Passed] = field(factory=dict)

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
            if len(self._traced) >= KEPT:
                self._traced.clear()
            self._traced[id(plain)] = (plain, self._trace(plain))
        followed: Ruleset = self._traced[id(plain)][1]
        return followed

    def take(self) -> dict[Point, Passed]:
        """What was passed since this was asked last."""
        passed, self._now = self._now, {}
        return passed

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


def two_sided(passed: Mapping[str, Mapping[Point, Passed]]) -> dict[str, str]:
    """For each rule that is two-sided, a scenario that comes to its point without it.

    `passed` has what each scenario that counts has passed.
    """
    fired: dict[Point, set[str]] = {}
    for points in passed.values():
        for point, each in points.items():
            fired.setdefault(point, set()).update(each.sometimes)
    found: dict[str, str] = {}
    for id in sorted(passed):
        for point, each in passed[id].items():
            for rule in fired[point] - each.always:
                found.setdefault(rule, id)
    return found
