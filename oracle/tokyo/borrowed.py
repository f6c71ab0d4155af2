"""The phases that a monster borrows with the roll of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, State

from .buy import begin_buying
from .resolve import begin_resolve
from .table import ACTIVE, ACTOR, ADDED, FACES, NONE, PROCEDURES
from .tokyo import begin_enter

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of the borrowed phases.
BORROWED_FRAME = Locals()
ROLLED_BY = BORROWED_FRAME.one()
TAKER = BORROWED_FRAME.one()
TAKEN = (
    "kt.borrowed.phases",
    "kt.borrowed.active",
    "kt.borrowed.dice",
    "kt.borrowed.as-they-lie",
    "kt.borrowed.resolve",
    "kt.borrowed.place",
    "kt.borrowed.unchanged",
    "kt.borrowed.own-effects",
    "kt.borrowed.roller-effects",
    "kt.borrowed.not-a-turn",
    "kt.borrowed.no-turn-start",
)
BACK = (
    "kt.borrowed.back",
    "kt.borrowed.turn-order",
    "kt.borrowed.still-active",
    "kt.borrowed.no-second-start",
    "kt.borrowed.no-turn-end",
)


def resolve(machine: Tokyo, state: State, frame: Frame) -> None:
    """The borrowed resolve phase, without symbols that the roller's effects have added.

    rules: kt.borrowed.*
    """
    for face in range(len(FACES)):
        state.registers[ADDED + face] = 0
    state.log.append(("borrow", TAKEN, NONE, frame[TAKER], frame[ROLLED_BY]))
    begin_resolve(state, frame[TAKER])


def enter(machine: Tokyo, state: State, frame: Frame) -> None:
    """The borrowed enter phase. rule: kt.borrowed.enter"""
    if state.counters[frame[TAKER]]:
        begin_enter(state, frame[TAKER])


def buy(machine: Tokyo, state: State, frame: Frame) -> None:
    """The borrowed buy phase. rule: kt.borrowed.buy"""
    if state.counters[frame[TAKER]]:
        begin_buying(state, frame[TAKER])


def give_back(machine: Tokyo, state: State, frame: Frame) -> None:
    """The roller goes on with a new roll phase, if it is alive. rules: kt.borrowed.back …"""
    state.registers[ACTOR] = state.registers[ACTIVE]
    state.stack.pop()
    if state.counters[frame[ROLLED_BY]]:
        rules = (
            BACK if state.counters[frame[TAKER]] else (*BACK, "kt.borrowed.mindbugger-eliminated")
        )
        state.log.append(("back", rules, NONE, frame[ROLLED_BY]))
        state.stack[-1][1] = ROLL_AGAIN.at
    else:
        told = ("kt.borrowed.roller-eliminated",)
        state.log.append(("turn-cut", told, NONE, frame[ROLLED_BY]))


BORROWED = PROCEDURES.declare("borrowed", resolve, enter, buy, give_back, remembers=BORROWED_FRAME)
ROLL_AGAIN = Place()
"""The step of turns before a roll phase, at which evolution cards may be played."""
