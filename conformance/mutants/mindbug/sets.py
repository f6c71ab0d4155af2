"""Misreadings of sets: which cards a game is played with, and whom their rules are for."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.mindbug import combat, turn
from oracle.mindbug.machine import Mindbug

AS_IF = Topic("mindbug", "sets")


def file_of(machine: Mindbug, definition: int) -> str:
    """The file of a card: that of its set."""
    return machine.definitions[definition].span.file


@AS_IF(
    "alone-twice",
    "a set that is played alone were in the game twice",
    "mb.sets.standalone",
)
def alone_twice(change: Changes) -> None:
    def double(machine: Mindbug) -> None:
        if not machine.mixed:
            machine.pool += machine.pool
            machine.box = machine.pool + machine.power_pool

    change.relink(double)


@AS_IF(
    "only-the-first",
    "of sets that are mixed only the first were dealt",
    "mb.sets.mixing",
)
def only_the_first(change: Changes) -> None:
    def keep_one(machine: Mindbug) -> None:
        first = file_of(machine, machine.pool[0])
        machine.pool = tuple(n for n in machine.pool if file_of(machine, n) == first)
        machine.box = machine.pool + machine.power_pool

    change.relink(keep_one)


@AS_IF(
    "dice-for-their-own-set",
    "dice were only for creatures of the set that brings them",
    "mb.sets.mixing",
)
def dice_for_their_own_set(change: Changes) -> None:
    roll = combat.roll

    def roll_for_their_own(machine: Mindbug, state: State, frame: Frame) -> None:
        attacker = state.cards[frame[combat.ATTACKER]]
        if any(file_of(machine, attacker) == file_of(machine, n) for n in machine.die_faces):
            roll(machine, state, frame)

    change.swap(roll, roll_for_their_own)


@AS_IF(
    "no-actions-when-mixed",
    "sets that are mixed were played without Actions",
    "mb.sets.mixing",
)
def no_actions_when_mixed(change: Changes) -> None:
    able_actors = turn.able_actors

    def able_alone(machine: Mindbug, state: State, seat: int) -> list[tuple[str, int]]:
        return [] if machine.mixed else able_actors(machine, state, seat)

    change.swap(able_actors, able_alone)
