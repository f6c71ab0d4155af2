"""Checks the facts of King of Tokyo on a position."""

from __future__ import annotations

from collections.abc import Callable

from conformance.scenario.face import Json, Position
from conformance.scenario.facts import COMMON, THE_NUMBER, Check, Witness, equal, result
from conformance.scenario.games.king.sayings import PILES
from conformance.scenario.games.tokyo.words import EVOLUTION_PILES, OUTSIDE, PLACES
from conformance.scenario.model import PEOPLE

_RESULTS = ("wins-stars", "wins-last", "shared", "nobody")
CHECKS: dict[str, Check] = COMMON | dict.fromkeys(_RESULTS, result)


def _claim(name: str) -> Callable[[Check], Check]:
    def bind(check: Check) -> Check:
        CHECKS[name] = check
        return check

    return bind


def _monster(w: Witness) -> Json:
    found: Json = w.state()["players"][w.seat()]
    return found


def _number(what: str) -> Check:
    return lambda w: equal(_monster(w)[what], w.number(), THE_NUMBER)


CHECKS |= {what: _number(what) for what in ("hearts", "stars", "energy")}


@_claim("tokens")
def _tokens(w: Witness) -> str | None:
    return equal(_monster(w)[w.word("token")], w.number(), THE_NUMBER)


@_claim("mindbug-tokens")
def _mindbug_tokens(w: Witness) -> str | None:
    found = _monster(w).get("mindbugs")
    return equal(found, w.number(), THE_NUMBER) if found is not None else "this game has none"


@_claim("sees-mindbug-tokens")
def _sees_mindbug_tokens(w: Witness) -> str | None:
    found = w.view("mindbugs")["players"][w.seat("other")].get("mindbugs")
    return equal(found, w.number(), THE_NUMBER)


# ---- places


def say_place(monster: Json) -> str:
    """Where a monster is, in the words of the facts."""
    if not monster["hearts"]:
        return "eliminated"
    held = [place for place, number in PLACES.items() if number == monster["place"]]
    return f"in {held[0]}" if held else OUTSIDE


def _is(w: Witness, wanted: str) -> str | None:
    found = say_place(_monster(w))
    return None if found == wanted else f"this monster is {found}"


@_claim("place")
def _place(w: Witness) -> str | None:
    return _is(w, f"in {w.word('place')}")


@_claim("outside")
def _outside(w: Witness) -> str | None:
    return _is(w, OUTSIDE)


@_claim("eliminated")
def _eliminated(w: Witness) -> str | None:
    return _is(w, "eliminated")


@_claim("alive")
def _alive(w: Witness) -> str | None:
    return None if _monster(w)["hearts"] else "it has no hearts left"


@_claim("place-empty")
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


def _lies(w: Witness, wanted: str) -> str | None:
    found = where(w.state(), w.handle())
    return None if found == wanted else f"it is {found}"


@_claim("owned")
def _owned(w: Witness) -> str | None:
    return _lies(w, f"before {w.word('player')}")


@_claim("owned-not")
def _owned_not(w: Witness) -> str | None:
    found = where(w.state(), w.handle())
    return f"it is {found}" if found == f"before {w.word('player')}" else None


@_claim("table-lies")
def _table_lies(w: Witness) -> str | None:
    return _lies(w, f"in the {w.word('table_pile')}")


@_claim("top")
def _top(w: Witness) -> str | None:
    return _lies(w, "on top of the deck")


@_claim("bought")
def _bought(w: Witness) -> str | None:
    return _lies(w, "being bought")


@_claim("owned-count")
def _owned_count(w: Witness) -> str | None:
    return _count(w, before(_monster(w)))


@_claim("own-cards")
def _own_cards(w: Witness) -> str | None:
    return _count(w, _monster(w).get(EVOLUTION_PILES[w.word("own_pile")], []))


@_claim("sees-own-cards")
def _sees_own_cards(w: Witness) -> str | None:
    pile = EVOLUTION_PILES[w.word("own_pile")]
    found = w.view(pile)["players"][w.seat("other")].get(pile, [])
    return equal(found["count"] if "count" in found else len(found), w.number(), THE_NUMBER)


@_claim("own-lies")
def _own_lies(w: Witness) -> str | None:
    return _lies(w, f"in {w.word('player')}'s {w.word('own_pile')}")


@_claim("table-cards")
def _table_cards(w: Witness) -> str | None:
    return _count(w, w.state()[PILES[w.word("table_pile")]])


def _count(w: Witness, cards: list[str]) -> str | None:
    return None if len(cards) == w.number() else f"there are {len(cards)}: {w.listed(cards)}"


@_claim("counters")
def _counters(w: Witness) -> str | None:
    for had in w.state()["players"].values():
        for card in had["area"]:
            if card["h"] == w.handle():
                return equal(card["counters"], w.number(), THE_NUMBER)
    return f"it is {where(w.state(), w.handle())}"


# ---- what happened


def _times(w: Witness) -> int:
    """How often an ability of the card worked."""
    worked = [event for event in w.events if event.kind == "trigger"]
    return sum(event.data["card"] == w.handle() for event in worked)


@_claim("took-effect")
def _took_effect(w: Witness) -> str | None:
    return equal(_times(w), w.number("times"), "how often it took effect:")


@_claim("no-effect")
def _no_effect(w: Witness) -> str | None:
    return equal(_times(w), 0, "how often it took effect:")


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


@_claim("wins")
def _wins(w: Witness) -> str | None:
    found = say_result(w.position)
    return None if found.startswith(f"{w.word('player')} wins") else found
