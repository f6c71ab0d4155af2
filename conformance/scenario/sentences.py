"""The closed list of sentences: what players do, what can be checked, what can be claimed."""

from __future__ import annotations

from attrs import field, frozen
from attrs.converters import optional

from conformance.scenario.model import Act, CardRef, Item
from conformance.scenario.phrases import Phrase, phrase


@frozen
class Verb:
    """One way to answer a decision: as a step says it and as an offer lists it.

    `kinds` are the decisions it answers; a `decline` verb that names its decision reads better
    than a bare `declines` and fails at any other decision.
    """

    id: str
    does: Phrase = field(converter=phrase)
    offer: Phrase | None = field(converter=optional(phrase))
    kinds: tuple[str, ...]
    doc: str
    chance: bool = False


DECLINABLE = ("mindbug", "hunt", "block", "attack-again", "may", "buy", "reroll")

VERBS = (
    Verb("play", "plays {card}", "play {card}", ("turn",), "Play a card from hand."),
    Verb(
        "attack-again",
        "attacks again with {card}",
        "attack again with {card}",
        ("attack-again",),
        "Attack once more with a creature that can.",
    ),
    Verb("attack", "attacks with {card}", "attack with {card}", ("turn",), "Attack."),
    Verb(
        "act",
        "uses the action of {card}",
        "use the action of {card}",
        ("turn",),
        "Use the action of a creature instead of playing or attacking.",
    ),
    Verb("buy", "buys {card}", "buy {card}", ("buy",), "Buy a power card from the row."),
    Verb("no-buy", "stops buying", None, ("buy",), "Buy nothing, or nothing more."),
    Verb(
        "reroll",
        "rerolls {dice}",
        "reroll {dice}",
        ("reroll",),
        "Roll dice again; an only die is the first one.",
    ),
    Verb("no-reroll", "keeps the dice", None, ("reroll",), "Take the result as it is."),
    Verb(
        "apply",
        "applies {face} first",
        "apply {face}",
        ("dice-order",),
        "Choose which of two different dice takes effect next.",
    ),
    Verb(
        "mindbug",
        "uses a mindbug",
        "use a mindbug",
        ("mindbug",),
        "Take the creature that the other player is playing.",
    ),
    Verb(
        "no-mindbug",
        "does not use a mindbug",
        None,
        ("mindbug",),
        "Let the other player have the creature.",
    ),
    Verb("hunt", "hunts {card}", "hunt {card}", ("hunt",), "Choose which creature blocks."),
    Verb("no-hunt", "does not hunt", None, ("hunt",), "Leave the block to the defender."),
    Verb("block", "blocks with {card}", "block with {card}", ("block",), "Block the attack."),
    Verb("no-block", "does not block", None, ("block",), "Let the attack through."),
    Verb(
        "no-attack-again",
        "does not attack again",
        None,
        ("attack-again",),
        "Leave it at the attacks made.",
    ),
    Verb("choose-none", "chooses nothing", None, ("choose",), "Choose no card where that may be."),
    Verb(
        "mode",
        "chooses the {ordinal} effect",
        "choose the {ordinal} effect",
        ("mode",),
        "Choose one of the effects of a card that says `choose one`.",
    ),
    Verb(
        "pile",
        "chooses {player}'s discard pile",
        "choose {player}'s discard pile",
        ("pile",),
        "Choose into whose discard pile a card goes.",
    ),
    Verb("name", "names {keyword}", "name {keyword}", ("keyword",), "Name a keyword."),
    Verb("choose", "chooses {cards}", None, ("choose",), "Choose the cards an effect asks for."),
    Verb("accept", "accepts", "accept", ("may",), "Do what a card says one may do."),
    Verb("refuse", "refuses", None, ("may",), "Leave what a card says one may do."),
    Verb("decline", "declines", "decline", DECLINABLE, "Decline, whatever is offered."),
    Verb(
        "resolve-ability",
        "resolves {card} ({ability}) first",
        "resolve {card} ({ability})",
        ("order",),
        "Choose which waiting effect comes next, when a card has several.",
    ),
    Verb(
        "resolve",
        "resolves {card} first",
        "resolve {card}",
        ("order",),
        "Choose which waiting effect comes next.",
    ),
    Verb(
        "replace",
        "uses {card} instead",
        "use {card}",
        ("replace",),
        "Choose which replacement applies.",
    ),
    Verb(
        "deal",
        "deals {player}: {deck}",
        None,
        ("deal",),
        "Deal a player's deck, top card first; `3 others` are cards named nowhere else.",
        chance=True,
    ),
    Verb(
        "reveal",
        "reveals {card}",
        "reveal {card}",
        ("reveal", "top", "top-power"),
        "Turn up a card: for the first player, from the unused pile, from the power deck.",
        chance=True,
    ),
    Verb("roll", "rolls {face}", "roll {face}", ("roll",), "One die, one line.", chance=True),
    Verb("pick", "picks {cards}", None, ("pick",), "Pick cards at random.", chance=True),
    Verb(
        "start",
        "starts {player}",
        "start {player}",
        ("first",),
        "Settle who plays first when the cards could not.",
        chance=True,
    ),
)

DECLINES = (
    *("no-mindbug", "no-hunt", "no-block", "no-attack-again", "no-buy", "no-reroll"),
    *("refuse", "decline"),
)

VERB = {verb.id: verb for verb in VERBS}

CHECKS = (
    ("{seat} may: use a mindbug, decline", "The pending decision offers exactly these answers."),
    ("{seat} may choose 2 of: A, B, C", "Exactly this choice is offered; chance picks instead."),
    ("{seat} may choose up to 2 of: A, B", "The same with nothing as the least."),
    ("{seat} may choose 1 to 3 of: A, B, C", "The same with a least and a most."),
    ("{seat} may choose all of: A, B", "The same where every card must be chosen."),
    ("{player} cannot block with {card}", "The answer is refused and nothing changes."),
    ("now FACT", "A fact that holds at this point."),
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
    ("provenance rulebook|ruling|oracle", "Who says so; the rulebook if nothing is said."),
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


@frozen
class Claim:
    """A sentence about the state of the game."""

    id: str
    says: Phrase = field(converter=phrase)
    doc: str


CLAIMS = (
    Claim("life", "{player} has {n} life", "The life of a player."),
    Claim("mindbugs", "{player} has {n} mindbug(s)", "The Mindbugs a player has not spent."),
    Claim("energy", "{player} has {n} energy", "The energy of a player."),
    Claim("in-play", "{player} has {n} card(s) in play", "How many creatures a player controls."),
    Claim("cards", "{player} has {n} card(s) in {pile}", "How many cards lie there."),
    Claim("controls", "{card} is in play under {player}'s control", "Who controls a creature."),
    Claim("lies", "{card} is in {player}'s {pile}", "Where a card is."),
    Claim("tops", "{card} is on top of {player}'s deck", "The next card of a deck."),
    Claim("unused", "{card} is in the unused pile", "A card that nobody was dealt."),
    Claim("aside", "{card} is set aside", "A card that showed who plays first."),
    Claim("played", "{card} is being played", "A card shown but not yet in play."),
    Claim("bought", "{card} is being bought", "A power card whose effect is not done yet."),
    Claim("power-lies", "{card} is in the {power_pile}", "Where a power card is."),
    Claim(
        "power-cards",
        "the {power_pile} has {n} card(s)",
        "How many power cards lie there.",
    ),
    Claim("under", "{card} is under {creature}", "A card boosts a creature in play."),
    Claim("boosted", "{card} is boosted", "At least one card lies under a creature."),
    Claim("not-boosted", "{card} is not boosted", "No card lies under a creature in play."),
    Claim("boosts", "{card} has {n} boost(s)", "How many cards lie under a creature."),
    Claim("stage", "{card} is now {creature}", "What a creature in play has evolved to."),
    Claim("dice", "{card} has {n} dice symbol(s)", "The dice it rolls when it attacks."),
    Claim("exhausted", "{card} is exhausted", "A creature in play is exhausted."),
    Claim("fresh", "{card} is not exhausted", "A creature in play is not exhausted."),
    Claim("power", "{card} has power {n}", "The present power of a creature in play."),
    Claim("keyword", "{card} has {keyword}", "A creature in play has a keyword now."),
    Claim("no-keyword", "{card} does not have {keyword}", "A creature in play lacks it now."),
    Claim("turn", "it is {player}'s turn", "Whose turn it is."),
    Claim("next", "the next decision is {seat}'s {decision}", "What the game waits for."),
    Claim("wins", "{player} wins", "The game is over and this player has won."),
    Claim("draw", "the game is a draw", "The game is over and nobody has won."),
    Claim("goes-on", "nobody has won", "The game is not over."),
    Claim("sees-life", "{player} sees that {other} has {n} life", "Life is open to all."),
    Claim("sees-energy", "{player} sees that {other} has {n} energy", "So is energy."),
    Claim(
        "sees-mindbugs",
        "{player} sees that {other} has {n} mindbug(s)",
        "So are Mindbugs not yet spent.",
    ),
    Claim(
        "sees-exhausted",
        "{player} sees that {card} is exhausted",
        "So is the state of a creature.",
    ),
    Claim("sees-hand", "{player} sees {n} card(s) in {other}'s hand", "A number, not the cards."),
    Claim("sees", "{player} sees {card}", "This player may know which card it is."),
    Claim("sees-not", "{player} does not see {card}", "This player cannot know which card it is."),
    Claim(
        "happened",
        "{card}'s {ability} effect happened {times}",
        "How often an effect of a card resolved in the scenario.",
    ),
    Claim("not-happened", "{card}'s {ability} effect did not happen", "It never resolved."),
)

CLAIM = {claim.id: claim for claim in CLAIMS}


WORDS = ("ability", "player", "keyword", "dice", "ordinal")
"""The holes that an act keeps as words, each by its own name."""


def act_of(verb: str, args: dict[str, object]) -> Act:
    """The act that a verb with filled holes means."""
    cards = args.get("cards")
    for one in ("card", "face"):
        cards = (args[one],) if one in args else cards
    words = {name: str(args[name]) for name in WORDS if name in args}
    return Act(verb, _cards(cards), deck=_items(args.get("deck")), **words)


def _cards(value: object) -> tuple[CardRef, ...]:
    return tuple(v for v in value if isinstance(v, CardRef)) if isinstance(value, tuple) else ()


def _items(value: object) -> tuple[Item, ...]:
    return value if isinstance(value, tuple) else ()


def args_of(act: Act) -> dict[str, object]:
    """The holes that an act fills."""
    args: dict[str, object] = {"cards": act.cards, "deck": act.deck}
    if act.cards:
        args |= {"card": act.cards[0], "face": act.cards[0]}
    words = {name: getattr(act, name) for name in WORDS}
    return args | {name: word for name, word in words.items() if word is not None}


def say_step(seat: str, act: Act) -> str:
    """The step as a scenario writes it."""
    return f"{seat} {VERB[act.verb].does.write(args_of(act))}"


def say_offer(act: Act) -> str:
    """The act as an offer lists it."""
    offer = VERB[act.verb].offer
    return offer.write(args_of(act)) if offer else "decline"


def read_step(seat: str, text: str) -> Act | None:
    """What `seat` does, or None when no verb fits."""
    for verb in VERBS:
        args = verb.does.read(text)
        if args is not None and verb.chance == (seat == "chance"):
            return act_of(verb.id, args)
    return None


def read_offer(text: str) -> Act | None:
    """One entry of an offer, or None when no verb fits."""
    for verb in VERBS:
        args = verb.offer.read(text) if verb.offer else None
        if args is not None:
            return act_of(verb.id, args)
    return None


def read_claim(text: str) -> tuple[str, dict[str, object]] | None:
    """The claim a line makes and its holes, or None when no claim fits."""
    for claim in CLAIMS:
        args = claim.says.read(text)
        if args is not None:
            return claim.id, args
    return None


def steps_list(chance: bool) -> list[tuple[str, str]]:
    """Every step of a player, or of chance, with its meaning."""
    who = "chance" if chance else "alice"
    return [(f"{who} {v.does.text}", v.doc) for v in VERBS if v.chance == chance]


def offers_list() -> list[str]:
    """Every entry an offer can have."""
    return [verb.offer.text for verb in VERBS if verb.offer]


def claims_list() -> list[tuple[str, str]]:
    """Every sentence for a fact with its meaning."""
    return [(claim.says.text, claim.doc) for claim in CLAIMS]
