"""Misreadings of what a new turn forgets: things kept from the turn before."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.turn import AS_IF
from oracle.dice_games.machine import Entry
from oracle.dice_games.table import ADDED, AREA, USED
from oracle.duel import roll, turn
from oracle.duel.buy import BOUGHT_NOW
from oracle.duel.table import CLAWS, FACES, LEFT, SETTLED, SKIPPED, SPENT, SPENT_DICE, TOOK
from oracle.kernel.state import Frame, State

__all__ = ["AS_IF"]


@do.verb
def keep(change: Changes, *registers: int) -> None:
    """Let a turn begin with what the one before has left in some registers."""
    left = tuple(each for each in turn.FORGOTTEN if each not in registers)
    change.put(turn, "FORGOTTEN", left)


@do.verb
def keep_faces(change: Changes, first: int) -> None:
    """Let a turn begin with what the one before has left in the registers of the faces."""

    @change.around(roll.clear_roll)
    def clear_others(clear: Any, state: State) -> None:
        kept = state.registers[first : first + len(FACES)]
        clear()
        state.registers[first : first + len(FACES)] = kept


AS_IF(
    "power symbols that paid in the turn before were missing in this one",
    "kd.turn.begin",
    "kd.power.symbols",
).so("paid-before", keep(SPENT, SPENT_DICE))
AS_IF(
    "claws resolved in the turn before counted in this one",
    "kd.turn.begin",
    "kd.pull.for-each-claw",
).so("claws-before", keep(CLAWS))
AS_IF(
    "the resolve phase of the turn after a skipped one were skipped too",
    "kd.turn.begin",
    "kd.resolve.skip",
).so("skipped-before", keep(SKIPPED))
AS_IF(
    "claws that cards added in the turn before were in the Roll of this one",
    "kd.turn.begin",
    "kd.roll.added",
).so("settled-before", keep(SETTLED))
AS_IF(
    "hits of the turn before counted as hits of this one",
    "kd.turn.this-turn",
    "kd.hit.first",
    "kd.hit.beyond",
).so("hits-before", keep(TOOK, TOOK + 1))
AS_IF(
    "as many dice of a face as were left unresolved in the turn before were left in this one",
    "kd.turn.begin",
    "kd.resolve.left",
).so("left-before", keep_faces(LEFT))
AS_IF(
    "symbols that Alienoid added in the turn before were in the Roll of this one",
    "kd.turn.begin",
    "kd.monster.added",
).so("added-before", keep_faces(ADDED))


@AS_IF(
    "who bought in the turn before gained no energy for buying nothing in this one",
    "kd.buy.none",
    "kd.turn.extra-whole",
)
@do.around(turn.begin)
def bought_before(begin: Any, frame: Frame) -> None:
    bought = frame[BOUGHT_NOW]
    begin()
    frame[BOUGHT_NOW] = bought


@do.verb
def used_until(change: Changes, *, own: bool) -> None:
    """Let what is had once a turn come back only in turns of its owner, or of the rival."""

    @change.around(turn.begin)
    def begin_with_uses(begin: Any, state: State, frame: Frame) -> None:
        used: tuple[Entry, ...] = frame[USED]
        begin()
        active = AREA + frame[turn.SEAT]
        frame[USED] = tuple(entry for entry in used if (state.where[entry[0]] == active) is not own)


AS_IF(
    "what is had once a turn came back only in a turn of its owner",
    "kd.turn.extra-whole",
    "kd.turn.this-turn",
).so("used-until-own-turn", used_until(own=True))
AS_IF(
    "what is had once a turn came back only in a turn of the rival",
    "kd.turn.extra-whole",
    "kd.turn.this-turn",
).so("used-until-rivals-turn", used_until(own=False))
