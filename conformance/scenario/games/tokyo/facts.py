"""Checks the facts of King of Tokyo on a position."""

from __future__ import annotations

from conformance.scenario.face import Json, Position
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
from conformance.scenario.games.king.facts import KING
from conformance.scenario.games.king.sayings import PILES
from conformance.scenario.games.tokyo.words import EVOLUTION_PILES, OUTSIDE, PLACES
from conformance.scenario.model import PEOPLE

CHECKS = Checks(KING)
CHECKS |= dict.fromkeys(("wins-stars", "wins-last", "shared"), result)
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


def before(monster: Json) -> list[str]:
    """The cards that lie before a monster, evolution cards last."""
    cards = [*monster["area"], *monster.get("evolutions", ())]
    return [card if isinstance(card, str) else card["h"] for card in cards]


def where(state: Json, handle: str) -> str:
    """Where a card is, in the words of the facts."""
    for seat, had in state["players"].items():
        if handle in before(had):
            return f"before {PEOPLE[seat]}"
        for pile, key in EVOLUTION_PILES.items():
            if handle in had.get(key, ()):
                return f"in {PEOPLE[seat]}'s {pile}"
    for pile, key in PILES.items():
        if handle in state[key]:
            return f"in the {pile}"
    singles = {"top": "on top of the deck", "bought": "being bought"}
    return next((words for key, words in singles.items() if state[key] == handle), "nowhere")


@CHECKS.of("top")
def _top(w: Witness) -> str | None:
    return lies(w, "on top of the deck")


@CHECKS.of("owned-count")
def _owned_count(w: Witness) -> str | None:
    return counted(w, before(w.player()))


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


# ---- the end


def say_result(position: Position) -> str:
    """How the game stands: who won and how, or that it goes on."""
    if position.over is None:
        return "nobody has won"
    winner, reason = position.over.winner, position.over.reason
    if winner is None:
        return "the victory is shared" if reason == "stars" else "nobody wins"
    ways = {"stars": " by stars", "last": " as the last one left"}
    return f"{PEOPLE[winner]} wins{ways.get(reason, '')}"
