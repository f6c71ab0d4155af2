"""What holds of the card languages of both dice games: their files, their cards, their words."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

import pytest
from attrs import frozen

from rules_dsl.definitions import Ability, Call, Card, Selection
from rules_dsl.diagnostics import Diagnostics
from rules_dsl.formatter import format_reading
from rules_dsl.module import Module
from rules_dsl.printer import print_card
from rules_dsl.reader import read_files, read_text, read_together
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary


@frozen(slots=False)  # what is read once is kept
class Language:
    """The words of a game, and all that is written in them."""

    game: str
    prefix: str
    """Of its rules."""
    sets: tuple[tuple[str, ...], ...]
    """The files that are read together: a card can be another one in another set."""

    def __str__(self) -> str:
        return self.game

    @property
    def spec(self) -> Path:
        return spec_root() / self.game

    @property
    def table(self) -> Path:
        return self.spec / "vocabulary.toml"

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.load(self.table)

    @cached_property
    def files(self) -> list[Path]:
        return sorted(self.spec.glob("*.cards"))

    @cached_property
    def keywords(self) -> Module:
        """What the cards build on."""
        found = [path for path in self.files if path.stem == "keywords"]
        return read_files(found, self.vocabulary) if found else Module()

    @cached_property
    def cards(self) -> list[Card]:
        """Every card once, and once more as another set has it."""
        named = ([self.spec / f"{file}.cards" for file in files] for files in self.sets)
        cards = [card for files in named for card in read_files(files, self.vocabulary).cards]
        for path in sorted(self.spec.glob("readings/*/*.cards")):  # cards under another answer
            cards += read_files([path], self.vocabulary, self.keywords).cards
        return [card for at, card in enumerate(cards) if card not in cards[:at]]


TOKYO = Language(
    "tokyo",
    "kt",
    (
        ("base", "base-2010"),
        ("base", "base-current"),
        ("keywords", "base", "base-current", "mindbug", "evolutions"),
    ),
)
DUEL = Language(
    "duel", "kd", (tuple(path.stem for path in (spec_root() / "duel").glob("*.cards")),)
)
BOTH = (TOKYO, DUEL)
FILES = [(language, path) for language in BOTH for path in language.files]
CARDS = [(language, card) for language in BOTH for card in language.cards]

each_language = pytest.mark.parametrize("language", BOTH, ids=str)


@pytest.mark.parametrize(("language", "path"), FILES, ids=lambda value: Path(str(value)).stem)
def test_the_files_are_written_as_the_formatter_writes_them(language: Language, path: Path) -> None:
    source = path.read_text("utf-8")
    known = Module() if path.stem == "keywords" else language.keywords
    (reading,) = read_together([(path.name, source)], language.vocabulary, known)
    assert format_reading(reading, language.vocabulary) == source


@pytest.mark.parametrize(("language", "card"), CARDS, ids=lambda value: getattr(value, "id", value))
def test_a_card_printed_and_read_back_is_the_same_card(language: Language, card: Card) -> None:
    written = print_card(card, language.vocabulary)
    (again,) = read_text(written, "printed.cards", language.vocabulary, language.keywords).cards
    assert again == card
    assert print_card(again, language.vocabulary) == written


@each_language
def test_every_word_says_what_it_means_and_rests_on_rules_that_are_written(
    language: Language,
) -> None:
    written = {
        rule
        for page in language.spec.glob("*.md")
        for rule in re.findall(r"^```\{rule\} (\S+)$", page.read_text("utf-8"), re.MULTILINE)
    }
    for word in language.vocabulary.words:
        assert word.doc.endswith("."), word.id
        assert word.rules, word.id
        assert set(word.rules) <= written, word.id
    assert {rule for each in language.keywords.keywords for rule in each.cites} <= written
    assert language.vocabulary.prefix == language.prefix


@each_language
def test_every_word_that_means_something_stands_on_a_card(language: Language) -> None:
    vocabulary = language.vocabulary
    definitions = [*language.cards, *language.keywords.keywords]
    abilities = [ability for each in definitions for ability in each.abilities]
    used = {("trigger", str(ability.head)) for ability in abilities if ability.kind == "trigger"}
    used |= {(vocabulary.calls[word].kind, word) for each in abilities for word in words_in(each)}
    assert [word.id for word in vocabulary.bound if (word.kind, word.id) not in used] == []


def words_in(value: object) -> set[str]:
    """The words of compiled text, at any depth."""
    if isinstance(value, Ability):
        return words_in((*value.body, value.condition))
    if isinstance(value, Call):
        return {value.word} | words_in(tuple(argument for _, argument in value.args))
    if isinstance(value, Selection):
        return words_in((*value.filters, value.zone, value.chooser))
    return set().union(*map(words_in, value)) if isinstance(value, tuple) else set()


@each_language
@pytest.mark.parametrize(
    ("line", "phrase"),
    [
        ("in discard pile: you have +1 die", "in discard pile"),
        ("in discard pile, bought: you gain 1 energy", "in discard pile"),
        ("evolves to thunder-queen", "evolves to"),
    ],
)
def test_a_line_that_only_mindbug_has(language: Language, line: str, phrase: str) -> None:
    text = f'power card zap "Zap"\n  cost 3\n  keep\n  {line}\n'
    with pytest.raises(Diagnostics) as caught:
        read_text(text, "my.cards", language.vocabulary, language.keywords)
    assert str(caught.value) == (
        f"my.cards:4:3: '{phrase}' is not a word of this game\n"
        f"      {line}\n"
        f"      {'^' * len(phrase)}\n"
        "  only Mindbug has such lines: leave it out, or say --game mindbug"
    )


@each_language
def test_a_word_taken_for_another_has_the_same_kind_and_holes(language: Language) -> None:
    taken = [word for word in language.vocabulary.words if word.taken_for]
    assert taken
    for word in taken:
        other = language.vocabulary.named(word.kind, str(word.taken_for))
        assert [(h.name, h.type) for h in word.holes] == [(h.name, h.type) for h in other.holes]
