"""Misreadings of The King's tokens: what his power does with them, and which pulls they stop."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import noise, pulls
from oracle.duel.atoms import gain_hearts
from oracle.duel.hits import deal
from oracle.duel.machine import Duel
from oracle.duel.monsters import markers, path, token_under
from oracle.duel.paths import free_places
from oracle.duel.pulls import (
    CAUSE,
    CELL,
    LEFT,
    MADE,
    PULL,
    SEAT,
    TOKEN,
    TRACK,
    ability_of,
    pull_frame,
)
from oracle.duel.table import BOARD, MARKERS, NOISE, PLACE_SHIFT
from oracle.kernel.state import Frame, Rules, State
from oracle.king.moments import note_used, was_used
from oracle.king.table import NONE

AS_IF = Topic("duel", "king")

STOPPED = -2
"""Remembered as an ability of a token that has stopped a pull in this turn."""


def laying(change: Changes, can: Callable[[Duel, State, int, bool], bool]) -> None:
    """Let other tokens of his be laid; what the oracle says of each is given."""
    can_be_laid = noise.can_be_laid

    def can_otherwise(machine: Duel, state: State, token: int) -> bool:
        found = can_be_laid(machine, state, token)
        if machine.tokens[state.cards[token]].monster is None:
            return found
        return can(machine, state, token, found)

    change.swap(can_be_laid, can_otherwise)


def king_token(machine: Duel, state: State, frame: Frame) -> bool:
    """Whether a pull has come onto a token that stops pulls."""
    if frame[TOKEN] == NONE:
        return False
    number = ability_of(machine, state, frame[TOKEN], frame[CELL])
    return number is not None and machine.abilities[number].stops


def applying(change: Changes, instead: Callable[[Duel, State, Frame], bool]) -> None:
    """Let a King token do something else to a pull that comes onto it, or besides."""
    apply_bonus = pulls.apply_bonus

    def apply_otherwise(machine: Duel, state: State, frame: Frame) -> None:
        if not king_token(machine, state, frame) or not instead(machine, state, frame):
            apply_bonus(machine, state, frame)

    change.swap(apply_bonus, apply_otherwise)


def stands_on_stop(machine: Duel, state: State, seat: int, track: int) -> bool:
    """Whether a marker stands on a token that would stop a monster's pull."""
    under = token_under(machine, state, track)
    return under is not None and pulls.stops_here(machine, state, under, seat)


# --- the tokens and his power --------------------------------------------------------------------


@AS_IF("one-token", "The King had one token only", "kd.king.tokens")
def one_token(change: Changes) -> None:
    own_tokens = noise.own_tokens

    def first_of_them(machine: Duel, state: State, seat: int) -> list[int]:
        return sorted(own_tokens(machine, state, seat))[:1]

    change.swap(own_tokens, first_of_them)


@AS_IF("any-token", "his power moved any noise token on the board", "kd.king.only")
def any_token(change: Changes) -> None:
    own_tokens = noise.own_tokens

    def all_of_the_board(machine: Duel, state: State, seat: int) -> list[int]:
        own = own_tokens(machine, state, seat)
        return own + [token for token in sorted(state.zones[BOARD]) if token not in own]

    change.swap(own_tokens, all_of_the_board)


@AS_IF("on-other-tokens", "a King token could be laid upon other tokens", "kd.king.only")
def on_other_tokens(change: Changes) -> None:
    places_for = noise.places_for

    def places_anywhere(machine: Duel, state: State, token: int) -> list[int]:
        kind = machine.tokens[state.cards[token]]
        if kind.monster is None:
            return places_for(machine, state, token)
        found = free_places(kind.ways, (), markers(state))
        if state.where[token] == BOARD:
            lies = state.marks[token] >> PLACE_SHIFT
            found = [place for place in found if place != lies]
        return found

    change.swap(places_for, places_anywhere)


@AS_IF("second-first", "The King had to place the second before he moves one", "kd.king.either")
def second_first(change: Changes) -> None:
    def off_first(machine: Duel, state: State, token: int, is_free: bool) -> bool:
        kind = state.cards[token]
        waiting = any(state.cards[each] == kind for each in state.zones[NOISE])
        return is_free and (state.where[token] == NOISE or not waiting)

    laying(change, off_first)


@AS_IF("first-only", "The King could only move a token that lies on the board", "kd.king.either")
def first_only(change: Changes) -> None:
    def lying_first(machine: Duel, state: State, token: int, is_free: bool) -> bool:
        kind = state.cards[token]
        lying = any(state.cards[each] == kind for each in state.zones[BOARD])
        return is_free and (state.where[token] == BOARD or not lying)

    laying(change, lying_first)


@AS_IF("under-marker", "one under a marker could be moved", "kd.king.either", "kd.king.both-out")
def under_marker(change: Changes) -> None:
    laying(change, lambda machine, state, token, is_free: True)


@AS_IF("both-stay", "with both on the board his power did nothing", "kd.king.both-out")
def both_stay(change: Changes) -> None:
    def one_is_off(machine: Duel, state: State, token: int, is_free: bool) -> bool:
        kind = state.cards[token]
        return is_free and any(state.cards[each] == kind for each in state.zones[NOISE])

    laying(change, one_is_off)


@AS_IF("may-stay", "The King could leave both where they are", "kd.king.both-out")
def may_stay(change: Changes) -> None:
    lay = noise.lay

    def lay_or_leave(state: State, seat: int, token: int, cause: int, *, may_stay: bool) -> None:
        lay(state, seat, token, cause, may_stay=may_stay or state.where[token] == BOARD)

    change.swap(lay, lay_or_leave)


# --- which pulls they stop -----------------------------------------------------------------------


@AS_IF("passed", "a pull passed over a King token", "kd.king.stop")
def passed(change: Changes) -> None:
    applying(change, lambda machine, state, frame: frame[LEFT] > 0)


@AS_IF("symbols-only", "King tokens stopped pulls by symbols only", "kd.king.stop")
def symbols_only(change: Changes) -> None:
    applying(change, lambda machine, state, frame: frame[CAUSE] != NONE)


@AS_IF("stops-before", "a pull stopped on the cell before a King token", "kd.king.stop")
def stops_before(change: Changes) -> None:
    step = pulls.step

    def step_unless_barred(machine: Duel, state: State, frame: Frame) -> None:
        track, seat = frame[TRACK], frame[SEAT]
        if frame[LEFT] > 0:
            line = path(machine, state, track)
            ahead = line.step(state.registers[MARKERS + track], 1 if seat == 0 else -1)
            if ahead in line.on_token:
                index, cell = line.on_token[ahead]
                under = (state.zones[BOARD][index], cell)
                if pulls.stops_here(machine, state, under, seat):
                    frame[LEFT] = 0
        step(machine, state, frame)

    change.swap(step, step_unless_barred)


@AS_IF("costs-a-step", "a King token cost a pull one step only", "kd.king.rest-lost")
def costs_a_step(change: Changes) -> None:
    stop_pull = pulls.stop_pull

    def hold_up(state: State, seat: int, cause: int, rules: Rules) -> None:
        frame = pull_frame(state)
        left = 0 if frame is None else frame[LEFT]
        stop_pull(state, seat, cause, rules)
        if frame is not None:
            frame[LEFT] = max(0, left - 1)

    change.swap(stop_pull, hold_up)


@AS_IF(
    "rest-to-the-other", "the rest of a stopped pull pulled the other marker", "kd.king.rest-lost"
)
def rest_to_the_other(change: Changes) -> None:
    stop_pull = pulls.stop_pull

    def turn_aside(state: State, seat: int, cause: int, rules: Rules) -> None:
        frame = pull_frame(state)
        left = 0 if frame is None else frame[LEFT]
        stop_pull(state, seat, cause, rules)
        if frame is not None and left:
            at = next(at for at, each in enumerate(state.stack) if each is frame)
            other: Frame = [PULL, 0, seat, 1 - frame[TRACK], left, 0, cause, NONE, NONE, 0, 0]
            state.stack.insert(at, other)

    change.swap(stop_pull, turn_aside)


def beginning(change: Changes, goes: Callable[[Duel, State, int, int], int]) -> None:
    """Let a pull of a marker that stands on a King token lose steps at once."""
    begin_pull = pulls.begin_pull

    def begin_otherwise(
        machine: Duel, state: State, seat: int, track: int, cells: int, cause: int, rules: Rules
    ) -> None:
        if stands_on_stop(machine, state, seat, track):
            cells = goes(machine, state, track, cells)
        begin_pull(machine, state, seat, track, cells, cause, rules)

    change.swap(begin_pull, begin_otherwise)


@AS_IF("one-step-off", "a marker were pulled off a King token by one step only", "kd.king.leave")
def one_step_off(change: Changes) -> None:
    beginning(change, lambda machine, state, track, cells: 1)


@AS_IF("held", "a marker on a King token could not be pulled by his rival", "kd.king.leave")
def held(change: Changes) -> None:
    beginning(change, lambda machine, state, track, cells: 0)


@AS_IF("next-lets-pass", "a pull that begins on a King token were never stopped", "kd.king.leave")
def next_lets_pass(change: Changes) -> None:
    def began_on_one(machine: Duel, state: State, frame: Frame) -> bool:
        line, at = path(machine, state, frame[TRACK]), state.registers[MARKERS + frame[TRACK]]
        for _ in range(frame[MADE]):
            at = line.step(at, -1 if frame[SEAT] == 0 else 1)
        if at not in line.on_token:
            return False
        index, cell = line.on_token[at]
        return pulls.stops_here(machine, state, (state.zones[BOARD][index], cell), frame[SEAT])

    applying(change, began_on_one)


@AS_IF("stops-the-king", "his tokens stopped The King's own pulls", "kd.king.own")
def stops_the_king(change: Changes) -> None:
    def stop(machine: Duel, state: State, frame: Frame) -> bool:
        if pulls.stops_here(machine, state, (frame[TOKEN], frame[CELL]), frame[SEAT]):
            return False
        pulls.stop_pull(state, frame[SEAT], frame[TOKEN], ("kd.king.stop",))
        return True

    applying(change, stop)


@AS_IF("for-the-turn", "a marker that was stopped stayed there for the turn", "kd.king.one-pull")
def for_the_turn(change: Changes) -> None:
    stop_pull = pulls.stop_pull

    def stop_for_good(state: State, seat: int, cause: int, rules: Rules) -> None:
        stop_pull(state, seat, cause, rules)
        note_used(state, cause, STOPPED)

    def stays(machine: Duel, state: State, track: int, cells: int) -> int:
        under = token_under(machine, state, track)
        return 0 if under is not None and was_used(state, under[0], STOPPED) else cells

    change.swap(stop_pull, stop_for_good)
    beginning(change, stays)


@AS_IF(
    "pulls-around-it",
    "a King token stopped the pull around the one that came to it too",
    "kd.king.one-pull",
    "kd.king.stop",
)
def pulls_around_it(change: Changes) -> None:
    stop_pull = pulls.stop_pull

    def stop_all(state: State, seat: int, cause: int, rules: Rules) -> None:
        stop_pull(state, seat, cause, rules)
        for frame in state.stack:
            if frame[0] == PULL:
                frame[LEFT] = 0

    change.swap(stop_pull, stop_all)


# --- no bonus ------------------------------------------------------------------------------------


@AS_IF("heals-the-king", "a King token healed The King who pulls onto it", "kd.king.no-bonus")
def heals_the_king(change: Changes) -> None:
    def heal(machine: Duel, state: State, frame: Frame) -> bool:
        under = (frame[TOKEN], frame[CELL])
        if not pulls.stops_here(machine, state, under, frame[SEAT]):
            gain_hearts(machine, state, frame[SEAT], 1, frame[TOKEN], ("kd.bonus.heal",))
        return False

    applying(change, heal)


@AS_IF("hits-the-rival", "a King token hit the rival who comes onto it", "kd.king.no-bonus")
def hits_the_rival(change: Changes) -> None:
    def smash(machine: Duel, state: State, frame: Frame) -> bool:
        seat = frame[SEAT]
        if pulls.stops_here(machine, state, (frame[TOKEN], frame[CELL]), seat):
            deal(machine, state, {seat: 1}, frame[TOKEN], ("kd.bonus.smash",))
        return False

    applying(change, smash)
