"""Misreadings of the tracks: their cells, spotlights and victory cells, and tokens on the path."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import atoms, paths, victory
from oracle.duel.machine import Duel
from oracle.duel.monsters import markers, path, token_under
from oracle.duel.paths import FARTHEST, PLACES, SPOTLIGHT, TRACKS, VICTORY_CELL, Laid, Path, Shape
from oracle.kernel.state import Rules, State

AS_IF = Topic("duel", "tracks")

Own = Callable[[Shape, tuple[int, ...]], tuple[tuple[int, int], ...]]
"""Where the cells of a token lie, each with which of its own cells it is."""


def printed(shape: Shape, covered: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """As the oracle has it."""
    return tuple((at, number) for number, at in enumerate(shape.own_cells(covered)))


def paving(change: Changes, own: Own) -> None:
    """Let tokens make other paths; what was found before is not kept."""

    def path_otherwise(track: int, laid: tuple[Laid, ...]) -> Path:
        cells = {2 * cell for cell in range(-FARTHEST, FARTHEST + 1)}
        on_token: dict[int, tuple[int, int]] = {}
        for index, (place, shape) in enumerate(laid):
            where, covered = PLACES[place]
            if where == track:
                cells -= {2 * cell for cell in covered}
                on_token |= {at: (index, number) for at, number in own(shape, covered)}
        return Path(tuple(sorted(cells | set(on_token))), on_token)

    change.swap(paths.path_of, path_otherwise)


def looking(change: Changes, wins: Callable[[Duel, State], bool]) -> None:
    """Let a victory by markers be one only if something holds besides."""
    look_at_markers = victory.look_at_markers

    def look_otherwise(machine: Duel, state: State, puller: int) -> None:
        if wins(machine, state):
            look_at_markers(machine, state, puller)

    change.swap(look_at_markers, look_otherwise)


# --- cells and zones -----------------------------------------------------------------------------


@AS_IF("one-marker", "the two tracks had one marker between them", "kd.track.cells")
def one_marker(change: Changes) -> None:
    set_marker = atoms.set_marker

    def set_both(
        state: State, track: int, at: int, left: int, seat: int, cause: int, rules: Rules
    ) -> None:
        for each in range(len(TRACKS)):
            set_marker(state, each, at, left, seat, cause, rules)

    change.swap(set_marker, set_both)


@AS_IF(
    "no-middle",
    "there were no cell in the middle between the first cells of the two sides",
    "kd.track.cells",
)
def no_middle(change: Changes) -> None:
    step = Path.step

    def step_over(path: Path, at: int, toward: int) -> int:
        return step(path, at, toward) or step(path, 0, toward)

    change.put(Path, "step", step_over)


@AS_IF("two-is-spotlight", "a spotlight began with cell 2", "kd.track.zones")
def two_is_spotlight(change: Changes) -> None:
    change.put(paths, "SPOTLIGHT", range(SPOTLIGHT.start - 2, SPOTLIGHT.stop))


@AS_IF("three-is-plain", "a spotlight began with cell 4", "kd.track.zones")
def three_is_plain(change: Changes) -> None:
    change.put(paths, "SPOTLIGHT", range(SPOTLIGHT.start + 2, SPOTLIGHT.stop))


@AS_IF("five-is-plain", "a spotlight ended with cell 4", "kd.track.zones")
def five_is_plain(change: Changes) -> None:
    change.put(paths, "SPOTLIGHT", range(SPOTLIGHT.start, SPOTLIGHT.stop - 2))


@AS_IF("six-is-spotlight", "a spotlight reached up to the victory cell", "kd.track.zones")
def six_is_spotlight(change: Changes) -> None:
    change.put(paths, "SPOTLIGHT", range(SPOTLIGHT.start, SPOTLIGHT.stop + 2))


@AS_IF("six-is-victory", "cell 6 were a victory cell", "kd.track.zones")
def six_is_victory(change: Changes) -> None:
    change.put(paths, "VICTORY_CELL", VICTORY_CELL - 2)


@AS_IF(
    "spotlights-of-both", "the spotlights of the two sides were the same to both", "kd.track.zones"
)
def spotlights_of_both(change: Changes) -> None:
    def is_any_spotlight(at: int, seat: int) -> bool:
        return paths.in_spotlight(at)

    change.swap(paths.is_spotlight_of, is_any_spotlight)


# --- the path ------------------------------------------------------------------------------------


@AS_IF("other-way-round", "tokens lay the other way round", "kd.track.path")
def other_way_round(change: Changes) -> None:
    paving(change, lambda shape, covered: printed(shape, covered[::-1]))


@AS_IF("token-is-one-cell", "a whole token were one cell of the path", "kd.track.path")
def token_is_one_cell(change: Changes) -> None:
    paving(change, lambda shape, covered: printed(shape, covered)[:1])


@AS_IF("nothing-between", "a lengthening token added no cell", "kd.track.longer")
def nothing_between(change: Changes) -> None:
    paving(
        change,
        lambda shape, covered: tuple(
            (at, number) for at, number in printed(shape, covered) if at % 2 == 0
        ),
    )


@AS_IF(
    "between-only",
    "a lengthening token had the cell between in place of those it covers",
    "kd.track.longer",
)
def between_only(change: Changes) -> None:
    def own(shape: Shape, covered: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        found = printed(shape, covered)
        return found[1:2] if shape.cells > shape.covers else found

    paving(change, own)


@AS_IF("nothing-left-out", "a shortening token left no cell out", "kd.track.shorter")
def nothing_left_out(change: Changes) -> None:
    def own(shape: Shape, covered: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        if shape.cells < shape.covers:
            return tuple((2 * cell, min(number, 1)) for number, cell in enumerate(covered))
        return printed(shape, covered)

    paving(change, own)


@AS_IF(
    "first-two",
    "the cells of a shortening token were the first two of those it covers",
    "kd.track.shorter",
)
def first_two(change: Changes) -> None:
    def own(shape: Shape, covered: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        return printed(shape, covered[: shape.cells])

    paving(change, own)


# --- tokens on spotlights and victory cells ------------------------------------------------------


@AS_IF("between-is-outside", "no cell between two others were in a spotlight", "kd.track.spotlight")
def between_is_outside(change: Changes) -> None:
    def in_even_spotlight(at: int) -> bool:
        return at % 2 == 0 and abs(at) in SPOTLIGHT

    change.swap(paths.in_spotlight, in_even_spotlight)


@AS_IF("tokens-hide-spotlights", "no cell of a token were in a spotlight", "kd.track.spotlight")
def tokens_hide_spotlights(change: Changes) -> None:
    def wins(machine: Duel, state: State) -> bool:
        if any(abs(at) == VICTORY_CELL for at in markers(state)):
            return True
        return not any(token_under(machine, state, track) for track in range(len(TRACKS)))

    looking(change, wins)


@AS_IF("half-is-inside", "a cell half inside a spotlight were part of it", "kd.track.half")
def half_is_inside(change: Changes) -> None:
    change.put(paths, "SPOTLIGHT", range(SPOTLIGHT.start - 1, SPOTLIGHT.stop + 1))


@AS_IF(
    "whole-token-inside",
    "all cells of a token that lies partly in a spotlight were part of it",
    "kd.track.half",
)
def whole_token_inside(change: Changes) -> None:
    look_at_markers = victory.look_at_markers

    def look_at_tokens(machine: Duel, state: State, puller: int) -> None:
        look_at_markers(machine, state, puller)
        for seat in range(2):
            if all(_shines(machine, state, track, seat) for track in range(len(TRACKS))):
                victory.finish(state, seat, "spotlights", ("kd.victory.spotlights",))
                return

    change.swap(look_at_markers, look_at_tokens)


def _shines(machine: Duel, state: State, track: int, seat: int) -> bool:
    """Whether a marker, or the token it stands on, is in the spotlight of a seat."""
    on_token = path(machine, state, track).on_token
    at = markers(state)[track]
    cells = [at]
    if at in on_token:
        cells = [cell for cell, (token, _) in on_token.items() if token == on_token[at][0]]
    return any(paths.is_spotlight_of(cell, seat) for cell in cells)


@AS_IF("added-cell-wins", "a cell added before the victory cell were one", "kd.track.victory")
def added_cell_wins(change: Changes) -> None:
    def is_victory_or_before(at: int, seat: int) -> bool:
        return abs(at) >= VICTORY_CELL - 1 and paths.side_of(at) == seat

    change.swap(paths.is_victory_of, is_victory_or_before)


@AS_IF("tokens-hide-victory", "a token made a victory cell plain", "kd.track.victory")
def tokens_hide_victory(change: Changes) -> None:
    looking(
        change,
        lambda machine, state: (
            not any(
                abs(at) == VICTORY_CELL and token_under(machine, state, track)
                for track, at in enumerate(markers(state))
            )
        ),
    )
