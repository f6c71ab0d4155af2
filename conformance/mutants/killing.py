"""Runs the suite against mutants: those scenarios first that are most likely to kill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from attrs import frozen

from conformance.judge.vector import Vector
from conformance.mutants.catalogue import by_id, mutants_of
from conformance.mutants.judging import at_work, can_touch
from conformance.mutants.mutant import Mutant
from conformance.mutants.suite import Suite, load_suite, oracle_sum
from conformance.mutants.table import committed, killers, read_signatures, signatures_file
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
    other, citing = None, frozenset(suite.ids_citing(mutant))
    with at_work(mutant) as bench:
        for vector in bench.unmisread(in_order(mutant, suite)):
            cites = vector.id in citing
            if other is not None and not cites:
                break
            if bench.fails(vector):
                if cites:
                    return Verdict(mutant.id, vector.id, other)
                other = vector.id
    return Verdict(mutant.id, None, other)


def in_order(mutant: Mutant, suite: Suite) -> Iterator[Vector]:
    """The scenarios that can tell: those that cite its rules first, the short before the long.

    Those that killed it before come before all others; what nobody asks for is never read.
    """

    def rank(vector: Vector) -> tuple[bool, int, int]:
        named = mutant.touches is not None and not mutant.touches.isdisjoint(vector.requires)
        return not named, len(vector.script), len(vector.rules)

    before, citing = committed().failed_by(mutant.id), frozenset(suite.ids_citing(mutant))
    own = [id for id in suite.scenarios if suite.entries[id].game == mutant.game]
    ranks = [(id not in citing, id not in before) for id in own]
    for wanted in product((False, True), repeat=2):
        some = [suite.vectors[id] for id, each in zip(own, ranks, strict=True) if each == wanted]
        yield from sorted((one for one in some if can_touch(mutant, one)), key=rank)


def signature(mutant: Mutant, ids: Iterable[str], suite: Suite) -> dict[str, str]:
    """Which of some vectors the mutant fails, each with the mark of how."""
    found = {}
    with at_work(mutant) as bench:
        for id in ids:
            how = bench.how(suite.vectors[id])
            if how is not None:
                found[id] = how
    return found


# --- what need not be run again ---


def on_record(game: str, suite: Suite) -> dict[str, Verdict]:
    """The verdicts on a game's mutants that still hold: nothing they rest on has changed.

    A mutant whose killer has not changed is killed still, whatever other vectors there are now;
    one that nobody killed has to meet every vector that is new.
    """
    record = read_signatures(signatures_file(game))
    own = suite.of(game)
    if record.oracle != oracle_sum(game):
        return {}
    changed = set(record.stale(own, mutants_of(game)))
    fresh = record.without(changed)
    found = {}
    for mutant in mutants_of(game):
        killed_by = killers(mutant, fresh, own) if mutant.id not in changed else []
        if killed_by:
            found[mutant.id] = Verdict(mutant.id, killed_by[0])
        elif not changed:
            others = fresh.shown_by(mutant.id) & own.scenarios.keys()
            found[mutant.id] = Verdict(mutant.id, None, min(others, default=None))
    return found


# --- all of them, on several cores ---


def judge_all(
    mutants: Sequence[Mutant], jobs: int, tell: Callable[[int], None], drafts: Sequence[Vector] = ()
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
