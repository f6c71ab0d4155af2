"""Where the words of the card text of Duel are bound to what they do."""

from __future__ import annotations

from oracle.king import control as _control  # noqa: F401  (binds words)
from oracle.king.binding import KING, Words
from oracle.king.binding import Condition as Condition
from oracle.king.binding import Number as Number

WORDS = Words(like=KING)

EFFECTS = WORDS.effects
CONDITIONS = WORDS.conditions
NUMBERS = WORDS.numbers

effect = WORDS.effect
condition = WORDS.condition
number = WORDS.number
can = WORDS.can
