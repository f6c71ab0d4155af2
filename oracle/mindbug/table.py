"""The table of Mindbug: where cards lie, who may see them, what is counted."""

from __future__ import annotations

from typing import Final

from oracle.kernel.layout import EVERYBODY, NOBODY, OWNER, Counter, Layout, Mark, Zone
from oracle.kernel.procedures import Locals, Procedures

SEATS: Final = ("p1", "p2")


def layout_with(*, power_cards: bool = False, boosts: bool = False) -> Layout:
    """The table of a ruleset: what it does not need is there, but neither used nor shown."""
    return Layout(
        seats=SEATS,
        zones=(
            Zone("hand", True, False, OWNER, ("mb.setup.hand", "mb.setup.zones")),
            Zone("deck", True, True, NOBODY, ("mb.setup.deal", "mb.setup.zones")),
            Zone("discard", True, False, EVERYBODY, ("mb.attack.discard-public", "mb.setup.zones")),
            Zone("play", True, False, EVERYBODY, ("mb.setup.zones",)),
            Zone("unused", False, False, NOBODY, ("mb.setup.unused-pile",)),
            Zone("aside", False, False, EVERYBODY, ("mb.setup.first-player-cards",)),
            Zone("played", False, False, EVERYBODY, ("mb.play.show",), single=True),
            Zone("boosts", False, False, EVERYBODY, ("mb.boost.public",), used=boosts, shown=False),
            Zone("power-row", False, False, EVERYBODY, ("mb.power.row",), used=power_cards),
            Zone("power-deck", False, False, NOBODY, ("mb.power.deck-hidden",), used=power_cards),
            Zone("bought", False, False, EVERYBODY, ("mb.power.effect",), used=power_cards),
            Zone(
                "power-discard",
                False,
                False,
                EVERYBODY,
                ("mb.power.discard-public",),
                used=power_cards,
            ),
        ),
        counters=(
            Counter("life", 3, 1, ("mb.setup.life-public",)),
            Counter("mindbugs", 2, 0, ("mb.setup.mindbugs-public",), most=2),
            Counter("energy", 0, 0, ("mb.dice.energy-kept",), used=power_cards),
        ),
        registers=("active", "turn", "owed", "named"),
        marks=(
            Mark("exhausted", 1, rules=("mb.keyword.exhausted-public",)),
            Mark("taken", 2, public=False),
            Mark("worn", 4, public=False),
            Mark("attacking", 8, public=False),
            Mark("evolved", 16, public=False),
            Mark("shown", 32, public=False),
            Mark("second-boosted", 64, public=False),
        ),
    )


LAYOUT = layout_with()
"""The table of a ruleset without power cards and boosts; all places have the same numbers."""

# Places: add the seat to the first four.
HAND: Final = 0
DECK: Final = 2
DISCARD: Final = 4
PLAY: Final = 6
UNUSED: Final = 8
ASIDE: Final = 9
PLAYED: Final = 10
UNDER: Final = 11
POWER_ROW: Final = 12
POWER_DECK: Final = 13
BOUGHT: Final = 14
POWER_DISCARD: Final = 15
PLACES: Final = range(len(LAYOUT.places))

# Counters: add the seat.
LIFE: Final = 0
MINDBUGS: Final = 2
ENERGY: Final = 4

# Registers.
ACTIVE: Final = 0
TURN: Final = 1
OWED: Final = 2
NAMED: Final = 3

# Locals of the frame of an effect.
SOURCE: Final = 2
YOU: Final = 3
ABILITY: Final = 4
SNAPSHOT: Final = 5
DONE: Final = 6
SLOTS: Final = 7

# Locals of the frame of an attack, which its steps and those of keywords share.
ATTACK_FRAME = Locals()
ATTACKER = ATTACK_FRAME.one()
ATTACKING_SIDE = ATTACK_FRAME.one()
BLOCKER = ATTACK_FRAME.one()
MADE = ATTACK_FRAME.one()
TIMES = ATTACK_FRAME.one()
FORCED = ATTACK_FRAME.one()

# Marks.
EXHAUSTED: Final = 1
TAKEN: Final = 2
WORN: Final = 4
ATTACKING: Final = 8
EVOLVED: Final = 16
SHOWN: Final = 32
SECOND_BOOSTED: Final = 64
"""Of a boost card: the second player put it there. Only kept where that matters."""

# Bits of `State.dirty` beside the kernel's.
HANDS: Final = 2  # and 4: shifted by the seat whose hand or deck changed
BOTH_HANDS: Final = 6
LIVES: Final = 8

HAND_SIZE: Final = 5
DECK_SIZE: Final = 10
LOWEST_POWER: Final = 1
MOST_DICE: Final = 2
ROW_SIZE: Final = 3
NONE: Final = -1

# Layers of derived values.
POWER: Final = 0
KEYWORDS: Final = 1
DICE: Final = 2
CONTRIBUTIONS: Final = -3
STORE: Final = -2
VOLATILE: Final = -1

# Options are shared tuples; one table a verb, indexed by card.
MOST_CARDS: Final = 512
PLAY_CARD: Final = [("play", card) for card in range(MOST_CARDS)]
ATTACK_WITH: Final = [("attack", card) for card in range(MOST_CARDS)]
BLOCK_WITH: Final = [("block", card) for card in range(MOST_CARDS)]
HUNT: Final = [("hunt", card) for card in range(MOST_CARDS)]
DEAL: Final = [("deal", card) for card in range(MOST_CARDS)]
REVEAL: Final = [("reveal", card) for card in range(MOST_CARDS)]
ACT_WITH: Final = [("act", card) for card in range(MOST_CARDS)]
BUY: Final = [("buy", card) for card in range(MOST_CARDS)]
USE_MINDBUG: Final = ("mindbug",)
DECLINE: Final = ("decline",)

PROCEDURES = Procedures()
"""Filled by the modules of this game in the order the game imports them."""
