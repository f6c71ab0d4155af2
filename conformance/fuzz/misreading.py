"""Which misreadings of the rules behave as an engine does."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from conformance.engines import in_process
from conformance.fuzz.as_vector import vector_of
from conformance.fuzz.beginnings import Beginnings
from conformance.fuzz.behind import play
from conformance.fuzz.comparing import NEXT, REFUSAL, REPLAY, TROUBLES
from conformance.fuzz.finding import AUTO_CHOICE, Finding
from conformance.fuzz.guide import Guide, Numbers
from conformance.fuzz.plan import Plan
from conformance.fuzz.shrinking import UNSTEADY, UNTRIED
from conformance.fuzz.subject import OutOfTime, Subject
from conformance.judge.reference import Reference
from conformance.judge.vector import say
from oracle.kernel.driver import mixed

if TYPE_CHECKING:
    from conformance.mutants.mutant import Mutant
    from conformance.mutants.naming import Observed, Puzzle

MOST_COMPARED = 12
GAMES_TO_TELL = 40
MOST_NAMED = 3
NAMELESS = (*TROUBLES, REFUSAL, REPLAY)
"""Kinds of which no misreading of a rule is the cause."""


class Namer:
    """Asks an engine of its own what it shows on a case, and finds the mutants that show it."""

    def __init__(self, plan: Plan, subject: Subject | None = None) -> None:
        self._plan = plan
        self._subject = subject or plan.subject()

    def named(self, finding: Finding, deadline: float | None = None) -> Finding:
        """The finding with the misreadings that behave the same, if there are not too many.

        What cannot be found out before a deadline is left out.
        """
        if finding.kind in NAMELESS or finding.label in (UNSTEADY, UNTRIED):
            return finding
        if deadline is not None and time.monotonic() > deadline:
            return finding
        try:
            with self._subject.until(deadline):
                return self._named(finding, deadline)
        except OutOfTime:
            return finding

    def _named(self, finding: Finding, deadline: float | None) -> Finding:
        from conformance.mutants.naming import Puzzle, mutants_touching, observe

        where = finding.where
        among = mutants_touching(where.game_name, finding.names.values())
        puzzle = Puzzle(
            where.setup,
            [step.do for step in finding.script],
            where.game,
            where.options,
            where.cards,
            where.number,
            finding.probe.view if finding.probe is not None else None,
        )
        sent = evolve(puzzle, options=self._subject.sent(where))
        seen = observe(self._subject.engine, sent)
        if seen.trouble:
            return finding
        if seen.view is not None:  # engines tell a decision in words of their own
            told = {name: part for name, part in seen.view.items() if name != "decision"}
            seen = evolve(seen, view=told)
        found = _agreeing(puzzle, seen, _in_time(among, deadline))
        if len(found) > 1:
            found = self._most_alike(found[:MOST_COMPARED], deadline)
        names = tuple(f"{one.id}: as if {one.words}" for one in found[:MOST_NAMED])
        return evolve(
            finding,
            behaves_like=(*_self_made(finding, seen), *names),
            rules=_broken_first(finding.rules, found[:MOST_NAMED]),
        )

    def _most_alike(self, found: list[Mutant], deadline: float | None) -> list[Mutant]:
        """Of misreadings that one case cannot tell apart, those that play most like the engine."""
        parted = {one.id: self._games_parted(one) for one in _in_time(found, deadline)}
        fewest = min(parted.values())
        return [one for one in found if parted[one.id] == fewest]

    def _games_parted(self, mutant: Mutant) -> int:
        """How many of some games engine and mutant do not play alike."""
        from conformance.mutants.known import lifted
        from conformance.mutants.together import together

        parted, subject = 0, self._subject
        beginnings = Beginnings(self._plan.beginning, subject)  # by the rules as they are
        with lifted() as known, together([*known, mutant]).in_force():
            load = vars(in_process)["ruleset"]  # a misreading in force has put its own there
            for game in range(GAMES_TO_TELL):
                numbers = Numbers(mixed(self._plan.seed, game + 1))
                where = beginnings.draw(numbers)
                rules = load(where.game, where.options, where.cards, players=where.number)
                try:
                    played = play(subject, where, Guide(numbers, Counter()), numbers, rules, 1)
                except Exception:  # noqa: BLE001  a misreading may break the machine itself
                    parted += 1
                else:
                    parted += played.parted is not None
        return parted

    def close(self) -> None:
        """End its engine."""
        self._subject.close()


def _agreeing(puzzle: Puzzle, seen: Observed, among: Iterable[Mutant]) -> list[Mutant]:
    """The mutants that show the same, each beside those that the engine is known to be like."""
    from conformance.mutants.known import lifted
    from conformance.mutants.naming import mutants_agreeing

    with lifted() as known:
        alone: dict[str, Mutant] = {}

        def beside() -> Iterator[Mutant]:
            for mutant in among:
                both = _beside(known, mutant)
                if both is not None:
                    alone[both.id] = mutant
                    yield both

        return [alone[one.id] for one in mutants_agreeing(puzzle, seen, beside())]


def _beside(known: Sequence[Mutant], mutant: Mutant) -> Mutant | None:
    """A mutant together with known ones, if they can be in force at once."""
    from conformance.mutants.together import together

    if mutant in known:
        return None
    both = together([*known, mutant])
    if known:
        try:
            with both.in_force():
                pass
        except LookupError:
            return None
    return both


def _broken_first(rules: tuple[str, ...], named: Sequence[Mutant]) -> tuple[str, ...]:
    """The rules of a case, first those that every misreading breaks that behaves the same."""
    if not named:
        return rules
    broken = [rule for rule in named[0].rules if all(rule in one.rules for one in named)]
    cited = [rule for rule in broken if rule in rules] or broken
    return tuple(dict.fromkeys((*cited, *rules)))


def _in_time(mutants: Iterable[Mutant], deadline: float | None) -> Iterator[Mutant]:
    """The mutants one by one; OutOfTime after a deadline."""
    for mutant in mutants:
        yield mutant
        if deadline is not None and time.monotonic() > deadline:
            raise OutOfTime


def _self_made(finding: Finding, seen: Observed) -> tuple[str, ...]:
    """The choice that the engine seems to have made for the player, if one explains it."""
    if seen.next is None or finding.kind != NEXT:
        return ()
    vector = vector_of(finding.parted, finding.id)
    chosen = Reference(vector).self_made_choice(len(vector.script), seen.next, seen.state)
    if not chosen:
        return ()
    return (f"{AUTO_CHOICE}: as if told to {' and '.join(map(say, chosen))}, and nobody was asked",)
