"""The table of King of Tokyo: where cards lie, what each monster has, what a turn remembers."""

from __future__ import annotations

from typing import Final

from oracle.dice_games.procedures import common
from oracle.dice_games.table import (
    ABILITY as ABILITY,
)
from oracle.dice_games.table import (
    ACTIVE as ACTIVE,
)
from oracle.dice_games.table import (
    ADDED as ADDED,
)
from oracle.dice_games.table import (
    AREA as AREA,
)
from oracle.dice_games.table import (
    BOUGHT as BOUGHT,
)
from oracle.dice_games.table import (
    BUY as BUY,
)
from oracle.dice_games.table import (
    CONTEXT as CONTEXT,
)
from oracle.dice_games.table import (
    DECK as DECK,
)
from oracle.dice_games.table import (
    DECLINE as DECLINE,
)
from oracle.dice_games.table import (
    DICE as DICE,
)
from oracle.dice_games.table import (
    DIE as DIE,
)
from oracle.dice_games.table import (
    DISCARD as DISCARD,
)
from oracle.dice_games.table import (
    DONE as DONE,
)
from oracle.dice_games.table import (
    FACE as FACE,
)
from oracle.dice_games.table import (
    MOST_CARDS as MOST_CARDS,
)
from oracle.dice_games.table import (
    NONE as NONE,
)
from oracle.dice_games.table import (
    NUMBER_OF_DICE as NUMBER_OF_DICE,
)
from oracle.dice_games.table import (
    REROLLED as REROLLED,
)
from oracle.dice_games.table import (
    REROLLS as REROLLS,
)
from oracle.dice_games.table import (
    RESULT as RESULT,
)
from oracle.dice_games.table import (
    ROW as ROW,
)
from oracle.dice_games.table import (
    ROW_SIZE as ROW_SIZE,
)
from oracle.dice_games.table import (
    SLOTS as SLOTS,
)
from oracle.dice_games.table import (
    SOURCE as SOURCE,
)
from oracle.dice_games.table import (
    SWEEP as SWEEP,
)
from oracle.dice_games.table import (
    SWEEP_PRICE as SWEEP_PRICE,
)
from oracle.dice_games.table import (
    TO_FACE as TO_FACE,
)
from oracle.dice_games.table import (
    TURN as TURN,
)
from oracle.dice_games.table import TURN_FRAME as COMMON_TURN_FRAME
from oracle.dice_games.table import (
    TURN_UP as TURN_UP,
)
from oracle.dice_games.table import (
    YOU as YOU,
)
from oracle.kernel.layout import EVERYBODY, NOBODY, OWNER, Amount, Counter, Layout, Mark, Zone
from oracle.kernel.procedures import Locals

SEATS: Final = ("p1", "p2", "p3", "p4", "p5", "p6")
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 6
STARTING_TOKENS: Final = 1
UNSAID: Final = -1
"""Mindbug tokens of which a position says nothing: as at the start, if their owner is alive."""

FACES: Final = ("one", "two", "three", "energy", "heart", "claw")
ONE, TWO, THREE, ENERGY_FACE, HEART, CLAW = range(6)


def layout_with(
    players: int,
    *,
    tokens: bool = False,
    evolutions: bool = False,
    copies: bool = False,
    costs: tuple[int, ...] = (),
) -> Layout:
    """The table of so many monsters, with Mindbug tokens, evolution cards, a mimic token or not.

    With the costs of all cards it shows what was paid for each that lies before a monster.
    """
    amounts = [Amount("counters", COUNTERS_SHIFT, ("kt.counter.start",))]
    if costs:
        rules = ("kt.end.sell-paid", "kt.setup.public")
        amounts.append(Amount("paid", PAID_SHIFT, rules, zone="area", bits=PAID_BITS, unsaid=costs))
    return Layout(
        seats=SEATS[:players],
        zones=(
            Zone("deck", False, False, NOBODY, ("kt.setup.shuffle", "kt.setup.public")),
            Zone("top", False, False, NOBODY, ("kt.buy.top-card",), single=True),
            Zone("row", False, False, EVERYBODY, ("kt.setup.row", "kt.setup.public")),
            Zone("discard", False, False, EVERYBODY, ("kt.card.discard-pile", "kt.setup.public")),
            Zone("bought", False, False, EVERYBODY, ("kt.card.discard",), single=True),
            Zone("area", True, False, EVERYBODY, ("kt.card.keep", "kt.setup.public")),
            Zone("evolution-deck", True, False, NOBODY, ("kt.evolution.deck",), used=evolutions),
            Zone("hand", True, False, OWNER, ("kt.evolution.hand",), used=evolutions),
            Zone(
                "evolutions", True, False, EVERYBODY, ("kt.evolution.permanent",), used=evolutions
            ),
            Zone(
                "evolution-discard", True, False, EVERYBODY, ("kt.evolution.deck",), used=evolutions
            ),
            Zone("unchosen", False, False, EVERYBODY, ("kt.evolution.required",), used=evolutions),
        ),
        counters=(
            Counter("hearts", 10, 0, ("kt.setup.hearts", "kt.setup.public")),
            Counter("stars", 0, 0, ("kt.setup.stars", "kt.setup.public")),
            Counter("energy", 0, 0, ("kt.setup.energy", "kt.setup.public")),
            Counter("poison", 0, 0, ("kt.setup.energy", "kt.setup.public")),
            Counter("shrink", 0, 0, ("kt.setup.energy", "kt.setup.public")),
            Counter("place", 0, 0, ("kt.setup.tokyo", "kt.setup.public"), most=BAY),
            Counter(
                "mindbugs",
                UNSAID if tokens else 0,
                0,
                ("kt.mindbug.start", "kt.mindbug.public"),
                used=tokens,
            ),
        ),
        registers=(
            "active",
            "turn",
            *(f"dice-{face}" for face in FACES),
            *(f"added-{face}" for face in FACES),
            "rerolls",
            "rerolled",
            "attacked",
            "scored",
            "harmed",
            "left-city",
            "left-bay",
            "copied",
            "bay-closed",
            "restarts",
            "out-of-game",
            "actor",
            "resolver",
            "gained-stars",
            "gained-energy",
            "gained-hearts",
            "scored-stars",
            *(f"monster-{seat}" for seat in SEATS),
            "gainer",
            "gain",
            "emptied",
            "star-depth",
            "copier",
            "mindbuggers",
            "declined",
            "rolled-energy",
            "healed-hearts",
        ),
        marks=(Mark("mimic", MIMIC, rules=MIMIC_RULES, zone="area"),) if copies else (),
        amounts=tuple(amounts),
    )


# The place of this game alone; what is not said here stands in the tables of all dice games.
TOP: Final = 1

# Counters: how many times the number of players, to which the seat is added.
HEARTS: Final = 0
STARS: Final = 1
ENERGY: Final = 2
POISON: Final = 3
SHRINK: Final = 4
PLACE: Final = 5
MINDBUGS: Final = 6


# Where a monster is.
OUTSIDE: Final = 0
CITY: Final = 1
BAY: Final = 2

# Registers.
ATTACKED: Final = 16  # bits: HAS_ATTACKED, FROM_OUTSIDE, KEPT_OUT
SCORED: Final = 17  # a bit for each number scored this turn
HARMED: Final = 18  # a bit for each monster that made somebody lose hearts this turn
LEFT_CITY: Final = 19  # who yielded it in this turn, plus one
LEFT_BAY: Final = 20
COPIED: Final = 21  # the card with the mimic token, plus one
BAY_CLOSED: Final = 22
RESTARTS: Final = 23  # how often a monster started afresh
OUT_OF_GAME: Final = 24  # a bit for each eliminated monster
ACTOR: Final = 25  # who stands as the active monster: the mindbugger in borrowed phases
RESOLVER: Final = 26  # whose resolve phase it is, plus one
GAINED_STARS: Final = 27  # in this resolve phase by that monster; so the next ones
GAINED_ENERGY: Final = 28
GAINED_HEARTS: Final = 29
SCORED_STARS: Final = 30
HAS_MONSTER: Final = 31  # for each seat which monster it is, plus one
GAINER: Final = 37  # who gained stars just now, plus one
GAIN: Final = 38  # and how many
EMPTIED: Final = 39  # the place whose holder an attack of this turn eliminated
STAR_DEPTH: Final = 40  # how deep the effect lies that gave stars last
COPIER: Final = 41  # the card that copies the one with the mimic token, plus one
MINDBUGGERS: Final = 42  # a bit for each monster that took a roll this turn
DECLINED: Final = 43  # a bit for each monster that declined, and nothing has happened since

ROLLED_ENERGY: Final = 44  # what the dice gave in this resolve phase
HEALED_HEARTS: Final = 45

HAS_ATTACKED: Final = 1
FROM_OUTSIDE: Final = 2
KEPT_OUT: Final = 4  # from a later enter phase too

MIMIC: Final = 1
"""The mark of the card on which the mimic token lies."""
MIMIC_RULES: Final = ("kt.copy.choose", "kt.setup.public")

PAID_SHIFT: Final = 8
PAID_BITS: Final = 16
"""What was paid for a card is kept in its marks, in so many bits from that one on."""

COUNTERS_SHIFT: Final = 24
"""What lies on a card is counted in its marks, from this bit on."""

# Bits of `State.dirty` beside the kernel's.
STARRED: Final = 2
FALLEN: Final = 4  # hearts were lost that are no damage
ENRICHED: Final = 8  # stars were gained that others may answer to

STARTING_HEARTS: Final = 10
REROLLS_EACH_TURN: Final = 2
STARS_TO_WIN: Final = 20
SMALLEST_BAY: Final = 5

MONSTER: Final = [("monster", seat) for seat in range(MOST_PLAYERS)]
MINDBUG: Final = ("mindbug",)
DRAW: Final = [("draw", card) for card in range(MOST_CARDS)]
KEEP_CARD: Final = [("keep", card) for card in range(MOST_CARDS)]
PLAY_CARD: Final = [("play", card) for card in range(MOST_CARDS)]
YIELD: Final = ("yield",)
STAY: Final = ("stay",)

# Locals of the frame of turns beside those of every game: how many dice fewer it has; who has a
# further turn, with how many dice fewer; who is next after those; whether this turn is cut short,
# whether it had a roll phase, and what was bought in it or taken without buying.
TURN_FRAME = Locals(COMMON_TURN_FRAME)
FEWER: Final = TURN_FRAME.one()
FURTHER: Final = TURN_FRAME.one()
BACK_TO: Final = TURN_FRAME.one()
CUT: Final = TURN_FRAME.one()
ROLLED: Final = TURN_FRAME.one()
BOUGHT_NOW: Final = TURN_FRAME.one()
TAKEN_NOW: Final = TURN_FRAME.one()

PROCEDURES = common()
"""Filled by the modules of this game in the order the game imports them."""
