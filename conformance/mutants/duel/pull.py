"""Misreadings of pulls: how far symbols pull a marker, and what its steps lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.table import NONE
from oracle.duel import bonus, pull, resolve, victory
from oracle.duel.bonus import ability_of
from oracle.duel.machine import Duel
from oracle.duel.moments import begin_moment, start
from oracle.duel.monsters import path, result_of, token_under
from oracle.duel.pull import CELL, LEFT, LEFT_TOKEN, MADE, PULL, SEAT, TOKEN, TRACK, pull_frame
from oracle.duel.table import BOARD, ENOUGH_TO_PULL, MARKERS, PROCEDURES, RESOLVED, TRACK_OF
from oracle.kernel.state import Frame, Rules, State

AS_IF = Topic("duel", "pull")


@do.verb
def before_step(change: Changes, first: Callable[[Duel, State, Frame], None]) -> None:
    """Let something happen right before each step of a pull that is to be made."""

    @change.before(pull.step)
    def step_otherwise(machine: Duel, state: State, frame: Frame) -> None:
        if frame[LEFT] > 0:
            first(machine, state, frame)


@do.verb
def by_symbols(change: Changes, cells: Callable[[int], int]) -> None:
    """Let so many symbols of a kind pull another number of cells."""
    begin_pull = pull.begin_pull

    @change.instead(resolve, "begin_pull")
    def begin_otherwise(
        machine: Duel,
        state: State,
        seat: int,
        track: int,
        was: int,
        cause: int,
        rules: Rules,
        *_: Any,
    ) -> None:
        pulled = cells(was + ENOUGH_TO_PULL - 1)
        begin_pull(machine, state, seat, track, pulled, cause, rules)


def toward(frame: Frame) -> int:
    """Toward which side a pull goes."""
    return 1 if frame[SEAT] == 0 else -1


# --- markers and symbols -------------------------------------------------------------------------


@AS_IF("a marker were always pulled on away from the middle", "kd.pull.towards")
@do.around(pull.step)
def outward(step: Any, state: State, frame: Frame) -> None:
    seat, at = frame[SEAT], state.registers[MARKERS + frame[TRACK]]
    if at:
        frame[SEAT] = 0 if at > 0 else 1
    step()
    frame[SEAT] = seat


@AS_IF("fame pulled the destruction marker, and the reverse", "kd.pull.three")
def other_marker(change: Changes) -> None:
    crossed = dict(zip(TRACK_OF, reversed(TRACK_OF.values()), strict=True))
    change.put(resolve, "TRACK_OF", crossed)


@AS_IF("each pull began in the middle", "kd.pull.both-ways")
@before_step
def from_the_middle(machine: Duel, state: State, frame: Frame) -> None:
    if not frame[MADE]:
        state.registers[MARKERS + frame[TRACK]] = 0


@AS_IF("a pull ended in the middle", "kd.pull.both-ways")
@do.before(pull.after_step)
def not_over_the_middle(state: State, frame: Frame) -> None:
    if not state.registers[MARKERS + frame[TRACK]]:
        frame[LEFT] = 0


AS_IF("each of three symbols or more pulled one cell", "kd.pull.three").so(
    "a-cell-each", by_symbols(lambda symbols: symbols)
)
AS_IF("it took four symbols to pull a marker one cell", "kd.pull.three").so(
    "four-needed", do.put(resolve, "ENOUGH_TO_PULL", ENOUGH_TO_PULL + 1)
)
AS_IF("every three symbols pulled one cell", "kd.pull.further").so(
    "every-three", by_symbols(lambda symbols: symbols // ENOUGH_TO_PULL)
)
AS_IF("more than three symbols pulled one cell too", "kd.pull.further").so(
    "one-cell-only", by_symbols(lambda symbols: 1)
)
AS_IF("two symbols pulled one cell, as three do", "kd.pull.too-few").so(
    "two-pull",
    do.put(resolve, "ENOUGH_TO_PULL", ENOUGH_TO_PULL - 1),
    # The resolve phase now counts one cell more than the symbols it was asked for would pull.
    by_symbols(lambda symbols: max(1, symbols - ENOUGH_TO_PULL)),
)


@AS_IF("only one of the two markers could be pulled", "kd.pull.separate")
@do.around(resolve.results)
def one_track_a_turn(results: Any, state: State) -> Any:
    done = state.registers[RESOLVED]
    pulled = any(done >> face & 1 for face in TRACK_OF)
    return [each for each in results() if not (pulled and each in TRACK_OF)]


@AS_IF("fame and destruction symbols were counted together", "kd.pull.separate")
@do.instead(resolve, "begin_pull")
def counted_together(
    machine: Duel, state: State, seat: int, track: int, was: int, cause: int, rules: Rules, *_: Any
) -> None:
    symbols = sum(result_of(machine, state, face) for face in TRACK_OF)
    cells = symbols - ENOUGH_TO_PULL + 1
    pull.begin_pull(machine, state, seat, track, cells, cause, rules)


# --- steps ---------------------------------------------------------------------------------------


@AS_IF("a pull went to its last cell at once", "kd.pull.step")
@before_step
def one_jump(machine: Duel, state: State, frame: Frame) -> None:
    line, register = path(machine, state, frame[TRACK]), MARKERS + frame[TRACK]
    while frame[LEFT] > 1:
        state.registers[register] = line.step(state.registers[register], toward(frame))
        frame[LEFT] -= 1
        frame[MADE] += 1


@AS_IF("what the steps of a pull lead to were carried out after the last of them", "kd.pull.step")
@do.around(pull.apply_bonus)
def bonuses_at_the_end(apply_bonus: Any, machine: Duel, state: State, frame: Frame) -> None:
    stops = frame[TOKEN] != NONE and bonus.stops_here(
        machine, state, (frame[TOKEN], frame[CELL]), frame[SEAT]
    )
    if frame[LEFT] and not stops:
        return
    seat, at = frame[SEAT], state.registers[MARKERS + frame[TRACK]]
    apply_bonus()
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


@AS_IF("it were looked for victory after the bonus of the cell", "kd.pull.step-order")
def victory_after_bonus(change: Changes) -> None:
    @change.instead(pull, "look_at_markers")
    def look_later() -> None:
        """Not yet."""

    @change.after(pull.after_step)
    def look_after(machine: Duel, state: State, frame: Frame) -> None:
        victory.look_at_markers(machine, state, frame[SEAT])


@AS_IF("the bonus of a cell came before what rewards leaving a token", "kd.pull.step-order")
def bonus_before_leaving(change: Changes) -> None:
    step, leave, enter, apply_bonus, *rest = PROCEDURES.steps[PULL]
    change.put(PROCEDURES.steps, PULL, (step, enter, apply_bonus, leave, *rest))


@AS_IF("a pull within a pull waited for its end", "kd.pull.nested")
@do.around(pull.begin_pull)
def nested_afterwards(begin_pull: Any, state: State) -> None:
    outer = pull_frame(state)
    before = len(state.stack)
    begin_pull()
    if outer is not None and len(state.stack) > before:
        below = next(at for at, frame in enumerate(state.stack) if frame is outer)
        state.stack.insert(below, state.stack.pop())


@AS_IF("a pull within a pull put an end to it", "kd.pull.nested")
@do.before(pull.begin_pull)
def nested_replaces(state: State) -> None:
    outer = pull_frame(state)
    if outer is not None:
        outer[LEFT] = 0


# --- when a pull is over -------------------------------------------------------------------------


@AS_IF("what waits for a pull took place before its first step", "kd.pull.over")
def waits_before(change: Changes) -> None:
    @change.after(pull.begin_pull)
    def announce(machine: Duel, state: State, seat: int, track: int, cells: int) -> None:
        found = pull.per_cell(machine, state, seat, counting=True)
        found += pull.per_cell(machine, state, seat, counting=False)
        begin_moment(state, seat, (track, cells), found)

    @change.instead(pull.pull_is_over)
    def nothing_more() -> None:
        """It has taken place."""


@AS_IF("nothing waited for a pull that was stopped", "kd.pull.over")
@do.around(pull.pull_is_over)
def stopped_is_nothing(pull_is_over: Any, machine: Duel, state: State, frame: Frame) -> None:
    under = token_under(machine, state, frame[TRACK])
    if under is None or not bonus.stops_here(machine, state, under, frame[SEAT]):
        pull_is_over()


# --- leaving tokens ------------------------------------------------------------------------------


AS_IF("a step from one token to another were no pull off a token", "kd.pull.leave-token").so(
    "to-bare-cells-only", do.provided(pull.leave)(lambda frame: frame[TOKEN] == NONE)
)


@AS_IF(
    "a step from one cell of a token to another of it were a pull off a token",
    "kd.pull.leave-token",
)
@do.before(pull.leave)
def from_cell_to_cell(machine: Duel, state: State, frame: Frame) -> None:
    if frame[TOKEN] != NONE and frame[LEFT_TOKEN] == NONE:
        line = path(machine, state, frame[TRACK])
        came_from = line.step(state.registers[MARKERS + frame[TRACK]], -toward(frame))
        if came_from in line.on_token:
            frame[LEFT_TOKEN] = frame[TOKEN]


AS_IF("only the first step of a pull left a token", "kd.pull.leave-token").so(
    "first-step-only", do.provided(pull.leave)(lambda frame: frame[MADE] == 1)
)
