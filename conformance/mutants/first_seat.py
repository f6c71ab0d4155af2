"""Misreadings of `you` on one card: always the player who sits first, whoever has the card.

An engine that writes the first player into a card is right as long as nobody else uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.games import GAMES
from conformance.mutants.mutant import Mutant
from oracle.kernel.state import State
from rules_dsl.definitions import Card
from rules_dsl.mutate import Misreading

SLUG = "first-seat"
SLUG_ALWAYS = "first-seat-always"
FIRST_SEAT = 0

ALIKE = frozenset(
    {
        # They speak of themselves or of everybody.
        *("blastfish", "growth-1", "growth-2", "growth-3", "majestic-manticore"),
        *("kd/jets-scrambled", "kd/the-partys-over"),
        *("kt/dysfunctional-mindbug", "kt/high-altitude-bombing"),
        # They do something to the dice, or to a monster that the moment names.
        "kd/in-the-shadows",
        *("kt/acid-attack", "kt/background-dweller", "kt/intergalactic-genius", "kt/no-brain"),
        *("kt/neutralizing-look", "kt/smoke-cloud"),
        *("kt/crab-claw", "kt/poison-spit", "kt/shrink-ray"),
        # They answer to a loss, and nobody else can be meant than the monster that is hit.
        *("kt/ancestral-defense", "kt/camouflage", "kt/energy-armor", "kt/jets"),
        *("kt/strange-design", "kt/three-times-as-sturdy"),
    }
)
"""Cards whose effects are the same, or make no sense, when somebody else has them."""


ALIKE_ALWAYS = frozenset(
    {
        *("agile-rooster", "bee-bear", "boar-zooka", "cave-lizard", "ghost-hand"),
        *("hypnotic-mouse", "purple-reign", "sawn", "sheriff", "watts-dog"),
        "kt/miraculous-mindbug",  # speaks from the row
    }
)
"""Cards that say the same all the time whoever has them: of themselves, or of all creatures."""


def has_effects(card: Card) -> bool:
    """Whether a card does anything at a moment; what it is or forbids all the time is no effect."""
    return any(ability.kind == "trigger" for ability in card.abilities)


def first_seat_mutant(
    card: Card, game: str, mark: str, misreadings: Iterable[Misreading], touches: frozenset[str]
) -> Mutant:
    """The mutant in which the effects of a card are those of the player who sits first.

    It breaks whatever rules the other misreadings of the card break.
    """
    begin = GAMES[game].begin

    def change(changes: Changes) -> None:
        def begin_for_the_first(linked: Any, source: int, seat: int, *rest: Any) -> Any:
            whose = FIRST_SEAT if linked.definition == card.id else seat
            return begin(linked, source, whose, *rest)

        changes.swap(begin, begin_for_the_first)

    rules = tuple(dict.fromkeys(rule for each in misreadings for rule in each.rules))
    words = f"{card.name} worked for the player who sits first, whoever has it"
    id = f"{mark}{card.id}:{SLUG}"
    return Mutant(id, words, rules, change, words, game, touches, card.id)


# --- what a card says all the time ---------------------------------------------------------------


def says_something(card: Card) -> bool:
    """Whether a card changes, allows or forbids something all the time."""
    return any(ability.kind != "trigger" for ability in card.abilities)


def always_first_mutant(
    card: Card, game: str, mark: str, misreadings: Iterable[Misreading], touches: frozenset[str]
) -> Mutant:
    """The mutant in which a card says all the time what it says for the player who sits first."""

    def change(changes: Changes) -> None:
        texts, speak = GAMES[game].texts, GAMES[game].speak_for_the_first
        if texts is not None:
            _lay_before_the_first(changes, card, texts)
        elif speak is not None:
            changes.relink(lambda machine: speak(machine, card))

    rules = tuple(dict.fromkeys(rule for each in misreadings for rule in each.rules))
    words = f"{card.name} lay before the player who sits first, whoever has it"
    id = f"{mark}{card.id}:{SLUG_ALWAYS}"
    return Mutant(id, words, rules, change, words, game, touches, card.id)


def _lay_before_the_first(
    changes: Changes, card: Card, texts: Callable[..., Iterable[tuple[int, int]]]
) -> None:
    def texts_of_the_first(machine: Any, state: State, seat: int) -> Iterator[tuple[int, int]]:
        for whose in range(len(machine.layout.seats)):
            for each in texts(machine, state, whose):
                is_moved = machine.definitions[each[1]].id == card.id
                if seat == (FIRST_SEAT if is_moved else whose):
                    yield each

    changes.swap(texts, texts_of_the_first)
    changes.relink(lambda machine: setattr(machine, "texts", texts_of_the_first))
