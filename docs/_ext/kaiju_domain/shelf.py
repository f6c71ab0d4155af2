"""The words, keywords and cards of one game, and how references call them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from attrs import frozen

from conformance.scenario.shelf import SCENARIOS
from rules_dsl.definitions import Ability, Card
from rules_dsl.module import Module
from rules_dsl.printer import print_ability, print_card, print_keyword
from rules_dsl.reader import read_files
from rules_dsl.specification import Game, RulesetSpec, Specification
from rules_dsl.vocabulary import Hole, Literal, Phrase, Vocabulary, Word

from .entries import CardEntry, KeywordEntry, Line, WordEntry
from .markdown import CardNames, roles
from .reliance import reliance_of_ability, reliance_of_card, reliance_of_keyword


@frozen(slots=False, eq=False)
class Shelf:
    """One game.

    Things of the first game of the specification are called by their ids alone, those of every
    other game by the game and the id: `tough`, `tokyo/tough`. Where a game has several printings
    of a card, each is called by its set too, `tokyo/base-2010/acid-attack`; without the set, the
    last one is meant.
    """

    specification: Specification
    game: Game

    def called(self, id: str) -> str:
        """How references call something of this game."""
        first = next(iter(self.specification.games))
        return id if self.game.name == first else f"{self.game.name}/{id}"

    # ---- what its files define

    @cached_property
    def rulesets(self) -> list[RulesetSpec]:
        """The rulesets of the game."""
        every = self.specification.all_rulesets.values()
        return [ruleset for ruleset in every if ruleset.game == self.game.name]

    @cached_property
    def vocabulary_file(self) -> str | None:
        """The table of the words, under the specification; a game that is begun may have none."""
        named = (self.game.vocabulary, *(ruleset.vocabulary for ruleset in self.rulesets))
        return next((file for file in named if file), None)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        if self.vocabulary_file is None:
            return Vocabulary((), {})
        return Vocabulary.load(self.specification.root / self.vocabulary_file)

    @cached_property
    def _printed(self) -> dict[str, Module]:
        """What each card file defines, read beside the files that a ruleset has before it."""
        found: dict[str, Module] = {}
        for ruleset in self.rulesets:
            known = Module()
            for file in ruleset.cards:
                if file not in found:
                    path = self.specification.root / file
                    found[file] = read_files([path], self.vocabulary, known)
                known += found[file]
        return found

    @cached_property
    def _probes(self) -> dict[str, Module]:
        """What the card files beside the scenarios define."""
        paths = sorted((SCENARIOS / self.game.name).glob("*.cards"))
        if not paths:
            return {}
        largest = max(self.rulesets, key=lambda ruleset: len(ruleset.cards))
        known = sum((self._printed[file] for file in largest.cards), Module())
        return {path.stem: read_files([path], self.vocabulary, known) for path in paths}

    # ---- words

    @cached_property
    def words(self) -> dict[str, WordEntry]:
        """The words by name: the id where it is the only one, else kind and id."""
        found: dict[str, WordEntry] = {}
        for word in self.vocabulary.words:
            name, alias = self.called(word.id), self.called(f"{word.kind}:{word.id}")
            if name in found:
                name = alias
            found[name] = WordEntry(word, name, alias, self.game.name)
        return found

    @cached_property
    def word_names(self) -> dict[Word, str]:
        """The name of each word."""
        return {entry.word: name for name, entry in self.words.items()}

    def names_of_words(self, words: Iterable[Word]) -> list[str]:
        """The names of words."""
        return [self.word_names[word] for word in words]

    def named(self, kind: str, id: str) -> str:
        """The name of the word with this kind and id."""
        return self.word_names[self.vocabulary.named(kind, id)]

    def phrases(self, word: Word) -> list[str]:
        """Every phrase of a word, with its holes."""
        forms = [*word.forms, *([word.each] if word.each else [])]
        return [_phrase(form) for form in forms]

    def fills(self, hole: Hole) -> tuple[list[str], str, str]:
        """What may fill a hole: the phrases to choose from, or its type and an example."""
        type = self.vocabulary.types[hole.type]
        return [_phrase(form) for form, _ in type.choices], type.one, type.example

    def examples(self, word: Word, most: int = 3) -> list[tuple[str, str, str]]:
        """Lines that use a word, short ones first: kind and name of what has it, text."""
        found = self._examples.get(word, [])
        printed = [each for each in found if each[0] == "keyword" or self.cards[each[1]].printed]
        shown = {text: (kind, name, text) for kind, name, text in reversed(printed or found)}
        return sorted(shown.values(), key=lambda each: len(each[2]))[:most]

    @cached_property
    def _examples(self) -> dict[Word, list[tuple[str, str, str]]]:
        found: dict[Word, list[tuple[str, str, str]]] = {}
        entries: list[tuple[str, CardEntry | KeywordEntry]] = [
            *(("card", entry) for entry in self.cards.values()),
            *(("keyword", entry) for entry in self.keywords.values()),
        ]
        for kind, entry in entries:
            for line in entry.lines:
                for word in line.words:
                    found.setdefault(word, []).append((kind, entry.name, line.text.strip()))
        return found

    # ---- keywords

    @cached_property
    def keywords(self) -> dict[str, KeywordEntry]:
        """The keywords by name."""
        found = {}
        for module in self._printed.values():
            for keyword in module.keywords:
                reliance = reliance_of_keyword(keyword, self.vocabulary)
                rules = [*keyword.cites, *(r for word in reliance.words for r in word.rules)]
                name = self.called(keyword.id)
                found[name] = KeywordEntry(
                    keyword,
                    name,
                    self.game.name,
                    print_keyword(keyword, self.vocabulary),
                    self._lines(keyword.abilities),
                    reliance,
                    self._in_order(rules),
                )
        return found

    def keyword_names(self, ids: Iterable[str]) -> list[str]:
        """The names of keywords."""
        return [self.called(id) for id in ids]

    # ---- cards

    @cached_property
    def cards(self) -> dict[str, CardEntry]:
        """The cards by name, those of printed sets first."""
        return {entry.name: entry for entry in self._cards()}

    @cached_property
    def sets(self) -> dict[str, list[CardEntry]]:
        """The cards of each set."""
        found: dict[str, list[CardEntry]] = {}
        for entry in self.cards.values():
            found.setdefault(entry.set, []).append(entry)
        return found

    @cached_property
    def printed_sets(self) -> dict[str, list[CardEntry]]:
        """The cards of each set that is printed."""
        return {name: found for name, found in self.sets.items() if found[0].printed}

    def tables(
        self, entries: Iterable[CardEntry]
    ) -> list[tuple[tuple[str, str], list[str], list[CardEntry]]]:
        """The cards of a set by kind: the kind for one and for several, what is printed, cards."""
        kinds: dict[str, list[CardEntry]] = {}
        for entry in entries:
            kinds.setdefault(entry.card.kind, []).append(entry)
        found = []
        for kind, cards in kinds.items():
            printed = {name for entry in cards for name, _ in entry.card.properties}
            ordered = (word.id for word in self.vocabulary.of_kind("property"))
            columns = [name for name in ordered if name in printed]
            if any(entry.card.keywords for entry in cards):
                columns.append("keywords")
            noun = self.vocabulary.named("noun", kind).forms[0]
            found.append(((_spelled(noun, one=True), _spelled(noun, one=False)), columns, cards))
        return found

    def printed_value(self, entry: CardEntry, column: str) -> str:
        """What stands on a card in a column of such a table."""
        if column == "keywords":
            return roles("keyword", self.keyword_names(entry.card.keywords))
        return str(dict(entry.card.properties).get(column, "")).replace("-", " ")

    @cached_property
    def _sets_of_ids(self) -> dict[str, list[str]]:
        """The printed sets that each id is in."""
        found: dict[str, list[str]] = {}
        for file, module in self._printed.items():
            for card in module.cards:
                found.setdefault(card.id, []).append(Path(file).stem)
        return found

    def _cards(self) -> Iterator[CardEntry]:
        for file, module in self._printed.items():
            for card in module.cards:
                yield self._card(card, Path(file).stem, printed=True)
        for set, module in self._probes.items():
            for card in module.cards:
                yield self._card(card, set, printed=False)

    def _card(self, card: Card, set: str, *, printed: bool) -> CardEntry:
        sets = self._sets_of_ids.get(card.id, [])
        name, title, alias = self.called(card.id), card.name, None
        printings: tuple[str, ...] = ()
        if len(sets) > 1:
            title = f"{card.name} ({_apart(set, sets)})"
            alias = name if set == sets[-1] else None
            name = self.called(f"{set}/{card.id}")
            printings = tuple(self.called(f"{each}/{card.id}") for each in reversed(sets))
        reliance = reliance_of_card(card, self.vocabulary)
        cited = [word.elsewhere.get(card.kind, word.rules) for word in reliance.words]
        rules = [rule for each in cited for rule in each]
        for keyword in self.keyword_names(reliance.keywords):
            rules += self.keywords[keyword].rules
        return CardEntry(
            card,
            name,
            alias,
            title,
            self.game.name,
            set,
            printed,
            print_card(card, self.vocabulary),
            self._lines(card.abilities),
            reliance,
            self._in_order(rules),
            printings,
        )

    def _lines(self, abilities: Iterable[Ability]) -> tuple[Line, ...]:
        vocabulary = self.vocabulary
        return tuple(
            Line(
                print_ability(ability, vocabulary),
                ability,
                reliance_of_ability(ability, vocabulary).words,
            )
            for ability in abilities
        )

    def _in_order(self, rules: Iterable[str]) -> tuple[str, ...]:
        order = self._rule_order
        return tuple(sorted(order.keys() & set(rules), key=order.__getitem__))

    @cached_property
    def _rule_order(self) -> dict[str, int]:
        return {rule: place for place, rule in enumerate(self.specification.rules)}

    # ---- cards in text

    @cached_property
    def _names_in_files(self) -> dict[tuple[str, ...], CardNames]:
        return {}

    def names_of(self, sets: Iterable[str]) -> CardNames:
        """Finds the cards of some sets in text."""
        key = tuple(sets)
        if key not in self._names_in_files:
            entries = (entry for set in key for entry in self.sets.get(set, ()))
            names = {entry.card.name: entry.name for entry in entries}
            self._names_in_files[key] = CardNames(names)
        return self._names_in_files[key]

    @cached_property
    def every_name(self) -> CardNames:
        """Finds the cards of the game in text; of several printings it means the last."""
        return self.names_of(self.sets)


def _apart(set: str, sets: Iterable[str]) -> str:
    """What tells a set from others: `2010` of `base-2010` beside `base-current`."""
    words = set.split("-")
    while words[1:] and all(each.startswith(f"{words[0]}-") for each in sets):
        sets = [each.removeprefix(f"{words[0]}-") for each in sets]
        words = words[1:]
    return " ".join(words)


def _spelled(phrase: Phrase, *, one: bool) -> str:
    literals = (piece for piece in phrase if isinstance(piece, Literal))
    return " ".join(piece.one if one else piece.several for piece in literals)


def _phrase(form: Phrase) -> str:
    pieces = [f"<{p.name}>" if isinstance(p, Hole) else _literal(p) for p in form]
    return " ".join(pieces).replace(" :", ":")


def _literal(piece: Literal) -> str:
    return piece.several if piece.several == piece.one else f"{piece.several}|{piece.one}"
