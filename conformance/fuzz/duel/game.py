"""Duel as the fuzzer plays it."""

from __future__ import annotations

from conformance.fuzz.dice_games.adopting import DiceGameAdopter
from conformance.fuzz.duel.beginnings import beginnings
from conformance.fuzz.duel.forms import FORMS
from conformance.fuzz.game import Fuzzed

FUZZED = Fuzzed(
    turn_begins=("roll", "tokens", "use", "order", "may", "mode"),
    forms=FORMS,
    usual={"energy": 0, "dice": 0},
    draw=beginnings,
    adopter=DiceGameAdopter,
    sided=True,
    unsaid=("hearts",),  # they are those of the monster's board
    numbers_tell=True,
)
