"""Misreadings of The King's tokens: what his power does with them, and which pulls they stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import stops
from conformance.mutants.topic import Topic
from oracle.dice_games.moments import note_used, was_used
from oracle.dice_games.table import NONE
from oracle.duel import bonus, king, noise, pull
from oracle.duel.hearts import give_hearts
from oracle.duel.hits import deal
from oracle.duel.machine import Duel
from oracle.duel.monsters import markers, path, token_under
from oracle.duel.pull import CAUSE, CELL, LEFT, MADE, PULL, SEAT, TOKEN, TRACK, pull_frame
from oracle.duel.table import BOARD, MARKERS, NOISE, PLACE_SHIFT
from oracle.duel.tracks import free_places
from oracle.kernel.state import Frame, State

AS_IF = Topic("duel", "king")

STOPPED = -2
"""Remembered as an ability of a token that has stopped a pull in this turn."""


@do.verb
def laying(change: Changes, can: Callable[[State, int, list[int]], bool]) -> None:
    """Let tokens of his that are free be laid only at times: by the token, and where alike lie."""

    @change.result(noise.can_be_laid)
    def can_otherwise(found: bool, machine: Duel, state: State, token: int) -> bool:
        kind = state.cards[token]
        alike = [state.where[each] for each, its in enumerate(state.cards) if its == kind]
        his = machine.tokens[kind].monster is not None
        return found and can(state, token, alike) if his else found


@do.verb
def applying(change: Changes, instead: Callable[[Duel, State, Frame], object]) -> None:
    """Let a King token do something else to a pull that comes onto it, or besides."""
    do.unless(pull.apply_bonus)(
        lambda machine, state, frame: (
            stops(machine, state, frame) and instead(machine, state, frame)
        )
    )(change)


def stops_it(machine: Duel, state: State, frame: Frame) -> bool:
    """Whether the token that a pull has come onto stops it."""
    return bonus.stops_here(machine, state, (frame[TOKEN], frame[CELL]), frame[SEAT])


# --- the tokens and his power --------------------------------------------------------------------
@AS_IF("his power moved any noise token on the board", "kd.king.only")
@do.result(king.own_tokens)
def any_token(own: list[int], state: State) -> list[int]:
    return own + [token for token in sorted(state.zones[BOARD]) if token not in own]


@AS_IF("a King token could be laid upon other tokens", "kd.king.only")
@do.around(noise.places_for)
def on_other_tokens(places_for: Any, machine: Duel, state: State, token: int) -> Any:
    kind = machine.tokens[state.cards[token]]
    if kind.monster is None:
        return places_for()
    lies = state.marks[token] >> PLACE_SHIFT if state.where[token] == BOARD else None
    return [place for place in free_places(kind.ways, (), markers(state)) if place != lies]


@AS_IF("one under a marker could be moved", "kd.king.either", "kd.king.both-out")
@do.result(noise.can_be_laid)
def under_marker(found: bool, machine: Duel, state: State, token: int) -> bool:
    return found or machine.tokens[state.cards[token]].monster is not None


@AS_IF("The King could leave both where they are", "kd.king.both-out")
@do.around(noise.lay)
def may_stay(lay: Any, state: State, token: int, *, may_stay: bool) -> None:
    lay(may_stay=may_stay or state.where[token] == BOARD)


AS_IF("The King had one token only", "kd.king.tokens").so(
    "one-token", do.result(king.own_tokens)(lambda own: sorted(own)[:1])
)
AS_IF("The King had to place the second before he moves one", "kd.king.either").so(
    "second-first",
    laying(lambda state, token, alike: state.where[token] == NOISE or NOISE not in alike),
)
AS_IF("The King could only move a token that lies on the board", "kd.king.either").so(
    "first-only",
    laying(lambda state, token, alike: state.where[token] == BOARD or BOARD not in alike),
)
AS_IF("with both on the board his power did nothing", "kd.king.both-out").so(
    "both-stay", laying(lambda state, token, alike: NOISE in alike)
)


# --- which pulls they stop -----------------------------------------------------------------------
def would_stop(machine: Duel, state: State, frame: Frame, at: int) -> bool:
    """Whether a token on some cell of the path would stop a pull."""
    on_token = path(machine, state, frame[TRACK]).on_token
    if at not in on_token:
        return False
    index, cell = on_token[at]
    return bonus.stops_here(machine, state, (state.zones[BOARD][index], cell), frame[SEAT])


@AS_IF("a pull stopped on the cell before a King token", "kd.king.stop")
@do.before(pull.step)
def stops_before(machine: Duel, state: State, frame: Frame) -> None:
    at, toward = state.registers[MARKERS + frame[TRACK]], 1 if frame[SEAT] == 0 else -1
    ahead = path(machine, state, frame[TRACK]).step(at, toward)
    if frame[LEFT] > 0 and would_stop(machine, state, frame, ahead):
        frame[LEFT] = 0


@AS_IF("a King token cost a pull one step only", "kd.king.rest-lost")
@do.around(king.stop_pull)
def costs_a_step(stop_pull: Any, state: State) -> None:
    frame = pull_frame(state)
    left = 0 if frame is None else frame[LEFT]
    stop_pull()
    if frame is not None:
        frame[LEFT] = max(0, left - 1)


@AS_IF("the rest of a stopped pull pulled the other marker", "kd.king.rest-lost")
@do.around(king.stop_pull)
def rest_to_the_other(stop_pull: Any, state: State, seat: int, cause: int) -> None:
    frame = pull_frame(state)
    left = 0 if frame is None else frame[LEFT]
    stop_pull()
    if frame is not None and left:
        at = next(at for at, each in enumerate(state.stack) if each is frame)
        other: Frame = [PULL, 0, seat, 1 - frame[TRACK], left, 0, cause, NONE, NONE, 0, 0]
        state.stack.insert(at, other)


@do.verb
def beginning(change: Changes, goes: Callable[[State, int, int], int]) -> None:
    """Let a pull off a King token go other cells: by the token and the cells."""

    @change.around(pull.begin_pull)
    def begin(begin: Any, machine: Duel, state: State, seat: int, track: int, cells: int) -> None:
        under = token_under(machine, state, track)
        if under is not None and bonus.stops_here(machine, state, under, seat):
            cells = goes(state, under[0], cells)
        begin(cells=cells)


@AS_IF("a pull that begins on a King token were never stopped", "kd.king.leave")
@applying
def next_lets_pass(machine: Duel, state: State, frame: Frame) -> bool:
    line, at = path(machine, state, frame[TRACK]), state.registers[MARKERS + frame[TRACK]]
    for _ in range(frame[MADE]):
        at = line.step(at, -1 if frame[SEAT] == 0 else 1)
    return would_stop(machine, state, frame, at)


@AS_IF("his tokens stopped The King's own pulls", "kd.king.own")
@applying
def stops_the_king(machine: Duel, state: State, frame: Frame) -> bool:
    if stops_it(machine, state, frame):
        return False
    king.stop_pull(state, frame[SEAT], frame[TOKEN], ("kd.king.stop",))
    return True


@AS_IF(
    "a King token stopped the pull around the one that came to it too",
    "kd.king.one-pull",
    "kd.king.stop",
)
@do.after(king.stop_pull)
def pulls_around_it(state: State) -> None:
    for frame in state.stack:
        if frame[0] == PULL:
            frame[LEFT] = 0


AS_IF("a pull passed over a King token", "kd.king.stop").so(
    "passed", applying(lambda machine, state, frame: frame[LEFT] > 0)
)
AS_IF("King tokens stopped pulls by symbols only", "kd.king.stop").so(
    "symbols-only", applying(lambda machine, state, frame: frame[CAUSE] != NONE)
)
AS_IF("a marker were pulled off a King token by one step only", "kd.king.leave").so(
    "one-step-off", beginning(lambda state, token, cells: 1)
)
AS_IF("a marker on a King token could not be pulled by his rival", "kd.king.leave").so(
    "held", beginning(lambda state, token, cells: 0)
)
AS_IF("a marker that was stopped stayed there for the turn", "kd.king.one-pull").so(
    "for-the-turn",
    do.after(king.stop_pull)(lambda state, cause: note_used(state, cause, STOPPED)),
    beginning(lambda state, token, cells: 0 if was_used(state, token, STOPPED) else cells),
)


# --- no bonus ------------------------------------------------------------------------------------
@AS_IF("a King token healed The King who pulls onto it", "kd.king.no-bonus")
@applying
def heals_the_king(machine: Duel, state: State, frame: Frame) -> None:
    if not stops_it(machine, state, frame):
        give_hearts(machine, state, frame[SEAT], 1, frame[TOKEN], ("kd.bonus.heal",))


@AS_IF("a King token hit the rival who comes onto it", "kd.king.no-bonus")
@applying
def hits_the_rival(machine: Duel, state: State, frame: Frame) -> None:
    if stops_it(machine, state, frame):
        deal(machine, state, {frame[SEAT]: 1}, frame[TOKEN], ("kd.bonus.smash",))
