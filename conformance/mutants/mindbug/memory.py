"""What a misreading must remember of a card, kept in bits that the oracle leaves alone."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.verbs import keeps_marks
from oracle.kernel.state import State
from oracle.mindbug import atoms, leaving, play, terms, turn
from oracle.mindbug.table import PLAY

CAME_THIS_TURN = 1 << 10
ON_LOAN = 1 << 11
OWNED = (1 << 12, 1 << 13)
"""The seat that had the card first."""


def remember_owners(change: Changes) -> None:
    """Let every card know who had it first, for good."""

    @change.before(turn.begin)
    def begin_and_note(state: State) -> None:
        for card, place in enumerate(state.where):
            if place < PLAY + 2 and not state.marks[card] & (OWNED[0] | OWNED[1]):
                state.marks[card] |= OWNED[place % 2]

    keeps_marks(leaving.forget, OWNED[0] | OWNED[1])(change)


def owner(state: State, card: int, otherwise: int) -> int:
    """The seat that had a card first."""
    marks = state.marks[card]
    return 0 if marks & OWNED[0] else 1 if marks & OWNED[1] else otherwise


def remember_newcomers(change: Changes) -> None:
    """Let every creature know whether it came this turn."""

    @change.before(turn.begin)
    def begin_anew(state: State) -> None:
        state.marks = [marks & ~CAME_THIS_TURN for marks in state.marks]
        state.derived = None

    for arrive in (play.enter, terms.take_control):
        change.before(arrive)(lambda state, card: atoms.mark(state, card, CAME_THIS_TURN))


def is_rested(state: State, card: int) -> bool:
    """Whether a creature came before this turn."""
    return not state.marks[card] & CAME_THIS_TURN
