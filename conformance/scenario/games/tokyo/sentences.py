"""The closed list of sentences of King of Tokyo: what is done, checked and claimed."""

from __future__ import annotations

import re

from conformance.scenario import sayings as every
from conformance.scenario.game import NOBODY, PLAYER, Saying, Sentences, Statement, people
from conformance.scenario.games.dice_games import sayings as dice_games
from conformance.scenario.games.tokyo.words import (
    DECISIONS,
    DECLINABLE,
    EVOLUTION_PILES,
    FACES,
    PLACES,
    RESULTS,
    TOKENS,
)
from conformance.scenario.model import Placed
from conformance.scenario.phrases import (
    CARD,
    Hole,
    any_of,
    item_reader,
    read_card,
)

PEOPLE = people(6)
_BEFORE_A_MONSTER = re.compile(
    rf"(?P<name>{CARD})"
    r"(?: \((?=[\dmb])(?:(?P<counters>\d+) counters?)?(?:(?<=[rs]), )?(?P<copied>mimic token)?"
    r"(?:(?<=[rsn]), )?(?:bought for (?P<paid>\d+))?\))?"
)


def _before_a_monster(card: re.Match[str]) -> Placed:
    counters, copied = int(card["counters"] or 0), bool(card["copied"])
    paid = None if card["paid"] is None else int(card["paid"])
    return Placed(read_card(card["name"]), counters=counters, copied=copied, paid=paid)


read_item = item_reader(_BEFORE_A_MONSTER, _before_a_monster)
"""An entry of a zone: a card, with what lies on it or what it was bought for, or `3 others`."""

HOLES = {
    **every.common_holes(PEOPLE, DECISIONS.values()),
    **dice_games.holes_of_dice(FACES, RESULTS),
    "token": Hole(any_of(TOKENS)),
    "place": Hole(any_of(PLACES)),
    "monster": Hole(r"[a-z]+(?:-[a-z]+)*"),
    "own_pile": Hole(any_of(EVOLUTION_PILES)),
}
"""Every kind of hole with the text that can fill it."""

USES = ("use", "defend", "buy", "mindbug", "play")
"""Decisions at which cards are used."""

SAYINGS = (
    dice_games.ROLL_DICE,
    dice_games.TURN_UP,
    dice_games.TURN_UP_SEVERAL,
    Saying(
        "peek",
        "{card} is on top of the deck",
        "look at {card}",
        ("peek",),
        "The card that a monster looks at.",
        chance=True,
        subject=NOBODY,
    ),
    dice_games.KEEP_DICE,
    dice_games.REROLL_DICE,
    dice_games.RESOLVE_RESULT,
    Saying("heal", "heals", "heal", ("heart",), "Use one heart symbol to heal."),
    Saying(
        "remove-token",
        "removes a {token} token",
        "remove a {token} token",
        ("heart",),
        "Use one heart symbol to remove a token.",
    ),
    Saying(
        "give-heart",
        "gives a heart to {player}",
        "give a heart to {player}",
        ("heart",),
        "Use one heart symbol for another monster.",
    ),
    Saying("yield", "yields", "yield", ("yield",), "Leave Tokyo to the attacker."),
    Saying("stay", "stays in Tokyo", "stay in Tokyo", ("yield",), "Do not yield."),
    every.BUY,
    dice_games.SWEEP,
    every.NO_BUY,
    dice_games.USE_ABILITY.at(*USES),
    dice_games.USE.at(*USES),
    dice_games.NO_USE.at("use", "defend", "mindbug", "play").meaning(
        "Use no card or token, or none further."
    ),
    Saying(
        "use-token",
        "uses a Mindbug token",
        "use a Mindbug token",
        ("mindbug",),
        "Take the roll of the active monster.",
    ),
    Saying(
        "race",
        "{player} calls first",
        "call {player} first",
        ("race",),
        "Who gets the roll that several monsters want.",
        chance=True,
        subject=NOBODY,
    ),
    Saying(
        "lot",
        "the lot falls on {player}",
        "let the lot fall on {player}",
        ("lot",),
        "Whom a text means of several that are tied.",
        chance=True,
        subject=NOBODY,
    ),
    dice_games.BE.meaning(
        "Choose a monster, with its evolution cards: `chooses to be gigasnail-hydra`."
    ),
    Saying(
        "draw",
        "draws {card}",
        "draw {card}",
        ("draw",),
        "The evolution card that a monster draws.",
        chance=True,
        subject=PLAYER,
    ),
    Saying("keep", "keeps {card}", "keep {card}", ("keep",), "Keep one card of several."),
    Saying("play", "plays {card}", "play {card}", ("play", "use"), "Play an evolution card."),
    every.MODE,
    every.RESOLVE_ABILITY,
    every.RESOLVE,
    Saying(
        "poison",
        "resolves the poison first",
        "resolve the poison",
        ("order",),
        "Choose the poison tokens as the next effect of the end phase.",
    ),
    every.CHOOSE_NONE,
    dice_games.CHOOSE_DIE,
    dice_games.CHOOSE_DICE,
    Saying(
        "turn-die", "turns it to {face}", "turn it to {face}", ("face",), "Choose the new face."
    ),
    dice_games.CHOOSE_NUMBER,
    Saying(
        "choose-monster",
        "chooses {player}",
        "choose {player}",
        ("monster",),
        "Choose the monster that an effect asks for.",
    ),
    every.CHOOSE,
    every.ACCEPT,
    every.REFUSE,
    every.DECLINE.at(*DECLINABLE),
)

CHECK_LINES = (
    ("{seat} may: yield, stay in Tokyo", "The pending decision offers exactly these answers."),
    ("{seat} may reroll up to 6 of: one, one, claw", "The dice there are to reroll, each of them."),
    *dice_games.CHECK_LINES,
)
"""What can stand between steps, for the list of sentences; the reader knows their form."""

HEADER_LINES = dice_games.header_lines("KT", "tokyo/current", "kt.option.bay = unused")

GIVEN_LINES = (
    ("alice plays first; hearts 7; stars 3", "Whose turn begins; 10, 0 and 0 if unsaid."),
    ("bob: energy 4; poison 1; shrink 2", "Energy and tokens; 0 if unsaid."),
    ("bob: in Tokyo City", "Also in Tokyo Bay; outside Tokyo if unsaid; eliminated."),
    ("bob: cards: Wings, Smoke Cloud (3 counters)", "Keep cards, and what lies on them."),
    ("bob: cards: Mimic; carol: cards: Wings (mimic token)", "What a card copies."),
    ("bob: cards: Wings (bought for 5)", "What was paid for it; what it costs if unsaid."),
    ("bob: mindbugs 1", "Mindbug tokens, in rulesets that have them; none if unsaid."),
    (
        "bob: hand: A; evolution deck: B, C; evolutions: D",
        "Also `evolution discard`.",
    ),
    ("carol and dave play too", "With nothing special; also `carol plays too`."),
    ("row: A, B, 1 other", "The cards for sale; empty if unsaid."),
    *dice_games.PILE_LINES,
    ("given start: alice, bob, carol", "The real start, with these monsters."),
)

STATEMENTS = (
    dice_games.HEARTS,
    Statement("stars", "{player} has {n} star(s)", "Its stars."),
    every.ENERGY,
    Statement("tokens", "{player} has {n} {token} token(s)", "The tokens on a monster."),
    Statement(
        "mindbug-tokens", "{player} has {n} Mindbug token(s)", "The Mindbug tokens of a monster."
    ),
    Statement("place", "{player} is in {place}", "It holds this place."),
    Statement("outside", "{player} is outside Tokyo", "It is in the game and not in Tokyo."),
    Statement("place-empty", "{place} is empty", "Nobody is there."),
    Statement("eliminated", "{player} is eliminated", "It has left the game."),
    Statement("alive", "{player} is not eliminated", "It is still in the game."),
    Statement("own-cards", "{player} has {n} card(s) in {own_pile}", "How many cards lie there."),
    Statement("own-lies", "{card} is in {player}'s {own_pile}", "Where an evolution card is."),
    dice_games.OWNED_COUNT,
    dice_games.OWNED_NOT,
    Statement("counters", "{card} has {n} counter(s)", "What lies on a card."),
    Statement("paid", "{card} was bought for {n} energy", "What was paid for it."),
    Statement("mimic", "the mimic token is on {card}", "The card that is copied."),
    Statement("no-mimic", "the mimic token is in the supply", "No card is copied."),
    dice_games.OWNED,
    dice_games.TABLE_LIES,
    dice_games.TABLE_CARDS,
    Statement("top", "{card} is on top of the deck", "A card that was looked at."),
    every.BOUGHT,
    every.TURN,
    every.NEXT,
    Statement("wins-stars", "{player} wins by stars", "The game is over: 20 stars."),
    Statement("wins-last", "{player} wins as the last one left", "The game is over."),
    every.WINS,
    Statement("shared", "the victory is shared", "All who have 20 stars win."),
    dice_games.NOBODY_WINS,
    every.GOES_ON,
    Statement(
        "sees-mindbug-tokens",
        "{player} sees that {other} has {n} Mindbug token(s)",
        "Mindbug tokens are open to all.",
    ),
    Statement(
        "sees-own-cards",
        "{player} sees that {other} has {n} card(s) in {own_pile}",
        "How many evolution cards lie there is open to all.",
    ),
    every.SEES,
    every.SEES_NOT,
    dice_games.TOOK_EFFECT,
    dice_games.NO_EFFECT,
)

SENTENCES = Sentences(HOLES, SAYINGS, STATEMENTS, HEADER_LINES, GIVEN_LINES, CHECK_LINES)
