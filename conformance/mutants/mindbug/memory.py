"""What a misreading must remember of a card, kept in bits that the oracle leaves alone."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import PLAY

CAME_THIS_TURN = 1 << 10
ON_LOAN = 1 << 11
OWNED = (1 << 12, 1 << 13)
"""The seat that had the card first."""


def remember_owners(change: Changes) -> None:
    """Let every card know who had it first, for good."""
    begin, forget = turn.begin, atoms.forget

    def begin_and_note(machine: Mindbug, state: State, frame: Frame) -> None:
        for card, place in enumerate(state.where):
            if place < PLAY + 2 and not state.marks[card] & (OWNED[0] | OWNED[1]):
                state.marks[card] |= OWNED[place % 2]
        begin(machine, state, frame)

    def forget_all_else(
        machine: Mindbug, state: State, card: int, seat: int, cause: int
    ) -> list[int]:
        owned = state.marks[card] & (OWNED[0] | OWNED[1])
        boosts = forget(machine, state, card, seat, cause)
        state.marks[card] |= owned
        return boosts

    change.swap(begin, begin_and_note)
    change.swap(forget, forget_all_else)


def owner(state: State, card: int, otherwise: int) -> int:
    """The seat that had a card first."""
    marks = state.marks[card]
    return 0 if marks & OWNED[0] else 1 if marks & OWNED[1] else otherwise


def remember_newcomers(change: Changes) -> None:
    """Let every creature know whether it came this turn."""
    begin, enter, take_control = turn.begin, atoms.enter, atoms.take_control

    def begin_anew(machine: Mindbug, state: State, frame: Frame) -> None:
        state.marks = [marks & ~CAME_THIS_TURN for marks in state.marks]
        state.derived = None
        begin(machine, state, frame)

    def enter_and_note(machine: Mindbug, state: State, card: int, *rest: object) -> None:
        state.marks[card] |= CAME_THIS_TURN
        enter(machine, state, card, *rest)  # type: ignore[arg-type]  # as it was called

    def take_and_note(
        machine: Mindbug, state: State, card: int, seat: int, cause: int, *rest: Rules
    ) -> int:
        state.marks[card] |= CAME_THIS_TURN
        return take_control(machine, state, card, seat, cause, *rest)

    change.swap(begin, begin_anew)
    change.swap(enter, enter_and_note)
    change.swap(take_control, take_and_note)
