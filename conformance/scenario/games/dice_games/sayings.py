"""Sentences that the two dice games say alike: of dice and monsters, and of cards in a row."""

from __future__ import annotations

import re
from collections.abc import Mapping

from conformance.scenario.game import NOBODY, PLAYER, Lines, Saying, Statement
from conformance.scenario.phrases import Hole, Holes, any_of, renamed
from conformance.scenario.sayings import NOW_LINE

PILES = {"row": "row", "deck": "deck", "discard pile": "discard"}
"""The zones of cards as facts call them, and as engines do."""


def holes_of_dice(faces: tuple[str, ...], results: Mapping[str, str]) -> Holes:
    """The holes of both games, with the faces of a game's dice and its words for results."""
    face = any_of(faces)
    return {
        "face": Hole(face),
        "faces": Hole(rf"(?:{face})(?:(?:, | and )(?:{face}))*", _read_faces, ", ".join),
        "result": renamed(results),
        "table_pile": Hole(any_of(PILES)),
        "ability": Hole(r"[a-z]+(?:-[a-z]+)*(?:/\d+)?"),
    }


def _read_faces(text: str) -> tuple[str, ...]:
    return tuple(re.split(r", | and ", text))


# ---- what is done

BE = Saying("be", "chooses to be {monster}", "be {monster}", ("be",), "Choose a monster.")
ROLL_DICE = Saying(
    "roll-dice",
    "rolls {faces}",
    "roll {face}",
    ("roll", "first-roll"),
    "All dice of one roll or reroll, in any order; also dice thrown for a card.",
    chance=True,
    subject=PLAYER,
)
TURN_UP = Saying(
    "turn-up",
    "{card} is turned up",
    "turn up {card}",
    ("turn-up",),
    "The next card of the deck comes into the row.",
    chance=True,
    subject=NOBODY,
)
TURN_UP_SEVERAL = Saying(
    "turn-up-several",
    "{cards} are turned up",
    None,
    ("turn-up",),
    "Several cards of the deck come into the row, in this order.",
    chance=True,
    subject=NOBODY,
)
KEEP_DICE = Saying(
    "keep-dice",
    "keeps the dice",
    "keep the dice",
    ("reroll",),
    "Reroll nothing more; not said when no reroll is left.",
)
REROLL_DICE = Saying(
    "reroll-dice",
    "rerolls {faces}",
    "reroll {faces}",
    ("reroll",),
    "Name the dice to roll again by what they show; a line with the new faces follows.",
)
RESOLVE_RESULT = Saying(
    "resolve-result",
    "resolves {result}",
    "resolve {result}",
    ("resolve",),
    "Choose which result comes next; the last one left needs no line.",
)
USE_ABILITY = Saying(
    "use-ability",
    "uses {card} ({ability})",
    "use {card} ({ability})",
    ("use",),
    "Use one of several abilities that a card has at this moment.",
)
USE = Saying("use", "uses {card}", "use {card}", ("use",), "Use a card where it may be used.")
NO_USE = Saying("no-use", "uses nothing", None, ("use",), "Use no card, or none further.")
SWEEP = Saying("sweep", "sweeps the row", "sweep the row", ("buy",), "Pay 2 energy for a new row.")
CHOOSE_DIE = Saying(
    "choose-die",
    "chooses a die showing {face}",
    "choose a die showing {face}",
    ("die",),
    "Choose the die that a card rerolls or changes.",
)
CHOOSE_DICE = Saying(
    "choose-dice",
    "chooses dice showing {faces}",
    None,
    ("dice",),
    "Choose several dice for a card.",
)
CHOOSE_NUMBER = Saying(
    "choose-number",
    "chooses the number {n}",
    "choose the number {n}",
    ("amount",),
    "Choose how much.",
)


# ---- lines around them


def header_lines(ids: str, ruleset: str, option: str) -> Lines:
    """What stands above a situation, with the examples of a game."""
    return (
        (f'scenario {ids}-7QK4X2 "A title"', f"Begins a scenario (ids: `kaiju id {ids}`)."),
        (f"ruleset {ruleset}", "What is played; unindented, above all scenarios of a file."),
        (f"options {option}", "Options answered otherwise."),
    )


PILE_LINES: Lines = (
    ("deck: A, 2 others", "The cards to come, in no order; empty if unsaid."),
    ("discard: A", "The discard pile."),
)
CHECK_LINES: Lines = (
    ("{seat} may choose 1 of: A, B", "Exactly this choice of cards is offered."),
    ("{seat} can buy {card}", "This answer is offered, perhaps among others."),
    ("{seat} cannot buy {card}", "The answer is refused and nothing changes."),
    NOW_LINE,
)
"""What can stand in a situation, and between steps, of both games."""


# ---- what is claimed

HEARTS = Statement("hearts", "{player} has {n} heart(s)", "The hearts of a monster.")
OWNED_COUNT = Statement("owned-count", "{player} has {n} card(s)", "How many cards lie before it.")
OWNED_NOT = Statement("owned-not", "{player} does not have {card}", "The card lies elsewhere.")
OWNED = Statement("owned", "{player} has {card}", "The card lies before this monster.")
TABLE_LIES = Statement("table-lies", "{card} is in the {table_pile}", "Where a card is.")
TABLE_CARDS = Statement(
    "table-cards", "the {table_pile} has {n} card(s)", "How many cards lie there."
)
NOBODY_WINS = Statement("nobody", "nobody wins", "The game is over and nobody is left.")
TOOK_EFFECT = Statement(
    "took-effect",
    "{card} took effect {times}",
    "How often the card did what it says, in the scenario.",
)
NO_EFFECT = Statement("no-effect", "{card} did not take effect", "It never did.")
