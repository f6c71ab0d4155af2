"""The two tracks drawn in plain text: where markers, tokens, spotlights and victory cells are.

The end of the first seat is on the left. A path is drawn as it is walked: a token takes the place
of the cells it covers, so that one more or one fewer cell on it shows as what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules_dsl.definitions import Card

from .tracks import FARTHEST, SPOTLIGHT, TRACKS, VICTORY_CELL, Shape, in_spotlight

LABEL = 13
"""Columns before the first cell."""
STEP = 4
"""Columns from one cell of the board to the next; a cell that a token adds is halfway."""
WIDTH = LABEL + VICTORY_CELL * STEP + 3

PLAIN, LIT, VICTORY, MARKER = ".", "*", "W", "V"
EMPTY, STOP, JOINT = "o", "x", "="
HIT, HITS = "h", "H"
BONUS = {"gain-hearts": "+", "gain-energy": "e", "get-tokens": "d"}

LEGEND = f"{MARKER} marker   {LIT} spotlight   {VICTORY} victory cell   [ ] noise token"
"""What the signs mean; those on tokens are told with each token."""

MEANING = {
    HIT: "hit",
    HITS: "2 hits",
    "+": "heart",
    "e": "energy",
    "d": "dice token",
    EMPTY: "nothing",
    STOP: "stops the rival of The King",
}
"""What lies on a cell of a token, by its sign."""

HEADS = ("first-cell", "second-cell", "third-cell")
"""The lines of a token, one for each of its own cells."""


def drawn(state: Mapping[str, Any], tokens: Mapping[str, Card]) -> list[str]:
    """A ruler and, for each track, its marker and its path; `tokens` are those on the board."""
    lines = [_ruler()]
    for track in TRACKS:
        lines.append(_marker(track, state[track]))
        there = [(t["place"], tokens[t["h"]]) for t in state["board"]]
        lines.append(_path([(c, card) for p, card in there for c in [_on(p, track)] if c]))
    return [line.rstrip() for line in lines]


def ends(left: str, right: str) -> str:
    """Who sits at which end of the tracks."""
    room = WIDTH - LABEL + 1
    return f"{'':{LABEL - 1}}{left}{right:>{room - len(left)}}"


def bonuses(token: Card) -> list[str]:
    """What lies on each of a token's own cells, in signs."""
    bodies = {ability.head: ability.body for ability in token.abilities}
    return [_sign(bodies.get(head)) for head in HEADS[: token.property("cells")]]


def legend(tokens: Iterable[Card]) -> str:
    """What the signs mean, with those on some tokens."""
    there = {sign for token in tokens for sign in bonuses(token)}
    signs = ", ".join(f"{sign} {meaning}" for sign, meaning in MEANING.items() if sign in there)
    return f"{LEGEND}: {signs}" if signs else LEGEND.partition("   [ ]")[0]


def reads_alike(token: Card) -> bool:
    """Whether a token is the same from both of its ends. rule: kd.noise.either-way"""
    bodies = {ability.head: ability.body for ability in token.abilities}
    own = [bodies.get(head) for head in HEADS[: token.property("cells")]]
    return own == own[::-1]


def inscription(token: Card) -> str:
    """What lies on the cells of a token, with the signs they are drawn with."""
    return ", ".join(f"{sign} {MEANING[sign]}" for sign in bonuses(token))


def cells_in(place: str) -> tuple[str, list[int]]:
    """The track and the cells of the board that the name of a place means."""
    track, _, cells = place.partition(":")
    return track, [int(cell) for cell in cells.split(",")]


def _on(place: str, track: str) -> list[int]:
    named, cells = cells_in(place)
    return cells if named == track else []


def _sign(body: Any) -> str:
    """A bonus as one character; the body is a compiled text."""
    if body is None:
        return EMPTY
    first = body[0]
    if first.word == "hit":
        return HIT if first["amount"] == 1 else HITS
    return BONUS.get(first.word, STOP)


def _column(half: int) -> int:
    return LABEL + (VICTORY_CELL - half) * STEP // 2


def _put(line: list[str], column: int, text: str) -> None:
    line[column : column + len(text)] = text


def _blank() -> list[str]:
    return [" "] * WIDTH


def _ruler() -> str:
    line = _blank()
    for cell in range(-FARTHEST, FARTHEST + 1):
        _put(line, _column(2 * cell), str(abs(cell)))
    for half in (SPOTLIGHT[-1], -SPOTLIGHT[0]):
        _put(line, _column(half) - 1, "(")
    for half in (SPOTLIGHT[0], -SPOTLIGHT[-1]):
        _put(line, _column(half) + 1, ")")
    _put(line, _column(VICTORY_CELL) - 1, VICTORY)
    _put(line, _column(-VICTORY_CELL) + 1, VICTORY)
    return "".join(line)


def _marker(track: str, half: int) -> str:
    line = _blank()
    _put(line, 1, track)
    _put(line, _column(half), MARKER)
    return "".join(line)


def _path(tokens: Sequence[tuple[list[int], Card]]) -> str:
    line = _blank()
    for cell in range(-FARTHEST, FARTHEST + 1):
        _put(line, _column(2 * cell), _bare(abs(cell)))
    for cells, token in tokens:
        shape = Shape(token.property("covers"), token.property("cells"))
        columns = [_column(half) for half in shape.own_cells(tuple(cells))]
        _put(line, min(columns), JOINT * (max(columns) - min(columns)))
        _put(line, min(columns) - 1, "[")
        _put(line, max(columns) + 1, "]")
        for column, sign in zip(columns, bonuses(token), strict=True):
            _put(line, column, sign)
    return "".join(line)


def _bare(cell: int) -> str:
    if cell == FARTHEST:
        return VICTORY
    return LIT if in_spotlight(2 * cell) else PLAIN
