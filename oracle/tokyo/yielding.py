"""Yielding: who is asked after an attack, and who leaves Tokyo by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State

from .atoms import leave
from .losses import ASKED, BY, DECIDED, HIT, LEAVING, LOST, SEATS, THERE
from .moments import has_yielded
from .monsters import in_tokyo
from .table import NONE, STAY, YIELD

if TYPE_CHECKING:
    from .machine import Tokyo

YIELDING = ("kt.yield.may", "kt.yield.requires", "kt.yield.after-loss")
YIELDED = ("kt.yield.outside", "kt.yield.to-attacker")


def ask_to_yield(machine: Tokyo, state: State, frame: Frame) -> None:
    """After an attack, monsters in Tokyo decide about yielding. rules: kt.yield.*"""
    if frame[ASKED] == len(frame[SEATS]):
        frame[1] = DONE_STEP.at
        return
    place = frame[ASKED]
    seat = frame[SEATS][place]
    if not frame[HIT][place] or is_spared_question(machine, state, frame, place):
        frame[ASKED] += 1
        frame[1] = YIELD_STEP.at
        return
    rules: Rules = YIELDING
    if not state.counters[frame[BY]]:
        rules += ("kt.yield.to-nobody",)
    if sum(in_tokyo(machine, state, each) for each in frame[SEATS]) > 1 or place:
        rules += ("kt.yield.each", "kt.damage.asked")
    ask(state, "yield", seat, [YIELD, STAY], NONE, rules)


def is_spared_question(machine: Tokyo, state: State, frame: Frame, place: int) -> bool:
    """Whether a monster that claws hit is not asked, which is told. rules: kt.yield.*"""
    seat = frame[SEATS][place]
    if not state.counters[seat] or not in_tokyo(machine, state, seat):
        fell = frame[THERE] >> seat & 1 and not frame[LEAVING] >> seat & 1
        if fell:
            state.log.append(("no-yield", ("kt.yield.after-loss",), NONE, seat))
        return True
    why: Rules = ()
    if not (state.counters[frame[BY]] or machine.yields_to_the_fallen):
        why = ("kt.yield.to-nobody",)
    elif frame[DECIDED] >> seat & 1:
        why = ("kt.yield.unharmed-first",)
    elif not (frame[LOST][place] or machine.yields_to_any_attack):
        why = ("kt.yield.requires",)
    elif not can_yield(machine, state, seat):
        why = ("kt.yield.inside",)
    if why:
        state.log.append(("no-yield", (*why, "kt.tokyo.stay"), NONE, seat))
    return bool(why)


def can_yield(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster in Tokyo can leave it to who attacks it now. rule: kt.yield.inside"""
    damage = machine.code_number["damage"]
    by = next((frame[BY] for frame in reversed(state.stack) if frame[0] == damage), NONE)
    inside = by != NONE and in_tokyo(machine, state, by)
    return in_tokyo(machine, state, seat) and (machine.yields_inside or not inside)


def take_yield(machine: Tokyo, state: State, frame: Frame) -> None:
    """A monster that yields is outside at once. rule: kt.yield.outside"""
    seat = frame[SEATS][frame[ASKED]]
    frame[ASKED] += 1
    if state.answer == YIELD:
        rules: Rules = YIELDED
        if in_tokyo(machine, state, frame[BY]):
            rules += ("kt.yield.inside",)
        leave(machine, state, seat, NONE, rules, "yield")
        has_yielded(machine, state, seat)
    else:
        state.log.append(("stay", ("kt.yield.may", "kt.tokyo.stay"), NONE, seat))
    frame[1] = YIELD_STEP.at


YIELD_STEP = Place()
DONE_STEP = Place()
