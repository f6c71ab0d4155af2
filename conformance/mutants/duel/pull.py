"""Misreadings of pulls: how far symbols pull a marker, and what its steps lead to."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import pulls, resolve, victory
from oracle.duel.machine import Duel
from oracle.duel.moments import begin_moment, start
from oracle.duel.monsters import path, result_of, token_under
from oracle.duel.pulls import (
    CELL,
    LEFT,
    LEFT_TOKEN,
    MADE,
    PULL,
    SEAT,
    TOKEN,
    TRACK,
    ability_of,
    pull_frame,
)
from oracle.duel.table import BOARD, ENOUGH_TO_PULL, MARKERS, PROCEDURES, RESOLVED, TRACK_OF
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import NONE

AS_IF = Topic("duel", "pull")


def before_step(change: Changes, first: Callable[[Duel, State, Frame], None]) -> None:
    """Let something happen right before each step of a pull that is to be made."""
    step = pulls.step

    def step_otherwise(machine: Duel, state: State, frame: Frame) -> None:
        if frame[LEFT] > 0:
            first(machine, state, frame)
        step(machine, state, frame)

    change.swap(step, step_otherwise)


def by_symbols(change: Changes, cells: Callable[[int], int]) -> None:
    """Let so many symbols of a kind pull another number of cells."""
    begin_pull = pulls.begin_pull

    def begin_otherwise(
        machine: Duel, state: State, seat: int, track: int, was: int, cause: int, rules: Rules
    ) -> None:
        pulled = cells(was + ENOUGH_TO_PULL - 1)
        begin_pull(machine, state, seat, track, pulled, cause, rules)

    change.put(resolve, "begin_pull", begin_otherwise)


def toward(frame: Frame) -> int:
    """Toward which side a pull goes."""
    return 1 if frame[SEAT] == 0 else -1


# --- markers and symbols -------------------------------------------------------------------------


@AS_IF("outward", "a marker were always pulled on away from the middle", "kd.pull.towards")
def outward(change: Changes) -> None:
    step = pulls.step

    def step_outward(machine: Duel, state: State, frame: Frame) -> None:
        seat, at = frame[SEAT], state.registers[MARKERS + frame[TRACK]]
        if at:
            frame[SEAT] = 0 if at > 0 else 1
        step(machine, state, frame)
        frame[SEAT] = seat

    change.swap(step, step_outward)


@AS_IF("other-marker", "fame pulled the destruction marker, and the reverse", "kd.pull.three")
def other_marker(change: Changes) -> None:
    crossed = dict(zip(TRACK_OF, reversed(TRACK_OF.values()), strict=True))
    change.put(resolve, "TRACK_OF", crossed)


@AS_IF("from-the-middle", "each pull began in the middle", "kd.pull.both-ways")
def from_the_middle(change: Changes) -> None:
    def go_back(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[MADE]:
            state.registers[MARKERS + frame[TRACK]] = 0

    before_step(change, go_back)


@AS_IF("not-over-the-middle", "a pull ended in the middle", "kd.pull.both-ways")
def not_over_the_middle(change: Changes) -> None:
    after_step = pulls.after_step

    def halt(machine: Duel, state: State, frame: Frame) -> None:
        if not state.registers[MARKERS + frame[TRACK]]:
            frame[LEFT] = 0
        after_step(machine, state, frame)

    change.swap(after_step, halt)


@AS_IF("a-cell-each", "each of three symbols or more pulled one cell", "kd.pull.three")
def a_cell_each(change: Changes) -> None:
    by_symbols(change, lambda symbols: symbols)


@AS_IF("four-needed", "it took four symbols to pull a marker one cell", "kd.pull.three")
def four_needed(change: Changes) -> None:
    change.put(resolve, "ENOUGH_TO_PULL", ENOUGH_TO_PULL + 1)


@AS_IF("every-three", "every three symbols pulled one cell", "kd.pull.further")
def every_three(change: Changes) -> None:
    by_symbols(change, lambda symbols: symbols // ENOUGH_TO_PULL)


@AS_IF("one-cell-only", "more than three symbols pulled one cell too", "kd.pull.further")
def one_cell_only(change: Changes) -> None:
    by_symbols(change, lambda symbols: 1)


@AS_IF("two-pull", "two symbols pulled one cell, as three do", "kd.pull.too-few")
def two_pull(change: Changes) -> None:
    change.put(resolve, "ENOUGH_TO_PULL", ENOUGH_TO_PULL - 1)
    # The resolve phase now counts one cell more than the symbols it was asked for would pull.
    by_symbols(change, lambda symbols: max(1, symbols - ENOUGH_TO_PULL))


@AS_IF("one-track-a-turn", "only one of the two markers could be pulled", "kd.pull.separate")
def one_track_a_turn(change: Changes) -> None:
    results = resolve.results

    def results_of_one(machine: Duel, state: State) -> list[int]:
        done = state.registers[RESOLVED]
        pulled = any(done >> face & 1 for face in TRACK_OF)
        return [each for each in results(machine, state) if not (pulled and each in TRACK_OF)]

    change.swap(results, results_of_one)


@AS_IF("counted-together", "fame and destruction symbols were counted together", "kd.pull.separate")
def counted_together(change: Changes) -> None:
    begin_pull = pulls.begin_pull

    def begin_together(
        machine: Duel, state: State, seat: int, track: int, was: int, cause: int, rules: Rules
    ) -> None:
        symbols = sum(result_of(machine, state, face) for face in TRACK_OF)
        cells = symbols - ENOUGH_TO_PULL + 1
        begin_pull(machine, state, seat, track, cells, cause, rules)

    change.put(resolve, "begin_pull", begin_together)


# --- steps ---------------------------------------------------------------------------------------


@AS_IF("one-jump", "a pull went to its last cell at once", "kd.pull.step")
def one_jump(change: Changes) -> None:
    def jump(machine: Duel, state: State, frame: Frame) -> None:
        line, register = path(machine, state, frame[TRACK]), MARKERS + frame[TRACK]
        while frame[LEFT] > 1:
            state.registers[register] = line.step(state.registers[register], toward(frame))
            frame[LEFT] -= 1
            frame[MADE] += 1

    before_step(change, jump)


@AS_IF(
    "bonuses-at-the-end",
    "what the steps of a pull lead to were carried out after the last of them",
    "kd.pull.step",
)
def bonuses_at_the_end(change: Changes) -> None:
    apply_bonus = pulls.apply_bonus

    def apply_all(machine: Duel, state: State, frame: Frame) -> None:
        stops = frame[TOKEN] != NONE and pulls.stops_here(
            machine, state, (frame[TOKEN], frame[CELL]), frame[SEAT]
        )
        if frame[LEFT] and not stops:
            return
        seat, at = frame[SEAT], state.registers[MARKERS + frame[TRACK]]
        apply_bonus(machine, state, frame)
        line = path(machine, state, frame[TRACK])
        for _ in range(frame[MADE] - 1):
            at = line.step(at, -toward(frame))
            if at not in line.on_token:
                continue
            index, cell = line.on_token[at]
            token = state.zones[BOARD][index]
            number = ability_of(machine, state, token, cell)
            if number is not None and not machine.abilities[number].stops:
                start(machine, state, (token, number), seat, (seat, 0))

    change.swap(apply_bonus, apply_all)


@AS_IF(
    "victory-after-bonus",
    "it were looked for victory after the bonus of the cell",
    "kd.pull.step-order",
)
def victory_after_bonus(change: Changes) -> None:
    after_step = pulls.after_step

    def look_later(machine: Duel, state: State, puller: int) -> None:
        """Not yet."""

    def look_after(machine: Duel, state: State, frame: Frame) -> None:
        after_step(machine, state, frame)
        victory.look_at_markers(machine, state, frame[SEAT])

    change.put(pulls, "look_at_markers", look_later)
    change.swap(after_step, look_after)


@AS_IF(
    "bonus-before-leaving",
    "the bonus of a cell came before what rewards leaving a token",
    "kd.pull.step-order",
)
def bonus_before_leaving(change: Changes) -> None:
    step, leave, enter, apply_bonus, *rest = PROCEDURES.steps[PULL]
    change.put(PROCEDURES.steps, PULL, (step, enter, apply_bonus, leave, *rest))


@AS_IF("nested-afterwards", "a pull within a pull waited for its end", "kd.pull.nested")
def nested_afterwards(change: Changes) -> None:
    begin_pull = pulls.begin_pull

    def begin_below(
        machine: Duel, state: State, seat: int, track: int, cells: int, cause: int, rules: Rules
    ) -> None:
        outer = pull_frame(state)
        before = len(state.stack)
        begin_pull(machine, state, seat, track, cells, cause, rules)
        if outer is not None and len(state.stack) > before:
            below = next(at for at, frame in enumerate(state.stack) if frame is outer)
            state.stack.insert(below, state.stack.pop())

    change.swap(begin_pull, begin_below)


@AS_IF("nested-replaces", "a pull within a pull put an end to it", "kd.pull.nested")
def nested_replaces(change: Changes) -> None:
    begin_pull = pulls.begin_pull

    def begin_instead(
        machine: Duel, state: State, seat: int, track: int, cells: int, cause: int, rules: Rules
    ) -> None:
        outer = pull_frame(state)
        if outer is not None:
            outer[LEFT] = 0
        begin_pull(machine, state, seat, track, cells, cause, rules)

    change.swap(begin_pull, begin_instead)


# --- when a pull is over -------------------------------------------------------------------------


@AS_IF("waits-before", "what waits for a pull took place before its first step", "kd.pull.over")
def waits_before(change: Changes) -> None:
    begin_pull = pulls.begin_pull

    def announce(
        machine: Duel, state: State, seat: int, track: int, cells: int, cause: int, rules: Rules
    ) -> None:
        begin_pull(machine, state, seat, track, cells, cause, rules)
        found = pulls.per_cell(machine, state, seat, counting=True)
        found += pulls.per_cell(machine, state, seat, counting=False)
        begin_moment(state, seat, (track, cells), found)

    def nothing_more(machine: Duel, state: State, frame: Frame) -> None:
        """It has taken place."""

    change.swap(begin_pull, announce)
    change.swap(pulls.pull_is_over, nothing_more)


@AS_IF("stopped-is-nothing", "nothing waited for a pull that was stopped", "kd.pull.over")
def stopped_is_nothing(change: Changes) -> None:
    pull_is_over = pulls.pull_is_over

    def over_unless_stopped(machine: Duel, state: State, frame: Frame) -> None:
        under = token_under(machine, state, frame[TRACK])
        if under is None or not pulls.stops_here(machine, state, under, frame[SEAT]):
            pull_is_over(machine, state, frame)

    change.swap(pull_is_over, over_unless_stopped)


# --- leaving tokens ------------------------------------------------------------------------------


@AS_IF(
    "to-bare-cells-only",
    "a step from one token to another were no pull off a token",
    "kd.pull.leave-token",
)
def to_bare_cells_only(change: Changes) -> None:
    leave = pulls.leave

    def leave_for_good(machine: Duel, state: State, frame: Frame) -> None:
        if frame[TOKEN] == NONE:
            leave(machine, state, frame)

    change.swap(leave, leave_for_good)


@AS_IF(
    "from-cell-to-cell",
    "a step from one cell of a token to another of it were a pull off a token",
    "kd.pull.leave-token",
)
def from_cell_to_cell(change: Changes) -> None:
    leave = pulls.leave

    def leave_cell(machine: Duel, state: State, frame: Frame) -> None:
        if frame[TOKEN] != NONE and frame[LEFT_TOKEN] == NONE:
            line = path(machine, state, frame[TRACK])
            came_from = line.step(state.registers[MARKERS + frame[TRACK]], -toward(frame))
            if came_from in line.on_token:
                frame[LEFT_TOKEN] = frame[TOKEN]
        leave(machine, state, frame)

    change.swap(leave, leave_cell)


@AS_IF("first-step-only", "only the first step of a pull left a token", "kd.pull.leave-token")
def first_step_only(change: Changes) -> None:
    leave = pulls.leave

    def leave_at_first(machine: Duel, state: State, frame: Frame) -> None:
        if frame[MADE] == 1:
            leave(machine, state, frame)

    change.swap(leave, leave_at_first)
