"""Misreadings of victory: by hearts, by spotlights, by a victory cell, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.table import ACTIVE, NONE
from oracle.duel import bonus, hits, pull, resolve, turn, victory
from oracle.duel.machine import Duel
from oracle.duel.monsters import markers, result_of
from oracle.duel.pull import LEFT, SEAT, TOKEN, TRACK
from oracle.duel.table import ENERGY, ENERGY_FACE, HEARTS, MARKERS, PROCEDURES, RESOLVED, rival
from oracle.duel.tracks import SPOTLIGHT, in_spotlight, is_spotlight_of, is_victory_of
from oracle.kernel.state import Frame, State

AS_IF = Topic("duel", "victory")

Won = tuple[int, str] | None


# --- when ----------------------------------------------------------------------------------------
@do.verb
def winning(change: Changes, winner: Callable[[State, int, Won], Won]) -> None:
    """Let another monster win by the markers: by who pulled, and who wins by the rules."""

    @change.instead(pull, "look_at_markers")
    def look(machine: Duel, state: State, puller: int) -> None:
        won = winner(state, puller, victory.winner_by_markers(*markers(state)))
        if won is not None:
            victory.finish(state, *won, victory.AT_ONCE)


def left(state: State) -> int:
    """How many cells a pull still goes."""
    frame = pull.pull_frame(state)
    return 0 if frame is None else frame[LEFT]


@do.before(pull.step)
def ending_pulls_there(state: State, frame: Frame) -> None:
    """A marker on a victory cell goes no further."""
    if is_victory_of(state.registers[MARKERS + frame[TRACK]], frame[SEAT]):
        frame[LEFT] = 0


@AS_IF("it were looked where the markers are at the end of a turn", "kd.victory.at-once")
def at_turn_end(change: Changes) -> None:
    @change.after(turn.pass_on)
    def look_and_pass_on(machine: Duel, state: State) -> None:
        victory.look_at_markers(machine, state, state.registers[ACTIVE])

    winning(lambda state, puller, won: None)(change)
    ending_pulls_there(change)


AS_IF(
    "it were looked where the markers are when a pull is over",
    "kd.victory.at-once",
    "kd.victory.either",
).so(
    "after-the-pull",
    winning(lambda state, puller, won: None if left(state) else won),
    ending_pulls_there,
)
AS_IF("a monster could win by markers in its own turn only", "kd.victory.at-once").so(
    "own-turn-only",
    winning(lambda state, puller, won: won if won and won[0] == state.registers[ACTIVE] else None),
)


# --- hearts --------------------------------------------------------------------------------------
@AS_IF("only claws could take the last heart", "kd.victory.hearts")
@do.around(hits, "lose_hearts")
def claws_only(lose: Any, state: State, seat: int, amount: int, cause: int) -> Any:
    return lose(amount=amount if cause == NONE else min(amount, state.counters[HEARTS + seat] - 1))


@AS_IF("a monster without hearts lost at the end of the turn", "kd.victory.hearts")
def last_heart_later(change: Changes) -> None:
    @change.around(turn.pass_on)
    def pass_on_or_end(pass_on: Any, machine: Duel, state: State) -> None:
        heartless = [seat for seat in (0, 1) if not state.counters[HEARTS + seat]]
        pass_on()
        if heartless:
            victory.fall(state, heartless, draw=machine.both_fall_draw)

    do.result(hits.fallen)(lambda fallen, frame: [] if frame[1] == SORTED_OUT else fallen)(change)


SORTED_OUT = PROCEDURES.steps[hits.HITS].index(hits.sort_out) + 1
"""Where hits go on when it is sorted out who has lost."""


# --- spotlights ----------------------------------------------------------------------------------
@AS_IF("cells beyond a spotlight counted too", "kd.victory.spotlights")
@winning
def spotlight_and_beyond(state: State, puller: int, won: Won) -> Won:
    for seat, side in enumerate((1, -1)):
        if all(at * side >= SPOTLIGHT[0] for at in markers(state)):
            return seat, "spotlights"
    return won


@AS_IF("a monster won with both markers in spotlights, on whichever side", "kd.victory.spotlights")
@winning
def any_spotlight(state: State, puller: int, won: Won) -> Won:
    return (puller, "spotlights") if all(map(in_spotlight, markers(state))) else won


@AS_IF("one marker in a spotlight were enough", "kd.victory.spotlights")
@winning
def one_spotlight(state: State, puller: int, won: Won) -> Won:
    one = any(is_spotlight_of(at, puller) for at in markers(state))
    return (puller, "spotlights") if one else won


AS_IF("only the middle cell of a spotlight counted", "kd.victory.spotlights").so(
    "spotlight-centre",
    do.result(victory, "is_spotlight_of")(
        lambda found, at: found and abs(at) == SPOTLIGHT[len(SPOTLIGHT) // 2]
    ),
)
AS_IF("only the monster that pulls could win by it", "kd.victory.either").so(
    "puller-only", winning(lambda state, puller, won: won if won and won[0] == puller else None)
)
AS_IF("the monster that pulls won where its rival does", "kd.victory.either").so(
    "puller-takes-it", winning(lambda state, puller, won: won and (puller, won[1]))
)


# --- victory cells -------------------------------------------------------------------------------
@do.verb
def winning_by_cells(change: Changes, wins: Callable[[State, int], bool]) -> None:
    """Let a victory cell win only if something holds; nobody is pulled off it."""

    def winner(state: State, puller: int, won: Won) -> Won:
        by_cell = won is not None and won[1] == "victory-cell"
        return None if by_cell and not wins(state, puller) else won

    winning(winner)(change)
    ending_pulls_there(change)


AS_IF("both markers had to be on victory cells", "kd.victory.cell").so(
    "both-cells",
    winning_by_cells(lambda state, puller: all(is_victory_of(m, puller) for m in markers(state))),
)
AS_IF("a victory cell had to be reached with the last step", "kd.victory.cell").so(
    "exact-steps", winning_by_cells(lambda state, puller: not left(state))
)


# --- both, and what comes after ------------------------------------------------------------------
@AS_IF("the active monster won if both fall", "kd.victory.both-fall")
@do.around(victory.fall)
def active_outlives(fall: Any, state: State, fallen: list[int], *, draw: bool) -> None:
    if len(fallen) > 1 and not draw:
        victory.finish(state, state.registers[ACTIVE], "hearts", victory.AT_ONCE)
    else:
        fall()


@AS_IF("the cell that wins still gave its hits", "kd.victory.over")
@do.after(pull.step)
def last_bonus(machine: Duel, state: State, frame: Frame) -> None:
    token = frame[TOKEN]
    if state.pending is None or token == NONE:
        return
    if bonus.kind_of(machine, state, token).hits[frame[pull.CELL]]:
        state.counters[HEARTS + rival(frame[SEAT])] -= 1


@AS_IF("the energy that is left in the Roll were still had after a victory", "kd.victory.over")
@do.around(hits.sort_out)
def dice_carried_out(sort_out: Any, machine: Duel, state: State) -> None:
    phase = next((each for each in state.stack if each[0] == resolve.RESOLVE_PHASE), None)
    sort_out()
    if state.pending is None or phase is None:
        return
    if not state.registers[RESOLVED] >> ENERGY_FACE & 1:
        seat = phase[resolve.SEAT]
        state.counters[ENERGY + seat] += result_of(machine, state, ENERGY_FACE)


AS_IF("nobody won if both fall where somebody does, and the reverse", "kd.victory.both-fall").so(
    "both-fall-turned-round", do.turn_round("both_fall_draw")
)
