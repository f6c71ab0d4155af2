"""The closed list of sentences of Mindbug: what players do, what can be checked and claimed."""

from __future__ import annotations

import re

from conformance.scenario import sayings as every
from conformance.scenario.game import Saying, Sentences, Statement, people
from conformance.scenario.games.mindbug.words import (
    ABILITIES,
    DECISIONS,
    DECLINABLE,
    DICE,
    PILES,
    POWER_PILES,
)
from conformance.scenario.model import Item, Placed
from conformance.scenario.phrases import (
    A_CARD,
    BETWEEN_CARDS,
    CARD,
    Hole,
    any_of,
    item_reader,
    read_card,
    renamed,
    split_commas,
    write_item,
)

PEOPLE = people(2)
_IN_PLAY = re.compile(
    rf"(?P<name>{CARD})"
    r"(?: \((?=[eb])(?P<exhausted>exhausted)?(?:(?<=exhausted), )?"
    r"(?:boosted by (?P<boosts>.+))?\))?"
)


def _in_play(card: re.Match[str]) -> Placed:
    boosts = [read_item(part) for part in BETWEEN_CARDS.split(card["boosts"] or "") if part]
    if any(isinstance(item, Placed) and (item.exhausted or item.boosts) for item in boosts):
        raise ValueError(f"`{card[0]}`: a boost is a card and nothing more")
    return Placed(read_card(card["name"]), bool(card["exhausted"]), tuple(boosts))


read_item = item_reader(_IN_PLAY, _in_play)
"""An entry of a zone: a card, an exhausted or boosted card, or `3 others`."""


def _read_deck(text: str) -> tuple[Item, ...]:
    return tuple(read_item(part) for part in split_commas(text))


def _write_deck(items: tuple[Item, ...]) -> str:
    return ", ".join(write_item(item) for item in items)


HOLES = {
    **every.common_holes(PEOPLE, DECISIONS.values()),
    "creature": A_CARD,
    "face": A_CARD,
    "deck": Hole(r".+", _read_deck, _write_deck),
    "keyword": Hole(r"[a-z]+(?:-[a-z]+)*"),
    "ability": Hole(any_of(ABILITIES)),
    "pile": Hole(any_of(PILES)),
    "power_pile": Hole(any_of(POWER_PILES)),
    "dice": renamed(DICE),
}
"""Every kind of hole with the text that can fill it."""

SAYINGS = (
    Saying("play", "plays {card}", "play {card}", ("turn",), "Play a card from hand."),
    Saying(
        "attack-again",
        "attacks again with {card}",
        "attack again with {card}",
        ("attack-again",),
        "Attack once more with a creature that can.",
    ),
    Saying("attack", "attacks with {card}", "attack with {card}", ("turn",), "Attack."),
    Saying(
        "act",
        "uses the action of {card}",
        "use the action of {card}",
        ("turn",),
        "Use the action of a creature instead of playing or attacking.",
    ),
    every.BUY.meaning("Buy a power card from the row."),
    every.NO_BUY,
    Saying(
        "reroll",
        "rerolls {dice}",
        "reroll {dice}",
        ("reroll",),
        "Roll dice again; an only die is the first one.",
    ),
    Saying("no-reroll", "keeps the dice", None, ("reroll",), "Take the result as it is."),
    Saying(
        "apply",
        "applies {face} first",
        "apply {face}",
        ("dice-order",),
        "Choose which of two different dice takes effect next.",
    ),
    Saying(
        "mindbug",
        "uses a mindbug",
        "use a mindbug",
        ("mindbug",),
        "Take the creature that the other player is playing.",
    ),
    Saying(
        "no-mindbug",
        "does not use a mindbug",
        None,
        ("mindbug",),
        "Let the other player have the creature.",
    ),
    Saying("hunt", "hunts {card}", "hunt {card}", ("hunt",), "Choose which creature blocks."),
    Saying("no-hunt", "does not hunt", None, ("hunt",), "Leave the block to the defender."),
    Saying("block", "blocks with {card}", "block with {card}", ("block",), "Block the attack."),
    Saying("no-block", "does not block", None, ("block",), "Let the attack through."),
    Saying(
        "no-attack-again",
        "does not attack again",
        None,
        ("attack-again",),
        "Leave it at the attacks made.",
    ),
    every.CHOOSE_NONE.meaning("Choose no card where that may be."),
    every.MODE,
    Saying(
        "pile",
        "chooses {player}'s discard pile",
        "choose {player}'s discard pile",
        ("pile",),
        "Choose into whose discard pile a card goes.",
    ),
    Saying("name", "names {keyword}", "name {keyword}", ("keyword",), "Name a keyword."),
    every.CHOOSE,
    every.ACCEPT,
    every.REFUSE,
    every.DECLINE.at(*DECLINABLE),
    every.RESOLVE_ABILITY,
    every.RESOLVE,
    Saying(
        "replace",
        "uses {card} instead",
        "use {card}",
        ("replace",),
        "Choose which replacement applies.",
    ),
    Saying(
        "deal",
        "deals {player}: {deck}",
        None,
        ("deal",),
        "Deal a player's deck, top card first; `3 others` are cards named nowhere else.",
        chance=True,
    ),
    Saying(
        "reveal",
        "reveals {card}",
        "reveal {card}",
        ("reveal", "top", "top-power"),
        "Turn up a card: for the first player, from the unused pile, from the power deck.",
        chance=True,
    ),
    Saying("roll", "rolls {face}", "roll {face}", ("roll",), "One die, one line.", chance=True),
    Saying("pick", "picks {cards}", None, ("pick",), "Pick cards at random.", chance=True),
    Saying(
        "start",
        "starts {player}",
        "start {player}",
        ("first",),
        "Settle who plays first when the cards could not.",
        chance=True,
    ),
)

CHECK_LINES = (
    ("{seat} may: use a mindbug, decline", "The pending decision offers exactly these answers."),
    ("{seat} may choose 2 of: A, B, C", "Exactly this choice is offered; chance picks instead."),
    ("{seat} may choose up to 2 of: A, B", "The same with nothing as the least."),
    ("{seat} may choose 1 to 3 of: A, B, C", "The same with a least and a most."),
    ("{seat} may choose all of: A, B", "The same where every card must be chosen."),
    ("{player} cannot block with {card}", "The answer is refused and nothing changes."),
    every.NOW_LINE,
)
"""What can stand between steps, for the list of sentences; the reader knows their form."""

HEADER_LINES = (
    ('scenario MB-7QK4X2 "A title"', "Begins a scenario, without indentation (ids: `kaiju id`)."),
    ('question "A title"', "Begins a question: no id, no rules, no `then`."),
    ("rules mb.attack.tie, mb.attack.block", "The rules it tests; each must fire."),
    ("ruleset mindbug/first-contact", "What is played, if the folder does not say it."),
    (
        "ruleset mindbug/first-contact+beyond-eternity",
        "Several sets; or, unindented, above all scenarios of a file.",
    ),
    ("options mb.option.hunter-choice = declaration", "Options answered otherwise."),
    ("cards probes", "Adds the cards of probes.cards beside the scenario file."),
    ("interaction I-085, I-086", "The known interactions it settles."),
    ("provenance oracle", "The outcome was taken from the oracle, not from the rules."),
    ("ruling RUL-0003", "The ruling it proves."),
)

GIVEN_LINES = (
    ("alice plays first; life 3; mindbugs 2", "Who is at turn; 3 life and 2 Mindbugs if unsaid."),
    ("bob: hand: A, 4 others; deck: B, C", "Zones, decks top first; `others` are plain cards."),
    ("bob: discard: A; in play: B (exhausted)", "A player can have several lines."),
    ("alice: in play: Shield Bugs [a], Shield Bugs [b]", "Labels tell copies apart."),
    ("bob: in play: A (boosted by B and C), D (exhausted, boosted by 1 other)", "Boosts."),
    ("alice: energy 3; in play: Typhoon Princess", "Energy; an evolved creature by its stage."),
    ("power row: A, B, C", "The power cards for sale; empty if unsaid."),
    ("power deck: A, 2 others", "The power cards to come, in no order."),
    ("power discard: A", "The power cards that were bought."),
    ("unused: A, B", "The unused pile."),
    ("aside: A", "Cards that showed who plays first."),
)

STATEMENTS = (
    Statement("life", "{player} has {n} life", "The life of a player."),
    Statement("mindbugs", "{player} has {n} mindbug(s)", "The Mindbugs a player has not spent."),
    every.ENERGY,
    Statement(
        "in-play", "{player} has {n} card(s) in play", "How many creatures a player controls."
    ),
    Statement("cards", "{player} has {n} card(s) in {pile}", "How many cards lie there."),
    Statement("controls", "{card} is in play under {player}'s control", "Who controls a creature."),
    Statement("lies", "{card} is in {player}'s {pile}", "Where a card is."),
    Statement("tops", "{card} is on top of {player}'s deck", "The next card of a deck."),
    Statement("unused", "{card} is in the unused pile", "A card that nobody was dealt."),
    Statement("aside", "{card} is set aside", "A card that showed who plays first."),
    Statement("played", "{card} is being played", "A card shown but not yet in play."),
    every.BOUGHT,
    Statement("power-lies", "{card} is in the {power_pile}", "Where a power card is."),
    Statement(
        "power-cards",
        "the {power_pile} has {n} card(s)",
        "How many power cards lie there.",
    ),
    Statement("under", "{card} is under {creature}", "A card boosts a creature in play."),
    Statement("boosted", "{card} is boosted", "At least one card lies under a creature."),
    Statement("not-boosted", "{card} is not boosted", "No card lies under a creature in play."),
    Statement("boosts", "{card} has {n} boost(s)", "How many cards lie under a creature."),
    Statement("stage", "{card} is now {creature}", "What a creature in play has evolved to."),
    Statement("dice", "{card} has {n} dice symbol(s)", "The dice it rolls when it attacks."),
    Statement("exhausted", "{card} is exhausted", "A creature in play is exhausted."),
    Statement("fresh", "{card} is not exhausted", "A creature in play is not exhausted."),
    Statement("power", "{card} has power {n}", "The present power of a creature in play."),
    Statement("keyword", "{card} has {keyword}", "A creature in play has a keyword now."),
    Statement("no-keyword", "{card} does not have {keyword}", "A creature in play lacks it now."),
    every.TURN,
    every.NEXT,
    every.WINS,
    Statement("draw", "the game is a draw", "The game is over and nobody has won."),
    every.GOES_ON,
    Statement("sees-life", "{player} sees that {other} has {n} life", "Life is open to all."),
    every.SEES_ENERGY.meaning("So is energy."),
    Statement(
        "sees-mindbugs",
        "{player} sees that {other} has {n} mindbug(s)",
        "So are Mindbugs not yet spent.",
    ),
    Statement(
        "sees-exhausted",
        "{player} sees that {card} is exhausted",
        "So is the state of a creature.",
    ),
    Statement(
        "sees-hand", "{player} sees {n} card(s) in {other}'s hand", "A number, not the cards."
    ),
    every.SEES,
    every.SEES_NOT,
    Statement(
        "happened",
        "{card}'s {ability} effect happened {times}",
        "How often an effect of a card resolved in the scenario.",
    ),
    Statement("not-happened", "{card}'s {ability} effect did not happen", "It never resolved."),
)

SENTENCES = Sentences(HOLES, SAYINGS, STATEMENTS, HEADER_LINES, GIVEN_LINES, CHECK_LINES)
