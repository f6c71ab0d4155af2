"""Checks the facts of King of Tokyo on a position."""

from __future__ import annotations

from conformance.scenario.face import Json
from conformance.scenario.facts import (
    THE_NUMBER,
    Checks,
    Witness,
    counted,
    equal,
    lies,
    number_of,
    result,
    seen_number,
)
from conformance.scenario.games.dice_games import facts as dice_games
from conformance.scenario.games.tokyo.words import EVOLUTION_PILES, OUTSIDE, PLACES, WAYS
from conformance.scenario.model import PEOPLE

CHECKS = Checks(dice_games.DICE_GAMES)
CHECKS |= dict.fromkeys((*(f"wins-{way}" for way in WAYS), "shared"), result)
CHECKS |= {"stars": number_of("stars"), "sees-mindbug-tokens": seen_number("mindbugs")}


@CHECKS.of("tokens")
def _tokens(w: Witness) -> str | None:
    return equal(w.player()[w.word("token")], w.number(), THE_NUMBER)


@CHECKS.of("mindbug-tokens")
def _mindbug_tokens(w: Witness) -> str | None:
    found = w.player().get("mindbugs")
    return equal(found, w.number(), THE_NUMBER) if found is not None else "this game has none"


# ---- places


def say_place(monster: Json) -> str:
    """Where a monster is, in the words of the facts."""
    if not monster["hearts"]:
        return "eliminated"
    held = [place for place, number in PLACES.items() if number == monster["place"]]
    return f"in {held[0]}" if held else OUTSIDE


def _is(w: Witness, wanted: str) -> str | None:
    found = say_place(w.player())
    return None if found == wanted else f"this monster is {found}"


@CHECKS.of("place")
def _place(w: Witness) -> str | None:
    return _is(w, f"in {w.word('place')}")


@CHECKS.of("outside")
def _outside(w: Witness) -> str | None:
    return _is(w, OUTSIDE)


@CHECKS.of("eliminated")
def _eliminated(w: Witness) -> str | None:
    return _is(w, "eliminated")


@CHECKS.of("alive")
def _alive(w: Witness) -> str | None:
    return None if w.player()["hearts"] else "it has no hearts left"


@CHECKS.of("place-empty")
def _place_empty(w: Witness) -> str | None:
    players = w.state()["players"]
    there = [s for s, had in players.items() if had["place"] == PLACES[w.word("place")]]
    return f"{PEOPLE[there[0]]} is there" if there else None


# ---- cards


def where(state: Json, handle: str) -> str:
    """Where a card is, in the words of the facts."""
    for seat, had in state["players"].items():
        for pile, key in EVOLUTION_PILES.items():
            if handle in had.get(key, ()):
                return f"in {PEOPLE[seat]}'s {pile}"
    top = "on top of the deck" if state["top"] == handle else "nowhere"
    return dice_games.where(state, handle) or top


@CHECKS.of("top")
def _top(w: Witness) -> str | None:
    return lies(w, "on top of the deck")


@CHECKS.of("own-cards")
def _own_cards(w: Witness) -> str | None:
    return counted(w, w.player().get(EVOLUTION_PILES[w.word("own_pile")], []))


@CHECKS.of("sees-own-cards")
def _sees_own_cards(w: Witness) -> str | None:
    pile = EVOLUTION_PILES[w.word("own_pile")]
    found = w.view(pile)["players"][w.seat("other")].get(pile, [])
    return equal(found["count"] if "count" in found else len(found), w.number(), THE_NUMBER)


@CHECKS.of("own-lies")
def _own_lies(w: Witness) -> str | None:
    return lies(w, f"in {w.word('player')}'s {w.word('own_pile')}")


@CHECKS.of("counters")
def _counters(w: Witness) -> str | None:
    for had in w.state()["players"].values():
        for card in had["area"]:
            if card["h"] == w.handle():
                return equal(card["counters"], w.number(), THE_NUMBER)
    return f"it is {w.where()}"


@CHECKS.of("paid")
def _paid(w: Witness) -> str | None:
    for had in w.state()["players"].values():
        for card in had["area"]:
            if card["h"] == w.handle():
                if "paid" not in card:
                    return "no card of this ruleset asks what was paid"
                return equal(card["paid"], w.number(), THE_NUMBER)
    return f"it is {w.where()}"


@CHECKS.of("mimic")
def _mimic(w: Witness) -> str | None:
    return None if w.handle() in _copied(w) else _where_mimic_is(w)


@CHECKS.of("no-mimic")
def _no_mimic(w: Witness) -> str | None:
    return _where_mimic_is(w) if _copied(w) else None


def _copied(w: Witness) -> list[str]:
    """The card on which the mimic token lies, if there is one."""
    every = [card for had in w.state()["players"].values() for card in had["area"]]
    return [card["h"] for card in every if card.get("mimic")]


def _where_mimic_is(w: Witness) -> str:
    return (
        " and ".join(f"it is on {w.cast.name(handle)}" for handle in _copied(w))
        or "it is on no card"
    )
