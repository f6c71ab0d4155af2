"""From the box to the first turn: the deck, the row, and the roll for who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State, mint_all

from .buying import fill_row
from .table import CLAW, DECK, FACE, FACES, NONE, NUMBER_OF_DICE, PROCEDURES
from .turn import TURNS

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the setup frame: who still rolls, the claws of each of them, who rolls now, dice left.
ROLLING, CLAWS, NOW, DICE_LEFT = 2, 3, 4, 5

DECK_RULES = ("kt.setup.cards", "kt.setup.shuffle", "kt.setup.players")
MONSTER = (
    "kt.setup.hearts",
    "kt.setup.stars",
    "kt.setup.energy",
    "kt.setup.tokyo",
    "kt.setup.monsters",
    "kt.setup.seats",
    "kt.setup.public",
)
FIRST_ROLL = ("kt.setup.first-roll",)
TIE = ("kt.setup.first-tie",)


def begin_setup(state: State) -> None:
    """Open the box."""
    state.stack.append([SETUP, 0, (), (), 0, 0])


def open_box(machine: Tokyo, state: State, frame: Frame) -> None:
    """All power cards in one deck; each monster with what it starts with. rules: kt.setup.*"""
    mint_all(state, machine.pool, DECK)
    state.log.append(("deck", DECK_RULES, NONE, len(machine.pool)))
    for seat in range(machine.players):
        state.log.append(("monster", MONSTER, NONE, seat, state.counters[seat]))
    fill_row(state, offer_after=False, rules=1)


def line_up(machine: Tokyo, state: State, frame: Frame) -> None:
    """Everybody rolls for the first turn. rule: kt.setup.first-roll"""
    frame[ROLLING] = tuple(range(machine.players))
    frame[CLAWS] = ()
    frame[NOW], frame[DICE_LEFT] = 0, NUMBER_OF_DICE


def roll(machine: Tokyo, state: State, frame: Frame) -> None:
    """A die of the monster whose roll it is."""
    ask(state, "first-roll", NATURE, FACE, -1, -1, NONE, FIRST_ROLL)


def take_face(machine: Tokyo, state: State, frame: Frame) -> None:
    """Its claws are counted."""
    face = state.answer[1]
    seat = frame[ROLLING][frame[NOW]]
    state.log.append(("first-face", FIRST_ROLL, NONE, seat, FACES[face]))
    claws = list(frame[CLAWS]) + [0] * (frame[NOW] + 1 - len(frame[CLAWS]))
    claws[frame[NOW]] += face == CLAW
    frame[CLAWS] = tuple(claws)
    frame[DICE_LEFT] -= 1
    if frame[DICE_LEFT]:
        frame[1] = ROLL_STEP
        return
    frame[NOW] += 1
    frame[DICE_LEFT] = NUMBER_OF_DICE
    if frame[NOW] < len(frame[ROLLING]):
        frame[1] = ROLL_STEP


def compare(machine: Tokyo, state: State, frame: Frame) -> None:
    """The most claws begin; those who tie roll again. rules: kt.setup.first-roll, .first-tie"""
    most = max(frame[CLAWS])
    best = [s for s, claws in zip(frame[ROLLING], frame[CLAWS], strict=True) if claws == most]
    if len(best) > 1:
        state.log.append(("first-tie", TIE, NONE, most))
        frame[ROLLING], frame[CLAWS] = tuple(best), ()
        frame[NOW], frame[DICE_LEFT] = 0, NUMBER_OF_DICE
        frame[1] = ROLL_STEP
        return
    state.log.append(("first", FIRST_ROLL, NONE, best[0]))
    state.stack[-1] = first_turn(best[0])


def first_turn(seat: int) -> Frame:
    """The frame of turns at the start of a monster's turn."""
    return [TURNS, 0, seat, 0, (), NONE, (), 0, 0]


SETUP = PROCEDURES.declare("setup", open_box, line_up, roll, take_face, compare, remembers=4)
ROLL_STEP = 2
