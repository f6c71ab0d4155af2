"""The closed lists of words that scenarios of Mindbug use."""

from __future__ import annotations

DEFAULT_RULESET = "mindbug/first-contact"
"""What a scenario in a folder of the game's name plays, if it names nothing."""

PLAYERS = (2, 2)
"""How many play, from and to."""

ZONES = ("hand", "deck", "discard", "in play")
SHARED_ZONES = ("unused", "aside", "power row", "power deck", "power discard")
"""Zones of the table, which belong to nobody."""

ZONE_KEYS = {"hand": "hand", "deck": "deck", "discard": "discard", "in play": "play"}

NUMBERS = ("life", "mindbugs", "energy")
"""What a player has a number of."""

ABILITIES = (
    *("play", "attack", "defeated", "action", "bought", "rolled"),
    *("put-into-discard", "life-lost"),
)
PILES = ("hand", "deck", "discard pile")
PILE_KEYS = {"hand": "hand", "deck": "deck", "discard pile": "discard"}

POWER_PILES = ("power row", "power deck", "power discard pile")
POWER_KEYS = {"power row": "power-row", "power deck": "power-deck"} | {
    "power discard pile": "power-discard"
}
SHARED = {"unused": "in the unused pile", "aside": "set aside", "bought": "being bought"} | {
    key: f"in the {pile}" for pile, key in POWER_KEYS.items()
}
"""The zones of the table, and how facts say that a card is there."""

DICE = {"first": "the first die", "second": "the second die", "both": "both dice"}
"""The dice that may be rolled again, as answers name them and as sentences do."""

DECISIONS = {
    "turn": "turn action",
    "mindbug": "mindbug",
    "hunt": "hunt",
    "block": "block",
    "attack-again": "further attack",
    "choose": "choice",
    "may": "yes or no",
    "order": "order of effects",
    "replace": "replacement",
    "deal": "deal",
    "reveal": "reveal",
    "first": "first player",
    "pick": "random pick",
    "top": "top card",
    "buy": "purchase",
    "roll": "die roll",
    "reroll": "reroll",
    "dice-order": "order of dice",
    "top-power": "power card",
    "mode": "choice of effect",
    "keyword": "naming of a keyword",
    "pile": "choice of discard pile",
}
"""How scenarios call each kind of decision."""

DECLINABLE = ("mindbug", "hunt", "block", "attack-again", "may", "buy", "reroll")
DECLINES = (
    *("no-mindbug", "no-hunt", "no-block", "no-attack-again", "no-buy", "no-reroll"),
    *("refuse", "decline"),
)
"""The sentences that decline."""
