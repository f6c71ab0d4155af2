"""The closed list of sentences of King of Tokyo: what is done, checked and claimed."""

from __future__ import annotations

import re

from conformance.scenario.game import NOBODY, PLAYER, Wording, people
from conformance.scenario.games.tokyo.words import (
    DECISIONS,
    DECLINABLE,
    EVOLUTION_PILES,
    FACES,
    PILES,
    PLACES,
    RESULTS,
    TOKENS,
)
from conformance.scenario.model import Item, Placed
from conformance.scenario.phrases import (
    A_CARD,
    A_NUMBER,
    CARD,
    CARDS,
    HOW_OFTEN,
    WHICH_ONE,
    Hole,
    any_of,
    read_card,
    read_others,
    renamed,
)

PEOPLE = people(6)
_BEFORE_A_MONSTER = re.compile(rf"(?P<name>{CARD})(?: \((?P<counters>\d+) counters?\))?")


def read_item(text: str) -> Item:
    """An entry of a zone: a card, a card with counters on it, or `3 others`."""
    text = text.strip()
    others = read_others(text)
    if others:
        return others
    card = _BEFORE_A_MONSTER.fullmatch(text)
    if card is None:
        raise ValueError(f"`{text}` is not a card")
    return Placed(read_card(card["name"]), counters=int(card["counters"] or 0))


def _read_faces(text: str) -> tuple[str, ...]:
    return tuple(re.split(r", | and ", text))


_A_FACE = any_of(FACES)
_A_PLAYER = Hole(any_of(PEOPLE))
A_FACE = Hole(_A_FACE)

HOLES = {
    "player": _A_PLAYER,
    "other": _A_PLAYER,
    "seat": Hole(any_of((*PEOPLE, "chance"))),
    "n": A_NUMBER,
    "card": A_CARD,
    "cards": CARDS,
    "face": A_FACE,
    "faces": Hole(rf"(?:{_A_FACE})(?:(?:, | and )(?:{_A_FACE}))*", _read_faces, ", ".join),
    "result": renamed(RESULTS),
    "token": Hole(any_of(TOKENS)),
    "place": Hole(any_of(PLACES)),
    "table_pile": Hole(any_of(PILES)),
    "ability": Hole(r"[a-z]+(?:-[a-z]+)*(?:/\d+)?"),
    "monster": Hole(r"[a-z]+(?:-[a-z]+)*"),
    "own_pile": Hole(any_of(EVOLUTION_PILES)),
    "ordinal": WHICH_ONE,
    "times": HOW_OFTEN,
    "decision": Hole(any_of(DECISIONS.values())),
}
"""Every kind of hole with the text that can fill it."""

SAYS = Wording(HOLES)

USES = ("use", "defend", "buy", "mindbug", "play")
"""Decisions at which cards are used."""

VERBS = (
    SAYS.verb(
        "roll-dice",
        "rolls {faces}",
        "roll {face}",
        ("roll", "first-roll"),
        "All dice of one roll or reroll, in any order; also dice thrown for a card.",
        chance=True,
        subject=PLAYER,
    ),
    SAYS.verb(
        "turn-up",
        "{card} is turned up",
        "turn up {card}",
        ("turn-up",),
        "The next card of the deck comes into the row.",
        chance=True,
        subject=NOBODY,
    ),
    SAYS.verb(
        "turn-up-several",
        "{cards} are turned up",
        None,
        ("turn-up",),
        "Several cards of the deck come into the row, in this order.",
        chance=True,
        subject=NOBODY,
    ),
    SAYS.verb(
        "peek",
        "{card} is on top of the deck",
        "look at {card}",
        ("peek",),
        "The card that a monster looks at.",
        chance=True,
        subject=NOBODY,
    ),
    SAYS.verb(
        "keep-dice",
        "keeps the dice",
        "keep the dice",
        ("reroll",),
        "Reroll nothing more; not said when no reroll is left.",
    ),
    SAYS.verb(
        "reroll-dice",
        "rerolls {faces}",
        "reroll {faces}",
        ("reroll",),
        "Name the dice to roll again by what they show; a line with the new faces follows.",
    ),
    SAYS.verb(
        "resolve-result",
        "resolves {result}",
        "resolve {result}",
        ("resolve",),
        "Choose which result comes next; the last one left needs no line.",
    ),
    SAYS.verb("heal", "heals", "heal", ("heart",), "Use one heart symbol to heal."),
    SAYS.verb(
        "remove-token",
        "removes a {token} token",
        "remove a {token} token",
        ("heart",),
        "Use one heart symbol to remove a token.",
    ),
    SAYS.verb(
        "give-heart",
        "gives a heart to {player}",
        "give a heart to {player}",
        ("heart",),
        "Use one heart symbol for another monster.",
    ),
    SAYS.verb("yield", "yields", "yield", ("yield",), "Leave Tokyo to the attacker."),
    SAYS.verb("stay", "stays in Tokyo", "stay in Tokyo", ("yield",), "Do not yield."),
    SAYS.verb("buy", "buys {card}", "buy {card}", ("buy",), "Buy a power card."),
    SAYS.verb("sweep", "sweeps the row", "sweep the row", ("buy",), "Pay 2 energy for a new row."),
    SAYS.verb("no-buy", "stops buying", None, ("buy",), "Buy nothing, or nothing more."),
    SAYS.verb(
        "use-ability",
        "uses {card} ({ability})",
        "use {card} ({ability})",
        USES,
        "Use one of several abilities that a card has at this moment.",
    ),
    SAYS.verb(
        "use",
        "uses {card}",
        "use {card}",
        USES,
        "Use a card where it may be used.",
    ),
    SAYS.verb(
        "no-use",
        "uses nothing",
        None,
        ("use", "defend", "mindbug", "play"),
        "Use no card or token, or none further.",
    ),
    SAYS.verb(
        "use-token",
        "uses a Mindbug token",
        "use a Mindbug token",
        ("mindbug",),
        "Take the roll of the active monster.",
    ),
    SAYS.verb(
        "race",
        "{player} calls first",
        "call {player} first",
        ("race",),
        "Who gets the roll that several monsters want.",
        chance=True,
        subject=NOBODY,
    ),
    SAYS.verb(
        "be",
        "chooses to be {monster}",
        "be {monster}",
        ("be",),
        "Choose a monster, with its evolution cards: `chooses to be gigasnail-hydra`.",
    ),
    SAYS.verb(
        "draw",
        "draws {card}",
        "draw {card}",
        ("draw",),
        "The evolution card that a monster draws.",
        chance=True,
        subject=PLAYER,
    ),
    SAYS.verb("keep", "keeps {card}", "keep {card}", ("keep",), "Keep one card of several."),
    SAYS.verb("play", "plays {card}", "play {card}", ("play", "use"), "Play an evolution card."),
    SAYS.verb(
        "mode",
        "chooses the {ordinal} effect",
        "choose the {ordinal} effect",
        ("mode",),
        "Choose one of the effects of a card that says `choose one`.",
    ),
    SAYS.verb(
        "resolve-ability",
        "resolves {card} ({ability}) first",
        "resolve {card} ({ability})",
        ("order",),
        "Choose which waiting effect comes next, when a card has several.",
    ),
    SAYS.verb(
        "resolve",
        "resolves {card} first",
        "resolve {card}",
        ("order",),
        "Choose which waiting effect comes next.",
    ),
    SAYS.verb(
        "poison",
        "resolves the poison first",
        "resolve the poison",
        ("order",),
        "Choose the poison tokens as the next effect of the end phase.",
    ),
    SAYS.verb("choose-none", "chooses nothing", None, ("choose",), "Choose no card."),
    SAYS.verb(
        "choose-die",
        "chooses a die showing {face}",
        "choose a die showing {face}",
        ("die",),
        "Choose the die that a card rerolls or changes.",
    ),
    SAYS.verb(
        "choose-dice",
        "chooses dice showing {faces}",
        None,
        ("dice",),
        "Choose several dice for a card.",
    ),
    SAYS.verb(
        "turn-die", "turns it to {face}", "turn it to {face}", ("face",), "Choose the new face."
    ),
    SAYS.verb(
        "choose-number",
        "chooses the number {n}",
        "choose the number {n}",
        ("amount",),
        "Choose how much.",
    ),
    SAYS.verb(
        "choose-monster",
        "chooses {player}",
        "choose {player}",
        ("monster",),
        "Choose the monster that an effect asks for.",
    ),
    SAYS.verb(
        "choose", "chooses {cards}", None, ("choose",), "Choose the cards an effect asks for."
    ),
    SAYS.verb("accept", "accepts", "accept", ("may",), "Do what a card says one may do."),
    SAYS.verb("refuse", "refuses", None, ("may",), "Leave what a card says one may do."),
    SAYS.verb("decline", "declines", "decline", DECLINABLE, "Decline, whatever is offered."),
)

VERB = {verb.id: verb for verb in VERBS}

CHECK_LINES = (
    ("{seat} may: yield, stay in Tokyo", "The pending decision offers exactly these answers."),
    ("{seat} may reroll up to 6 of: one, one, claw", "The dice there are to reroll, each of them."),
    ("{seat} may choose 1 of: A, B", "Exactly this choice of cards is offered."),
    ("{seat} can buy {card}", "This answer is offered, perhaps among others."),
    ("{seat} cannot buy {card}", "The answer is refused and nothing changes."),
    ("now FACT", "A fact that holds at this point."),
)
"""What can stand between steps, for the list of sentences; the reader knows their form."""

HEADER_LINES = (
    ('scenario KT-7QK4X2 "A title"', "Begins a scenario (ids: `kaiju id KT`)."),
    ("ruleset tokyo/current", "What is played; unindented, above all scenarios of a file."),
    ("options kt.option.bay = unused", "Options answered otherwise."),
)

GIVEN_LINES = (
    ("alice plays first; hearts 7; stars 3", "Whose turn begins; 10, 0 and 0 if unsaid."),
    ("bob: energy 4; poison 1; shrink 2", "Energy and tokens; 0 if unsaid."),
    ("bob: in Tokyo City", "Also in Tokyo Bay; outside Tokyo if unsaid; eliminated."),
    ("bob: cards: Wings, Smoke Cloud (3 counters)", "Keep cards, and what lies on them."),
    ("bob: mindbugs 1", "Mindbug tokens, in rulesets that have them; none if unsaid."),
    (
        "bob: hand: A; evolution deck: B, C; evolutions: D",
        "Also `evolution discard`.",
    ),
    ("carol and dave play too", "With nothing special; also `carol plays too`."),
    ("row: A, B, 1 other", "The cards for sale; empty if unsaid."),
    ("deck: A, 2 others", "The cards to come, in no order; empty if unsaid."),
    ("discard: A", "The discard pile."),
    ("given start: alice, bob, carol", "The real start, with these monsters."),
)

CLAIMS = (
    SAYS.claim("hearts", "{player} has {n} heart(s)", "The hearts of a monster."),
    SAYS.claim("stars", "{player} has {n} star(s)", "Its stars."),
    SAYS.claim("energy", "{player} has {n} energy", "The energy of a player."),
    SAYS.claim("tokens", "{player} has {n} {token} token(s)", "The tokens on a monster."),
    SAYS.claim(
        "mindbug-tokens", "{player} has {n} Mindbug token(s)", "The Mindbug tokens of a monster."
    ),
    SAYS.claim("place", "{player} is in {place}", "It holds this place."),
    SAYS.claim("outside", "{player} is outside Tokyo", "It is in the game and not in Tokyo."),
    SAYS.claim("place-empty", "{place} is empty", "Nobody is there."),
    SAYS.claim("eliminated", "{player} is eliminated", "It has left the game."),
    SAYS.claim("alive", "{player} is not eliminated", "It is still in the game."),
    SAYS.claim("own-cards", "{player} has {n} card(s) in {own_pile}", "How many cards lie there."),
    SAYS.claim("own-lies", "{card} is in {player}'s {own_pile}", "Where an evolution card is."),
    SAYS.claim("owned-count", "{player} has {n} card(s)", "How many cards lie before it."),
    SAYS.claim("owned-not", "{player} does not have {card}", "The card lies elsewhere."),
    SAYS.claim("counters", "{card} has {n} counter(s)", "What lies on a card."),
    SAYS.claim("owned", "{player} has {card}", "The card lies before this monster."),
    SAYS.claim("table-lies", "{card} is in the {table_pile}", "Where a card is."),
    SAYS.claim("table-cards", "the {table_pile} has {n} card(s)", "How many cards lie there."),
    SAYS.claim("top", "{card} is on top of the deck", "A card that was looked at."),
    SAYS.claim("bought", "{card} is being bought", "A power card whose effect is not done yet."),
    SAYS.claim("turn", "it is {player}'s turn", "Whose turn it is."),
    SAYS.claim("next", "the next decision is {seat}'s {decision}", "What the game waits for."),
    SAYS.claim("wins-stars", "{player} wins by stars", "The game is over: 20 stars."),
    SAYS.claim("wins-last", "{player} wins as the last one left", "The game is over."),
    SAYS.claim("wins", "{player} wins", "The game is over and this player has won."),
    SAYS.claim("shared", "the victory is shared", "All who have 20 stars win."),
    SAYS.claim("nobody", "nobody wins", "The game is over and nobody is left."),
    SAYS.claim("goes-on", "nobody has won", "The game is not over."),
    SAYS.claim(
        "sees-mindbug-tokens",
        "{player} sees that {other} has {n} Mindbug token(s)",
        "Mindbug tokens are open to all.",
    ),
    SAYS.claim(
        "sees-own-cards",
        "{player} sees that {other} has {n} card(s) in {own_pile}",
        "How many evolution cards lie there is open to all.",
    ),
    SAYS.claim("sees", "{player} sees {card}", "This player may know which card it is."),
    SAYS.claim(
        "sees-not", "{player} does not see {card}", "This player cannot know which card it is."
    ),
    SAYS.claim(
        "took-effect",
        "{card} took effect {times}",
        "How often the card did what it says, in the scenario.",
    ),
    SAYS.claim("no-effect", "{card} did not take effect", "It never did."),
)
