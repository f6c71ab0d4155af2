"""What the sentences of King of Tokyo say as the engine reads it, and back."""

from __future__ import annotations

from conformance.scenario.games.dice_games.answers import OF_FACE, TURNED_UP, DiceGameAnswers
from conformance.scenario.games.tokyo.words import DECLINES, FACES

ANSWERS = DiceGameAnswers(
    declines=DECLINES,
    simple={
        "heal": "heal",
        "yield": "yield",
        "stay": "stay",
        "sweep": "sweep",
        "accept": "accept",
        "poison": "poison",
        "use-token": "mindbug",
    },
    of_words={
        "remove-token": ("remove", "token"),
        "choose-number": ("amount", "n"),
        "be": ("be", "monster"),
    },
    of_player={
        "give-heart": "give",
        "choose-monster": "monster",
        "race": "monster",
        "lot": "monster",
    },
    drawn={**TURNED_UP, "peek": "turn-up", "draw": "draw"},
    of_card={"buy": "buy", "keep": "keep", "play": "play"},
    said_at={("peek", "turn-up"): "peek", ("race", "monster"): "race", ("lot", "monster"): "lot"},
    faces=FACES,
    of_face={**OF_FACE, "turn-die": "to"},
)
