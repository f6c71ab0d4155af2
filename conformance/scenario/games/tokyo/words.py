"""The closed lists of words that scenarios of King of Tokyo use."""

from __future__ import annotations

PLAYERS = (2, 6)
"""How many play, from and to."""

NUMBERS = ("hearts", "stars", "energy", "mindbugs", "poison", "shrink")
"""What a monster has a number of; the last three are tokens."""

TOKENS = ("poison", "shrink")

CITY, BAY = "Tokyo City", "Tokyo Bay"
PLACES = {CITY: 1, BAY: 2}
OUTSIDE = "outside Tokyo"

NOTES = {f"in {place}": {"place": number} for place, number in PLACES.items()} | {
    OUTSIDE: {"place": 0},
    "eliminated": {"hearts": 0},
}
"""What is said of a monster without a number."""

ZONE_KEYS = {
    "cards": "area",
    "evolutions": "evolutions",
    "hand": "hand",
    "evolution deck": "evolution-deck",
    "evolution discard": "evolution-discard",
}
"""Only `cards` are there without evolution cards."""

ZONES = tuple(ZONE_KEYS)
SHARED_ZONES = ("row", "deck", "discard")

EVOLUTION_PILES = {
    "hand": "hand",
    "evolution deck": "evolution-deck",
    "evolution discard pile": "evolution-discard",
}
"""The zones of a monster's evolution cards as facts call them."""

FACES = ("one", "two", "three", "energy", "heart", "claw")
"""The faces of a die, in the order in which answers list them."""

RESULTS = {
    "one": "ones",
    "two": "twos",
    "three": "threes",
    "energy": "energy",
    "heart": "hearts",
    "claw": "claws",
}
"""The results of a roll: as answers name them and as sentences do."""

DECISIONS = {
    "roll": "die roll",
    "reroll": "reroll",
    "use": "use of cards",
    "resolve": "result to resolve",
    "heart": "use of a heart",
    "defend": "defence",
    "yield": "yielding",
    "buy": "purchase",
    "order": "order of effects",
    "may": "yes or no",
    "choose": "choice",
    "monster": "choice of a monster",
    "die": "choice of a die",
    "dice": "choice of dice",
    "face": "choice of a face",
    "amount": "choice of a number",
    "turn-up": "card to turn up",
    "peek": "top card",
    "first-roll": "roll for the first turn",
    "mindbug": "use of a Mindbug token",
    "race": "race",
    "lot": "lot",
    "be": "choice of its own monster",
    "draw": "evolution card to draw",
    "keep": "card to keep",
    "play": "evolution card to play",
    "mode": "choice of effect",
}
"""How scenarios call each kind of decision."""

WAYS = {"stars": "wins by stars", "last": "wins as the last one left"}
"""How somebody wins, by the reason an engine gives."""

DECLINABLE = ("use", "defend", "buy", "may", "mindbug", "play", "keep")
DECLINES = ("no-buy", "no-use", "refuse", "decline")
"""The sentences that decline."""
