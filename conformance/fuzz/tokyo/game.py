"""King of Tokyo as the fuzzer plays it."""

from __future__ import annotations

from conformance.fuzz.game import Fuzzed
from conformance.fuzz.king.adopting import KingAdopter
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
    adopter=KingAdopter,
    numbers_tell=True,
)
