"""The record of King of Tokyo: Duel in the kit."""

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
    {
        "buy": "card",
        "trigger": "card",
        "be": "card",
        "place-token": "card",
        "move-token": "card",
    },
)


def _sentences() -> Sentences:
    from conformance.scenario.games.duel.sentences import SENTENCES

    return SENTENCES


def _language() -> Game:
    from conformance.scenario.games.duel.game import DUEL

    return DUEL


def _fuzz() -> Fuzzed:
    from conformance.fuzz.duel.game import FUZZED

    return FUZZED


def _mutants() -> Misread:
    import oracle.dice_games
    import oracle.duel
    import oracle.kernel
    from conformance.mutants.game import Game as Misread
    from oracle.dice_games import moments
    from oracle.duel.binding import CONDITIONS
    from oracle.duel.monsters import texts
    from oracle.duel.table import PROCEDURES

    def topics() -> tuple[Topic, ...]:
        from conformance.mutants.duel import TOPICS

        return TOPICS

    return Misread(
        "duel",
        "kd/",
        {"duel/standard": "kd/"},
        PROCEDURES,
        CONDITIONS,
        topics,
        moments.effect_frame,
        (oracle.kernel, oracle.dice_games, oracle.duel),
        texts,
    )


def _laws() -> LawWords:
    from conformance.laws.game import LawWords
    from conformance.scenario.games.duel.words import FACES, RESULTS

    nouns = ("power card", "keep card", "discard card", "monster", "noise token")
    return LawWords(nouns, FACES, RESULTS)


def _smoke() -> Smoked:
    from conformance.smoke.duel.game import SMOKED

    return SMOKED


def _table() -> type[Table]:
    from conformance.properties.duel.table import Duel

    return Duel


def _claims() -> tuple[ModuleType, ...]:
    from conformance.properties.duel import cards, decisions, dice, monsters, tracks

    return (decisions, monsters, tracks, dice, cards)


KIT = Kit(
    name="duel",
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
        "King of Tokyo: Duel",
        "plays whole turns and knows the power of one monster",
        "KD-049F2E",
        "duel/standard",
    ),
    asks=frozenset(("roll", "reroll", "order")),
)
