"""Misreadings of what a new turn forgets: things kept from the turn before."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.duel.turn import AS_IF
from oracle.duel import roll, turn
from oracle.duel.buying import BOUGHT_NOW
from oracle.duel.machine import Duel
from oracle.duel.table import CLAWS, FACES, LEFT, SETTLED, SKIPPED, SPENT, SPENT_DICE, TOOK
from oracle.kernel.state import Frame, State
from oracle.king.machine import Entry
from oracle.king.table import ADDED, AREA, USED

__all__ = ["AS_IF"]


def keep(change: Changes, *registers: int) -> None:
    """Let a turn begin with what the one before has left in some registers."""
    left = tuple(each for each in turn.FORGOTTEN if each not in registers)
    change.put(turn, "FORGOTTEN", left)


def keep_faces(change: Changes, first: int) -> None:
    """Let a turn begin with what the one before has left in the registers of the faces."""
    clear = roll.clear_roll

    def clear_others(state: State) -> None:
        kept = state.registers[first : first + len(FACES)]
        clear(state)
        state.registers[first : first + len(FACES)] = kept

    change.swap(clear, clear_others)


@AS_IF(
    "paid-before",
    "power symbols that paid in the turn before were missing in this one",
    "kd.turn.begin",
    "kd.power.symbols",
)
def paid_before(change: Changes) -> None:
    keep(change, SPENT, SPENT_DICE)


@AS_IF(
    "claws-before",
    "claws resolved in the turn before counted in this one",
    "kd.turn.begin",
    "kd.pull.for-each-claw",
)
def claws_before(change: Changes) -> None:
    keep(change, CLAWS)


@AS_IF(
    "skipped-before",
    "the resolve phase of the turn after a skipped one were skipped too",
    "kd.turn.begin",
    "kd.resolve.skip",
)
def skipped_before(change: Changes) -> None:
    keep(change, SKIPPED)


@AS_IF(
    "settled-before",
    "claws that cards added in the turn before were in the Roll of this one",
    "kd.turn.begin",
    "kd.roll.added",
)
def settled_before(change: Changes) -> None:
    keep(change, SETTLED)


@AS_IF(
    "hits-before",
    "hits of the turn before counted as hits of this one",
    "kd.turn.this-turn",
    "kd.hit.first",
    "kd.hit.beyond",
)
def hits_before(change: Changes) -> None:
    keep(change, TOOK, TOOK + 1)


@AS_IF(
    "left-before",
    "as many dice of a face as were left unresolved in the turn before were left in this one",
    "kd.turn.begin",
    "kd.resolve.left",
)
def left_before(change: Changes) -> None:
    keep_faces(change, LEFT)


@AS_IF(
    "added-before",
    "symbols that Alienoid added in the turn before were in the Roll of this one",
    "kd.turn.begin",
    "kd.monster.added",
)
def added_before(change: Changes) -> None:
    keep_faces(change, ADDED)


@AS_IF(
    "bought-before",
    "who bought in the turn before gained no energy for buying nothing in this one",
    "kd.buy.none",
    "kd.turn.extra-whole",
)
def bought_before(change: Changes) -> None:
    begin = turn.begin

    def begin_with_purchases(machine: Duel, state: State, frame: Frame) -> None:
        bought = frame[BOUGHT_NOW]
        begin(machine, state, frame)
        frame[BOUGHT_NOW] = bought

    change.swap(begin, begin_with_purchases)


def used_until(change: Changes, *, own: bool) -> None:
    """Let what is had once a turn come back only in turns of its owner, or of the rival."""
    begin = turn.begin

    def begin_with_uses(machine: Duel, state: State, frame: Frame) -> None:
        used: tuple[Entry, ...] = frame[USED]
        begin(machine, state, frame)
        active = AREA + frame[turn.SEAT]
        frame[USED] = tuple(entry for entry in used if (state.where[entry[0]] == active) is not own)

    change.swap(begin, begin_with_uses)


@AS_IF(
    "used-until-own-turn",
    "what is had once a turn came back only in a turn of its owner",
    "kd.turn.extra-whole",
    "kd.turn.this-turn",
)
def used_until_own_turn(change: Changes) -> None:
    used_until(change, own=True)


@AS_IF(
    "used-until-rivals-turn",
    "what is had once a turn came back only in a turn of the rival",
    "kd.turn.extra-whole",
    "kd.turn.this-turn",
)
def used_until_rivals_turn(change: Changes) -> None:
    used_until(change, own=False)
