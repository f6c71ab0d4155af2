"""Checks the facts that both dice games have: of hearts, of cards, of what took effect."""

from __future__ import annotations

from conformance.scenario.face import Json
from conformance.scenario.facts import (
    COMMON,
    Checks,
    Witness,
    counted,
    how_often,
    lies,
    number_of,
    result,
)
from conformance.scenario.games.dice_games.sayings import PILES
from conformance.scenario.model import PEOPLE

DICE_GAMES = Checks(COMMON)
DICE_GAMES |= {what: number_of(what) for what in ("hearts", "energy")}
DICE_GAMES["nobody"] = result


def before(monster: Json) -> list[str]:
    """The cards that lie before a monster, evolution cards last."""
    cards = [*monster["area"], *monster.get("evolutions", ())]
    return [card if isinstance(card, str) else card["h"] for card in cards]


def where(state: Json, handle: str) -> str | None:
    """Where a card is, in the words of the facts; None where only one of the games has a place."""
    for seat, had in state["players"].items():
        if handle in before(had):
            return f"before {PEOPLE[seat]}"
    for pile, key in PILES.items():
        if handle in state[key]:
            return f"in the {pile}"
    return "being bought" if state["bought"] == handle else None


@DICE_GAMES.of("owned-count")
def _owned_count(w: Witness) -> str | None:
    return counted(w, before(w.player()))


@DICE_GAMES.of("owned")
def _owned(w: Witness) -> str | None:
    return lies(w, f"before {w.word('player')}")


@DICE_GAMES.of("owned-not")
def _owned_not(w: Witness) -> str | None:
    found = w.where()
    return f"it is {found}" if found == f"before {w.word('player')}" else None


@DICE_GAMES.of("table-lies")
def _table_lies(w: Witness) -> str | None:
    return lies(w, f"in the {w.word('table_pile')}")


@DICE_GAMES.of("table-cards")
def _table_cards(w: Witness) -> str | None:
    return counted(w, w.state()[PILES[w.word("table_pile")]])


def _times(w: Witness) -> int:
    """How often an ability of the card worked."""
    worked = [event for event in w.events if event.kind == "trigger"]
    return sum(event.data["card"] == w.handle() for event in worked)


DICE_GAMES["took-effect"], DICE_GAMES["no-effect"] = how_often(_times, "took effect")
