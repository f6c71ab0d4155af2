"""The closed lists of words that scenarios of King of Tokyo: Duel use."""

from __future__ import annotations

from conformance.scenario.games.duel.tracks import CELL, TRACKS, read_cell, write_cell
from conformance.scenario.phrases import Hole

PLAYERS = (2, 2)
"""How many play, from and to."""

NUMBERS = ("hearts", "energy", "dice tokens")
NUMBER_KEYS = {"dice tokens": "dice"}
"""What a monster has a number of, and what setups call otherwise."""

BARE_ZONE = "monster"
"""The zone that is not named: `alice plays first; Gigazaur`."""

ZONE_KEYS = {"monster": "monster", "cards": "area"}
ZONES = tuple(ZONE_KEYS)
SHARED_ZONES = ("board", "row", "deck", "discard")

BOARD = "board"
"""The zone whose pieces lie at a place."""

GAUGES = {f"{track} marker": Hole(CELL, read_cell, write_cell) for track in TRACKS}
"""What is said of the table: where the markers are."""

GAUGE_KEYS = {f"{track} marker": track for track in TRACKS}

MONSTER, NOISE = "monster", "noise"
PIECES = (MONSTER, NOISE)
"""The kinds of definitions that are no cards."""

USUAL_MONSTERS = ("Gigazaur", "Alienoid")
"""Who plays where nothing is said: both have 14 hearts."""

FACES = ("claw", "heart", "energy", "fame", "destruction", "power")
"""The faces of a die, in the order in which answers list them."""

RESULTS = {
    "claw": "claws",
    "heart": "hearts",
    "energy": "energy",
    "fame": "fame",
    "destruction": "destruction",
}
"""The results of a roll: as answers name them and as sentences do."""

DECISIONS = {
    "be": "choice of its own monster",
    "first-roll": "roll for the first turn",
    "turn-up": "card to turn up",
    "order": "order of effects",
    "use": "use of cards",
    "tokens": "use of dice tokens",
    "roll": "die roll",
    "throw": "die thrown for a card",
    "reroll": "reroll",
    "resolve": "result to resolve",
    "defend": "defence",
    "token": "choice of a noise token",
    "place": "place for a noise token",
    "buy": "purchase",
    "may": "yes or no",
    "mode": "choice of effect",
    "to": "choice of a symbol",
    "amount": "choice of a number",
    "die": "choice of a die",
    "dice": "choice of dice",
    "choose": "choice",
}
"""How scenarios call each kind of decision."""

DECLINABLE = ("use", "defend", "resolve", "place", "buy", "may")
DECLINES = ("no-buy", "no-use", "leave-token", "refuse", "decline")
"""The sentences that decline."""

WAYS = {
    "hearts": "wins by hits",
    "spotlights": "wins by spotlights",
    "victory-cell": "wins by a victory cell",
}
"""How somebody wins, by the reason an engine gives."""
