"""King of Tokyo as the fuzzer plays it."""

from __future__ import annotations

from conformance.fuzz.dice_games.adopting import DiceGameAdopter
from conformance.fuzz.game import Fuzzed
from conformance.fuzz.tokyo.beginnings import beginnings
from conformance.fuzz.tokyo.forms import FORMS

FUZZED = Fuzzed(
    turn_begins=("roll", "use", "may"),
    forms=FORMS,
    usual={
        "hearts": 10,
        "stars": 0,
        "energy": 0,
        "poison": 0,
        "shrink": 0,
        "place": 0,
        "mindbugs": 1,
    },
    draw=beginnings,
    adopter=DiceGameAdopter,
    numbers_tell=True,
)
