"""What a definition means, spelled out: who chooses, how many, from where, by which rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from rules_dsl.definitions import Ability, Call, Card, Keyword, Selection
from rules_dsl.printer import Printer, print_ability
from rules_dsl.vocabulary import Vocabulary, Word


def explain_card(
    card: Card, keywords: Mapping[str, Keyword], vocabulary: Vocabulary
) -> Iterator[str]:
    """The meaning of a card, line by line."""
    facts = [f"{name} {value}" for name, value in card.properties]
    facts += Printer(vocabulary).successor(card)
    copies = "1 copy" if card.copies == 1 else f"{card.copies} copies"
    yield f"{card.name} ({', '.join([card.kind, *facts, copies])})"
    for id in card.keywords:
        keyword = keywords.get(id)
        yield f"  {id}  {_cited(keyword.cites if keyword else ())}".rstrip()
    yield from _explain_abilities(card.abilities, vocabulary.on(card.kind))


def explain_keyword(keyword: Keyword, vocabulary: Vocabulary) -> Iterator[str]:
    """The meaning of a keyword, line by line."""
    yield f"{keyword.id} (keyword)  {_cited(keyword.cites)}"
    yield from _explain_abilities(keyword.abilities, vocabulary)


def _explain_abilities(abilities: tuple[Ability, ...], vocabulary: Vocabulary) -> Iterator[str]:
    for ability in abilities:
        for line in print_ability(ability, vocabulary).splitlines():
            yield f"  {line}"
        teller = _Teller(vocabulary)
        yield from (f"      {line}" for line in teller.ability(ability))


def _cited(rules: tuple[str, ...]) -> str:
    return f"[{', '.join(rules)}]" if rules else ""


_TOLD = ("condition", "effect")
"""Words inside a word that are told with all their own."""


@frozen(eq=False)
class _Teller:
    vocabulary: Vocabulary

    def ability(self, ability: Ability) -> Iterator[str]:
        place = self.vocabulary.place(ability.zone)
        if place:
            yield self._word(place)
        if ability.kind == "trigger":
            yield self._word(self.vocabulary.named("trigger", str(ability.head)))
        if ability.kind == "replace":
            yield self._word(self.vocabulary.named("replaceable", str(ability.head)))
        if ability.condition is not None:
            yield from self.call(ability.condition)
        for call in ability.body:
            yield from self.call(call)

    def call(self, call: Call) -> Iterator[str]:
        """One word, then what fills its holes, then the words inside it."""
        yield self._word(self.vocabulary.calls[call.word])
        inner: list[Call] = []
        for name, value in call.args:
            if isinstance(value, tuple):
                inner += value
            elif isinstance(value, Call) and self.vocabulary.calls[value.word].kind in _TOLD:
                inner.append(value)
            elif value is not None:
                yield f"  {name}: {self.value(value)}"
        for each in inner:
            yield from (f"  {line}" for line in self.call(each))

    def value(self, value: object) -> str:
        if isinstance(value, Selection):
            return self._selection(value)
        if not isinstance(value, Call):
            return str(value)
        args = ", ".join(self.value(argument) for _, argument in value.args)
        return f"{value.word} of {args}" if args else value.word

    def _selection(self, selection: Selection) -> str:
        count = selection.quantity.count
        how_many = {"exactly": f"exactly {count}", "up-to": f"0 to {count}"}
        parts = [how_many.get(selection.quantity.kind, "all")]
        if selection.side != "any":
            parts.append(selection.side)
        parts.append(selection.noun + ("" if count == 1 else "s"))
        if selection.other:
            parts.append("other than this")
        for each in selection.filters:
            values = [self.value(value) for _, value in each.args]
            parts.append(" ".join([each.word.replace("-", " "), *values]))
        parts.append(f"in the {self.value(selection.zone)}" if selection.zone else "in play")
        if selection.chooser is not None:
            chance = self.vocabulary.calls[selection.chooser.word].kind == "chance"
            who = "at random" if chance else f"by {selection.chooser.word}"
            parts.append(f"chosen {who}")
        return " ".join(parts)

    def _word(self, word: Word) -> str:
        return f"{word.id}: {word.doc} {_cited(word.rules)}"
