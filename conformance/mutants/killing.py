"""Runs the suite against mutants: those scenarios first that are most likely to kill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from conformance.judge.vector import Vector
from conformance.mutants.catalogue import by_id
from conformance.mutants.judging import at_work, can_touch
from conformance.mutants.mutant import Mutant
from conformance.mutants.suite import Suite, is_scenario, load_suite
from conformance.mutants.table import committed
from conformance.spread import spread

AT_ONCE = 8
"""Mutants given to a worker together."""


@frozen
class Verdict:
    """What became of a mutant: a scenario that cites its rule kills it, or only another does."""

    mutant: str
    killer: str | None = None
    other: str | None = None

    @property
    def is_killed(self) -> bool:
        """Whether a scenario that cites one of its rules fails."""
        return self.killer is not None


def judge(mutant: Mutant, suite: Suite) -> Verdict:
    """Run scenarios against a mutant until one that cites its rule fails."""
    other, vectors = None, in_order(mutant, suite)
    with at_work(mutant) as bench:
        for vector in vectors:
            cites = _cites(vector, mutant)
            if other is not None and not cites:
                break
            if bench.fails(vector):
                if cites:
                    return Verdict(mutant.id, vector.id, other)
                other = vector.id
    return Verdict(mutant.id, None, other)


def in_order(mutant: Mutant, suite: Suite) -> list[Vector]:
    """The scenarios that can tell: those that cite its rules first, the short before the long.

    Those that killed it before come before all others.
    """
    before = committed().failed_by(mutant.id)

    def rank(vector: Vector) -> tuple[bool, bool, bool, int, int]:
        named = mutant.touches is not None and not mutant.touches.isdisjoint(vector.requires)
        cites, is_known = _cites(vector, mutant), vector.id in before
        return not cites, not is_known, not named, len(vector.script), len(vector.rules)

    able = (each for each in suite.scenarios.values() if can_touch(mutant, each))
    return sorted(able, key=rank)


def _cites(vector: Vector, mutant: Mutant) -> bool:
    return is_scenario(vector) and not set(mutant.rules).isdisjoint(vector.rule_ids)


def signature(mutant: Mutant, ids: Iterable[str], suite: Suite) -> dict[str, str]:
    """Which of some vectors the mutant fails, each with the mark of how."""
    found = {}
    with at_work(mutant) as bench:
        for id in ids:
            how = bench.how(suite.vectors[id])
            if how is not None:
                found[id] = how
    return found


# --- all of them, on several cores ---


def judge_all(
    mutants: Sequence[Mutant],
    jobs: int,
    tell: Callable[[int], None],
    drafts: Sequence[Vector] = (),
) -> dict[str, Verdict]:
    """The verdict on each mutant, by drafts too; `tell` hears how many more are done."""
    tasks = [(mutant.id, drafts) for mutant in mutants]
    done = dict(spread(_judge_one, tasks, jobs, tell, AT_ONCE))
    return {mutant.id: done[mutant.id] for mutant in mutants}


def sign_all(
    wanted: dict[str, list[str]], jobs: int, tell: Callable[[int], None]
) -> dict[str, dict[str, str]]:
    """For each mutant, which of the vectors wanted for it fail, and how."""
    return dict(spread(_sign_one, list(wanted.items()), jobs, tell, AT_ONCE))


def _judge_one(id: str, drafts: Sequence[Vector]) -> Verdict:
    return judge(by_id()[id], load_suite().plus(drafts))


def _sign_one(id: str, vectors: list[str]) -> dict[str, str]:
    return signature(by_id()[id], vectors, load_suite())
