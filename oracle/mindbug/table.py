"""The table of Mindbug: where cards lie, who may see them, what is counted."""

from __future__ import annotations

from typing import Final

from oracle.kernel.layout import EVERYBODY, NOBODY, OWNER, Counter, Layout, Mark, Zone
from oracle.kernel.machine import Procedures

LAYOUT = Layout(
    seats=("p1", "p2"),
    zones=(
        Zone("hand", True, False, OWNER, ("mb.setup.hand", "mb.setup.zones")),
        Zone("deck", True, True, NOBODY, ("mb.setup.deal", "mb.setup.zones")),
        Zone("discard", True, False, EVERYBODY, ("mb.attack.discard-public", "mb.setup.zones")),
        Zone("play", True, False, EVERYBODY, ("mb.setup.zones",)),
        Zone("unused", False, False, NOBODY, ("mb.setup.unused-pile",)),
        Zone("aside", False, False, EVERYBODY, ("mb.setup.first-player-cards",)),
        Zone("played", False, False, EVERYBODY, ("mb.play.show",), single=True),
    ),
    counters=(
        Counter("life", 3, 1, ("mb.setup.life-public",)),
        Counter("mindbugs", 2, 0, ("mb.setup.mindbugs-public",)),
    ),
    registers=("active", "turn", "owed"),
    marks=(
        Mark("exhausted", 1, rules=("mb.keyword.exhausted-public",)),
        Mark("taken", 2, public=False),
        Mark("worn", 4, public=False),
        Mark("attacking", 8, public=False),
    ),
)

# Places: add the seat to the first four.
HAND: Final = 0
DECK: Final = 2
DISCARD: Final = 4
PLAY: Final = 6
UNUSED: Final = 8
ASIDE: Final = 9
PLAYED: Final = 10
PLACES: Final = range(len(LAYOUT.places))

# Counters: add the seat.
LIFE: Final = 0
MINDBUGS: Final = 2

# Registers.
ACTIVE: Final = 0
TURN: Final = 1
OWED: Final = 2

# Locals of the frame of an effect.
SOURCE: Final = 2
YOU: Final = 3
ABILITY: Final = 4
SNAPSHOT: Final = 5
DONE: Final = 6
SLOTS: Final = 7

# Marks.
EXHAUSTED: Final = 1
TAKEN: Final = 2
WORN: Final = 4
ATTACKING: Final = 8

# Bits of `State.dirty` beside the kernel's.
HANDS: Final = 2  # and 4: shifted by the seat whose hand or deck changed
BOTH_HANDS: Final = 6
LIVES: Final = 8

HAND_SIZE: Final = 5
DECK_SIZE: Final = 10
LOWEST_POWER: Final = 1
NONE: Final = -1

# Layers of derived values.
POWER: Final = 0
KEYWORDS: Final = 1
CONTRIBUTIONS: Final = 2
STORE: Final = 3
VOLATILE: Final = 4

# Options are shared tuples; one table a verb, indexed by card.
MOST_CARDS: Final = 512
PLAY_CARD: Final = [("play", card) for card in range(MOST_CARDS)]
ATTACK_WITH: Final = [("attack", card) for card in range(MOST_CARDS)]
BLOCK_WITH: Final = [("block", card) for card in range(MOST_CARDS)]
HUNT: Final = [("hunt", card) for card in range(MOST_CARDS)]
DEAL: Final = [("deal", card) for card in range(MOST_CARDS)]
REVEAL: Final = [("reveal", card) for card in range(MOST_CARDS)]
USE_MINDBUG: Final = ("mindbug",)
DECLINE: Final = ("decline",)

PROCEDURES = Procedures()
"""Filled by the modules of this game in the order the game imports them."""
