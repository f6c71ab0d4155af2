"""The badge: JSON for shields.io, such as `Mindbug L1 | 409/412 printed, 88/95 more`."""

from __future__ import annotations

import json
from collections.abc import Sequence

from conformance.judge.results import Result
from conformance.judge.said_by import scores
from conformance.reports.cases import LEFT_OUT, Case, Judged
from rules_dsl.specification import load_specification


def badge(judged: Judged) -> str:
    """Game and level, how many vectors pass of those it plays, and a colour for the verdict.

    What the books and cards print counts first; the rest is told beside it.
    """
    said = {
        "schemaVersion": 1,
        "label": _label(judged),
        "message": _score(judged.stream.results),
        "color": _colour(judged),
    }
    return json.dumps(said) + "\n"


def _label(judged: Judged) -> str:
    game = " + ".join(game.capitalize() for game in _games(judged)) or "Kaiju"
    level = judged.stream.summary.about.get("level")
    return f"{game} L{level}" if level is not None else game


def _games(judged: Judged) -> list[str]:
    """The games that the engine plays: those of which anything was judged; else all it was asked.

    They come in the order of the specification.
    """
    asked = {_game(case) for case in judged.cases}
    played = {_game(case) for case in judged.cases if case.result.status not in LEFT_OUT}
    return [name for name in load_specification().games if name in (played or asked)]


def _game(case: Case) -> str | None:
    """The game of a vector; one that this kit does not know tells it by its id."""
    if case.vector is not None:
        return case.vector.game.partition("/")[0]
    game = load_specification().game_of(case.result.id.lower())
    return game.name if game is not None else None


def _score(results: Sequence[Result]) -> str:
    printed, rest = scores(results)
    if not any(result.authority for result in results):
        return str(rest)  # somebody's own vectors, which do not tell who says so
    return f"{printed} printed" + (f", {rest} more" if rest.played else "")


def _colour(judged: Judged) -> str:
    summary = judged.stream.summary
    if not summary.is_good or summary.interrupted:
        return "red"
    return "brightgreen" if summary.counts.get("pass", 0) == summary.played else "green"
