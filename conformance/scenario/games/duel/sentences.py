"""The closed list of sentences of King of Tokyo: Duel: what is done, checked and claimed."""

from __future__ import annotations

import re

from conformance.scenario.game import NOBODY, PLAYER, Wording, people
from conformance.scenario.games.duel.tracks import (
    SPOT,
    TRACKS,
    WHERE,
    read_spot,
    read_where,
    write_spot,
    write_where,
)
from conformance.scenario.games.duel.words import (
    DECISIONS,
    DECLINABLE,
    FACES,
    PILES,
    RESULTS,
    WAYS,
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

PEOPLE = people(2)
_ON_A_TRACK = re.compile(rf" on (?:{any_of(TRACKS)})\b")
_ITEM = re.compile(rf"(?P<name>{CARD})(?: on (?P<spot>{SPOT}))?")


def read_item(text: str) -> Item:
    """An entry of a zone: a card, a noise token with its place, or `3 others`."""
    text = text.strip()
    others = read_others(text)
    if others:
        return others
    item = _ITEM.fullmatch(text)
    if item is None or (not item["spot"] and _ON_A_TRACK.search(item["name"])):
        raise ValueError(f"`{text}` is neither a card nor a noise token with its place")
    at = write_spot(read_spot(item["spot"])) if item["spot"] else ""
    return Placed(read_card(item["name"]), at=at)


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
    "track": Hole(any_of(TRACKS)),
    "where": Hole(WHERE, read_where, write_where),
    "spot": Hole(SPOT, read_spot, write_spot),
    "table_pile": Hole(any_of(PILES)),
    "ability": Hole(r"[a-z]+(?:-[a-z]+)*(?:/\d+)?"),
    "monster": Hole(r"[A-Z][\w-]*(?: [A-Z][\w-]*)*"),
    "ordinal": WHICH_ONE,
    "times": HOW_OFTEN,
    "decision": Hole(any_of(DECISIONS.values())),
}
"""Every kind of hole with the text that can fill it."""

SAYS = Wording(HOLES)

USES = ("use", "defend", "resolve", "buy")
"""Decisions at which cards and special powers are used."""

VERBS = (
    SAYS.verb(
        "be",
        "chooses to be {monster}",
        "be {monster}",
        ("be",),
        "Choose a monster at a real start.",
    ),
    SAYS.verb(
        "roll-dice",
        "rolls {faces}",
        "roll {face}",
        ("roll", "first-roll", "throw"),
        "All dice of one roll or reroll, in any order; also dice thrown for a card.",
        chance=True,
        subject=PLAYER,
    ),
    SAYS.verb(
        "turn-up",
        "{card} is turned up",
        "turn up {card}",
        ("turn-up",),
        "The next card of the deck comes into the row, on its left.",
        chance=True,
        subject=NOBODY,
    ),
    SAYS.verb(
        "turn-up-several",
        "{cards} are turned up",
        None,
        ("turn-up",),
        "Several cards of the deck come into the row, in this order: the first is the rightmost.",
        chance=True,
        subject=NOBODY,
    ),
    SAYS.verb(
        "spend-tokens",
        "spends {n} dice token(s)",
        "spend {n} dice token(s)",
        ("tokens",),
        "Spend dice tokens before the first roll, or 0.",
    ),
    SAYS.verb(
        "keep-dice",
        "keeps the dice",
        "keep the dice",
        ("reroll",),
        "Roll nothing more; not said when no roll is left.",
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
        "Use a card, or a monster's special power, where it may be used.",
    ),
    SAYS.verb(
        "no-use",
        "uses nothing",
        None,
        ("use", "defend", "resolve"),
        "Use no card and no special power, or none further.",
    ),
    SAYS.verb(
        "take-token",
        "takes {card}",
        "take {card}",
        ("token",),
        "Choose the noise token to place or to move.",
    ),
    SAYS.verb(
        "place-token",
        "places the token on {spot}",
        "place the token on {spot}",
        ("place",),
        "Place a noise token, its first cell on the first cell named.",
    ),
    SAYS.verb(
        "leave-token",
        "leaves the token where it is",
        None,
        ("place",),
        "Do not move a noise token that lies on a track.",
    ),
    SAYS.verb("buy", "buys {card}", "buy {card}", ("buy",), "Buy a power card."),
    SAYS.verb("sweep", "sweeps the row", "sweep the row", ("buy",), "Pay 2 energy for a new row."),
    SAYS.verb("no-buy", "stops buying", None, ("buy",), "Buy nothing, or nothing more."),
    SAYS.verb(
        "mode",
        "chooses the {ordinal} effect",
        "choose the {ordinal} effect",
        ("mode",),
        "Choose one of the effects of a text that says `choose one`.",
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
        "add-symbol",
        "adds {face}",
        "add {face}",
        ("to",),
        "Choose the symbol that is added to the roll.",
    ),
    SAYS.verb(
        "choose-number",
        "chooses the number {n}",
        "choose the number {n}",
        ("amount",),
        "Choose how much.",
    ),
    SAYS.verb("choose-none", "chooses nothing", None, ("choose",), "Choose no card."),
    SAYS.verb(
        "choose-die",
        "chooses a die showing {face}",
        "choose a die showing {face}",
        ("die",),
        "Choose the die that a card rerolls.",
    ),
    SAYS.verb(
        "choose-dice",
        "chooses dice showing {faces}",
        None,
        ("dice",),
        "Choose several dice for a card.",
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
    ("{seat} may: resolve claws, use Gigazaur", "The pending decision offers exactly these."),
    ("{seat} may reroll up to 6 of: claw, claw, fame", "The dice there are, each of them."),
    ("{seat} may choose 1 of: A, B", "Exactly this choice of cards is offered."),
    ("{seat} can buy {card}", "This answer is offered, perhaps among others."),
    ("{seat} cannot buy {card}", "The answer is refused and nothing changes."),
    ("now FACT", "A fact that holds at this point."),
)
"""What can stand between steps, for the list of sentences; the reader knows their form."""

HEADER_LINES = (
    ('scenario KD-7QK4X2 "A title"', "Begins a scenario (ids: `kaiju id KD`)."),
    ("ruleset duel/standard", "What is played; unindented, above all scenarios of a file."),
    ("options kd.option.both-fall = draw", "Options answered otherwise."),
)

GIVEN_LINES = (
    ("alice plays first; hearts 7; energy 2", "Whose turn begins; all hearts and 0 if unsaid."),
    ("bob: Cyber Kitty; dice tokens 1", "Gigazaur and Alienoid play if unsaid: 14 hearts each."),
    ("bob: cards: Extra Head, Camouflage", "Keep cards that lie before a monster."),
    ("fame marker: alice's 3", "Also `destruction marker`, `middle`; the middle if unsaid."),
    ("fame marker: between bob's 2 and 3", "On a cell that a lengthening token adds."),
    (
        "board: Cat on fame alice's 2, Lizard on destruction middle to bob's 1",
        "Noise tokens, the first cell first; none if unsaid.",
    ),
    ("row: A, B, C", "The cards for sale, left to right: C is cheaper by 1; empty if unsaid."),
    ("deck: A, 2 others", "The cards to come, in no order; empty if unsaid."),
    ("discard: A", "The discard pile."),
    ("given start", "The real start: monsters are chosen, then the row, then a roll each."),
)

CLAIMS = (
    SAYS.claim("hearts", "{player} has {n} heart(s)", "The hearts of a monster."),
    SAYS.claim("energy", "{player} has {n} energy", "The energy of a player."),
    SAYS.claim("dice-tokens", "{player} has {n} dice token(s)", "The dice tokens it holds."),
    SAYS.claim("monster", "{player} is {monster}", "Which monster it is."),
    SAYS.claim("marker", "the {track} marker is {where}", "The cell on which a marker stands."),
    SAYS.claim(
        "marker-lit", "the {track} marker is in {player}'s spotlight", "On one of its cells."
    ),
    SAYS.claim("marker-unlit", "the {track} marker is in no spotlight", "On another cell."),
    SAYS.claim(
        "marker-off-noise", "the {track} marker is on no noise token", "On a bare cell of a track."
    ),
    SAYS.claim("marker-on-noise", "the {track} marker is on {card}", "On a cell of this token."),
    SAYS.claim("token-at", "{card} is on {spot}", "Where a noise token lies, first cell first."),
    SAYS.claim("token-off", "{card} is off the board", "A noise token lies on no track."),
    SAYS.claim("tokens-on", "the {track} track has {n} noise token(s)", "How many lie there."),
    SAYS.claim("owned-count", "{player} has {n} card(s)", "How many cards lie before it."),
    SAYS.claim("owned-not", "{player} does not have {card}", "The card lies elsewhere."),
    SAYS.claim("owned", "{player} has {card}", "The card lies before this monster."),
    SAYS.claim("row-order", "the row is {cards}", "The cards for sale, left to right."),
    SAYS.claim("table-lies", "{card} is in the {table_pile}", "Where a card is."),
    SAYS.claim("table-cards", "the {table_pile} has {n} card(s)", "How many cards lie there."),
    SAYS.claim("bought", "{card} is being bought", "A power card whose effect is not done yet."),
    SAYS.claim("turn", "it is {player}'s turn", "Whose turn it is."),
    SAYS.claim("next", "the next decision is {seat}'s {decision}", "What the game waits for."),
    *(
        SAYS.claim(f"wins-{reason}", f"{{player}} {way}", "The game is over.")
        for reason, way in WAYS.items()
    ),
    SAYS.claim("wins", "{player} wins", "The game is over and this player has won."),
    SAYS.claim("nobody", "nobody wins", "The game is over and nobody has won."),
    SAYS.claim("goes-on", "nobody has won", "The game is not over."),
    SAYS.claim("sees-energy", "{player} sees that {other} has {n} energy", "It is open to all."),
    SAYS.claim(
        "sees-dice-tokens",
        "{player} sees that {other} has {n} dice token(s)",
        "Dice tokens are open to all.",
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
