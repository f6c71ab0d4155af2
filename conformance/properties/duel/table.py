"""Positions of King of Tokyo: Duel, drawn at random, and what is read of its states."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.properties.choices import Choices
from conformance.properties.dice_games.table import LongGames
from conformance.properties.table import PAIR, Box, CardFacts
from conformance.protocol.canonical import JsonObject
from conformance.scenario.fillers import POWER_CARD

GAME = "duel/standard"
RULESETS = (GAME,)

TRACKS = ("fame", "destruction")
END = 7
MOST_DICE = 8
MOST_TOKENS = 2
ROW = 3
SHARED = ("deck", "row", "discard", "monsters", "noise")
SINGLE = ("bought",)
"""The places of what is nobody's: piles, and a place for one card."""

MONSTER, NOISE = "monster", "noise"
OWNERS = {"king": "the-king"}
"""The tokens that only the power of a monster places."""
TRIES = 4
"""How often a token is tried to be put somewhere where it fits."""


def random_duel(cards: Mapping[str, CardFacts], choices: Choices) -> JsonObject:
    """A position at the start of a turn: markers anywhere but where somebody has won."""
    power = {name: facts for name, facts in cards.items() if facts.kind == POWER_CARD}
    box = Box([name for name, facts in power.items() if facts.type != "discard"], choices)
    monsters = [name for name, facts in cards.items() if facts.kind == MONSTER]
    players = {seat: _player(box, monsters, cards, choices) for seat in PAIR}
    others = [name for name, facts in power.items() if facts.type == "discard"]
    piles = Box([*box.left, *others], choices)
    piles.go_on_after(box)
    full = choices.below(4) != 3
    setup: JsonObject = {
        "players": players,
        "row": piles.cards(ROW if full else choices.below(ROW)),
        "deck": piles.cards(choices.below(12)) if full else [],
        "discard": piles.cards(choices.below(4)),
        "turn": PAIR[choices.below(2)],
    }
    played = {player["monster"]["card"] for player in players.values()}
    setup |= _tokens(cards, piles, choices, played)
    return setup | _markers(setup["board"], cards, choices)


def _player(
    box: Box, monsters: list[str], cards: Mapping[str, CardFacts], choices: Choices
) -> JsonObject:
    """A monster with some cards before it."""
    monster = choices.draw(monsters)
    return {
        "monster": box.card(monster),
        "hearts": choices.between(1, cards[monster].hearts),
        "energy": choices.below(13),
        "dice": choices.below(MOST_TOKENS + 1),
        "area": box.cards(choices.below(4)),
    }


# ------------------------------------------------------------------ tracks


def _tokens(
    cards: Mapping[str, CardFacts], box: Box, choices: Choices, played: set[str]
) -> JsonObject:
    """All noise tokens, some of them on the tracks; a monster's own only if it is played."""
    board: list[JsonObject] = []
    supply: list[JsonObject] = []
    taken: set[tuple[str, int]] = set()
    for name, facts in cards.items():
        if facts.kind != NOISE:
            continue
        for _ in range(facts.copies):
            token = box.card(name)
            used = OWNERS.get(name) in (None, *played)
            place = _place(facts, taken, choices) if used and choices.below(3) == 2 else None
            if place is None:
                supply.append(token)
            else:
                board.append(token | {"place": place})
    return {"board": board, "noise": supply}


def _place(facts: CardFacts, taken: set[tuple[str, int]], choices: Choices) -> str | None:
    """A place where a token fits, if one is found; its cells are taken then."""
    for _ in range(TRIES):
        track = choices.one_of([*TRACKS])
        start = choices.between(-END, END - facts.covers + 1)
        cells = list(range(start, start + facts.covers))
        if facts.reads_alike or choices.below(2):
            cells.reverse()  # from p1's end
        if facts.bends:
            cells = as_bent(track, cells)
        if not taken & {(track, cell) for cell in cells}:
            taken |= {(track, cell) for cell in cells}
            return f"{track}:{','.join(map(str, cells))}"
    return None


def as_bent(track: str, cells: list[int]) -> list[int]:
    """Three cells in the order that their bend gives a token of three different ones: its first
    cell toward p1 if its middle lies on an even fame cell or an odd destruction cell."""
    toward_p1 = (cells[1] % 2 == 0) == (track == "fame")
    return sorted(cells, reverse=toward_p1)


def _markers(
    board: list[JsonObject], cards: Mapping[str, CardFacts], choices: Choices
) -> dict[str, int]:
    """Where the markers are: on no victory cell, not both in spotlights of one side."""
    on = {track: path(track, board, cards) for track in TRACKS}
    fame = choices.one_of([cell for cell in on["fame"] if abs(cell) < 2 * END])
    side = spotlight(fame)
    free = [
        cell
        for cell in on["destruction"]
        if abs(cell) < 2 * END and (not side or spotlight(cell) != side)
    ]
    return {"fame": fame, "destruction": choices.one_of(free)}


def path(track: str, board: list[JsonObject], cards: Mapping[str, CardFacts]) -> list[int]:
    """The half cells of a path, with what tokens add to it and take from it."""
    found = set(range(-2 * END, 2 * END + 1, 2))
    for token in board:
        there, cells = cells_of(token["place"])
        facts = cards[token["card"]]
        if there == track and facts.cells > facts.covers:
            found.add(cells[0] + cells[1])
        if there == track and facts.cells < facts.covers:
            found.discard(2 * cells[1])
    return sorted(found)


def cells_of(place: str) -> tuple[str, list[int]]:
    """The track and the cells of the board that a place names."""
    track, _, cells = place.partition(":")
    return track, [int(cell) for cell in cells.split(",")]


def spotlight(half: int) -> int:
    """1 or -1 for a cell in the spotlight of p1 or of p2, else 0."""
    return (1 if half > 0 else -1) if 6 <= abs(half) <= 10 else 0


# ------------------------------------------------------------------ playing


class Duel(LongGames):
    """A table for two monsters at the ends of two tracks."""

    def position(self, choices: Choices) -> JsonObject:
        return random_duel(self.cards, choices)


# ------------------------------------------------------------------ reading states


def piles(state: JsonObject) -> dict[str, list[str]]:
    """Every place of a state with the handles in it."""
    found = {name: list(state[name]) for name in SHARED}
    found |= {name: [state[name]] if state[name] else [] for name in SINGLE}
    found["board"] = [token["h"] for token in state["board"]]
    for seat, player in state["players"].items():
        found[f"{seat}.area"] = [card["h"] for card in player["area"]]
        found[f"{seat}.monster"] = [player["monster"]] if player["monster"] else []
    return found
