"""Misreadings of sets: which cards a game is played with, and whom their rules are for."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.mindbug.verbs import linked
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.mindbug import action, combat, table
from oracle.mindbug.machine import Mindbug

AS_IF = Topic("mindbug", "sets")


def file_of(machine: Mindbug, definition: int) -> str:
    """The file of a card: that of its set."""
    return machine.definitions[definition].span.file


AS_IF("a set that is played alone were in the game twice", "mb.sets.standalone").so(
    "alone-twice", linked(pool=lambda m: m.pool * (1 if m.mixed else 2))
)
AS_IF("of sets that are mixed only the first were dealt", "mb.sets.mixing").so(
    "only-the-first",
    linked(pool=lambda m: tuple(n for n in m.pool if file_of(m, n) == file_of(m, m.pool[0]))),
)
AS_IF("sets that are mixed were played without Actions", "mb.sets.mixing").so(
    "no-actions-when-mixed",
    do.around(action.able_actors)(lambda able, machine: [] if machine.mixed else able()),
)


@AS_IF("dice were only for creatures of the set that brings them", "mb.sets.mixing")
@do.around(combat.roll)
def dice_for_their_own_set(roll: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    attacker = state.cards[frame[table.ATTACKER]]
    if any(file_of(machine, attacker) == file_of(machine, n) for n in machine.die_faces):
        roll()
