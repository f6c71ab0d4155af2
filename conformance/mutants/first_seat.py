"""Misreadings of `you` on one card: always the player who sits first, whoever has the card.

An engine that writes the first player into the effect of a card is right as long as nobody else
uses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mutant import Mutant
from oracle.kernel import waiting
from oracle.king import moments
from rules_dsl.definitions import Card
from rules_dsl.mutate import Misreading

SLUG = "first-seat"
FIRST_SEAT = 0

FRAMES: dict[str, Callable[..., Any]] = {
    "mindbug": waiting.effect_frame,
    "tokyo": moments.effect_frame,
    "duel": moments.effect_frame,
}
"""What begins an effect for a seat, by game."""

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


def has_effects(card: Card) -> bool:
    """Whether a card does anything at a moment; what it is or forbids all the time is no effect."""
    return any(ability.kind == "trigger" for ability in card.abilities)


def first_seat_mutant(
    card: Card, game: str, mark: str, misreadings: Iterable[Misreading], touches: frozenset[str]
) -> Mutant:
    """The mutant in which the effects of a card are those of the player who sits first.

    It breaks whatever rules the other misreadings of the card break.
    """
    begin = FRAMES[game]

    def change(changes: Changes) -> None:
        def begin_for_the_first(linked: Any, source: int, seat: int, *rest: Any) -> Any:
            whose = FIRST_SEAT if linked.definition == card.id else seat
            return begin(linked, source, whose, *rest)

        changes.swap(begin, begin_for_the_first)

    rules = tuple(dict.fromkeys(rule for each in misreadings for rule in each.rules))
    words = f"{card.name} worked for the player who sits first, whoever has it"
    id = f"{mark}{card.id}:{SLUG}"
    return Mutant(id, words, rules, change, words, game, touches, card.id)
