"""Judges all laws and all misreadings of the rules they name, for the committed record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from conformance.laws.biting import Bite, Drawn, bites_of, misreadings_of
from conformance.laws.claiming import claim_bites
from conformance.laws.model import Law
from conformance.laws.record import Record, entry_of
from conformance.laws.running import INSTANCES, Verdict, judge
from conformance.laws.shelf import load_laws
from conformance.mutants.catalogue import by_id, mutants_of, procedure_mutants
from conformance.mutants.mutant import Mutant
from conformance.scenario.loading import cached_load
from conformance.spread import spread

AT_ONCE = 24
"""Misreadings given to a worker together."""

Task = tuple[tuple[str, ...], int, int]
Tell = Callable[[int], None]


def refreshed(
    laws: Iterable[Law], record: Record, afresh: bool, jobs: int, tell: Tell
) -> tuple[Record, list[str]]:
    """The record of a game as it is now, and why it cannot be: laws that do not hold.

    Only laws that are not on record as they are now are judged, unless all are to be, `afresh`.
    """
    own = list(laws)
    stale = own if afresh else record.stale(own)
    verdicts = []
    for law in stale:
        verdicts.append(judge(law, cached_load))
        tell(1)
    wrong = verdict_problems(verdicts)
    if wrong:
        return record, wrong
    ids, new = {law.id for law in own}, {law.id for law in stale}
    entries = {id: entry for id, entry in record.laws.items() if id in ids - new}
    entries |= {verdict.law.id: entry_of(verdict) for verdict in verdicts}
    found = find_bites(stale, jobs, tell, claims=afresh) if stale else []
    noticed = {bite.mutant for bite in found}
    for bite in () if afresh else record.bites:
        is_claim = bite.law not in record.laws
        if bite.law in ids - new or (is_claim and bite.mutant not in noticed):
            found.append(bite)
    return Record(entries, tuple(found)), []


def find_bites(
    laws: Iterable[Law], jobs: int, tell: Tell, number: int = INSTANCES, claims: bool = True
) -> list[Bite]:
    """Every misreading of the rules that laws name, with all laws that notice it.

    A claim is asked where no law notices, if `claims` are asked at all; misreadings of single
    cards only for rules of which nothing else was noticed.
    """
    known = list(laws)
    wanted = {mutant.id: [law.id for law in own] for mutant, own in misreadings_of(known)}
    for game in dict.fromkeys(law.game for law in known) if claims else ():
        for mutant in procedure_mutants(game):
            wanted.setdefault(mutant.id, [])
    found = _spread(wanted, jobs, tell, number)
    left = dict(_of_single_cards(known, found))
    return [*found, *_spread(left, jobs, lambda done: None, number)]


def _of_single_cards(laws: list[Law], found: list[Bite]) -> Iterable[tuple[str, list[str]]]:
    """Misreadings of cards, for the pairs of law and rule that nothing else bites."""
    rules_of = {id: set(by_id()[id].rules) for id in {bite.mutant for bite in found}}
    bitten = {(bite.law, rule) for bite in found for rule in rules_of[bite.mutant]}
    for game in dict.fromkeys(law.game for law in laws):
        own = [law for law in laws if law.game == game]
        for mutant in mutants_of(game):
            if mutant.definition is None:
                continue
            naming = [
                law.id
                for law in own
                if any((law.id, rule) not in bitten for rule in set(mutant.rules) & set(law.rules))
            ]
            if naming:
                yield mutant.id, naming


def _spread(
    wanted: dict[str, list[str]], jobs: int, tell: Callable[[int], None], number: int
) -> list[Bite]:
    tasks: list[tuple[str, Task]] = [
        (id, (tuple(laws), number, 0)) for id, laws in sorted(wanted.items())
    ]
    found = dict(spread(_bites_of_one, tasks, jobs, tell, AT_ONCE))
    return [bite for id in sorted(found) for bite in found[id]]


@cache
def _laws() -> dict[str, Law]:
    return {law.id: law for law in load_laws()}


_DRAWN = Drawn()


def _bites_of_one(id: str, task: Task) -> list[Bite]:
    names, number, seed = task
    mutant: Mutant = by_id()[id]
    laws = [_laws()[name] for name in names]
    found = bites_of(mutant, laws, _DRAWN, number, seed)
    return found or list(claim_bites([mutant], number, seed))


def verdict_problems(verdicts: Iterable[Verdict]) -> list[str]:
    """Why the record cannot be written: laws that do not hold or say nothing."""
    found = []
    for verdict in verdicts:
        found += verdict.problems
        found += [f"{verdict.law.place}: {m}" for f in verdict.failures for m in f.messages]
    return found
