"""Sentences that every game says alike: how they read, and what fills their holes."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.scenario.game import CHANCE, Saying, Statement
from conformance.scenario.phrases import (
    A_CARD,
    A_NUMBER,
    CARDS,
    HOW_OFTEN,
    WHICH_ONE,
    Hole,
    Holes,
    any_of,
)


def common_holes(people: tuple[str, ...], decisions: Iterable[str]) -> Holes:
    """The holes of every game, with its people and its words for decisions."""
    player = Hole(any_of(people))
    return {
        "player": player,
        "other": player,
        "seat": Hole(any_of((*people, CHANCE))),
        "n": A_NUMBER,
        "card": A_CARD,
        "cards": CARDS,
        "ordinal": WHICH_ONE,
        "times": HOW_OFTEN,
        "decision": Hole(any_of(decisions)),
    }


# ---- what is done

BUY = Saying("buy", "buys {card}", "buy {card}", ("buy",), "Buy a power card.")
NO_BUY = Saying("no-buy", "stops buying", None, ("buy",), "Buy nothing, or nothing more.")
MODE = Saying(
    "mode",
    "chooses the {ordinal} effect",
    "choose the {ordinal} effect",
    ("mode",),
    "Choose one of the effects of a card that says `choose one`.",
)
RESOLVE_ABILITY = Saying(
    "resolve-ability",
    "resolves {card} ({ability}) first",
    "resolve {card} ({ability})",
    ("order",),
    "Choose which waiting effect comes next, when a card has several.",
)
RESOLVE = Saying(
    "resolve",
    "resolves {card} first",
    "resolve {card}",
    ("order",),
    "Choose which waiting effect comes next.",
)
CHOOSE_NONE = Saying("choose-none", "chooses nothing", None, ("choose",), "Choose no card.")
CHOOSE = Saying(
    "choose", "chooses {cards}", None, ("choose",), "Choose the cards an effect asks for."
)
ACCEPT = Saying("accept", "accepts", "accept", ("may",), "Do what a card says one may do.")
REFUSE = Saying("refuse", "refuses", None, ("may",), "Leave what a card says one may do.")
DECLINE = Saying("decline", "declines", "decline", (), "Decline, whatever is offered.")
"""Where one may decline is each game's to say."""


# ---- what is checked

NOW_LINE = ("now FACT", "A fact that holds at this point.")


# ---- what is claimed

ENERGY = Statement("energy", "{player} has {n} energy", "The energy of a player.")
BOUGHT = Statement("bought", "{card} is being bought", "A power card whose effect is not done yet.")
TURN = Statement("turn", "it is {player}'s turn", "Whose turn it is.")
NEXT = Statement("next", "the next decision is {seat}'s {decision}", "What the game waits for.")
WINS = Statement("wins", "{player} wins", "The game is over and this player has won.")
GOES_ON = Statement("goes-on", "nobody has won", "The game is not over.")
SEES_ENERGY = Statement(
    "sees-energy", "{player} sees that {other} has {n} energy", "It is open to all."
)
SEES = Statement("sees", "{player} sees {card}", "This player may know which card it is.")
SEES_NOT = Statement(
    "sees-not", "{player} does not see {card}", "This player cannot know which card it is."
)
