"""Cases that `kaiju fuzz` wrote, as positions: where an engine parted from the oracle.

A vector in a file of its own is told in the same way; both name a game, where it begins and a
script.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from oracle.kernel.machine import Refused
from oracle.position import Position
from oracle.ruleset import Ruleset, load
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

ID = re.compile(r"[0-9a-f]{3,}\Z")
CORPUS = Path("kaiju-corpus")
"""Where `kaiju fuzz` keeps its cases unless told otherwise."""


@frozen
class Case:
    """What a case says about the position that it leads to."""

    title: str
    rules: tuple[str, ...]
    told: tuple[str, ...]
    """The answers so far, forced ones in brackets."""
    position: Position


def case_file(name: str) -> Path | None:
    """The file of the corpus whose id begins so, or None if there is none or several."""
    if not ID.match(name):
        return None
    fitting = sorted(CORPUS.glob(f"{name}*.json"))
    return fitting[0] if len(fitting) == 1 else None


def is_case(given: Any) -> bool:  # Any: JSON not checked yet
    """Whether a JSON value is a case or a vector, and no position."""
    return isinstance(given, dict) and isinstance(given.get("script"), list) and "game" in given


def read_case(
    given: Mapping[str, Any],  # Any: JSON not checked yet
    place: str,
    options: Mapping[str, str],
    cards: Sequence[Path],
) -> Case:
    """The case with the position at its end; what cannot be played is told with its place."""
    setup, start = given.get("setup"), given.get("start") or {}
    if not isinstance(given["game"], str) or not isinstance(start, dict):
        raise KaijuError("this is no case: `game` or `start` is wrong", place=place)
    answers = [step.get("do") if isinstance(step, dict) else None for step in given["script"]]
    try:
        rules = _rules(given, options, cards)
        position = rules.start() if setup is None else rules.setup(setup)
        told = _play(position, answers)
    except Refused as refused:
        raise KaijuError(f"the script of this case is not legal: {refused}", place=place) from None
    except KaijuError as error:
        where = f"{place}: {error.place}" if error.place else place
        raise KaijuError(error.message, place=where, remedy=error.remedy) from None
    cited = [one["id"] if isinstance(one, dict) else str(one) for one in given.get("rules", [])]
    title = str(given.get("message") or given.get("title") or "")
    return Case(title, tuple(cited), tuple(told), position)


def _rules(
    given: Mapping[str, Any], options: Mapping[str, str], cards: Sequence[Path]
) -> Ruleset:  # Any: JSON not checked yet
    name, texts = given["game"], given.get("cards") or []
    setup, start = given.get("setup"), given.get("start") or {}
    seats = len(setup.get("players", ())) if isinstance(setup, dict) else start.get("players")
    by = {**(given.get("options") or {}), **options}
    fewest, most = load_specification().ruleset(name).players
    players = None if fewest == most else seats or fewest
    if not texts:
        return load(name, options=by, cards=cards, players=players)
    with tempfile.TemporaryDirectory(prefix="kaiju-case-") as folder:
        added = Path(folder) / "case.cards"
        added.write_text("\n".join(map(str, texts)), encoding="utf-8")
        return load(name, options=by, cards=[*cards, added], players=players)


def _play(position: Position, answers: Sequence[Any]) -> list[str]:  # Any: JSON not checked yet
    """Give the answers and all that are forced; a forced one may be scripted too."""
    told: list[str] = []
    left = list(answers)
    while (decision := position.decision) is not None:
        forced = decision.forced()
        if forced is None and not left:
            break
        answer = left.pop(0) if forced is None or (left and left[0] == forced) else forced
        if not isinstance(answer, dict):
            raise KaijuError("a step of the script has no answer (`do`)")
        said = f"{decision.seat} {_said(answer)}"
        told.append(said if forced is None else f"({said})")
        position.advance(answer)
    return told


def _said(answer: Mapping[str, Any]) -> str:  # Any: values of an answer
    words = []
    for verb, value in answer.items():
        shown = " ".join(map(str, value)) or "nothing" if isinstance(value, list) else str(value)
        words.append(verb if value is True else f"{verb} {shown}")
    return " ".join(words)
