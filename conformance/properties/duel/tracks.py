"""Claims about the tracks of Duel: markers, noise tokens, and how a game is won."""

from __future__ import annotations

from itertools import pairwise

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.duel.table import (
    END,
    RULESETS,
    TRACKS,
    cells_of,
    path,
    spotlight,
)
from conformance.properties.table import PAIR, Table, other
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Over

SIDE = {"p1": 1, "p2": -1}


def _board(table: Table, state: JsonObject) -> list[JsonObject]:
    """The tokens on the tracks with what they are."""
    names = table.engine.view("p1")["cards"]
    return [token | {"card": names[token["h"]]} for token in state["board"]]


@claim(
    *("kd.track.cells", "kd.track.path", "kd.track.longer", "kd.track.shorter", "kd.pull.step"),
    needs=("state", "view"),
    whatever_the_options=True,
    games=RULESETS,
)
def markers_stand_on_cells_that_exist(table: Table, choices: Choices) -> None:
    """A marker is always on a cell of its path: between two cells of the board only where a
    lengthening token lies, and never on the cell that a shortening one takes away."""
    for frame in table.frames(choices):
        state = table.state(frame)
        board = _board(table, state)
        for track in TRACKS:
            cells = path(track, board, table.cards)
            assert state[track] in cells, f"{track}: {state[track]} is not on {cells}, {board}"


@claim(
    *("kd.noise.where", "kd.noise.other-token", "kd.noise.size"),
    needs=("state", "view"),
    whatever_the_options=True,
    games=RULESETS,
)
def no_two_tokens_overlap(table: Table, choices: Choices) -> None:
    """A token lies on neighbouring cells of one track, as many as it covers, and on no cell lie
    two tokens."""
    for frame in table.frames(choices):
        taken: set[tuple[str, int]] = set()
        for token in _board(table, table.state(frame)):
            track, cells = cells_of(token["place"])
            steps = {after - before for before, after in pairwise(cells)}
            assert track in TRACKS, f"{token}"
            assert steps in (set(), {1}, {-1}), f"{token}"
            assert all(-END <= cell <= END for cell in cells), f"{token} is beyond the track"
            assert len(cells) == table.cards[token["card"]].covers, f"{token}"
            mine = {(track, cell) for cell in cells}
            assert not mine & taken, f"{token} lies on another token"
            taken |= mine


@claim("kd.noise.marker", "kd.noise.stuck", "kd.noise.stays", needs=("state",), games=RULESETS)
def no_token_is_put_on_or_taken_from_a_marker(table: Table, choices: Choices) -> None:
    """Where a token is laid stands no marker, and a token on which one stands stays."""
    for before, move, state in table.changes(choices):
        was = {token["h"]: token["place"] for token in before["board"]}
        now = {token["h"]: token["place"] for token in state["board"]}
        if "place" in move.answer:
            assert not _under_marker(before, move.answer["place"]), f"{move.answer} on a marker"
        for token, place in was.items():
            if now.get(token) != place and "place" in move.answer:
                assert not _under_marker(before, place), f"{token} was moved from {place}"


def _under_marker(state: JsonObject, place: str) -> bool:
    track, cells = cells_of(place)
    return 2 * min(cells) <= int(state[track]) <= 2 * max(cells)


def _reasons(state: JsonObject, seat: str) -> set[str]:
    """How a seat has won, by what lies on the table."""
    side = SIDE[seat]
    found = set()
    if state["players"][other(seat)]["hearts"] == 0 and _has_monsters(state):
        found.add("hearts")
    if any(state[track] == 2 * END * side for track in TRACKS):
        found.add("victory-cell")
    if all(spotlight(state[track]) == side for track in TRACKS):
        found.add("spotlights")
    return found


def _has_monsters(state: JsonObject) -> bool:
    return all(player["monster"] for player in state["players"].values())


@claim(
    *("kd.victory.at-once", "kd.victory.hearts", "kd.victory.spotlights", "kd.victory.cell"),
    *("kd.victory.either", "kd.victory.over"),
    needs=("state",),
    whatever_the_options=True,
    games=RULESETS,
)
def a_duel_is_over_as_soon_as_it_is_won(table: Table, choices: Choices) -> None:
    """Whoever has won has met a condition, and as long as anything is asked nobody has; nobody is
    asked between the hit that takes the last heart and the end, other than by what saves it."""
    for frame in table.frames(choices):
        state = table.state(frame)
        won = {seat: _reasons(state, seat) for seat in PAIR}
        if isinstance(frame.next, Over):
            winner = frame.next.winner
            if winner is not None:
                assert won[winner], f"{winner} won by {frame.next.reason}, and nothing says so"
            continue
        for seat, reasons in won.items():
            assert not reasons - {"hearts"}, f"{seat} has won by {reasons}, and the game goes on"
