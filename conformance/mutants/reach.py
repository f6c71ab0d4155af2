"""Which functions of the oracle a vector calls: replacing any other cannot show in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import oracle
import rules_dsl
from conformance.engines.in_process import InProcess
from conformance.engines.rulesets import ruleset
from conformance.judge.vector import Vector
from conformance.judge.walk import Walk
from conformance.mutants.games import game_of
from oracle.ruleset import assembled
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

ROOTS = tuple(str(Path(room.__file__ or "").parent) for room in (oracle, rules_dsl))

_CALLED: dict[str, frozenset[CodeType]] = {}
_LINKED: dict[Any, frozenset[CodeType]] = {}


def called(vector: Vector) -> frozenset[CodeType]:
    """The code that the oracle runs when it is judged by a vector, linking its ruleset too.

    To be asked while no misreading is in force.
    """
    if vector.id not in _CALLED:
        engine = InProcess()
        hello = engine.hello()
        with _noted() as codes:
            Walk(engine, hello, vector).go()
        _CALLED[vector.id] = frozenset(codes) | _linked(vector)
    return _CALLED[vector.id]


def _linked(vector: Vector) -> frozenset[CodeType]:
    key = (vector.game, tuple(sorted(vector.options.items())), tuple(vector.cards), vector.players)
    if key not in _LINKED:
        base = ruleset(vector.game, vector.options, vector.cards, players=vector.players)
        described = load_specification().ruleset(vector.game)
        words = Vocabulary.load(spec_root() / described.vocabulary).citations()
        seats = len(base.machine.layout.seats)
        with _noted() as codes:
            assembled(game_of(base.name), base.module, base.options, words, seats)
        _LINKED[key] = frozenset(codes)
    return _LINKED[key]


@contextmanager
def _noted() -> Iterator[set[CodeType]]:
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
        sys.setprofile(before)
        found -= {code for code in found if not code.co_filename.startswith(ROOTS)}
