"""Misreadings of The King's tokens: what his power does with them, and which pulls they stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.moments import note_used, was_used
from oracle.dice_games.table import NONE
from oracle.duel import bonus, king, noise, pull
from oracle.duel.bonus import ability_of
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
def laying(change: Changes, can: Callable[[Duel, State, int, bool], bool]) -> None:
    """Let other tokens of his be laid; what the oracle says of each is given."""

    @change.result(noise.can_be_laid)
    def can_otherwise(found: bool, machine: Duel, state: State, token: int) -> bool:
        if machine.tokens[state.cards[token]].monster is None:
            return found
        return can(machine, state, token, found)


def king_token(machine: Duel, state: State, frame: Frame) -> bool:
    """Whether a pull has come onto a token that stops pulls."""
    if frame[TOKEN] == NONE:
        return False
    number = ability_of(machine, state, frame[TOKEN], frame[CELL])
    return number is not None and machine.abilities[number].stops


@do.verb
def applying(change: Changes, instead: Callable[[Duel, State, Frame], bool]) -> None:
    """Let a King token do something else to a pull that comes onto it, or besides."""

    @change.provided(pull.apply_bonus)
    def apply_otherwise(machine: Duel, state: State, frame: Frame) -> object:
        return not king_token(machine, state, frame) or not instead(machine, state, frame)


def stands_on_stop(machine: Duel, state: State, seat: int, track: int) -> bool:
    """Whether a marker stands on a token that would stop a monster's pull."""
    under = token_under(machine, state, track)
    return under is not None and bonus.stops_here(machine, state, under, seat)


# --- the tokens and his power --------------------------------------------------------------------


AS_IF("The King had one token only", "kd.king.tokens").so(
    "one-token", do.around(king.own_tokens)(lambda own_tokens: sorted(own_tokens())[:1])
)


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
    found = free_places(kind.ways, (), markers(state))
    if state.where[token] == BOARD:
        lies = state.marks[token] >> PLACE_SHIFT
        found = [place for place in found if place != lies]
    return found


@AS_IF("The King had to place the second before he moves one", "kd.king.either")
@laying
def second_first(machine: Duel, state: State, token: int, is_free: bool) -> bool:
    kind = state.cards[token]
    waiting = any(state.cards[each] == kind for each in state.zones[NOISE])
    return is_free and (state.where[token] == NOISE or not waiting)


@AS_IF("The King could only move a token that lies on the board", "kd.king.either")
@laying
def first_only(machine: Duel, state: State, token: int, is_free: bool) -> bool:
    kind = state.cards[token]
    lying = any(state.cards[each] == kind for each in state.zones[BOARD])
    return is_free and (state.where[token] == BOARD or not lying)


AS_IF("one under a marker could be moved", "kd.king.either", "kd.king.both-out").so(
    "under-marker", laying(lambda machine, state, token, is_free: True)
)


@AS_IF("with both on the board his power did nothing", "kd.king.both-out")
@laying
def both_stay(machine: Duel, state: State, token: int, is_free: bool) -> bool:
    kind = state.cards[token]
    return is_free and any(state.cards[each] == kind for each in state.zones[NOISE])


@AS_IF("The King could leave both where they are", "kd.king.both-out")
@do.around(noise.lay)
def may_stay(lay: Any, state: State, token: int, *, may_stay: bool) -> None:
    lay(may_stay=may_stay or state.where[token] == BOARD)


# --- which pulls they stop -----------------------------------------------------------------------


AS_IF("a pull passed over a King token", "kd.king.stop").so(
    "passed", applying(lambda machine, state, frame: frame[LEFT] > 0)
)
AS_IF("King tokens stopped pulls by symbols only", "kd.king.stop").so(
    "symbols-only", applying(lambda machine, state, frame: frame[CAUSE] != NONE)
)


@AS_IF("a pull stopped on the cell before a King token", "kd.king.stop")
@do.before(pull.step)
def stops_before(machine: Duel, state: State, frame: Frame) -> None:
    track, seat = frame[TRACK], frame[SEAT]
    if frame[LEFT] > 0:
        line = path(machine, state, track)
        ahead = line.step(state.registers[MARKERS + track], 1 if seat == 0 else -1)
        if ahead in line.on_token:
            index, cell = line.on_token[ahead]
            under = state.zones[BOARD][index], cell
            if bonus.stops_here(machine, state, under, seat):
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
def beginning(change: Changes, goes: Callable[[Duel, State, int, int], int]) -> None:
    """Let a pull of a marker that stands on a King token lose steps at once."""

    @change.around(pull.begin_pull)
    def begin_otherwise(
        begin_pull: Any, machine: Duel, state: State, seat: int, track: int, cells: int
    ) -> None:
        if stands_on_stop(machine, state, seat, track):
            cells = goes(machine, state, track, cells)
        begin_pull(cells=cells)


AS_IF("a marker were pulled off a King token by one step only", "kd.king.leave").so(
    "one-step-off", beginning(lambda machine, state, track, cells: 1)
)
AS_IF("a marker on a King token could not be pulled by his rival", "kd.king.leave").so(
    "held", beginning(lambda machine, state, track, cells: 0)
)


@AS_IF("a pull that begins on a King token were never stopped", "kd.king.leave")
@applying
def next_lets_pass(machine: Duel, state: State, frame: Frame) -> bool:
    line, at = path(machine, state, frame[TRACK]), state.registers[MARKERS + frame[TRACK]]
    for _ in range(frame[MADE]):
        at = line.step(at, -1 if frame[SEAT] == 0 else 1)
    if at not in line.on_token:
        return False
    index, cell = line.on_token[at]
    return bonus.stops_here(machine, state, (state.zones[BOARD][index], cell), frame[SEAT])


@AS_IF("his tokens stopped The King's own pulls", "kd.king.own")
@applying
def stops_the_king(machine: Duel, state: State, frame: Frame) -> bool:
    if bonus.stops_here(machine, state, (frame[TOKEN], frame[CELL]), frame[SEAT]):
        return False
    king.stop_pull(state, frame[SEAT], frame[TOKEN], ("kd.king.stop",))
    return True


@AS_IF("a marker that was stopped stayed there for the turn", "kd.king.one-pull")
def for_the_turn(change: Changes) -> None:
    @change.after(king.stop_pull)
    def stop_for_good(state: State, cause: int) -> None:
        note_used(state, cause, STOPPED)

    def stays(machine: Duel, state: State, track: int, cells: int) -> int:
        under = token_under(machine, state, track)
        return 0 if under is not None and was_used(state, under[0], STOPPED) else cells

    beginning(stays)(change)


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


# --- no bonus ------------------------------------------------------------------------------------


@AS_IF("a King token healed The King who pulls onto it", "kd.king.no-bonus")
@applying
def heals_the_king(machine: Duel, state: State, frame: Frame) -> bool:
    under = frame[TOKEN], frame[CELL]
    if not bonus.stops_here(machine, state, under, frame[SEAT]):
        give_hearts(machine, state, frame[SEAT], 1, frame[TOKEN], ("kd.bonus.heal",))
    return False


@AS_IF("a King token hit the rival who comes onto it", "kd.king.no-bonus")
@applying
def hits_the_rival(machine: Duel, state: State, frame: Frame) -> bool:
    seat = frame[SEAT]
    if bonus.stops_here(machine, state, (frame[TOKEN], frame[CELL]), seat):
        deal(machine, state, {seat: 1}, frame[TOKEN], ("kd.bonus.smash",))
    return False
