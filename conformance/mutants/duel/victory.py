"""Misreadings of victory: by hearts, by spotlights, by a victory cell, and when."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import atoms, hits, pulls, resolve, turn, victory
from oracle.duel.machine import Duel
from oracle.duel.monsters import markers, result_of
from oracle.duel.paths import SPOTLIGHT, in_spotlight, is_spotlight_of, is_victory_of
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
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import ACTIVE, NONE

AS_IF = Topic("duel", "victory")

Won = tuple[int, str] | None


# --- when ----------------------------------------------------------------------------------------


def looking(change: Changes, when: Callable[[Duel, State, int], bool]) -> None:
    """Look where the markers are only if something holds, by who pulled."""
    look = victory.look_at_markers

    def look_sometimes(machine: Duel, state: State, puller: int) -> None:
        if when(machine, state, puller):
            look(machine, state, puller)

    change.put(pulls, "look_at_markers", look_sometimes)


def ending_pulls_there(change: Changes) -> None:
    """A marker on a victory cell goes no further."""
    step = pulls.step

    def step_or_stay(machine: Duel, state: State, frame: Frame) -> None:
        if is_victory_of(state.registers[MARKERS + frame[pulls.TRACK]], frame[pulls.SEAT]):
            frame[pulls.LEFT] = 0
        step(machine, state, frame)

    change.swap(step, step_or_stay)


@AS_IF(
    "after-the-pull",
    "it were looked where the markers are when a pull is over",
    "kd.victory.at-once",
    "kd.victory.either",
)
def after_the_pull(change: Changes) -> None:
    def is_last_step(machine: Duel, state: State, puller: int) -> bool:
        frame = pulls.pull_frame(state)
        return frame is None or not frame[pulls.LEFT]

    looking(change, is_last_step)
    ending_pulls_there(change)


@AS_IF(
    "own-turn-only",
    "a monster could win by markers in its own turn only",
    "kd.victory.at-once",
)
def own_turn_only(change: Changes) -> None:
    def is_own_turn(machine: Duel, state: State, puller: int) -> bool:
        won = victory.winner_by_markers(*markers(state))
        return won is not None and won[0] == state.registers[ACTIVE]

    looking(change, is_own_turn)


@AS_IF(
    "at-turn-end",
    "it were looked where the markers are at the end of a turn",
    "kd.victory.at-once",
)
def at_turn_end(change: Changes) -> None:
    pass_on = turn.pass_on

    def look_and_pass_on(machine: Duel, state: State, frame: Frame) -> None:
        pass_on(machine, state, frame)
        victory.look_at_markers(machine, state, state.registers[ACTIVE])

    looking(change, lambda machine, state, puller: False)
    ending_pulls_there(change)
    change.swap(pass_on, look_and_pass_on)


# --- hearts --------------------------------------------------------------------------------------


@AS_IF("claws-only", "only claws could take the last heart", "kd.victory.hearts")
def claws_only(change: Changes) -> None:
    def lose_some(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        if cause != NONE:
            amount = min(amount, state.counters[HEARTS + seat] - 1)
        return atoms.lose_hearts(state, seat, amount, cause, rules)

    change.put(hits, "lose_hearts", lose_some)


@AS_IF(
    "last-heart-later",
    "a monster without hearts lost at the end of the turn",
    "kd.victory.hearts",
)
def last_heart_later(change: Changes) -> None:
    pass_on, fallen, fall = turn.pass_on, hits.fallen, victory.fall

    def pass_on_or_end(machine: Duel, state: State, frame: Frame) -> None:
        heartless = [seat for seat in range(PLAYERS) if not state.counters[HEARTS + seat]]
        pass_on(machine, state, frame)
        if heartless:
            fall(state, heartless, draw=machine.both_fall_draw)

    def nobody_yet(state: State, frame: Frame) -> list[int]:
        return [] if frame[1] == SORTED_OUT else fallen(state, frame)

    change.swap(fallen, nobody_yet)
    change.swap(pass_on, pass_on_or_end)


SORTED_OUT = PROCEDURES.steps[hits.HITS].index(hits.sort_out) + 1
"""Where hits go on when it is sorted out who has lost."""


# --- spotlights ----------------------------------------------------------------------------------


@AS_IF("spotlight-centre", "only the middle cell of a spotlight counted", "kd.victory.spotlights")
def spotlight_centre(change: Changes) -> None:
    centre = SPOTLIGHT[len(SPOTLIGHT) // 2]

    def is_centre_of(at: int, seat: int) -> bool:
        return is_spotlight_of(at, seat) and abs(at) == centre

    change.put(victory, "is_spotlight_of", is_centre_of)


def winning(change: Changes, winner: Callable[[Duel, State, int], Won]) -> None:
    """Let another monster win by where the markers are. By who pulled."""

    def look(machine: Duel, state: State, puller: int) -> None:
        won = winner(machine, state, puller)
        if won is not None:
            victory.finish(state, *won, victory.AT_ONCE)

    change.put(pulls, "look_at_markers", look)


@AS_IF("spotlight-and-beyond", "cells beyond a spotlight counted too", "kd.victory.spotlights")
def spotlight_and_beyond(change: Changes) -> None:
    def far_enough(machine: Duel, state: State, puller: int) -> Won:
        for seat, side in enumerate((1, -1)):
            if all(at * side >= SPOTLIGHT[0] for at in markers(state)):
                return seat, "spotlights"
        return victory.winner_by_markers(*markers(state))

    winning(change, far_enough)


@AS_IF(
    "any-spotlight",
    "a monster won with both markers in spotlights, on whichever side",
    "kd.victory.spotlights",
)
def any_spotlight(change: Changes) -> None:
    def puller_wins(machine: Duel, state: State, puller: int) -> Won:
        if all(in_spotlight(at) for at in markers(state)):
            return puller, "spotlights"
        return victory.winner_by_markers(*markers(state))

    winning(change, puller_wins)


@AS_IF("one-spotlight", "one marker in a spotlight were enough", "kd.victory.spotlights")
def one_spotlight(change: Changes) -> None:
    def has_one(machine: Duel, state: State, puller: int) -> Won:
        if any(is_spotlight_of(at, puller) for at in markers(state)):
            return puller, "spotlights"
        return victory.winner_by_markers(*markers(state))

    winning(change, has_one)


@AS_IF("puller-only", "only the monster that pulls could win by it", "kd.victory.either")
def puller_only(change: Changes) -> None:
    def puller_or_nobody(machine: Duel, state: State, puller: int) -> Won:
        won = victory.winner_by_markers(*markers(state))
        return won if won is not None and won[0] == puller else None

    winning(change, puller_or_nobody)


@AS_IF(
    "puller-takes-it",
    "the monster that pulls won where its rival does",
    "kd.victory.either",
)
def puller_takes_it(change: Changes) -> None:
    def puller_wins(machine: Duel, state: State, puller: int) -> Won:
        won = victory.winner_by_markers(*markers(state))
        return None if won is None else (puller, won[1])

    winning(change, puller_wins)


# --- victory cells -------------------------------------------------------------------------------


@AS_IF("both-cells", "both markers had to be on victory cells", "kd.victory.cell")
def both_cells(change: Changes) -> None:
    def both_there(machine: Duel, state: State, puller: int) -> Won:
        won = victory.winner_by_markers(*markers(state))
        by_cell = won is not None and won[1] == "victory-cell"
        return (
            None if by_cell and not all(is_victory_of(m, puller) for m in markers(state)) else won
        )

    winning(change, both_there)
    ending_pulls_there(change)


@AS_IF("exact-steps", "a victory cell had to be reached with the last step", "kd.victory.cell")
def exact_steps(change: Changes) -> None:
    def with_last_step(machine: Duel, state: State, puller: int) -> Won:
        won = victory.winner_by_markers(*markers(state))
        frame = pulls.pull_frame(state)
        left = frame[pulls.LEFT] if frame is not None else 0
        return None if won is not None and won[1] == "victory-cell" and left else won

    winning(change, with_last_step)
    ending_pulls_there(change)


# --- both, and what comes after ------------------------------------------------------------------


@AS_IF(
    "both-fall-turned-round",
    "nobody won if both fall where somebody does, and the reverse",
    "kd.victory.both-fall",
)
def both_fall_turned_round(change: Changes) -> None:
    change.turn_round("both_fall_draw")


@AS_IF("active-outlives", "the active monster won if both fall", "kd.victory.both-fall")
def active_outlives(change: Changes) -> None:
    fall = victory.fall

    def fall_for_active(state: State, fallen: list[int], *, draw: bool) -> None:
        if len(fallen) > 1 and not draw:
            victory.finish(state, state.registers[ACTIVE], "hearts", victory.AT_ONCE)
        else:
            fall(state, fallen, draw=draw)

    change.swap(fall, fall_for_active)


@AS_IF("last-bonus", "the cell that wins still gave its hits", "kd.victory.over")
def last_bonus(change: Changes) -> None:
    step = pulls.step

    def step_and_hit(machine: Duel, state: State, frame: Frame) -> None:
        step(machine, state, frame)
        token = frame[pulls.TOKEN]
        if state.pending is None or token == NONE:
            return
        if pulls.kind_of(machine, state, token).hits[frame[pulls.CELL]]:
            state.counters[HEARTS + rival(frame[pulls.SEAT])] -= 1

    change.swap(step, step_and_hit)


@AS_IF(
    "dice-carried-out",
    "the energy that is left in the Roll were still had after a victory",
    "kd.victory.over",
)
def dice_carried_out(change: Changes) -> None:
    sort_out = hits.sort_out

    def sort_out_and_gain(machine: Duel, state: State, frame: Frame) -> None:
        phase = next((each for each in state.stack if each[0] == resolve.RESOLVE_PHASE), None)
        sort_out(machine, state, frame)
        if state.pending is None or phase is None:
            return
        if not state.registers[RESOLVED] >> ENERGY_FACE & 1:
            seat = phase[resolve.SEAT]
            state.counters[ENERGY + seat] += result_of(machine, state, ENERGY_FACE)

    change.swap(sort_out, sort_out_and_gain)
