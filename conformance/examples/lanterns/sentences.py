"""What scenarios of Lanterns can say."""

from __future__ import annotations

from conformance.scenario.game import Saying
from conformance.scenario.plain import plain_sentences

from .table import LAYOUT

DECISIONS = {"light": "lantern to light", "draw": "draw", "first": "first player"}

SAYINGS = (
    Saying("light", "lights {card}", "light {card}", ("light",), "Light a lantern."),
    Saying("draw", "draws {card}", "draw {card}", ("draw",), "The card that is drawn.", True),
    Saying("first", "starts {player}", "start {player}", ("first",), "Who begins.", True),
)

SENTENCES = plain_sentences(LAYOUT, SAYINGS, DECISIONS)
