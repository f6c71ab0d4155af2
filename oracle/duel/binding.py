"""Where the words of the card text of Duel are bound to what they do."""

from __future__ import annotations

from oracle.dice_games import control as _control  # noqa: F401  (binds words)
from oracle.dice_games.binding import DICE_GAMES, Words
from oracle.dice_games.binding import Condition as Condition
from oracle.dice_games.binding import Number as Number

WORDS = Words(like=DICE_GAMES)

EFFECTS = WORDS.effects
CONDITIONS = WORDS.conditions
NUMBERS = WORDS.numbers

effect = WORDS.effect
condition = WORDS.condition
number = WORDS.number
can = WORDS.can
