"""What the library holds of each word, card, keyword and scenario, and how it counts a book."""

from __future__ import annotations

from attrs import frozen

from conformance.laws.drawing import instances
from conformance.laws.model import Law
from conformance.laws.printer import print_law
from conformance.replay.playing import kit_replays
from conformance.scenario.loading import cached_load
from conformance.scenario.model import Scenario
from conformance.scenario.printer import given_lines, print_fact, print_line
from conformance.vectors.authority import authority_of
from rules_dsl.definitions import Ability, Card, Keyword
from rules_dsl.vocabulary import Word

from .markdown import CardNames
from .reliance import Reliance


@frozen
class WordEntry:
    """A word of the language of a game."""

    word: Word
    name: str
    alias: str
    game: str


@frozen
class Line:
    """One ability of a card or keyword as text and as meaning."""

    text: str
    ability: Ability
    words: tuple[Word, ...]


@frozen
class CardEntry:
    """A card, the set it belongs to, and what it rests on."""

    card: Card
    name: str
    alias: str | None
    title: str
    game: str
    set: str
    printed: bool
    text: str
    lines: tuple[Line, ...]
    reliance: Reliance
    rules: tuple[str, ...]
    printings: tuple[str, ...] = ()
    """The names of all printings of the card, if there are several, the newest first."""

    @property
    def later_stage(self) -> bool:
        """Whether it lies beside the table until a creature evolves to it."""
        return self.card.property("stage") > 1


@frozen
class KeywordEntry:
    """A keyword, and what it rests on."""

    keyword: Keyword
    name: str
    game: str
    text: str
    lines: tuple[Line, ...]
    reliance: Reliance
    rules: tuple[str, ...]


@frozen
class ScenarioEntry:
    """A scenario, where it stands, and the cards that it names."""

    scenario: Scenario
    id: str
    game: str
    topic: str
    file: str
    cards: tuple[str, ...]
    card_names: CardNames

    @property
    def authority(self) -> str:
        """Who says how it goes."""
        return authority_of(self.scenario)

    @property
    def given(self) -> list[str]:
        """The situation, a line each."""
        given = self.scenario.given
        if given is not None:
            return given_lines(given)
        players = self.scenario.starting
        return ["the start of a game" + (f" of {', '.join(players)}" if players else "")]

    @property
    def when(self) -> list[str]:
        """What is done and checked, a line each."""
        return [print_line(line) for line in self.scenario.when]

    @property
    def then(self) -> list[str]:
        """What must be true in the end, a line each."""
        return [print_fact(fact) for fact in self.scenario.then]

    @property
    def searched(self) -> str:
        """What a reader may look for."""
        return " ".join((self.id, self.scenario.title, *self.given, *self.when, *self.then))

    @property
    def story(self) -> str:
        """What the oracle does: each answer, and the events that follow with their rules."""
        return kit_replays().stories([self.scenario])[0]


DRAWN = 3
"""Instances of a law that the reference shows."""


@frozen
class LawEntry:
    """A law, and where it stands."""

    law: Law
    id: str
    game: str
    topic: str
    file: str
    card_names: CardNames

    @property
    def text(self) -> str:
        """The law as it is written."""
        return print_law(self.law)

    @property
    def searched(self) -> str:
        """What a reader may look for."""
        return self.text

    @property
    def instances(self) -> list[str]:
        """What the variables stand for in the first instances that are drawn."""
        if not self.law.variables:
            return []
        return [str(each) for each in instances(self.law, cached_load, DRAWN)]


@frozen
class Count:
    """How many clauses of a book there are."""

    all: int
    in_force: int
    testable: int
    covered: int
    excused: int
