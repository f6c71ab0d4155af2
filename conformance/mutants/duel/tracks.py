"""Misreadings of the tracks: their cells, spotlights and victory cells, and tokens on the path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import pull, tracks, victory
from oracle.duel.machine import Duel
from oracle.duel.monsters import markers, path, token_under
from oracle.duel.tracks import FARTHEST, PLACES, SPOTLIGHT, TRACKS, VICTORY_CELL, Laid, Path, Shape
from oracle.kernel.state import State

AS_IF = Topic("duel", "tracks")

Own = Callable[[Shape, tuple[int, ...]], tuple[tuple[int, int], ...]]
"""Where the cells of a token lie, each with which of its own cells it is."""


def printed(shape: Shape, covered: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """As the oracle has it."""
    return tuple((at, number) for number, at in enumerate(shape.own_cells(covered)))


@do.verb
def paving(change: Changes, own: Own) -> None:
    """Let tokens make other paths; what was found before is not kept."""

    @change.instead(tracks.path_of)
    def path_otherwise(track: int, laid: tuple[Laid, ...]) -> Path:
        cells = {2 * cell for cell in range(-FARTHEST, FARTHEST + 1)}
        on_token: dict[int, tuple[int, int]] = {}
        for index, (place, shape) in enumerate(laid):
            where, covered = PLACES[place]
            if where == track:
                cells -= {2 * cell for cell in covered}
                on_token |= {at: (index, number) for at, number in own(shape, covered)}
        return Path(tuple(sorted(cells | set(on_token))), on_token)


@do.verb
def looking(change: Changes, wins: Callable[[Duel, State], bool]) -> None:
    """Let a victory by markers be one only if something holds besides."""

    @change.provided(victory.look_at_markers)
    def look_otherwise(machine: Duel, state: State) -> object:
        return wins(machine, state)


# --- cells and zones -----------------------------------------------------------------------------


@AS_IF("the two tracks had one marker between them", "kd.track.cells")
@do.around(pull.set_marker)
def one_marker(set_marker: Any) -> None:
    for each in range(len(TRACKS)):
        set_marker(track=each)


AS_IF(
    "there were no cell in the middle between the first cells of the two sides", "kd.track.cells"
).so("no-middle", do.around(Path, "step")(lambda step: step() or step(at=0)))
AS_IF("a spotlight began with cell 2", "kd.track.zones").so(
    "two-is-spotlight", do.put(tracks, "SPOTLIGHT", range(SPOTLIGHT.start - 2, SPOTLIGHT.stop))
)
AS_IF("a spotlight began with cell 4", "kd.track.zones").so(
    "three-is-plain", do.put(tracks, "SPOTLIGHT", range(SPOTLIGHT.start + 2, SPOTLIGHT.stop))
)
AS_IF("a spotlight ended with cell 4", "kd.track.zones").so(
    "five-is-plain", do.put(tracks, "SPOTLIGHT", range(SPOTLIGHT.start, SPOTLIGHT.stop - 2))
)
AS_IF("a spotlight reached up to the victory cell", "kd.track.zones").so(
    "six-is-spotlight", do.put(tracks, "SPOTLIGHT", range(SPOTLIGHT.start, SPOTLIGHT.stop + 2))
)
AS_IF("cell 6 were a victory cell", "kd.track.zones").so(
    "six-is-victory", do.put(tracks, "VICTORY_CELL", VICTORY_CELL - 2)
)
AS_IF("the spotlights of the two sides were the same to both", "kd.track.zones").so(
    "spotlights-of-both", do.instead(tracks.is_spotlight_of)(lambda at: tracks.in_spotlight(at))
)


# --- the path ------------------------------------------------------------------------------------


AS_IF("tokens lay the other way round", "kd.track.path").so(
    "other-way-round", paving(lambda shape, covered: printed(shape, covered[::-1]))
)
AS_IF("a whole token were one cell of the path", "kd.track.path").so(
    "token-is-one-cell", paving(lambda shape, covered: printed(shape, covered)[:1])
)
AS_IF("a lengthening token added no cell", "kd.track.longer").so(
    "nothing-between",
    paving(
        lambda shape, covered: tuple(
            (at, number) for at, number in printed(shape, covered) if at % 2 == 0
        )
    ),
)


@AS_IF("a lengthening token had the cell between in place of those it covers", "kd.track.longer")
@paving
def between_only(shape: Shape, covered: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    found = printed(shape, covered)
    return found[1:2] if shape.cells > shape.covers else found


@AS_IF("a shortening token left no cell out", "kd.track.shorter")
@paving
def nothing_left_out(shape: Shape, covered: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    if shape.cells < shape.covers:
        return tuple((2 * cell, min(number, 1)) for number, cell in enumerate(covered))
    return printed(shape, covered)


AS_IF(
    "the cells of a shortening token were the first two of those it covers", "kd.track.shorter"
).so("first-two", paving(lambda shape, covered: printed(shape, covered[: shape.cells])))


# --- tokens on spotlights and victory cells ------------------------------------------------------


AS_IF("no cell between two others were in a spotlight", "kd.track.spotlight").so(
    "between-is-outside",
    do.instead(tracks.in_spotlight)(lambda at: at % 2 == 0 and abs(at) in SPOTLIGHT),
)


@AS_IF("no cell of a token were in a spotlight", "kd.track.spotlight")
@looking
def tokens_hide_spotlights(machine: Duel, state: State) -> bool:
    if any(abs(at) == VICTORY_CELL for at in markers(state)):
        return True
    return not any(token_under(machine, state, track) for track in range(len(TRACKS)))


AS_IF("a cell half inside a spotlight were part of it", "kd.track.half").so(
    "half-is-inside", do.put(tracks, "SPOTLIGHT", range(SPOTLIGHT.start - 1, SPOTLIGHT.stop + 1))
)


@AS_IF("all cells of a token that lies partly in a spotlight were part of it", "kd.track.half")
@do.after(victory.look_at_markers)
def whole_token_inside(machine: Duel, state: State) -> None:
    for seat in range(2):
        if all(_shines(machine, state, track, seat) for track in range(len(TRACKS))):
            victory.finish(state, seat, "spotlights", ("kd.victory.spotlights",))
            return


def _shines(machine: Duel, state: State, track: int, seat: int) -> bool:
    """Whether a marker, or the token it stands on, is in the spotlight of a seat."""
    on_token = path(machine, state, track).on_token
    at = markers(state)[track]
    cells = [at]
    if at in on_token:
        cells = [cell for cell, (token, _) in on_token.items() if token == on_token[at][0]]
    return any(tracks.is_spotlight_of(cell, seat) for cell in cells)


@AS_IF("a cell added before the victory cell were one", "kd.track.victory")
@do.instead(tracks.is_victory_of)
def added_cell_wins(at: int, seat: int) -> bool:
    return abs(at) >= VICTORY_CELL - 1 and tracks.side_of(at) == seat


AS_IF("a token made a victory cell plain", "kd.track.victory").so(
    "tokens-hide-victory",
    looking(
        lambda machine, state: (
            not any(
                abs(at) == VICTORY_CELL and token_under(machine, state, track)
                for track, at in enumerate(markers(state))
            )
        )
    ),
)
