"""Judges laws by many drawn instances, and refuses laws that say nothing."""

from __future__ import annotations

import time

from attrs import define, field, frozen

from conformance.laws.domains import admits_alone, of_noun
from conformance.laws.drawing import Artist, Instance, NoInstance, instances
from conformance.laws.model import Cards, Law
from conformance.laws.playing import Outcome, facts_held_at_first, play_instance
from conformance.scenario.face import Load
from conformance.scenario.model import Can, Cannot, May, Now
from rules_dsl.errors import KaijuError

INSTANCES = 40
"""Instances of a law that are drawn for every run."""

SECONDS = 20.0
"""The time of one law; one that takes longer is told by name."""

FAILURES = 3
"""Counterexamples after which a law need not be tried further."""


@frozen
class Breadth:
    """How many printed cards a variable admits of those there are."""

    variable: str
    admitted: int
    printed: int

    @property
    def is_narrow(self) -> bool:
        """Whether it is under half."""
        return self.admitted * 2 < self.printed


@define
class Verdict:
    """What came of a law."""

    law: Law
    drawn: int = 0
    failures: list[Outcome] = field(factory=list)
    problems: list[str] = field(factory=list)
    """Why the law is refused, each with its place."""
    breadth: tuple[Breadth, ...] = ()
    fired: set[str] = field(factory=set)
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether no counterexample was found, and the law says something."""
        return not self.failures and not self.problems


def judge(law: Law, load: Load, number: int = INSTANCES, seed: int = 0) -> Verdict:
    """Play instances of a law until it is clear whether it holds."""
    verdict = Verdict(law)
    started = time.perf_counter()
    try:
        _play(verdict, load, number, seed)
    except KaijuError as error:
        verdict.problems.append(str(error))
    verdict.seconds = time.perf_counter() - started
    if verdict.seconds > SECONDS:
        verdict.problems.append(
            f"{law.place}: {law.id} took {verdict.seconds:.1f} s; a law has {SECONDS:.0f} s"
        )
    if not verdict.problems and not verdict.failures:
        verdict.problems += _silent(verdict, number)
    return verdict


def _play(verdict: Verdict, load: Load, number: int, seed: int) -> None:
    law = verdict.law
    artist = Artist(law, load)
    verdict.breadth = breadth(law, load, artist)
    started = time.perf_counter()
    says_nothing = _claims_only_facts(law)
    for instance in instances(law, load, number, seed, artist):
        if says_nothing:
            says_nothing = not _checks(instance) and facts_held_at_first(instance, load)
        outcome = play_instance(instance, load, tells=False)
        verdict.drawn += 1
        verdict.fired |= outcome.fired
        if not outcome.passed:
            verdict.failures.append(play_instance(instance, load))
            if len(verdict.failures) >= FAILURES:
                return
        if time.perf_counter() - started > SECONDS:
            return
    if says_nothing:
        raise NoInstance(
            f"every claim of {law.id} is already true before the first step",
            str(law.then[0].place),
            "claim what the steps bring about, or check what is offered on the way",
        )


def _claims_only_facts(law: Law) -> bool:
    words = ("always ", "never ", "all is alike")
    return not any(line.text.startswith(words) for line in law.then)


def _checks(instance: Instance) -> bool:
    """Whether something is checked between the steps."""
    return any(isinstance(line, Now | May | Can | Cannot) for line in instance.part.when)


def _silent(verdict: Verdict, number: int) -> list[str]:
    """Rules that never fire, which a few instances cannot show; variables that admit too little."""
    law = verdict.law
    problems = [
        f"{law.citing.get(rule, law.place)}: {law.id} names {rule}, which none of its "
        f"{verdict.drawn} instances uses"
        for rule in law.rules
        if rule not in verdict.fired and number >= INSTANCES
    ]
    narrow = [each for each in verdict.breadth if each.is_narrow]
    if narrow and not law.narrow:
        told = ", ".join(f"{e.variable} {e.admitted} of {e.printed}" for e in narrow)
        problems.append(
            f"{law.place}: {law.id} admits fewer than half of the cards ({told}); "
            "say why with `narrow …`, or admit more"
        )
    return problems


def breadth(law: Law, load: Load, artist: Artist | None = None) -> tuple[Breadth, ...]:
    """How many of the printed cards each variable admits."""
    artist = artist or Artist(law, load)
    found = []
    for each in law.variables:
        if isinstance(each.sort, Cards):
            printed = of_noun(artist.ruleset.cards.values(), each.sort.noun)
            fitting = [c for c in printed if admits_alone(each.sort, c, artist.silence)]
            if not fitting:
                raise NoInstance(
                    f"{law.id}: no card is what `{each.name}` stands for",
                    str(each.place),
                    f"`{each.text}` admits none of {len(printed)}",
                )
            found.append(Breadth(each.name, len(fitting), len(printed)))
    return tuple(found)
