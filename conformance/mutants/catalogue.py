"""All mutants of a ruleset: its definitions misread, and its procedures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from conformance.engines.rulesets import ruleset
from conformance.mutants.changes import Changes
from conformance.mutants.mutant import Mutant, vocabulary
from conformance.mutants.procedures import procedure_mutants
from rules_dsl.definitions import Ability, Call, Card, Selection
from rules_dsl.module import Module
from rules_dsl.mutate import Misreading, misreadings

GAME = "mindbug/first-contact"


@cache
def mutants(game: str = GAME) -> tuple[Mutant, ...]:
    """Every mutant, procedures first, in an order that does not change."""
    module = ruleset(game, {}, ()).module
    found = (_of_definition(each, module) for each in definition_misreadings(game))
    return (*procedure_mutants(), *found)


@cache
def by_id() -> dict[str, Mutant]:
    """Every mutant by its id."""
    return {mutant.id: mutant for mutant in mutants()}


def definition_misreadings(game: str = GAME) -> tuple[Misreading, ...]:
    """The misreadings of the cards and keywords of a ruleset."""
    return misreadings(ruleset(game, {}, ()).module, vocabulary(game))


def _of_definition(misreading: Misreading, module: Module) -> Mutant:
    def change(changes: Changes) -> None:
        changes.rewrite(misreading.of)

    touches = frozenset(_touched(misreading, module))
    origin = repr(misreading.after)
    return Mutant(misreading.id, misreading.words, misreading.rules, change, origin, touches)


def _touched(misreading: Misreading, module: Module) -> Iterator[str]:
    """What a vector requires if anybody is to notice: the card, or the keyword and its givers."""
    if isinstance(misreading.before, Card):
        yield f"card:{misreading.definition}"
        return
    yield f"keyword:{misreading.definition}"
    for card in module.cards:
        if misreading.definition in _keywords(card):
            yield f"card:{card.id}"


def _keywords(card: Card) -> set[str]:
    """Every keyword a card has or speaks of."""
    return {*card.keywords, *(word for ability in card.abilities for word in _named(ability))}


def _named(value: object) -> Iterator[str]:
    if isinstance(value, Ability):
        yield from _named((value.condition, *value.body))
    elif isinstance(value, Call):
        for name, argument in value.args:
            if name == "keyword":
                yield str(argument)
            yield from _named(argument)
    elif isinstance(value, Selection):
        yield from _named(value.filters)
    elif isinstance(value, tuple):
        for each in value:
            yield from _named(each)
