"""What is missing and what is broken: each a line with its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from conformance.coverage.authority import silent_gaps
from conformance.coverage.exercise import named_abilities
from conformance.coverage.measure import CardCoverage, Coverage, RuleCoverage
from conformance.coverage.proof import why_not_proved
from conformance.coverage.table import REWRITE, drift, table_text
from conformance.replay.replay import Replay
from conformance.vectors.export import shown
from rules_dsl.definitions import Span
from rules_dsl.lock import suspects
from rules_dsl.rules_text import Rule, Ruling
from rules_dsl.specification import Specification

TOO_MANY_EXCUSED = 5  # per cent of the testable clauses


@frozen
class Problem:
    """One thing that keeps the coverage from being whole."""

    place: str
    name: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.name}: {self.message}"


def missing(coverage: Coverage, specification: Specification) -> Iterator[Problem]:
    """Clauses without a rule, rules without a scenario, cards not fully used.

    Of games in the making only the clauses are asked for.
    """
    for book in [book for part in coverage.parts for book in part.books.values()]:
        for id in sorted(book.missing):
            text = specification.clauses[id].text
            yield Problem(f"{specification.root.name}/rulebooks", id, f"no rule covers it: {text}")
    for each in coverage.rules.values():
        if not each.executed and each.excuse is None:
            place = place_of(each.rule, specification)
            yield Problem(place, each.rule.id, _why_not_executed(each, coverage.results))
    for rule in silent_gaps(specification):
        why = "it fills a gap in silence: give it an option, or say :undisputed: why it needs none"
        yield Problem(place_of(rule, specification), rule.id, why)
    if coverage.evidence is not None:
        yield from _unproved(coverage, specification)
    for cards in coverage.sets.values():
        for card in cards:
            yield from _unused(card)


def _unproved(coverage: Coverage, specification: Specification) -> Iterator[Problem]:
    """Rules shown only at length or on one side, and rules whose breaking nobody notices."""
    for each in coverage.rules.values():
        place = place_of(each.rule, specification)
        if not each.executed:
            continue  # that is told already
        if not each.focused and each.unfocused_excuse is None:
            yield Problem(place, each.rule.id, "no scenario of few decisions and cards shows it")
        if each.two_sided is None and each.one_sided_excuse is None:
            yield Problem(place, each.rule.id, "no scenario comes to its point without its firing")
        if not each.killed and each.unkilled_excuse is None:
            yield Problem(place, each.rule.id, "no mutant of it is killed by a scenario citing it")


def broken(coverage: Coverage, specification: Specification, table: Path) -> Iterator[Problem]:
    """Scenarios that fail, rulings without proof, wrong excuses, a stale lock or table."""
    yield from failures(coverage)
    results = {str(each.scenario.id): each for part in coverage.parts for each in part.results}
    for ruling in specification.rulings.values():
        for why in why_not_proved(ruling, results):
            yield Problem(place_of(ruling, specification), ruling.id, why)
    yield from _excuses(coverage, specification)
    yield from _stale_lock(specification)
    changes = drift(table_text(coverage), table)
    if changes:
        more = f" and {len(changes) - 1} more" if len(changes) > 1 else ""
        yield Problem(shown(table), "stale", f"`{changes[0]}`{more}; {REWRITE}")


def failures(coverage: Coverage) -> Iterator[Problem]:
    """Scenarios that prove nothing, of whatever game: they fail, or they claim nothing."""
    for result in [result for part in coverage.parts for result in part.results]:
        scenario = result.scenario
        file = scenario.place.file
        place = f"{shown(file)}:{scenario.place.line}"
        if not result.passed:
            why = [message.replace(file, shown(file)) for message in result.messages]
            yield Problem(place, scenario.label, "\n  ".join(["it fails", *why]))
        elif scenario.is_question:
            yield Problem(place, scenario.label, "it claims nothing: it has no `then`")


def place_of(each: Rule | Ruling, specification: Specification) -> str:
    """Where a rule or a ruling stands."""
    return f"{specification.root.name}/{each.file}:{each.line}"


def _why_not_executed(each: RuleCoverage, results: tuple[Replay, ...]) -> str:
    cited = [result for result in results if each.rule.id in result.scenario.rules]
    if not cited:
        return "no scenario cites it"
    labels = ", ".join(result.scenario.label for result in cited)
    return f"only scenarios that do not count cite it: {labels}"


def _unused(each: CardCoverage) -> Iterator[Problem]:
    if not each.abilities and not each.takes_part:
        yield Problem(_at(each.card.span), each.card.id, "it takes part in no passing scenario")
    for name, ability in named_abilities(each.card).items():
        if not each.abilities[name]:
            text = _line(ability.span)
            yield Problem(_at(ability.span), name, f"no passing scenario shows it at work: {text}")


def _at(span: Span) -> str:
    return f"{shown(span.file)}:{span.line}"


def _line(span: Span) -> str:
    """The line of card text at which something stands."""
    return Path(span.file).read_text("utf-8").splitlines()[span.line - 1].strip()


def _excuses(coverage: Coverage, specification: Specification) -> Iterator[Problem]:
    place = f"{specification.root.name}/excuses.toml"
    for part in coverage.parts:  # each by itself: one game's clauses excuse nothing of another's
        testable = sum(len(book.testable) for book in part.books.values())
        number = sum(len(book.excused) for book in part.books.values())
        if number and number * 100 >= testable * TOO_MANY_EXCUSED:
            share = f"{number} of {testable} testable clauses are excused"
            yield Problem(place, "excuses", f"{share}; fewer than {TOO_MANY_EXCUSED} % may be")
    if coverage.evidence is not None:
        yield from _needless(coverage, place)
    books = [book for part in coverage.parts for book in part.books.values()]
    excused = {id for book in books for id in book.excused}
    rules = {id: rule for part in coverage.parts for id, rule in part.rules.items()}
    for id in specification.excuses:
        rule = rules.get(id)
        if rule is not None and rule.executed:
            yield Problem(place, id, f"needs no excuse: {rule.executed[0]} executes it")
        elif rule is None and id not in excused:
            yield Problem(place, id, "needs no excuse: it is covered, or no test is asked for")


def _needless(coverage: Coverage, place: str) -> Iterator[Problem]:
    """Excuses of rules that hold, and a table of kills that is out of date."""
    assert coverage.evidence is not None
    for each in [rule for part in coverage.parts for rule in part.rules.values()]:
        if each.focused and each.unfocused_excuse is not None:
            why = f"needs no excuse under [focused]: {each.focused[0]} is small enough"
            yield Problem(place, each.rule.id, why)
        if each.two_sided is not None and each.one_sided_excuse is not None:
            why = f"needs no excuse under [two-sided]: {each.two_sided} shows its other side"
            yield Problem(place, each.rule.id, why)
        if each.killed and each.unkilled_excuse is not None:
            yield Problem(place, each.rule.id, f"needs no excuse under [killed]: {each.killed[0]}")
    if coverage.evidence.stale:
        first, *more = coverage.evidence.stale
        names = first + (f" and {len(more)} more" if more else "")
        table = "conformance/mutants"
        yield Problem(table, "stale", f"{names}; `kaiju mutants --write` refreshes it")


def _stale_lock(specification: Specification) -> Iterator[Problem]:
    found = suspects(specification).finished(specification)
    if found:
        names = ", ".join([*found.changed, *found.missing, *found.removed, *found.rulings])
        place = f"{specification.root.name}/{specification.lock_path.name}"
        yield Problem(place, "stale", f"{names}; `kaiju lock` shows and confirms them")
