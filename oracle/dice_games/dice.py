"""Dice as counts of their faces: rerolling some of them, and throwing dice for a text."""

from __future__ import annotations

from typing import Any

from oracle.kernel.flow import Label
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .linker import Linker
from .machine import DiceGame
from .table import DICE, DONE, FACE, NUMBER_OF_FACES, PROCEDURES, REROLLED, SOURCE, YOU


def dice_shown(state: State) -> list[int]:
    """The faces of the dice, one entry a die."""
    return [face for face in range(NUMBER_OF_FACES) for _ in range(state.registers[DICE + face])]


# --- dice of the roll that a text rolls again ----------------------------------------------------

# Locals of the frame of a reroll: how many dice are left, for whom, for which card.
REROLL_FRAME = Locals()
LEFT = REROLL_FRAME.one()
WHOSE = REROLL_FRAME.one()
FOR = REROLL_FRAME.one()


def reroll_by_card(state: State, faces: tuple[int, ...], whose: int, cause: int) -> None:
    """Roll some of the dice that lie there again."""
    for face in faces:
        state.registers[DICE + face] -= 1
    state.stack.append([REROLL_DICE, 0, len(faces), whose, cause])


def ask_die(machine: DiceGame, state: State, frame: Frame) -> None:
    """A die is rolled again."""
    if not frame[LEFT]:
        state.stack.pop()
        return
    ask(state, "roll", NATURE, FACE, frame[FOR], machine.cited.die)


def take_die(machine: DiceGame, state: State, frame: Frame) -> None:
    """It shows a new face."""
    face = state.answer[1]
    state.registers[DICE + face] += 1
    state.registers[REROLLED] = face
    rules = machine.cited.die
    state.log.append(("face", rules, frame[FOR], frame[WHOSE], machine.faces[face]))
    frame[LEFT] -= 1
    frame[1] = NEXT_DIE.at


NEXT_DIE = Place()
REROLL_DICE = PROCEDURES.declare(
    "reroll-dice",
    NEXT_DIE,
    ask_die,
    take_die,
    remembers=REROLL_FRAME,
)


# --- dice that belong to no roll -----------------------------------------------------------------


def throw_dice(
    linker: Linker[Any], call: Call, rules: Rules, shown: int | None = None
) -> list[Any]:
    """Dice thrown for a text alone; hearts among them are counted, and a local notes the faces."""
    amount = linker.number(call["amount"])
    count = None if call.get("count") is None else linker.number(call["count"])
    slot, label = linker.slot(), Label()

    def begin(machine: DiceGame, state: State, frame: Frame) -> None:
        much = amount(machine, state, frame, frame[YOU])
        if count is not None:
            much *= count(machine, state, frame, frame[YOU])
        frame[slot], frame[DONE] = much, 0
        if shown is not None:
            frame[shown] = ()

    def throw(machine: DiceGame, state: State, frame: Frame) -> None:
        if frame[slot] <= 0:
            label.leave(frame)
            return
        ask(state, machine.throw, NATURE, FACE, frame[SOURCE], rules)

    def take(machine: DiceGame, state: State, frame: Frame) -> None:
        face = state.answer[1]
        frame[slot] -= 1
        frame[DONE] += face == machine.heart
        if shown is not None:
            frame[shown] += (face,)
        state.log.append(("throw", rules, frame[SOURCE], frame[YOU], machine.faces[face]))
        label.again(frame)

    return label.around([begin], [throw, take], [])
