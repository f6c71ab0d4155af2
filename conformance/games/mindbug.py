"""The record of Mindbug in the kit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conformance.coverage.used import Used
from conformance.games import Kit
from conformance.starters.begun import Begun

if TYPE_CHECKING:
    from types import ModuleType

    from conformance.fuzz.game import Fuzzed
    from conformance.laws.game import LawWords
    from conformance.mutants.changes import Changes
    from conformance.mutants.game import Game as Misread
    from conformance.mutants.topic import Topic
    from conformance.properties.table import Table
    from conformance.scenario.game import Game, Sentences
    from conformance.smoke.game import Smoked
    from oracle.mindbug.machine import Mindbug
    from rules_dsl.definitions import Card

USED = Used(
    {
        "applies": ("static",),
        "forbidden": ("rule",),
        "has-say": ("rule",),
        "replace": ("replace",),
    },
    frozenset({"resolve", "act", "resolve-power", "apply"}),
    {"play": "card", "enter": "card", "attack": "card", "block": "card"},
)


def _sentences() -> Sentences:
    from conformance.scenario.games.mindbug.sentences import SENTENCES

    return SENTENCES


def _language() -> Game:
    from conformance.scenario.games.mindbug.game import MINDBUG

    return MINDBUG


def _fuzz() -> Fuzzed:
    from conformance.fuzz.mindbug.game import FUZZED

    return FUZZED


def _mutants() -> Misread:
    import oracle.kernel
    import oracle.mindbug
    from conformance.mutants.game import Game as Misread
    from oracle.kernel import waiting
    from oracle.mindbug import linker
    from oracle.mindbug.table import PROCEDURES
    from oracle.mindbug.words import CONDITIONS
    from rules_dsl.misheard import NOT

    def topics() -> tuple[Topic, ...]:
        from conformance.mutants.mindbug import TOPICS

        return TOPICS

    def speak_for_the_first(machine: Mindbug, card: Card) -> None:
        from conformance.mutants.mindbug import first_seat

        first_seat.speak_for_the_first(machine, card)

    def let_negations_change(changes: Changes) -> None:
        """A negated condition may change without any card moving."""
        changes.put(linker, "CHANGING", {*linker.CHANGING, NOT})

    return Misread(
        "mindbug",
        "",
        {"mindbug/all": ""},
        PROCEDURES,
        CONDITIONS,
        topics,
        waiting.effect_frame,
        (oracle.kernel, oracle.mindbug),
        speak_for_the_first=speak_for_the_first,
        prepare=let_negations_change,
    )


def _laws() -> LawWords:
    from conformance.laws.game import LawWords
    from conformance.laws.mindbug.data import CHECKS

    return LawWords(
        ("creature", "power card", "die face"),
        checks=CHECKS,
        open_zones=("power row", "power deck", "power discard"),
    )


def _smoke() -> Smoked:
    from conformance.smoke.mindbug.game import SMOKED

    return SMOKED


def _table() -> type[Table]:
    from conformance.properties.table import Table

    return Table


def _claims() -> tuple[ModuleType, ...]:
    from conformance.properties.mindbug import (
        boosts,
        cards,
        combat,
        decisions,
        dice,
        evolution,
        life,
        memory,
        power,
        secrecy,
        triggers,
        turns,
    )

    return (
        cards,
        decisions,
        memory,
        secrecy,
        turns,
        life,
        combat,
        triggers,
        evolution,
        boosts,
        dice,
        power,
    )


KIT = Kit(
    name="mindbug",
    sentences=_sentences,
    language=_language,
    used=USED,
    fuzz=_fuzz,
    mutants=_mutants,
    laws=_laws,
    smoke=_smoke,
    table=_table,
    claims=_claims,
    starter=Begun(
        "Mindbug", "plays whole turns and knows two cards", "MB-7QK4X2", "mindbug/first-contact"
    ),
    unnamed="mindbug/first-contact",
    told={"life": 3, "mindbugs": 2},
    asks=frozenset(
        (
            "block",
            "mindbug",
            "hunt",
            "attack-again",
            "turn",
            "roll",
            "reroll",
            "dice-order",
            "order",
        )
    ),
)
