"""All mutants of a ruleset: its definitions misread, and its procedures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from conformance.engines.rulesets import ruleset
from conformance.mutants.changes import Changes
from conformance.mutants.mutant import Mutant, vocabulary
from conformance.mutants.procedures import procedure_mutants
from conformance.mutants.saying import said_by
from rules_dsl.definitions import Ability, Call, Card, Selection
from rules_dsl.module import Module
from rules_dsl.mutate import Misreading, misreadings

EVERYTHING = "mindbug/all"
"""The ruleset whose definitions are misread: every card of every set is in it."""

GAME = "mindbug/first-contact"
"""The ruleset of puzzles that name none."""


@cache
def mutants(game: str = EVERYTHING) -> tuple[Mutant, ...]:
    """Every mutant, procedures first, in an order that does not change."""
    module = ruleset(game, {}, ()).module
    found = (_of_definition(each, module) for each in definition_misreadings(game))
    return (*procedure_mutants(), *found)


@cache
def by_id() -> dict[str, Mutant]:
    """Every mutant by its id."""
    return {mutant.id: mutant for mutant in mutants()}


def definition_misreadings(game: str = EVERYTHING) -> tuple[Misreading, ...]:
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
        for card in (misreading.before, *_bringing(misreading.before, module)):
            yield f"card:{card.id}"
        return
    yield f"keyword:{misreading.definition}"
    for card in module.cards:
        if misreading.definition in _keywords(card):
            yield f"card:{card.id}"


def _bringing(card: Card, module: Module) -> Iterator[Card]:
    """The cards that bring a card into a game: its earlier stages; of a die face, all dice."""
    if card.kind == "die-face":
        yield from (each for each in module.cards if _has_dice(each))
    for before in module.cards:
        if before.evolves_to == card.id:
            yield before
            yield from _bringing(before, module)


def _has_dice(card: Card) -> bool:
    """Whether a card has dice or gives some."""
    return card.property("dice") > 0 or "modify-dice" in said_by(card)


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
