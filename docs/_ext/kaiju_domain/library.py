"""Everything the reference shows, with the links between all of it, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path

from attrs import frozen

from conformance.scenario.printer import print_scenario
from conformance.scenario.shelf import SCENARIOS, read_scenarios, scenario_files
from rules_dsl.definitions import Ability, Card
from rules_dsl.module import Module
from rules_dsl.printer import print_ability, print_card, print_keyword
from rules_dsl.reader import read_files
from rules_dsl.rules_text import Rule, Ruling
from rules_dsl.specification import Clause, Game, Specification, load_specification
from rules_dsl.vocabulary import Hole, Literal, Phrase, Vocabulary, Word

from .entries import CardEntry, Count, KeywordEntry, Line, ScenarioEntry
from .markdown import CardNames
from .meaning import Meaning
from .reliance import reliance_of_ability, reliance_of_card, reliance_of_keyword


@frozen(slots=False, eq=False)
class Library:
    """The specification and the scenarios, read once."""

    specification: Specification

    # ---- the language

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        (path,) = {ruleset.vocabulary for ruleset in self.specification.rulesets.values()}
        return Vocabulary.load(self.specification.root / path)

    @cached_property
    def _printed(self) -> dict[str, Module]:
        """What each card file of the specification defines."""
        files = {file: None for set in self.specification.rulesets.values() for file in set.cards}
        known, found = Module(), {}
        for file in files:
            found[file] = read_files([self.specification.root / file], self.vocabulary, known)
            known += found[file]
        return found

    @cached_property
    def _probes(self) -> dict[str, Module]:
        """What the card files beside the scenarios define."""
        known = sum(self._printed.values(), Module())
        return {
            path.stem: read_files([path], self.vocabulary, known)
            for path in sorted(SCENARIOS.rglob("*.cards"))
        }

    @cached_property
    def cards(self) -> dict[str, CardEntry]:
        """The cards by id, those of printed sets first."""
        sets = [(Path(file).stem, True, module) for file, module in self._printed.items()]
        sets += [(name, False, module) for name, module in self._probes.items()]
        return {
            card.id: self._card(card, name, printed)
            for name, printed, module in sets
            for card in module.cards
        }

    @cached_property
    def sets(self) -> dict[str, list[CardEntry]]:
        """The cards of each set."""
        found: dict[str, list[CardEntry]] = {}
        for entry in self.cards.values():
            found.setdefault(entry.set, []).append(entry)
        return found

    def properties(self, entries: Iterable[CardEntry]) -> set[str]:
        """What is printed on at least one of these cards."""
        return {name for entry in entries for name, _ in entry.card.properties}

    def _card(self, card: Card, name: str, printed: bool) -> CardEntry:
        reliance = reliance_of_card(card, self.vocabulary)
        rules = [rule for word in reliance.words for rule in word.rules]
        rules += [rule for keyword in reliance.keywords for rule in self.keywords[keyword].rules]
        text = print_card(card, self.vocabulary)
        lines = self._lines(card.abilities)
        return CardEntry(card, name, printed, text, lines, reliance, self._in_order(rules))

    @cached_property
    def keywords(self) -> dict[str, KeywordEntry]:
        """The keywords by id."""
        found = {}
        for module in self._printed.values():
            for keyword in module.keywords:
                reliance = reliance_of_keyword(keyword, self.vocabulary)
                rules = [*keyword.cites, *(r for word in reliance.words for r in word.rules)]
                found[keyword.id] = KeywordEntry(
                    keyword,
                    print_keyword(keyword, self.vocabulary),
                    self._lines(keyword.abilities),
                    reliance,
                    self._in_order(rules),
                )
        return found

    def _lines(self, abilities: Iterable[Ability]) -> tuple[Line, ...]:
        meaning = Meaning(self.vocabulary)
        return tuple(
            Line(
                print_ability(ability, self.vocabulary),
                meaning.of(ability),
                reliance_of_ability(ability, self.vocabulary).words,
            )
            for ability in abilities
        )

    @cached_property
    def words(self) -> dict[str, Word]:
        """The words by name: the id where it is the only one, else kind and id."""
        found: dict[str, Word] = {}
        for word in self.vocabulary.words:
            name = word.id if word.id not in found else f"{word.kind}:{word.id}"
            found[name] = word
        return found

    def word_name(self, word: Word) -> str:
        """The name of a word."""
        return next(name for name, each in self.words.items() if each is word)

    def phrases(self, word: Word) -> list[str]:
        """Every phrase of a word, with its holes."""
        forms = [*word.forms, *([word.each] if word.each else [])]
        return [_phrase(form) for form in forms]

    def hole_text(self, hole: Hole) -> str:
        """What may fill a hole."""
        type = self.vocabulary.types[hole.type]
        choices = [_phrase(form) for form, _ in type.choices]
        return ", ".join(f"`{each}`" for each in choices) or f"{type.one}, such as `{type.example}`"

    def examples(self, word: Word, most: int = 3) -> list[tuple[str, str, str]]:
        """Lines that use a word, short ones first: role, id of card or keyword, text."""
        found = [
            ("card", entry.card.id, line.text.strip())
            for entry in self.cards.values()
            for line in entry.lines
            if word in line.words
        ]
        found += [
            ("keyword", entry.keyword.id, line.text.strip())
            for entry in self.keywords.values()
            for line in entry.lines
            if word in line.words
        ]
        printed = [each for each in found if each[0] == "keyword" or self.cards[each[1]].printed]
        shown = {text: (role, id, text) for role, id, text in reversed(printed or found)}
        return sorted(shown.values(), key=lambda each: len(each[2]))[:most]

    # ---- the scenarios

    @cached_property
    def card_names(self) -> CardNames:
        """Finds cards in text."""
        return CardNames({entry.card.name: id for id, entry in self.cards.items()})

    @cached_property
    def scenarios(self) -> dict[str, ScenarioEntry]:
        """The scenarios by id; questions have none and are not shown."""
        found = {}
        for path, scenarios in read_scenarios(scenario_files()).items():
            file = path.relative_to(SCENARIOS)
            for scenario in scenarios:
                if scenario.id is not None:
                    found[scenario.id] = ScenarioEntry(
                        scenario,
                        scenario.id,
                        file.parts[0],
                        path.stem,
                        f"conformance/scenarios/{file.as_posix()}",
                        self.card_names.in_text(print_scenario(scenario)),
                    )
        return found

    @cached_property
    def scenario_topics(self) -> dict[tuple[str, str], list[ScenarioEntry]]:
        """The scenarios of each game and topic, topics in the order of the rules."""
        found: dict[tuple[str, str], list[ScenarioEntry]] = {}
        for entry in self.scenarios.values():
            found.setdefault((entry.game, entry.topic), []).append(entry)
        order = [(game.name, topic) for game in self.specification.games.values()
                 for topic in game.topics]  # fmt: skip
        return dict(sorted(found.items(), key=lambda pair: _place(pair[0], order)))

    @cached_property
    def _rules_of_files(self) -> dict[str, list[str]]:
        return _inverted({id: [rule.file] for id, rule in self.specification.rules.items()})

    def rules_of_page(self, game: Game, topic: str) -> list[str]:
        """The rules of a page."""
        return self._rules_of_files.get(f"{game.name}/{topic}.md", [])

    def options_of_game(self, game: Game) -> list[str]:
        """The options of a game."""
        return [id for id in self.specification.options if id.startswith(f"{game.prefix}.")]

    # ---- the way back

    def _in_order(self, rules: Iterable[str]) -> tuple[str, ...]:
        wanted = set(rules)
        return tuple(rule for rule in self.specification.rules if rule in wanted)

    @cached_property
    def _cards_of_rules(self) -> dict[str, list[str]]:
        return _inverted({id: entry.rules for id, entry in self.cards.items() if entry.printed})

    @cached_property
    def _words_of_rules(self) -> dict[str, list[str]]:
        return _inverted({name: word.rules for name, word in self.words.items()})

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

    def evolves_from(self, id: str) -> list[str]:
        """The creatures that evolve to this one: the stage before it, if there is one."""
        return [other for other, entry in self.cards.items() if entry.card.evolves_to == id]

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

    def scenarios_of_card(self, id: str) -> list[str]:
        """The scenarios in which a card takes part, first those whose title names it."""
        found = self._scenarios_of_cards.get(id, [])
        titles = {each: self.scenarios[each].scenario.title for each in found}
        return sorted(found, key=lambda each: id not in self.card_names.in_text(titles[each]))

    def cards_of_keyword(self, id: str) -> list[str]:
        """The printed cards that have or name a keyword."""
        return [
            card
            for card, entry in self.cards.items()
            if entry.printed and id in entry.reliance.keywords
        ]

    def scenarios_of_keyword(self, id: str) -> list[str]:
        """The scenarios that cite a rule by which a keyword is defined."""
        cites = self.keywords[id].keyword.cites
        return [
            name
            for name, entry in self.scenarios.items()
            if not set(cites).isdisjoint(entry.scenario.rules)
        ]

    def scenarios_of_option(self, id: str) -> list[str]:
        """The scenarios that choose an answer to an option."""
        return [name for name, entry in self.scenarios.items() if id in entry.scenario.options]

    def scenarios_of_ruling(self, ruling: Ruling) -> list[str]:
        """The scenarios that prove a ruling."""
        found = [ruling.scenario] if ruling.scenario in self.scenarios else []
        named = [id for id, entry in self.scenarios.items() if entry.scenario.ruling == ruling.id]
        return list(dict.fromkeys([*(id for id in found if id), *named]))

    # ---- the books

    @cached_property
    def books(self) -> dict[str, list[Clause]]:
        """The clauses of each book that is in force, in the order of the book."""
        found: dict[str, list[Clause]] = {book: [] for book in self.specification.scope}
        for clause in self.specification.clauses.values():
            if clause.book in found:
                found[clause.book].append(clause)
        return found

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


def _phrase(form: Phrase) -> str:
    pieces = [f"<{p.name}>" if isinstance(p, Hole) else _literal(p) for p in form]
    return " ".join(pieces).replace(" :", ":")


def _literal(piece: Literal) -> str:
    return piece.several if piece.several == piece.one else f"{piece.several}|{piece.one}"


def _inverted(lists: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, targets in lists.items():
        for target in dict.fromkeys(targets):
            found.setdefault(target, []).append(name)
    return found


def _place(key: tuple[str, str], order: list[tuple[str, str]]) -> tuple[int, str]:
    return (order.index(key), "") if key in order else (len(order), key[1])
