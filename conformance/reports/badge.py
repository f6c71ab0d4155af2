"""The badge: JSON for shields.io, such as `Mindbug L1 | 409/412`."""

from __future__ import annotations

import json

from conformance.reports.cases import LEFT_OUT, Case, Judged
from rules_dsl.specification import load_specification


def badge(judged: Judged) -> str:
    """Game and level, how many of the vectors it plays pass, and a colour for the verdict."""
    passed, total = _score(judged)
    said = {
        "schemaVersion": 1,
        "label": _label(judged),
        "message": f"{passed}/{total}",
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


def _score(judged: Judged) -> tuple[int, int]:
    """What passes of what the engine plays."""
    summary = judged.stream.summary
    return summary.counts.get("pass", 0), summary.played


def _colour(judged: Judged) -> str:
    summary = judged.stream.summary
    if not summary.is_good or summary.interrupted:
        return "red"
    passed, total = _score(judged)
    return "brightgreen" if passed == total else "green"
