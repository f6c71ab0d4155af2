"""Which functions of the oracle a vector calls: replacing any other cannot show in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import oracle
import rules_dsl
from conformance.engines.in_process import InProcess
from conformance.engines.interface import Trouble
from conformance.engines.rulesets import ruleset
from conformance.judge.vector import Vector
from conformance.judge.walk import Failed, Walk
from conformance.mutants.games import game_of
from oracle.ruleset import assembled
from rules_dsl.home import home
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

_ROOMS = [Path(room.__file__ or "").parent for room in (oracle, rules_dsl)]
ROOTS = tuple(str(room) for room in (*_ROOMS, home()) if room is not None)

_CALLED: dict[str, frozenset[CodeType]] = {}
_LINKED: dict[Any, frozenset[CodeType]] = {}


def called(vector: Vector) -> frozenset[CodeType] | None:
    """The code that the oracle runs when it is judged by a vector, linking its ruleset too.

    None if the oracle itself fails the vector, which then is old. To be asked while no misreading
    is in force.
    """
    if vector.id not in _CALLED:
        engine = InProcess()
        hello = engine.hello()
        try:
            with noted() as codes:
                Walk(engine, hello, vector).go()
        except (Failed, Trouble):
            return None
        linked = called_by_linking(vector.game, vector.options, vector.cards, vector.players)
        _CALLED[vector.id] = frozenset(codes) | linked
    return _CALLED[vector.id]


def called_by_linking(
    game: str, options: Mapping[str, str], cards: Sequence[str], players: int | None
) -> frozenset[CodeType]:
    """The code that the oracle runs when it links a ruleset."""
    key = (game, tuple(sorted(options.items())), tuple(cards), players)
    if key not in _LINKED:
        base = ruleset(game, options, cards, players=players)
        described = load_specification().ruleset(game)
        words = Vocabulary.load(spec_root() / described.vocabulary).citations()
        seats = len(base.machine.layout.seats)
        with noted() as codes:
            assembled(game_of(base.name), base.module, base.options, words, seats)
        _LINKED[key] = frozenset(codes)
    return _LINKED[key]


@contextmanager
def noted() -> Iterator[set[CodeType]]:
    """All code of the oracle that is run inside the block."""
    found: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            found.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(
            before if callable(before) else None
        )  # a profiler in C is not to be had back
        found -= {code for code in found if not code.co_filename.startswith(ROOTS)}
