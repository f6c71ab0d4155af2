"""Misreadings of definitions: each changes one word of a card or keyword as people do by mistake.

A misreading says in words what was understood instead, so that it can name what a foreign
engine gets wrong, and it names the rules of the words it changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff

from attrs import evolve, frozen

from rules_dsl.definitions import Card, Keyword
from rules_dsl.misheard import NOT, Listener
from rules_dsl.misheard_nouns import Change
from rules_dsl.module import Module
from rules_dsl.printer import print_card, print_keyword
from rules_dsl.vocabulary import Hole, Literal, Vocabulary, Word


@frozen
class Misreading:
    """One definition as somebody could misread it.

    `words` goes on from "as if": "Bee Bear's 'power 6 or less' was read as 'less than 6'".
    """

    id: str
    words: str
    rules: tuple[str, ...]
    before: Card | Keyword
    after: Card | Keyword

    @property
    def definition(self) -> str:
        """The id of the card or keyword that is misread."""
        return self.before.id

    def of(self, module: Module) -> Module:
        """The module with the definition misread."""
        after = self.after
        if isinstance(after, Card):
            cards = tuple(after if card == self.before else card for card in module.cards)
            return Module(cards, module.keywords)
        return Module(
            module.cards, tuple(after if each == self.before else each for each in module.keywords)
        )

    def difference(self, vocabulary: Vocabulary) -> str:
        """The lines of the definition that changed; what no text says is told in a remark."""
        words = with_negation(vocabulary)
        old, new = (_text(each, words).splitlines() for each in (self.before, self.after))
        lines = list(unified_diff(old, new, n=0, lineterm=""))[3:]
        return "\n".join(lines or [f"# {self.words}"])


def misreadings(module: Module, vocabulary: Vocabulary) -> tuple[Misreading, ...]:
    """Every misreading of the definitions of a module, in the order of the definitions."""
    cites = {keyword.id: keyword.cites for keyword in module.keywords}
    listener = Listener(vocabulary, cites)
    kinds = {card.kind for card in module.cards}
    on = {kind: Listener(vocabulary.on(kind), cites) for kind in kinds}
    return (
        *(each for keyword in module.keywords for each in _of_keyword(keyword, listener)),
        *(each for card in module.cards for each in _of_card(card, on[card.kind])),
    )


def with_negation(vocabulary: Vocabulary) -> Vocabulary:
    """The vocabulary with a word that only misreadings use."""
    phrase = (Literal(NOT, NOT), Hole("condition", "condition"))
    word = Word(NOT, "condition", "The condition does not hold.", (), (phrase,))
    return evolve(vocabulary, words=(*vocabulary.words, word))


def _text(definition: Card | Keyword, vocabulary: Vocabulary) -> str:
    if isinstance(definition, Card):
        return print_card(definition, vocabulary)
    return print_keyword(definition, vocabulary)


def _of_card(card: Card, listener: Listener) -> Iterator[Misreading]:
    seen: set[str] = set()
    for keyword in card.keywords:
        after = evolve(card, keywords=tuple(each for each in card.keywords if each != keyword))
        words = f"{card.name} did not have {keyword.upper()}"
        yield Misreading(f"{card.id}:no-{keyword}", words, listener.cites[keyword], card, after)
    for index, ability in enumerate(card.abilities):
        for change in listener.ability(ability):
            new = () if change.value is None else (change.value,)
            abilities = (*card.abilities[:index], *new, *card.abilities[index + 1 :])
            id = _new(f"{card.id}/{index + 1}:{change.slug}", seen)
            yield _misreading(id, change, card.name, card, evolve(card, abilities=abilities))


def _of_keyword(keyword: Keyword, listener: Listener) -> Iterator[Misreading]:
    seen: set[str] = set()
    for index, ability in enumerate(keyword.abilities):
        for change in listener.ability(ability):
            new = () if change.value is None else (change.value,)
            abilities = (*keyword.abilities[:index], *new, *keyword.abilities[index + 1 :])
            id = _new(f"keyword/{keyword.id}:{change.slug}", seen)
            cited = evolve(change, rules=(*keyword.cites, *change.rules))
            after = evolve(keyword, abilities=abilities)
            yield _misreading(id, cited, keyword.id.upper(), keyword, after)


def _misreading(
    id: str, change: Change, name: str, before: Card | Keyword, after: Card | Keyword
) -> Misreading:
    words = change.words.format(name=name).replace("s's ", "s' ")
    return Misreading(id, words, tuple(dict.fromkeys(change.rules)), before, after)


def _new(id: str, seen: set[str]) -> str:
    """An id that no misreading of the definition has yet."""
    number, name = 2, id
    while name in seen:
        name, number = f"{id}-{number}", number + 1
    seen.add(name)
    return name
