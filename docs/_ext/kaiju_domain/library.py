"""Everything the reference shows, with the links between all of it, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar

from attrs import frozen

from conformance.coverage.laws import read_others
from conformance.laws.shelf import law_files, load_laws
from conformance.replay.playing import kit_replays
from conformance.scenario.model import Scenario
from conformance.scenario.printer import print_scenario
from conformance.scenario.shelf import SCENARIOS, read_scenarios, scenario_files
from rules_dsl.rules_text import Rule, Ruling
from rules_dsl.sources import SOURCES
from rules_dsl.specification import Answer, Clause, Game, Specification, load_specification

from .entries import CardEntry, Count, KeywordEntry, LawEntry, ScenarioEntry, WordEntry
from .shelf import Shelf

T = TypeVar("T")
E = TypeVar("E", ScenarioEntry, LawEntry)


@frozen(slots=False, eq=False)
class Library:
    """The specification and the scenarios, read once."""

    specification: Specification

    # ---- the games

    @cached_property
    def shelves(self) -> dict[str, Shelf]:
        """The games by name."""
        games = self.specification.games
        return {name: Shelf(self.specification, game) for name, game in games.items()}

    @cached_property
    def words(self) -> dict[str, WordEntry]:
        """The words of all games by name."""
        return _joined(shelf.words for shelf in self.shelves.values())

    @cached_property
    def keywords(self) -> dict[str, KeywordEntry]:
        """The keywords of all games by name."""
        return _joined(shelf.keywords for shelf in self.shelves.values())

    @cached_property
    def cards(self) -> dict[str, CardEntry]:
        """The cards of all games by name."""
        return _joined(shelf.cards for shelf in self.shelves.values())

    def card_of_lexicon(self, part: str, id: str) -> str | None:
        """The name of a card in a part of the lexicon: a set, behind its game and a hyphen."""
        for shelf in self.shelves.values():
            for set, entries in shelf.sets.items():
                if shelf.called(set).replace("/", "-") == part:
                    return next((entry.name for entry in entries if entry.card.id == id), None)
        return None

    # ---- the scenarios

    @cached_property
    def scenarios(self) -> dict[str, ScenarioEntry]:
        """The scenarios by id; questions have none and are not shown."""
        found = {}
        by_file = read_scenarios(scenario_files())
        kit_replays().stories([each for scenarios in by_file.values() for each in scenarios])
        for path, scenarios in by_file.items():
            for scenario in scenarios:
                if scenario.id is not None:
                    found[scenario.id] = self._scenario(scenario, scenario.id, path)
        return found

    def _scenario(self, scenario: Scenario, id: str, path: Path) -> ScenarioEntry:
        file = path.relative_to(SCENARIOS)
        ruleset = self.specification.ruleset(scenario.ruleset)
        sets = [*(Path(cards).stem for cards in ruleset.cards), *scenario.cards]
        names = self.shelves[ruleset.game].names_of(sets)
        return ScenarioEntry(
            scenario,
            id,
            file.parts[0],
            path.stem,
            f"conformance/scenarios/{file.as_posix()}",
            names.in_text(print_scenario(scenario)),
            names,
        )

    @cached_property
    def scenario_topics(self) -> dict[str, dict[str, list[ScenarioEntry]]]:
        """The scenarios of each game and topic, topics in the order of the rules."""
        return self._by_topic(self.scenarios.values())

    def _by_topic(self, entries: Iterable[E]) -> dict[str, dict[str, list[E]]]:
        found: dict[str, dict[str, list[E]]] = {}
        for entry in entries:
            found.setdefault(entry.game, {}).setdefault(entry.topic, []).append(entry)
        return {
            name: dict(sorted(found[name].items(), key=lambda pair: _place(pair[0], game)))
            for name, game in self.specification.games.items()
            if name in found
        }

    # ---- the laws

    @cached_property
    def laws(self) -> dict[str, LawEntry]:
        """The laws by id."""
        found = {}
        for law in load_laws() if law_files() else []:
            path = Path(law.place.file)
            ruleset = self.specification.ruleset(law.ruleset)
            sets = [Path(cards).stem for cards in ruleset.cards]
            names = self.shelves[ruleset.game].names_of(sets)
            file = f"spec/{path.parent.name}/{path.name}"
            found[law.id] = LawEntry(law, law.id, path.parent.name, path.stem, file, names)
        return found

    @cached_property
    def law_topics(self) -> dict[str, dict[str, list[LawEntry]]]:
        """The laws of each game and topic, topics in the order of the rules."""
        return self._by_topic(self.laws.values())

    @cached_property
    def _laws_of_rules(self) -> dict[str, list[str]]:
        return _inverted({id: entry.law.rules for id, entry in self.laws.items()})

    @cached_property
    def _laws_of_clauses(self) -> dict[str, list[str]]:
        return _inverted({id: entry.law.clauses for id, entry in self.laws.items()})

    def laws_of_rule(self, rule: Rule) -> list[str]:
        """The laws that make a rule formal, those of its own topic first."""
        found = self._laws_of_rules.get(rule.id, [])
        return sorted(found, key=lambda id: self.laws[id].topic != rule.topic)

    def laws_of_clause(self, id: str) -> list[str]:
        """The laws that say a clause."""
        return [*self._laws_of_clauses.get(id, []), *self._laws_together.get(id, ())]

    @cached_property
    def _laws_together(self) -> dict[str, tuple[str, ...]]:
        return read_others(self.specification.root / "laws.toml").together

    # ---- the rules

    @cached_property
    def _rules_of_files(self) -> dict[str, list[str]]:
        return _inverted({id: [rule.file] for id, rule in self.specification.rules.items()})

    def rules_of_page(self, game: Game, topic: str) -> list[str]:
        """The rules of a page."""
        return self._rules_of_files.get(f"{game.name}/{topic}.md", [])

    def options_of_game(self, game: Game) -> list[str]:
        """The options of a game."""
        return [id for id in self.specification.options if id.startswith(f"{game.prefix}.")]

    def rulesets_of_option(self, id: str) -> list[tuple[str, str]]:
        """The rulesets that answer an option themselves, with their answers."""
        every = self.specification.all_rulesets.values()
        return [(each.name, each.options[id]) for each in every if id in each.options]

    # ---- the way back

    @cached_property
    def _cards_of_rules(self) -> dict[str, list[str]]:
        return _inverted({id: entry.rules for id, entry in self.cards.items() if entry.printed})

    @cached_property
    def _words_of_rules(self) -> dict[str, list[str]]:
        return _inverted({name: entry.word.all_rules for name, entry in self.words.items()})

    @cached_property
    def _keywords_of_rules(self) -> dict[str, list[str]]:
        return _inverted({id: entry.keyword.cites for id, entry in self.keywords.items()})

    @cached_property
    def _scenarios_of_rules(self) -> dict[str, list[str]]:
        return _inverted({id: entry.scenario.rules for id, entry in self.scenarios.items()})

    @cached_property
    def _rulings_of_rules(self) -> dict[str, list[str]]:
        rulings = self.specification.rulings
        return _inverted({id: ruling.rules for id, ruling in rulings.items()})

    @cached_property
    def _scenarios_of_cards(self) -> dict[str, list[str]]:
        return _inverted({id: entry.cards for id, entry in self.scenarios.items()})

    @cached_property
    def _scenarios_of_options(self) -> dict[str, list[str]]:
        return _inverted({id: entry.scenario.options for id, entry in self.scenarios.items()})

    @cached_property
    def _cards_of_keywords(self) -> dict[str, list[str]]:
        printed = {name: entry for name, entry in self.cards.items() if entry.printed}
        return _inverted({
            name: self.shelves[entry.game].keyword_names(entry.reliance.keywords)
            for name, entry in printed.items()
        })  # fmt: skip

    def evolves_from(self, entry: CardEntry) -> list[str]:
        """The creatures that evolve to this one: the stage before it, if there is one."""
        others = self.shelves[entry.game].cards.values()
        return [other.name for other in others if other.card.evolves_to == entry.card.id]

    def evolves_to(self, entry: CardEntry) -> list[str]:
        """The stage after this one, if there is one."""
        later = entry.card.evolves_to
        return [] if later is None else [self.shelves[entry.game].called(later)]

    def cards_of_rule(self, rule: Rule) -> list[str]:
        """The printed cards whose text rests on a rule."""
        return self._cards_of_rules.get(rule.id, [])

    def cards_seen_with(self, rule: Rule) -> list[str]:
        """Other printed cards that take part in the scenarios of a rule."""
        resting = set(self.cards_of_rule(rule))
        scenarios = self.scenarios_of_rule(rule)
        seen = dict.fromkeys(card for id in scenarios for card in self.scenarios[id].cards)
        return [card for card in seen if card not in resting and self.cards[card].printed]

    def words_of_rule(self, rule: Rule) -> list[str]:
        """The words that rest on a rule."""
        return self._words_of_rules.get(rule.id, [])

    def keywords_of_rule(self, rule: Rule) -> list[str]:
        """The keywords that a rule defines."""
        return self._keywords_of_rules.get(rule.id, [])

    def scenarios_of_rule(self, rule: Rule) -> list[str]:
        """The scenarios that cite a rule."""
        return self._scenarios_of_rules.get(rule.id, [])

    def rulings_of_rule(self, rule: Rule) -> list[str]:
        """The rulings that rest on a rule."""
        return self._rulings_of_rules.get(rule.id, [])

    def scenarios_of_card(self, entry: CardEntry) -> list[str]:
        """The scenarios in which a card takes part, first those whose title names it."""
        name, found = entry.card.name, self._scenarios_of_cards.get(entry.name, [])
        return sorted(found, key=lambda id: name not in self.scenarios[id].scenario.title)

    def cards_of_keyword(self, name: str) -> list[str]:
        """The printed cards that have or name a keyword."""
        return self._cards_of_keywords.get(name, [])

    def scenarios_of_keyword(self, entry: KeywordEntry) -> list[str]:
        """The scenarios that cite a rule by which a keyword is defined."""
        cites = set(entry.keyword.cites)
        every = self.scenarios.items()
        return [id for id, each in every if not cites.isdisjoint(each.scenario.rules)]

    @cached_property
    def _scenarios_of_known(self) -> dict[str, list[str]]:
        named = {id: entry.scenario.interactions for id, entry in self.scenarios.items()}
        return _inverted(named)

    def text_of_answer(self, answer: Answer) -> str:
        """The cards as they read under an answer."""
        root = self.specification.root
        return "\n".join((root / file).read_text("utf-8").strip() + "\n" for file in answer.cards)

    def scenarios_of_option(self, id: str) -> list[str]:
        """The scenarios that choose an answer to an option."""
        return self._scenarios_of_options.get(id, [])

    def scenarios_of_ruling(self, ruling: Ruling) -> list[str]:
        """The scenarios that prove a ruling."""
        found = [ruling.scenario] if ruling.scenario in self.scenarios else []
        named = [id for id, entry in self.scenarios.items() if entry.scenario.ruling == ruling.id]
        return list(dict.fromkeys([*(id for id in found if id), *named]))

    def scenarios_of_known(self, id: str) -> list[str]:
        """The scenarios that name an interaction or a difference."""
        return self._scenarios_of_known.get(id, [])

    def cards_of_ruling(self, ruling: Ruling) -> list[str]:
        """The cards that a ruling names; the page it stands on is that of a game."""
        shelf = self.shelves.get(Path(ruling.file).stem)
        text = f"{ruling.question} {ruling.answer}"
        return list(shelf.every_name.in_text(text)) if shelf else []

    # ---- the books

    @cached_property
    def books(self) -> dict[str, list[Clause]]:
        """The clauses of each book that is in force, in the order of the book."""
        found: dict[str, list[Clause]] = {book: [] for book in self.specification.scope}
        for clause in self.specification.clauses.values():
            if clause.book in found:
                found[clause.book].append(clause)
        return found

    def clause_pages(self, book: str) -> dict[str, list[Clause]]:
        """The clauses of an inventory by who says them: what the book itself says comes first."""
        found = {kind: [c for c in self.books[book] if c.source.kind == kind] for kind in SOURCES}
        return {kind: clauses for kind, clauses in found.items() if clauses}

    @cached_property
    def counts(self) -> dict[str, Count]:
        """How many clauses of each book are in force, testable, covered and excused."""
        return {book: self._count(clauses) for book, clauses in self.books.items()}

    def _count(self, clauses: list[Clause]) -> Count:
        in_force = [clause for clause in clauses if self.specification.in_scope(clause)]
        testable = [clause.id for clause in in_force if clause.testable]
        covered = [id for id in testable if id in self.specification.covering]
        excused = [id for id in testable if id in self.specification.excuses]
        return Count(len(clauses), len(in_force), len(testable), len(covered), len(excused))


@cache
def library() -> Library:
    """The library of this specification."""
    return Library(load_specification())


def clause_page(book: str, kind: str) -> str:
    """The name of the page with what a book says, or what others say of the game."""
    return book.lower() if kind == "book" else f"{book.lower()}-{kind}"


def _joined(tables: Iterable[Mapping[str, T]]) -> dict[str, T]:
    return {name: entry for table in tables for name, entry in table.items()}


def _inverted(lists: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, targets in lists.items():
        for target in dict.fromkeys(targets):
            found.setdefault(target, []).append(name)
    return found


def _place(topic: str, game: Game) -> tuple[int, str]:
    """Where the scenarios of a topic stand: `attack-rules` beside `attack`, others at the end."""
    topics = enumerate(game.topics)
    begins = [place for place, known in topics if f"{topic}-".startswith(f"{known}-")]
    return (begins[0] if begins else len(game.topics), topic)
