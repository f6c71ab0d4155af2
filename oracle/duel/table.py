"""The table of Duel: where cards and tokens lie, what each monster has, what a turn remembers."""

from __future__ import annotations

from typing import Final

from oracle.dice_games.procedures import common
from oracle.dice_games.table import TURN_FRAME as COMMON_TURN_FRAME
from oracle.kernel.layout import EVERYBODY, NOBODY, Amount, Counter, Gauge, Layout, Zone
from oracle.kernel.procedures import Locals

from .tracks import DESTRUCTION, FAME, PLACE_NAMES, TRACKS, VICTORY_CELL

SEATS: Final = ("p1", "p2")
PLAYERS: Final = 2

FACES: Final = ("claw", "heart", "energy", "fame", "destruction", "power")
CLAW, HEART, ENERGY_FACE, FAME_FACE, DESTRUCTION_FACE, POWER = range(6)
TRACK_OF: Final = {FAME_FACE: FAME, DESTRUCTION_FACE: DESTRUCTION}
"""The track whose marker the symbols of a face pull."""

# Places beside those of all dice games: add the seat to the second one.
MONSTERS: Final = 1
MONSTER: Final = 7
NOISE: Final = 9
BOARD: Final = 10

# Counters: add the seat.
HEARTS: Final = 0
ENERGY: Final = 2
TOKENS: Final = 4

# Registers beside those of all dice games.
LEFT: Final = 16  # dice left unresolved, by face
MARKERS: Final = 22  # where the two markers are, in half cells from the middle
SPENT: Final = 24  # power symbols that have paid in this turn
CLAWS: Final = 25  # claws resolved in this turn
TOOK: Final = 26  # hearts that each monster lost to hits in this turn
RESOLVER: Final = 28  # whose resolve phase it is, plus one
FIRST: Final = 29  # who has its very first turn as first player still before it, plus one
SPOTLIT: Final = 30  # markers in spotlights when the Roll was completed
SKIPPED: Final = 31  # that the resolve phase of this turn is skipped
RESOLVED: Final = 32  # a bit for each result resolved in this turn: see also `resolved`
COMPLETE: Final = 33  # that the Roll of this turn is complete
SPENT_DICE: Final = 34  # dice showing power that have paid in this turn
SETTLED: Final = 35  # what cards had added to each result when it was resolved: see `settled`

PLACE_SHIFT: Final = 8
"""The place of a noise token is kept in its marks, from this bit on."""

PUBLIC = ("kd.setup.public",)

LAYOUT = Layout(
    seats=SEATS,
    zones=(
        Zone("deck", False, False, NOBODY, ("kd.setup.shuffle", *PUBLIC)),
        Zone("monsters", False, False, EVERYBODY, ("kd.setup.monsters", *PUBLIC)),
        Zone("row", False, True, EVERYBODY, ("kd.setup.row", *PUBLIC)),
        Zone("discard", False, False, EVERYBODY, ("kd.card.discard-pile", *PUBLIC)),
        Zone("bought", False, False, EVERYBODY, ("kd.card.discard",), single=True),
        Zone("area", True, False, EVERYBODY, ("kd.card.keep", *PUBLIC)),
        Zone("monster", True, False, EVERYBODY, ("kd.setup.monsters", *PUBLIC), single=True),
        Zone("noise", False, False, EVERYBODY, ("kd.setup.supply", *PUBLIC)),
        Zone("board", False, False, EVERYBODY, ("kd.noise.stays", *PUBLIC)),
    ),
    counters=(
        Counter("hearts", 0, 1, ("kd.setup.hearts", *PUBLIC), most=99),
        Counter("energy", 0, 0, ("kd.energy.kept", *PUBLIC)),
        Counter("dice", 0, 0, ("kd.dice.tokens", *PUBLIC), most=2),
    ),
    registers=(
        "active",
        "turn",
        *(f"dice-{face}" for face in FACES),
        *(f"added-{face}" for face in FACES),
        "rolls",
        "rerolled",
        *(f"left-{face}" for face in FACES),
        *TRACKS,
        "spent",
        "claws",
        *(f"took-{seat}" for seat in SEATS),
        "resolver",
        "first",
        "spotlit",
        "skipped",
        "resolved",
        "complete",
        "spent-dice",
        "settled",
    ),
    marks=(),
    amounts=(Amount("place", PLACE_SHIFT, ("kd.noise.where", *PUBLIC), PLACE_NAMES, "board"),),
    gauges=tuple(
        Gauge(track, MARKERS + number, -VICTORY_CELL, VICTORY_CELL, ("kd.track.cells", *PUBLIC))
        for number, track in enumerate(TRACKS)
    ),
)

ROLLS_EACH_TURN: Final = 3
FEWER_AT_FIRST: Final = 1
"""How many dice fewer the first player has in its very first turn."""
MOST_EXTRA_DICE: Final = 2
MOST_TOKENS: Final = 2
ENOUGH_TO_PULL: Final = 3

PLACE: Final = [("place", place) for place in range(len(PLACE_NAMES))]
AMOUNT: Final = [("amount", amount) for amount in range(MOST_TOKENS + 1)]

NAMED_MONSTER: Final = [("monster", seat) for seat in range(PLAYERS)]

# Locals of the frame of turns beside those of every game: how many turns follow this one, whether
# this is such a one, what was bought in it, and what is new in the row since it began: pairs of a
# card and why it is new.
TURN_FRAME = Locals(COMMON_TURN_FRAME)
FURTHER: Final = TURN_FRAME.one()
IS_FURTHER: Final = TURN_FRAME.one()
BOUGHT_NOW: Final = TURN_FRAME.one()
NEWS: Final = TURN_FRAME.one()

PROCEDURES = common()
"""Filled by the modules of this game in the order the game imports them."""


def rival(seat: int) -> int:
    """The other monster. rule: kd.turn.active"""
    return 1 - seat
