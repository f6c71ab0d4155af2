"""The record of Lanterns in the kit: all that it needs to judge the game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from conformance.coverage.used import Used
from conformance.games import Kit

if TYPE_CHECKING:
    from conformance.fuzz.game import Fuzzed
    from conformance.mutants.game import Game as Misread
    from conformance.mutants.topic import Topic
    from conformance.scenario.game import Game, Sentences


def _sentences() -> Sentences:
    from .sentences import SENTENCES

    return SENTENCES


@cache
def _language() -> Game:
    from conformance.scenario.plain_game import plain_game

    from .sentences import DECISIONS, SENTENCES
    from .table import LAYOUT

    return plain_game("lanterns", "Lanterns", LAYOUT, SENTENCES, DECISIONS)


def _fuzz() -> Fuzzed:
    from conformance.fuzz.forms import choose
    from conformance.fuzz.game import Fuzzed

    forms = (
        lambda handle, *_: {"light": handle},
        lambda handle, *_: {"draw": handle},
        lambda *_: {"accept": True},
        lambda *_: {"decline": True},
        choose,
    )
    return Fuzzed(turn_begins=("light",), forms=forms, usual={"light": 0})


def _mutants() -> Misread:
    import oracle.kernel
    from conformance.mutants.game import Game as Misread
    from oracle.kernel.waiting import effect_frame

    from . import atoms, turn, words
    from .table import PROCEDURES

    def topics() -> tuple[Topic, ...]:
        from .misreadings import AS_IF

        return (AS_IF,)

    return Misread(
        "lanterns",
        "ln/",
        {},
        PROCEDURES,
        words.WORDS.conditions,
        topics,
        effect_frame,
        (oracle.kernel, atoms, turn, words),
    )


KIT = Kit(
    name="lanterns",
    sentences=_sentences,
    language=_language,
    used=Used(
        {"resolve": ("trigger",)},
        frozenset(),
        {"light": "card", "put-out": "card", "sheltered": "card"},
    ),
    fuzz=_fuzz,
    mutants=_mutants,
    unnamed="lanterns/street",
)
