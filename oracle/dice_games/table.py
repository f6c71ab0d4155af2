"""What the tables of the games with these dice have in common: places, registers, locals."""

from __future__ import annotations

from typing import Final

from oracle.kernel.procedures import Locals, Procedures

# Places: add the seat to the last one. The place between deck and row is each game's own.
DECK: Final = 0
ROW: Final = 2
DISCARD: Final = 3
BOUGHT: Final = 4
AREA: Final = 5

# Registers: the dice and what is added to them are counted by face.
ACTIVE: Final = 0
TURN: Final = 1
DICE: Final = 2
ADDED: Final = 8
REROLLS: Final = 14
REROLLED: Final = 15  # the face that a die just rerolled by a card shows
NUMBER_OF_FACES: Final = 6

# Locals of the frame of an effect.
SOURCE: Final = 2
YOU: Final = 3
ABILITY: Final = 4
CONTEXT: Final = 5  # what the line is about, and how much changed
DONE: Final = 6
SLOTS: Final = 7

# Locals of the frame of turns: whose turn it is, and what was used in it; games add their own.
TURN_FRAME = Locals()
TURN_OF: Final = TURN_FRAME.one()
USED: Final = TURN_FRAME.one()

NUMBER_OF_DICE: Final = 6
ROW_SIZE: Final = 3
SWEEP_PRICE: Final = 2
NONE: Final = -1

MOST_CARDS: Final = 512
TURN_UP: Final = [("turn-up", card) for card in range(MOST_CARDS)]
FACE: Final = [("face", face) for face in range(NUMBER_OF_FACES)]
RESULT: Final = [("result", face) for face in range(NUMBER_OF_FACES)]
TO_FACE: Final = [("to", face) for face in range(NUMBER_OF_FACES)]
DIE: Final = [("die", face) for face in range(NUMBER_OF_FACES)]
BUY: Final = [("buy", card) for card in range(MOST_CARDS)]
SWEEP: Final = ("sweep",)
DECLINE: Final = ("decline",)

PROCEDURES = Procedures()
"""The procedures that every game has; the table of each game begins with these."""
