"""Counts what the scenarios cover; only what passes counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import evolve, field, frozen

from conformance.coverage.evidence import Evidence
from conformance.coverage.exercise import Exercise, named_abilities
from conformance.replay.replay import Replay
from conformance.scenario.face import Load
from rules_dsl.definitions import Card
from rules_dsl.reader import read_files
from rules_dsl.rules_text import Rule
from rules_dsl.specification import Specification
from rules_dsl.vocabulary import Vocabulary

FOCUSED_DECISIONS = 4
FOCUSED_CARDS = 6


@frozen
class BookCoverage:
    """The testable clauses of one book: covered by a rule, tested by one that ran, excused."""

    testable: frozenset[str]
    covered: frozenset[str]
    tested: frozenset[str]
    excused: frozenset[str]

    @property
    def missing(self) -> frozenset[str]:
        """Clauses that no rule covers and no line excuses."""
        return self.testable - self.covered - self.excused


@frozen
class RuleCoverage:
    """One rule and the ids of the scenarios that speak for it."""

    rule: Rule
    cited: tuple[str, ...]
    executed: tuple[str, ...]
    focused: tuple[str, ...]
    excuse: str | None = None
    two_sided: str | None = None
    """A scenario that comes to the rule's point without its firing."""
    killed: tuple[str, ...] = ()
    """Mutants that break the rule and are killed by a scenario that cites it."""
    one_sided_excuse: str | None = None
    unkilled_excuse: str | None = None
    unfocused_excuse: str | None = None


@frozen
class CardCoverage:
    """One card of a set: which of its abilities and keywords were used, and whether it was."""

    card: Card
    abilities: dict[str, bool]
    keywords: dict[str, bool]
    takes_part: bool

    @property
    def is_exercised(self) -> bool:
        """Whether every ability was used; a card without abilities only has to take part."""
        return all(self.abilities.values()) if self.abilities else self.takes_part


@frozen
class Coverage:
    """All that was measured."""

    results: tuple[Replay, ...]
    books: dict[str, BookCoverage]
    rules: dict[str, RuleCoverage]
    sets: dict[str, tuple[CardCoverage, ...]]
    evidence: Evidence | None = None
    """None when only the scenarios were looked at."""
    drafts: dict[str, Coverage] = field(factory=dict)
    """The games in the making, each apart: nothing of them is counted above."""

    @property
    def passed(self) -> dict[str, Replay]:
        """The scenarios that count, by id."""
        return {str(each.scenario.id): each for each in self.results if each.counts}

    @property
    def parts(self) -> tuple[Coverage, ...]:
        """The finished games, then each game in the making."""
        return (self, *self.drafts.values())


def measure(
    specification: Specification,
    results: Iterable[Replay],
    load: Load,
    evidence: Evidence | None = None,
) -> Coverage:
    """What some results cover of a specification, games in the making apart."""
    by_game: dict[str | None, list[Replay]] = {None: []}
    for result in results:
        game = result.scenario.ruleset.partition("/")[0]
        by_game.setdefault(game if game in specification.drafts else None, []).append(result)
    found = {
        draft: _measure(draft, specification, by_game.get(draft, []), load, evidence)
        for draft in (None, *specification.drafts)
    }
    drafts = {name: each for name, each in found.items() if name is not None}
    return evolve(found[None], drafts=drafts)


def _measure(
    draft: str | None,
    specification: Specification,
    results: list[Replay],
    load: Load,
    evidence: Evidence | None,
) -> Coverage:
    """What some results cover of one game in the making, or of all finished games."""
    passed = [result for result in results if result.counts]
    rules = {
        rule.id: _rule(rule, passed, specification, evidence or Evidence())
        for rule in specification.rules.values()
        if _draft_of(rule.id, specification) == draft
    }
    used = [result.exercise for result in passed]
    books = _books(draft, specification, rules)
    written = _cards_as_written(draft, specification) if draft else _cards(specification, load)
    return Coverage(tuple(results), books, rules, _sets(written, used), evidence)


def _draft_of(id: str, specification: Specification) -> str | None:
    """The game in the making that a rule or a clause belongs to."""
    game = specification.game_of(id)
    return game.name if game is not None and game.draft else None


def _cards(specification: Specification, load: Load) -> Iterator[Card]:
    """The cards of every ruleset of a finished game."""
    for ruleset in specification.rulesets:
        yield from load(ruleset).cards.values()


def _cards_as_written(draft: str, specification: Specification) -> Iterator[Card]:
    """The cards of a game that may have no machine yet."""
    for ruleset in specification.all_rulesets.values():
        if ruleset.game == draft:
            vocabulary = Vocabulary.load(specification.root / ruleset.vocabulary)
            files = [specification.root / file for file in ruleset.cards]
            yield from read_files(files, vocabulary).cards


def is_focused(result: Replay) -> bool:
    """Whether a scenario is small enough to show one thing."""
    return result.decisions <= FOCUSED_DECISIONS and result.cards <= FOCUSED_CARDS


def _rule(
    rule: Rule, passed: list[Replay], specification: Specification, evidence: Evidence
) -> RuleCoverage:
    cited = [result for result in passed if rule.id in result.scenario.rules]
    executed = [result for result in cited if rule.id in result.fired]
    focused = [result for result in executed if is_focused(result)]
    return RuleCoverage(
        rule,
        _ids(cited),
        _ids(executed),
        _ids(focused),
        specification.excuses.get(rule.id),
        evidence.two_sided.get(rule.id) if executed else None,
        evidence.killed.get(rule.id, ()) if executed else (),
        specification.one_sided.get(rule.id),
        specification.unkilled.get(rule.id),
        specification.unfocused.get(rule.id),
    )


def _ids(results: list[Replay]) -> tuple[str, ...]:
    return tuple(sorted(str(result.scenario.id) for result in results))


def _books(
    draft: str | None, specification: Specification, rules: Mapping[str, RuleCoverage]
) -> dict[str, BookCoverage]:
    covering = specification.covering
    books = {}
    for book in sorted(specification.scope):
        if _draft_of(book, specification) != draft:
            continue
        testable = {each.id for each in specification.testable_clauses() if each.book == book}
        covered = {id for id in testable if id in covering}
        books[book] = BookCoverage(
            frozenset(testable),
            frozenset(covered),
            frozenset(
                id
                for id in covered
                if any(rule in rules and rules[rule].executed for rule in covering[id])
            ),
            frozenset(id for id in testable - covered if id in specification.excuses),
        )
    return books


def _sets(cards: Iterable[Card], used: list[Exercise]) -> dict[str, tuple[CardCoverage, ...]]:
    """The cards by the file they stand in; those of several rulesets stand there once."""
    sets: dict[str, dict[str, CardCoverage]] = {}
    for card in cards:
        found = sets.setdefault(Path(card.span.file).stem, {})
        if card.id not in found:
            found[card.id] = _card(card, used)
    return {name: tuple(found.values()) for name, found in sorted(sets.items())}


def _card(card: Card, used: list[Exercise]) -> CardCoverage:
    return CardCoverage(
        card,
        {
            name: any(each.uses(name, ability) for each in used)
            for name, ability in named_abilities(card).items()
        },
        {word: any((card.id, word) in each.keywords for each in used) for word in card.keywords},
        any(card.id in each.cards for each in used),
    )
