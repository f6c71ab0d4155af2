"""What a position of King of Tokyo: Duel has that nobody needs to say: monsters and a supply."""

from __future__ import annotations

import string
from collections.abc import Iterable

from conformance.scenario.cast import Cast
from conformance.scenario.face import Json
from conformance.scenario.games.duel.tracks import TRACKS, one_name, write_spot
from conformance.scenario.games.duel.words import BOARD, NOISE, PLAYERS, USUAL_MONSTERS
from conformance.scenario.model import PEOPLE, SEATS, CardRef, Placed
from oracle.duel.checking import misfit, off_path
from oracle.duel.drawing import reads_alike
from oracle.duel.tracks import PLACE_NAMES, Shape, ways_to_lie
from oracle.duel.whereabouts import cell_text
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError

SUPPLY = "noise"
"""The zone of the tokens that lie on no track."""


def complete(setup: Json, cast: Cast) -> None:
    """Give a monster to whoever has none, and fill the supply with the tokens that can come."""
    for token in setup.get(BOARD, ()):
        if "place" not in token:
            raise KaijuError(
                f"{cast.name(token['h'])} lies nowhere on the board",
                remedy="say where: `board: Cat on fame alice's 2`",
            )
        token["place"] = _place_of(token, cast)
    _check_markers(setup, cast)
    _add_monsters(setup, cast)
    supply = cast.lay(_supply(setup, cast), SUPPLY)
    if supply:
        setup[SUPPLY] = supply


def _place_of(token: Json, cast: Cast) -> str:
    """Where a token lies by its one name; the engine knows which way a bent one fits."""
    card = cast.ruleset.cards[token["card"]]
    if card.kind != NOISE:
        return str(token["place"])
    name = one_name(token["place"], card)
    ways = ways_to_lie(_shape(card), alike=reads_alike(card), bent_one_way=False)
    if name not in {PLACE_NAMES[way] for way in ways}:
        _refuse(misfit(card.name, ways, token["place"], _as_written))
    return name


def _shape(token: Card) -> Shape:
    return Shape(token.property("covers"), token.property("cells"))


def _as_written(name: str) -> str:
    return f"`{write_spot(name)}`"


def _refuse(fault: tuple[str, str] | None) -> None:
    if fault is not None:
        raise KaijuError(fault[0], remedy=fault[1])


def _check_markers(setup: Json, cast: Cast) -> None:
    """Markers stand on cells that are there, told in the words of sentences."""
    tokens = [(token["place"], cast.ruleset.cards[token["card"]]) for token in setup.get(BOARD, ())]
    laid = tuple(
        (PLACE_NAMES.index(place), _shape(card)) for place, card in tokens if card.kind == NOISE
    )
    for number, track in enumerate(TRACKS):
        _refuse(off_path(number, setup.get(track, 0), laid, _in_words))


def _in_words(half: int) -> str:
    return cell_text(half, lambda seat: f"{PEOPLE[seat]}'s")


def _add_monsters(setup: Json, cast: Cast) -> None:
    players = setup["players"]
    taken = set(cast.cards.values())
    free = [name for name in USUAL_MONSTERS if cast.card_id(CardRef(name)) not in taken]
    for seat in list(SEATS.values())[: PLAYERS[1]]:
        if "monster" not in players[seat]:
            (players[seat]["monster"],) = cast.lay((Placed(CardRef(free.pop(0))),), "monster")


def _supply(setup: Json, cast: Cast) -> tuple[Placed, ...]:
    """The tokens off the board that a card or a monster of the scenario brings."""
    there = [cast.ruleset.cards[card] for card in cast.cards.values()]
    lying = [card.id for card in there if card.kind == NOISE]
    found: list[Placed] = []
    for token in _tokens(there, cast.ruleset.cards.values()):
        left = token.copies - lying.count(token.id)
        labels = string.ascii_lowercase if token.copies > 1 else [None]
        free = [CardRef(token.name, label) for label in labels]
        free = [ref for ref in free if not cast.knows(ref)]
        found += [Placed(ref) for ref in free[:left]]
    return tuple(found)


def _tokens(there: list[Card], known: Iterable[Card]) -> list[Card]:
    """The tokens that some cards and monsters bring, in the order of the box."""
    brought = {card.choice(NOISE) for card in there if card.kind == "power-card"}
    owners = {card.id for card in there if card.kind == "monster"}
    return [
        card
        for card in known
        if card.kind == NOISE and (card.id in brought or card.choice("monster") in owners)
    ]
