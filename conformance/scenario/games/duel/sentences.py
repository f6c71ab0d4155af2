"""The closed list of sentences of King of Tokyo: Duel: what is done, checked and claimed."""

from __future__ import annotations

import re

from conformance.scenario import sayings as every
from conformance.scenario.game import Saying, Sentences, Statement, people
from conformance.scenario.games.dice_games import sayings as dice_games
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
    RESULTS,
    WAYS,
)
from conformance.scenario.model import Placed
from conformance.scenario.phrases import (
    CARD,
    Hole,
    any_of,
    item_reader,
    read_card,
)

PEOPLE = people(2)
_ON_A_TRACK = re.compile(rf" on (?:{any_of(TRACKS)})\b")
_ITEM = re.compile(rf"(?P<name>{CARD})(?: on (?P<spot>{SPOT}))?")


def _laid(item: re.Match[str]) -> Placed | None:
    if not item["spot"] and _ON_A_TRACK.search(item["name"]):
        return None
    at = write_spot(read_spot(item["spot"])) if item["spot"] else ""
    return Placed(read_card(item["name"]), at=at)


read_item = item_reader(_ITEM, _laid, "is neither a card nor a noise token with its place")
"""An entry of a zone: a card, a noise token with its place, or `3 others`."""

HOLES = {
    **every.common_holes(PEOPLE, DECISIONS.values()),
    **dice_games.holes_of_dice(FACES, RESULTS),
    "track": Hole(any_of(TRACKS)),
    "where": Hole(WHERE, read_where, write_where),
    "spot": Hole(SPOT, read_spot, write_spot),
    "monster": Hole(r"[A-Z][\w-]*(?: [A-Z][\w-]*)*"),
}
"""Every kind of hole with the text that can fill it."""

USES = ("use", "defend", "resolve", "buy")
"""Decisions at which cards and special powers are used."""

SAYINGS = (
    dice_games.BE.meaning("Choose a monster at a real start."),
    dice_games.ROLL_DICE.at("roll", "first-roll", "throw"),
    dice_games.TURN_UP.meaning("The next card of the deck comes into the row, on its left."),
    dice_games.TURN_UP_SEVERAL.meaning(
        "Several cards of the deck come into the row, in this order: the first is the rightmost."
    ),
    Saying(
        "spend-tokens",
        "spends {n} dice token(s)",
        "spend {n} dice token(s)",
        ("tokens",),
        "Spend dice tokens before the first roll, or 0.",
    ),
    dice_games.KEEP_DICE.meaning("Roll nothing more; not said when no roll is left."),
    dice_games.REROLL_DICE,
    dice_games.RESOLVE_RESULT,
    dice_games.USE_ABILITY.at(*USES),
    dice_games.USE.at(*USES).meaning(
        "Use a card, or a monster's special power, where it may be used."
    ),
    dice_games.NO_USE.at("use", "defend", "resolve").meaning(
        "Use no card and no special power, or none further."
    ),
    Saying(
        "take-token",
        "takes {card}",
        "take {card}",
        ("token",),
        "Choose the noise token to place or to move.",
    ),
    Saying(
        "place-token",
        "places the token on {spot}",
        "place the token on {spot}",
        ("place",),
        "Place a noise token, its first cell on the first cell named.",
    ),
    Saying(
        "leave-token",
        "leaves the token where it is",
        None,
        ("place",),
        "Do not move a noise token that lies on a track.",
    ),
    every.BUY,
    dice_games.SWEEP,
    every.NO_BUY,
    every.MODE.meaning("Choose one of the effects of a text that says `choose one`."),
    every.RESOLVE_ABILITY,
    every.RESOLVE,
    Saying(
        "add-symbol",
        "adds {face}",
        "add {face}",
        ("to",),
        "Choose the symbol that is added to the roll.",
    ),
    dice_games.CHOOSE_NUMBER,
    every.CHOOSE_NONE,
    dice_games.CHOOSE_DIE.meaning("Choose the die that a card rerolls."),
    dice_games.CHOOSE_DICE,
    every.CHOOSE,
    every.ACCEPT,
    every.REFUSE,
    every.DECLINE.at(*DECLINABLE),
)

CHECK_LINES = (
    ("{seat} may: resolve claws, use Gigazaur", "The pending decision offers exactly these."),
    ("{seat} may reroll up to 6 of: claw, claw, fame", "The dice there are, each of them."),
    *dice_games.CHECK_LINES,
)
"""What can stand between steps, for the list of sentences; the reader knows their form."""

HEADER_LINES = dice_games.header_lines("KD", "duel/standard", "kd.option.both-fall = draw")

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
    *dice_games.PILE_LINES,
    ("given start", "The real start: monsters are chosen, then the row, then a roll each."),
)

STATEMENTS = (
    dice_games.HEARTS,
    every.ENERGY,
    Statement("dice-tokens", "{player} has {n} dice token(s)", "The dice tokens it holds."),
    Statement("monster", "{player} is {monster}", "Which monster it is."),
    Statement("marker", "the {track} marker is {where}", "The cell on which a marker stands."),
    Statement(
        "marker-lit", "the {track} marker is in {player}'s spotlight", "On one of its cells."
    ),
    Statement("marker-unlit", "the {track} marker is in no spotlight", "On another cell."),
    Statement(
        "marker-off-noise", "the {track} marker is on no noise token", "On a bare cell of a track."
    ),
    Statement("marker-on-noise", "the {track} marker is on {card}", "On a cell of this token."),
    Statement("token-at", "{card} is on {spot}", "Where a noise token lies, first cell first."),
    Statement("token-off", "{card} is off the board", "A noise token lies on no track."),
    Statement("tokens-on", "the {track} track has {n} noise token(s)", "How many lie there."),
    dice_games.OWNED_COUNT,
    dice_games.OWNED_NOT,
    dice_games.OWNED,
    Statement("row-order", "the row is {cards}", "The cards for sale, left to right."),
    dice_games.TABLE_LIES,
    dice_games.TABLE_CARDS,
    every.BOUGHT,
    every.TURN,
    every.NEXT,
    *(
        Statement(f"wins-{reason}", f"{{player}} {way}", "The game is over.")
        for reason, way in WAYS.items()
    ),
    every.WINS,
    dice_games.NOBODY_WINS.meaning("The game is over and nobody has won."),
    every.GOES_ON,
    every.SEES_ENERGY,
    Statement(
        "sees-dice-tokens",
        "{player} sees that {other} has {n} dice token(s)",
        "Dice tokens are open to all.",
    ),
    every.SEES,
    every.SEES_NOT,
    dice_games.TOOK_EFFECT,
    dice_games.NO_EFFECT,
)

SENTENCES = Sentences(HOLES, SAYINGS, STATEMENTS, HEADER_LINES, GIVEN_LINES, CHECK_LINES)
