"""All mutants of every game: its procedures misread, and its definitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from conformance.engines.rulesets import ruleset
from conformance.mutants.changes import Changes
from conformance.mutants.first_seat import (
    ALIKE,
    ALIKE_ALWAYS,
    always_first_mutant,
    first_seat_mutant,
    has_effects,
    says_something,
)
from conformance.mutants.games import GAMES
from conformance.mutants.mutant import Mutant, vocabulary
from conformance.mutants.saying import said_by
from rules_dsl.definitions import Ability, Call, Card, Keyword, Selection
from rules_dsl.module import Module
from rules_dsl.mutate import Misreading, misreadings


@cache
def mutants() -> tuple[Mutant, ...]:
    """Every mutant of every game, in an order that does not change."""
    return tuple(mutant for game in GAMES for mutant in mutants_of(game))


@cache
def mutants_of(game: str) -> tuple[Mutant, ...]:
    """Every mutant of a game, procedures first, in an order that does not change."""
    return (*procedure_mutants(game), *_definition_mutants(game))


def procedure_mutants(game: str) -> tuple[Mutant, ...]:
    """Every misreading of a procedure of a game, by topic."""
    return tuple(mutant for topic in GAMES[game].topics() for mutant in topic.mutants)


def _definition_mutants(game: str) -> Iterator[Mutant]:
    """The misreadings of all definitions of a game; what several rulesets have is misread once."""
    seen: set[Card | Keyword] = set()
    for name, mark in GAMES[game].misread.items():
        module = ruleset(name, {}, ()).module
        found = [each for each in definition_misreadings(name) if each.before not in seen]
        seen.update(each.before for each in found)
        for misreading in found:
            yield _of_definition(misreading, module, game, mark)
        yield from _first_seats(found, module, game, mark)


def _first_seats(
    misreadings: list[Misreading], module: Module, game: str, mark: str
) -> Iterator[Mutant]:
    """For each card those in which it serves the first player, at a moment or all the time."""
    by_card: dict[Card, list[Misreading]] = {}
    for each in misreadings:
        if isinstance(each.before, Card):
            by_card.setdefault(each.before, []).append(each)
    for card, own in by_card.items():
        touches = frozenset(_touched(own[0], module))
        if has_effects(card) and f"{mark}{card.id}" not in ALIKE:
            yield first_seat_mutant(card, game, mark, own, touches)
        if says_something(card) and f"{mark}{card.id}" not in ALIKE_ALWAYS:
            yield always_first_mutant(card, game, mark, own, touches)


class Catalogue(Mapping[str, Mutant]):
    """Every mutant by its id; to look one up only its own game is read."""

    def __getitem__(self, id: str) -> Mutant:
        return _by_id(_game_of_id(id))[id]

    def __iter__(self) -> Iterator[str]:
        return (id for game in GAMES for id in _by_id(game))

    def __len__(self) -> int:
        return len(mutants())


def by_id() -> Catalogue:
    """Every mutant by its id."""
    return Catalogue()


@cache
def _by_id(game: str) -> dict[str, Mutant]:
    return {mutant.id: mutant for mutant in mutants_of(game)}


def _game_of_id(id: str) -> str:
    """The game of a mutant, by the mark that its id has; what has none is of the first game."""
    first, *others = GAMES.values()
    return next((game for game in others if id.startswith(game.mark)), first).name


def definition_misreadings(name: str) -> tuple[Misreading, ...]:
    """The misreadings of the cards and keywords of a ruleset."""
    return misreadings(ruleset(name, {}, ()).module, vocabulary(name))


def _of_definition(misreading: Misreading, module: Module, game: str, mark: str) -> Mutant:
    def change(changes: Changes) -> None:
        changes.rewrite(misreading.of)

    touches = frozenset(_touched(misreading, module))
    origin = repr(misreading.after)
    id, words, rules = f"{mark}{misreading.id}", misreading.words, misreading.rules
    return Mutant(id, words, rules, change, origin, game, touches, misreading.definition)


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
