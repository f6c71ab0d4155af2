"""Checks the facts that both dice games have: of hearts, of cards, of what took effect."""

from __future__ import annotations

from conformance.scenario.facts import (
    COMMON,
    Checks,
    Witness,
    counted,
    equal,
    lies,
    number_of,
    result,
)
from conformance.scenario.games.king.sayings import PILES

KING = Checks(COMMON)
KING |= {what: number_of(what) for what in ("hearts", "energy")}
KING["nobody"] = result


@KING.of("owned")
def _owned(w: Witness) -> str | None:
    return lies(w, f"before {w.word('player')}")


@KING.of("owned-not")
def _owned_not(w: Witness) -> str | None:
    found = w.where()
    return f"it is {found}" if found == f"before {w.word('player')}" else None


@KING.of("table-lies")
def _table_lies(w: Witness) -> str | None:
    return lies(w, f"in the {w.word('table_pile')}")


@KING.of("table-cards")
def _table_cards(w: Witness) -> str | None:
    return counted(w, w.state()[PILES[w.word("table_pile")]])


def _times(w: Witness) -> int:
    """How often an ability of the card worked."""
    worked = [event for event in w.events if event.kind == "trigger"]
    return sum(event.data["card"] == w.handle() for event in worked)


@KING.of("took-effect")
def _took_effect(w: Witness) -> str | None:
    return equal(_times(w), w.number("times"), "how often it took effect:")


@KING.of("no-effect")
def _no_effect(w: Witness) -> str | None:
    return equal(_times(w), 0, "how often it took effect:")
