"""Pulls: a marker goes one step after another, with what each step leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.machine import Entry
from oracle.dice_games.table import NONE
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .bonus import give_bonus, kind_of, stops_here
from .buy import was_laid_for
from .moments import at, begin_moment, happen
from .monsters import path, token_under
from .noise import SHAPES
from .table import MARKERS, PROCEDURES
from .tracks import TRACKS, VICTORY_CELL, cell_name, in_spotlight
from .victory import look_at_markers

if TYPE_CHECKING:
    from .machine import Duel

# Locals of the frame of a pull: whose, of which marker, steps left and made, the card that pulls;
# the token the last step left, the one it came to, and on which cell; whether its bonus is forgone.
PULL_FRAME = Locals()
SEAT = PULL_FRAME.one()
TRACK = PULL_FRAME.one()
LEFT = PULL_FRAME.one()
MADE = PULL_FRAME.one()
CAUSE = PULL_FRAME.one()
LEFT_TOKEN = PULL_FRAME.one()
TOKEN = PULL_FRAME.one()
CELL = PULL_FRAME.one()
FORGONE = PULL_FRAME.one()

STEP = ("kd.pull.step", "kd.pull.step-order", "kd.pull.towards")


def begin_pull(
    machine: Duel, state: State, seat: int, track: int, cells: int, cause: int, rules: Rules
) -> None:
    """Pull a marker so many cells toward a monster. rules: kd.pull.*"""
    if cells <= 0:
        return
    under_way = next(
        (at_ for at_, it in enumerate(state.stack) if it[0] == PULL and it[1] <= PULL_OVER.at), None
    )
    if under_way is not None:
        rules += ("kd.pull.nested",)
        if machine.pulls_later:
            state.stack.insert(under_way, [PULL_LATER, 0, seat, track, cells, cause])
            return
    if was_laid_for(state, cause):
        rules += ("kd.noise.then-pull",)
    under = token_under(machine, state, track)
    if under is not None and stops_here(machine, state, under, seat):
        rules += ("kd.king.leave", "kd.king.one-pull")
    state.log.append(("pull", rules, cause, seat, TRACKS[track], cells))
    state.stack.append([PULL, 0, seat, track, cells, 0, cause, NONE, NONE, 0, 0])


def pull_frame(state: State) -> Frame | None:
    """The pull that is being carried out, the innermost."""
    for frame in reversed(state.stack):
        if frame[0] == PULL:
            return frame
    return None


# --- the steps of a pull -------------------------------------------------------------------------


def step(machine: Duel, state: State, frame: Frame) -> None:
    """The marker goes one cell further, and it is looked whether somebody has won."""
    if frame[LEFT] <= 0:
        frame[1] = PULL_OVER.at
        return
    seat, track = frame[SEAT], frame[TRACK]
    before = token_under(machine, state, track)
    at_ = path(machine, state, track).step(state.registers[MARKERS + track], 1 if seat == 0 else -1)
    frame[LEFT] -= 1
    frame[MADE] += 1
    rules: Rules = STEP + (() if frame[MADE] > 1 else ("kd.pull.both-ways",))
    set_marker(state, track, at_, frame[LEFT], seat, frame[CAUSE], rules + _passed(at_))
    after = token_under(machine, state, track)
    frame[TOKEN], frame[CELL] = after or (NONE, 0)
    frame[LEFT_TOKEN] = NONE
    if before is not None and before[0] != frame[TOKEN]:
        frame[LEFT_TOKEN] = before[0]
    frame[FORGONE] = 0
    tell_where(machine, state, frame, at_)
    look_at_markers(machine, state, seat)


def _passed(at_: int) -> Rules:
    """What a cell is by itself."""
    if in_spotlight(at_):
        return ("kd.track.zones",)
    return ("kd.track.half",) if at_ % 2 and 4 <= abs(at_) <= 12 else ()


def tell_where(machine: Duel, state: State, frame: Frame, at_: int) -> None:
    """The cells of lengthening and shortening tokens are told. rules: kd.track.*"""
    if frame[TOKEN] == NONE:
        return
    kind = kind_of(machine, state, frame[TOKEN])
    shape = kind.shape
    rules: Rules = ("kd.track.path",)
    if kind.monster is None:
        rules += ("kd.noise.size", SHAPES[shape.covers, shape.cells])
    else:
        rules += ("kd.king.no-bonus",)
    if in_spotlight(at_):
        rules += ("kd.track.spotlight",)
    if shape.cells > shape.covers:
        rules += ("kd.track.longer",)
    elif shape.cells < shape.covers:
        rules += ("kd.track.shorter",)
    if abs(at_) == VICTORY_CELL - 1:
        rules += ("kd.track.victory",)
    state.log.append(("on-token", rules, frame[TOKEN], frame[SEAT], frame[TOKEN]))


def leave(machine: Duel, state: State, frame: Frame) -> None:
    """What rewards leaving a noise token. rule: kd.pull.leave-token"""
    if frame[LEFT_TOKEN] != NONE:
        happen(machine, state, "leaving", frame[SEAT], (frame[TRACK], 1))


def enter(machine: Duel, state: State, frame: Frame) -> None:
    """What may be done with the cell in place of its bonus. rules: kd.bonus.instead, .empty"""
    if frame[TOKEN] != NONE:
        happen(machine, state, "entering", frame[SEAT], (frame[TRACK], 1))


def apply_bonus(machine: Duel, state: State, frame: Frame) -> None:
    """The bonus of the cell, unless it is forgone. rule: kd.bonus.enter"""
    if frame[TOKEN] != NONE and not frame[FORGONE]:
        give_bonus(machine, state, frame[TOKEN], frame[CELL], frame[SEAT])


def after_step(machine: Duel, state: State, frame: Frame) -> None:
    """By option, what counts the cells takes place after each step. rule: kd.pull.hits"""
    frame[1] = NEXT_STEP.at
    if machine.hits_each_step:
        found = per_cell(machine, state, frame[SEAT], counting=True)
        begin_moment(state, frame[SEAT], (frame[TRACK], 1), found)


def per_cell(machine: Duel, state: State, seat: int, *, counting: bool) -> list[Entry]:
    """Lines that wait for a pull, those that count its cells or the others."""
    return [
        entry
        for entry in at(machine, state, "pulled", seat)
        if machine.abilities[entry[1]].per_cell == counting
    ]


def pull_is_over(machine: Duel, state: State, frame: Frame) -> None:
    """What waits for a marker to have been pulled. rule: kd.pull.over"""
    seat, track, made = frame[SEAT], frame[TRACK], frame[MADE]
    state.log.append(("pulled", ("kd.pull.over",), frame[CAUSE], seat, TRACKS[track], made))
    if machine.hits_each_step:
        found = per_cell(machine, state, seat, counting=False)
    else:
        found = at(machine, state, "pulled", seat)
    begin_moment(state, seat, (track, made), found)


NEXT_STEP = Place()
PULL_OVER = Place()
PULL = PROCEDURES.declare(
    "pull",
    NEXT_STEP,
    step,
    leave,
    enter,
    apply_bonus,
    after_step,
    PULL_OVER,
    pull_is_over,
    remembers=PULL_FRAME,
)

# Locals of the frame of a pull that waits: whose, of which marker, how far, the card that pulls.
LATER_FRAME = Locals()
WHOSE = LATER_FRAME.one()
PULLED = LATER_FRAME.one()
CELLS = LATER_FRAME.one()
BY = LATER_FRAME.one()


def pull_now(machine: Duel, state: State, frame: Frame) -> None:
    """By option, a pull has waited until another was over. rule: kd.pull.nested"""
    seat, track, cells, cause = frame[WHOSE], frame[PULLED], frame[CELLS], frame[BY]
    begin_pull(machine, state, seat, track, cells, cause, ("kd.pull.nested",))


PULL_LATER = PROCEDURES.declare("pull-later", pull_now, remembers=LATER_FRAME)


def set_marker(
    state: State, track: int, at: int, left: int, seat: int, cause: int, rules: Rules
) -> None:
    """A marker stands on another cell; `left` steps are still to come."""
    state.registers[MARKERS + track] = at
    cell = cell_name(at)
    state.log.append(("step", rules, cause, seat, TRACKS[track], cell, at, left))
