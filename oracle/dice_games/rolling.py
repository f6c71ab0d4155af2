"""The heart of a roll phase: dice are rolled, and some of them again, until the monster stops.

The roll phase of each game has these steps behind each other: `roll`, `take_face`, a step that
offers what may be used during the roll and one that carries it out, `offer_reroll`, `take_reroll`.
"""

from __future__ import annotations

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask, ask_to_choose
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, State

from .dice import dice_shown
from .machine import DiceGame
from .table import DICE, FACE, NONE, REROLLS

# Locals of the frame of every roll phase: whose it is, and how many dice are to be rolled now.
ROLL_FRAME = Locals()
SEAT = ROLL_FRAME.one()
TO_ROLL = ROLL_FRAME.one()


class RollPlaces:
    """Where the roll phase of a game has the steps that these ones jump to."""

    __slots__ = ("behind", "offer_cards", "roll")

    def __init__(self) -> None:
        self.roll = Place()
        self.offer_cards = Place()
        self.behind = Place()


def roll(machine: DiceGame, state: State, frame: Frame) -> None:
    """A die is rolled, until all that are to be rolled lie there."""
    if frame[TO_ROLL]:
        ask(state, "roll", NATURE, FACE, NONE, machine.cited.die)
    else:
        frame[1] = machine.roll_places.offer_cards.at


def take_face(machine: DiceGame, state: State, frame: Frame) -> None:
    """The die shows a face."""
    face = state.answer[1]
    state.registers[DICE + face] += 1
    state.log.append(("face", machine.cited.die, NONE, frame[SEAT], machine.faces[face]))
    frame[TO_ROLL] -= 1
    frame[1] = machine.roll_places.roll.at


def offer_reroll(machine: DiceGame, state: State, frame: Frame) -> None:
    """Any of the dice may be rolled again, or none."""
    dice = dice_shown(state)
    if not dice or not state.registers[REROLLS]:
        frame[1] = machine.roll_places.behind.at
        return
    ask_to_choose(state, "reroll", frame[SEAT], dice, 0, len(dice), NONE, machine.cited.reroll)


def take_reroll(machine: DiceGame, state: State, frame: Frame) -> None:
    """The dice named are thrown together; naming none is stopping."""
    registers = state.registers
    if not state.answer:
        state.log.append(("stop", machine.cited.stop, NONE, frame[SEAT]))
        return
    registers[REROLLS] -= 1
    for face in state.answer:
        registers[DICE + face] -= 1
    frame[TO_ROLL] = len(state.answer)
    rules = machine.cited.reroll
    state.log.append(("reroll", rules, NONE, frame[SEAT], len(state.answer)))
    frame[1] = machine.roll_places.roll.at
