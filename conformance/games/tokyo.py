"""The record of King of Tokyo in the kit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from conformance.coverage.used import Used
from conformance.games import Kit
from conformance.starters.begun import Begun

if TYPE_CHECKING:
    from types import ModuleType

    from conformance.fuzz.game import Fuzzed
    from conformance.laws.game import LawWords
    from conformance.mutants.game import Game as Misread
    from conformance.mutants.topic import Topic
    from conformance.properties.table import Table
    from conformance.scenario.game import Game, Sentences
    from conformance.smoke.game import Smoked

USED = Used(
    {"trigger": ("trigger",), "applies": ("static", "rule")},
    frozenset(),
    {"buy": "card", "trigger": "card", "use": "card", "play": "card"},
)


def _sentences() -> Sentences:
    from conformance.scenario.games.tokyo.sentences import SENTENCES

    return SENTENCES


def _language() -> Game:
    from conformance.scenario.games.tokyo.game import TOKYO

    return TOKYO


def _fuzz() -> Fuzzed:
    from conformance.fuzz.tokyo.game import FUZZED

    return FUZZED


def _mutants() -> Misread:
    import oracle.dice_games
    import oracle.kernel
    import oracle.tokyo
    from conformance.mutants.game import Game as Misread
    from oracle.dice_games import moments
    from oracle.tokyo.binding import CONDITIONS
    from oracle.tokyo.monsters import texts
    from oracle.tokyo.table import PROCEDURES

    def topics() -> tuple[Topic, ...]:
        from conformance.mutants.tokyo import TOPICS

        return TOPICS

    return Misread(
        "tokyo",
        "kt/",
        {"tokyo/evolutions": "kt/", "tokyo/2010": "kt/2010/"},
        PROCEDURES,
        CONDITIONS,
        topics,
        moments.effect_frame,
        (oracle.kernel, oracle.dice_games, oracle.tokyo),
        texts,
    )


def _laws() -> LawWords:
    from conformance.laws.game import LawWords
    from conformance.scenario.games.tokyo.words import FACES, RESULTS

    nouns = ("power card", "keep card", "discard card", "evolution card")
    return LawWords(nouns, FACES, RESULTS)


def _smoke() -> Smoked:
    from conformance.smoke.tokyo.game import SMOKED

    return SMOKED


def _table() -> type[Table]:
    from conformance.properties.tokyo.table import Monsters

    return Monsters


def _claims() -> tuple[ModuleType, ...]:
    from conformance.properties.tokyo import cards, decisions, dice, monsters, places

    return (decisions, monsters, places, dice, cards)


KIT = Kit(
    name="tokyo",
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
        "King of Tokyo", "plays whole turns and knows six cards", "KT-ZP60ZW", "tokyo/current"
    ),
    told={"hearts": 10},
    asks=frozenset(("mindbug", "roll", "reroll", "order")),
)
