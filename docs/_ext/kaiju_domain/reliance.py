"""Which words a text uses, and so which keywords and rules it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rules_dsl.definitions import Ability, Call, Card, Keyword, Quantity, Selection
from rules_dsl.vocabulary import Vocabulary, Word


@frozen
class Reliance:
    """The words and keywords that a text uses, in the order it uses them."""

    words: tuple[Word, ...]
    keywords: tuple[str, ...]


def reliance_of_card(card: Card, vocabulary: Vocabulary) -> Reliance:
    """What the printed facts and all abilities of a card use."""
    reader = _Reader(vocabulary)
    found: list[Word | str] = [reader.named("property", name) for name, _ in card.properties]
    if card.kind != "creature":  # what the word means in a text, not all creatures rest on
        found.insert(0, reader.named("noun", card.kind))
    if card.evolves_to is not None:
        found.append(reader.named("successor", "evolves-to"))
    found += card.keywords
    for ability in card.abilities:
        found += reader.ability(ability)
    return _sorted_out(found)


def reliance_of_keyword(keyword: Keyword, vocabulary: Vocabulary) -> Reliance:
    """What the abilities of a keyword use."""
    reader = _Reader(vocabulary)
    return _sorted_out([each for a in keyword.abilities for each in reader.ability(a)])


def reliance_of_ability(ability: Ability, vocabulary: Vocabulary) -> Reliance:
    """What one ability uses."""
    return _sorted_out(list(_Reader(vocabulary).ability(ability)))


def _sorted_out(found: list[Word | str]) -> Reliance:
    words = dict.fromkeys(each for each in found if isinstance(each, Word))
    keywords = dict.fromkeys(each for each in found if isinstance(each, str))
    return Reliance(tuple(words), tuple(keywords))


@frozen
class _Reader:
    """Walks compiled text; yields a Word for each word and a text for each keyword."""

    vocabulary: Vocabulary

    def named(self, kind: str, id: object) -> Word:
        return self.vocabulary.named(kind, str(id))

    def ability(self, ability: Ability) -> Iterator[Word | str]:
        if ability.zone == "discard":
            yield self.named("place", "in-discard-pile")
        if ability.kind == "trigger":
            yield self.named("trigger", ability.head)
        elif ability.kind == "replace":
            yield from (self.named("frame", "when"), self.named("frame", "instead"))
            yield self.named("replaceable", ability.head)
        elif ability.condition is not None:
            yield self.named("frame", "while")
        if ability.condition is not None:
            yield from self.call(ability.condition)
        for call in ability.body:
            yield from self.call(call)

    def call(self, call: Call) -> Iterator[Word | str]:
        word = self.vocabulary.calls[call.word]
        yield word
        types = {hole.name: hole.like for hole in word.holes}
        for name, value in call.args:
            if types.get(name) == "keyword":
                yield str(value)
            elif types.get(name) == "trigger":
                yield self.named("trigger", value)
            elif isinstance(value, Selection):
                yield from self.selection(value, word, counts=types.get(name) != "group")
            else:
                yield from self.value(value, word)

    def value(self, value: object, word: Word) -> Iterator[Word | str]:
        if isinstance(value, Call):
            yield from self.call(value)
        elif isinstance(value, tuple):
            for each in value:
                yield from self.value(each, word)

    def selection(self, selection: Selection, word: Word, *, counts: bool) -> Iterator[Word | str]:
        yield self.named("noun", selection.noun)
        if counts and word.kind == "effect":
            yield from self.quantity(selection.quantity)
        if selection.other:
            yield self.named("frame", "other")
        if selection.side != "any":
            yield self.named("side", selection.side)
        if selection.zone is not None:
            if word.zone is None:
                yield self.named("frame", "from")
            yield from self.call(selection.zone)
        for each in selection.filters:
            yield from self.call(each)
        if selection.chooser is not None:
            yield from self.call(selection.chooser)

    def quantity(self, quantity: Quantity) -> Iterator[Word | str]:
        if quantity.kind in ("all", "up-to"):
            yield self.named("frame", quantity.kind)
        elif quantity.count == 1:
            yield self.named("frame", "a")
        if isinstance(quantity.count, Call):
            yield from self.call(quantity.count)
