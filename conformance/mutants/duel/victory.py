"""Misreadings of victory: by hearts, by spotlights, by a victory cell, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.table import ACTIVE, NONE
from oracle.duel import bonus, hearts, hits, pull, resolve, turn, victory
from oracle.duel.machine import Duel
from oracle.duel.monsters import markers, result_of
from oracle.duel.table import (
    ENERGY,
    ENERGY_FACE,
    HEARTS,
    MARKERS,
    PLAYERS,
    PROCEDURES,
    RESOLVED,
    rival,
)
from oracle.duel.tracks import SPOTLIGHT, in_spotlight, is_spotlight_of, is_victory_of
from oracle.kernel.state import Frame, Rules, State

AS_IF = Topic("duel", "victory")

Won = tuple[int, str] | None


# --- when ----------------------------------------------------------------------------------------


@do.verb
def looking(change: Changes, when: Callable[[Duel, State, int], bool]) -> None:
    """Look where the markers are only if something holds, by who pulled."""
    look = victory.look_at_markers

    @change.instead(pull, "look_at_markers")
    def look_sometimes(machine: Duel, state: State, puller: int) -> None:
        if when(machine, state, puller):
            look(machine, state, puller)


def ending_pulls_there(change: Changes) -> None:
    """A marker on a victory cell goes no further."""

    @change.before(pull.step)
    def step_or_stay(state: State, frame: Frame) -> None:
        if is_victory_of(state.registers[MARKERS + frame[pull.TRACK]], frame[pull.SEAT]):
            frame[pull.LEFT] = 0


@AS_IF(
    "it were looked where the markers are when a pull is over",
    "kd.victory.at-once",
    "kd.victory.either",
)
def after_the_pull(change: Changes) -> None:
    def is_last_step(machine: Duel, state: State, puller: int) -> bool:
        frame = pull.pull_frame(state)
        return frame is None or not frame[pull.LEFT]

    looking(is_last_step)(change)
    ending_pulls_there(change)


@AS_IF("a monster could win by markers in its own turn only", "kd.victory.at-once")
@looking
def own_turn_only(machine: Duel, state: State, puller: int) -> bool:
    won = victory.winner_by_markers(*markers(state))
    return won is not None and won[0] == state.registers[ACTIVE]


@AS_IF("it were looked where the markers are at the end of a turn", "kd.victory.at-once")
def at_turn_end(change: Changes) -> None:
    @change.after(turn.pass_on)
    def look_and_pass_on(machine: Duel, state: State) -> None:
        victory.look_at_markers(machine, state, state.registers[ACTIVE])

    looking(lambda machine, state, puller: False)(change)
    ending_pulls_there(change)


# --- hearts --------------------------------------------------------------------------------------


@AS_IF("only claws could take the last heart", "kd.victory.hearts")
@do.instead(hits, "lose_hearts")
def claws_only(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
    if cause != NONE:
        amount = min(amount, state.counters[HEARTS + seat] - 1)
    return hearts.lose_hearts(state, seat, amount, cause, rules)


@AS_IF("a monster without hearts lost at the end of the turn", "kd.victory.hearts")
def last_heart_later(change: Changes) -> None:
    fall = victory.fall

    @change.around(turn.pass_on)
    def pass_on_or_end(pass_on: Any, machine: Duel, state: State) -> None:
        heartless = [seat for seat in range(PLAYERS) if not state.counters[HEARTS + seat]]
        pass_on()
        if heartless:
            fall(state, heartless, draw=machine.both_fall_draw)

    @change.around(hits.fallen)
    def nobody_yet(fallen: Any, frame: Frame) -> Any:
        return [] if frame[1] == SORTED_OUT else fallen()


SORTED_OUT = PROCEDURES.steps[hits.HITS].index(hits.sort_out) + 1
"""Where hits go on when it is sorted out who has lost."""


# --- spotlights ----------------------------------------------------------------------------------


@AS_IF("only the middle cell of a spotlight counted", "kd.victory.spotlights")
def spotlight_centre(change: Changes) -> None:
    centre = SPOTLIGHT[len(SPOTLIGHT) // 2]

    @change.instead(victory, "is_spotlight_of")
    def is_centre_of(at: int, seat: int) -> bool:
        return is_spotlight_of(at, seat) and abs(at) == centre


@do.verb
def winning(change: Changes, winner: Callable[[Duel, State, int], Won]) -> None:
    """Let another monster win by where the markers are. By who pulled."""

    @change.instead(pull, "look_at_markers")
    def look(machine: Duel, state: State, puller: int) -> None:
        won = winner(machine, state, puller)
        if won is not None:
            victory.finish(state, *won, victory.AT_ONCE)


@AS_IF("cells beyond a spotlight counted too", "kd.victory.spotlights")
@winning
def spotlight_and_beyond(machine: Duel, state: State, puller: int) -> Won:
    for seat, side in enumerate((1, -1)):
        if all(at * side >= SPOTLIGHT[0] for at in markers(state)):
            return seat, "spotlights"
    return victory.winner_by_markers(*markers(state))


@AS_IF("a monster won with both markers in spotlights, on whichever side", "kd.victory.spotlights")
@winning
def any_spotlight(machine: Duel, state: State, puller: int) -> Won:
    if all(in_spotlight(at) for at in markers(state)):
        return puller, "spotlights"
    return victory.winner_by_markers(*markers(state))


@AS_IF("one marker in a spotlight were enough", "kd.victory.spotlights")
@winning
def one_spotlight(machine: Duel, state: State, puller: int) -> Won:
    if any(is_spotlight_of(at, puller) for at in markers(state)):
        return puller, "spotlights"
    return victory.winner_by_markers(*markers(state))


@AS_IF("only the monster that pulls could win by it", "kd.victory.either")
@winning
def puller_only(machine: Duel, state: State, puller: int) -> Won:
    won = victory.winner_by_markers(*markers(state))
    return won if won is not None and won[0] == puller else None


@AS_IF("the monster that pulls won where its rival does", "kd.victory.either")
@winning
def puller_takes_it(machine: Duel, state: State, puller: int) -> Won:
    won = victory.winner_by_markers(*markers(state))
    return None if won is None else (puller, won[1])


# --- victory cells -------------------------------------------------------------------------------


@AS_IF("both markers had to be on victory cells", "kd.victory.cell")
def both_cells(change: Changes) -> None:
    def both_there(machine: Duel, state: State, puller: int) -> Won:
        won = victory.winner_by_markers(*markers(state))
        by_cell = won is not None and won[1] == "victory-cell"
        return (
            None if by_cell and not all(is_victory_of(m, puller) for m in markers(state)) else won
        )

    winning(both_there)(change)
    ending_pulls_there(change)


@AS_IF("a victory cell had to be reached with the last step", "kd.victory.cell")
def exact_steps(change: Changes) -> None:
    def with_last_step(machine: Duel, state: State, puller: int) -> Won:
        won = victory.winner_by_markers(*markers(state))
        frame = pull.pull_frame(state)
        left = frame[pull.LEFT] if frame is not None else 0
        return None if won is not None and won[1] == "victory-cell" and left else won

    winning(with_last_step)(change)
    ending_pulls_there(change)


# --- both, and what comes after ------------------------------------------------------------------


AS_IF("nobody won if both fall where somebody does, and the reverse", "kd.victory.both-fall").so(
    "both-fall-turned-round", do.turn_round("both_fall_draw")
)


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
    token = frame[pull.TOKEN]
    if state.pending is None or token == NONE:
        return
    if bonus.kind_of(machine, state, token).hits[frame[pull.CELL]]:
        state.counters[HEARTS + rival(frame[pull.SEAT])] -= 1


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
