"""The text of cards and abilities in the words of their vocabulary."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from attrs import evolve

from rules_dsl.definitions import Ability, Call, Card, Keyword
from rules_dsl.printer import print_ability, print_call, print_card, print_keyword
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

if TYPE_CHECKING:
    from .kernel.machine import LinkedAbility
    from .ruleset import Ruleset


@cache
def vocabulary_of(ruleset: str) -> Vocabulary:
    """The vocabulary that the cards of a ruleset are written in."""
    return Vocabulary.load(spec_root() / load_specification().ruleset(ruleset).vocabulary)


def ability_text(ruleset: Ruleset, ability: LinkedAbility) -> str:
    """The text of a linked ability, on one line."""
    return _one_line(print_ability(ability_of(ruleset, ability), vocabulary_of(ruleset.name)))


def ability_of(ruleset: Ruleset, ability: LinkedAbility) -> Ability:
    """The definition of a linked ability; `deadly-shell/tough-1` is one of the keyword's."""
    keyword, _, _ = ability.name.rpartition("/")[2].rpartition("-")
    owner: Card | Keyword | None = ruleset.cards.get(ability.definition)
    if keyword or owner is None:
        owner = ruleset.keywords[keyword or ability.definition]
    return owner.abilities[ability.ordinal - 1]


def condition_text(ruleset: Ruleset, condition: Call) -> str:
    """A condition as it stands behind `if`."""
    return print_call(condition, vocabulary_of(ruleset.name))


def card_text(ruleset: Ruleset, card: Card) -> list[str]:
    """What stands under the name and power of a card: keywords, then one ability a line."""
    vocabulary = vocabulary_of(ruleset.name)
    abilities = [print_ability(ability, vocabulary) for ability in card.abilities]
    keywords = [", ".join(card.keywords)] if card.keywords else []
    return keywords + [_one_line(text) for text in abilities]


def _one_line(text: str) -> str:
    """Effects below each other set behind each other: `action: defeat this; evolve this`."""
    *heads, last = [line.strip() for line in text.splitlines()]
    return "".join([*(f"{head} " if head.endswith(":") else f"{head}; " for head in heads), last])


def alternatives(ruleset: Ruleset, card: Card) -> list[str]:
    """What one may choose between on a card that says `choose one`, once for each text."""
    vocabulary = vocabulary_of(ruleset.name)
    for ability in card.abilities:
        for call in ability.body:
            if call.word == "choose-one" and isinstance(body := call["body"], tuple):
                texts = [print_ability(evolve(ability, body=(each,)), vocabulary) for each in body]
                return [_one_line(text).partition(": ")[2] for text in texts]
    return []


def definition_text(ruleset: Ruleset, definition: Card | Keyword) -> str:
    """The canonical text of a card or keyword as it stands in a file."""
    vocabulary = vocabulary_of(ruleset.name)
    if isinstance(definition, Card):
        return print_card(definition, vocabulary)
    return print_keyword(definition, vocabulary)
