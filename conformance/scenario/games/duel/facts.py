"""Checks the facts of King of Tokyo: Duel on a position."""

from __future__ import annotations

from collections.abc import Callable

from conformance.scenario.face import Json, Position
from conformance.scenario.facts import COMMON, THE_NUMBER, Check, Witness, equal, result
from conformance.scenario.games.duel.tracks import (
    cells_of,
    spotlight_of,
    stands_on,
    write_spot,
    write_where,
)
from conformance.scenario.games.duel.words import NUMBER_KEYS, WAYS
from conformance.scenario.games.king.sayings import PILES
from conformance.scenario.model import PEOPLE, CardRef

CHECKS: dict[str, Check] = COMMON | dict.fromkeys(
    (*(f"wins-{way}" for way in WAYS), "nobody"), result
)


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


def _seen_number(what: str) -> Check:
    return lambda w: equal(w.view(what)["players"][w.seat("other")][what], w.number(), THE_NUMBER)


DICE = NUMBER_KEYS["dice tokens"]
CHECKS |= {what: _number(what) for what in ("hearts", "energy")}
CHECKS |= {"dice-tokens": _number(DICE)}
CHECKS |= {"sees-energy": _seen_number("energy"), "sees-dice-tokens": _seen_number(DICE)}


@_claim("monster")
def _is_monster(w: Witness) -> str | None:
    handle = _monster(w)["monster"]
    found = w.cast.face(w.cast.cards[handle]) if handle else "nobody yet"
    return equal(found, w.word("monster"), "this player is")


# ---- the tracks


def _half(w: Witness) -> int:
    """Where the marker that a fact names stands."""
    found: int = w.state()[w.word("track")]
    return found


@_claim("marker")
def _marker(w: Witness) -> str | None:
    wanted, found = w.fact.args["where"], _half(w)
    return None if found == wanted else f"it is {write_where(found)}"


@_claim("marker-lit")
def _marker_lit(w: Witness) -> str | None:
    found = spotlight_of(_half(w))
    return None if found == w.word("player") else f"it is {write_where(_half(w))}"


@_claim("marker-unlit")
def _marker_unlit(w: Witness) -> str | None:
    found = spotlight_of(_half(w))
    return f"it is {write_where(_half(w))}, in {found}'s spotlight" if found else None


def _token_below(w: Witness) -> str | None:
    """The handle of the token on which the marker of the fact stands."""
    track, half = w.word("track"), _half(w)
    return next((t["h"] for t in w.state()["board"] if stands_on(half, track, t["place"])), None)


@_claim("marker-on-noise")
def _marker_on_noise(w: Witness) -> str | None:
    found = _token_below(w)
    if found == w.handle():
        return None
    on = f"on {w.cast.name(found)}" if found else "on no noise token"
    return f"it is {write_where(_half(w))}, {on}"


@_claim("marker-off-noise")
def _marker_off_noise(w: Witness) -> str | None:
    found = _token_below(w)
    return f"it is on {w.cast.name(found)}" if found else None


@_claim("token-at")
def _token_at(w: Witness) -> str | None:
    return _lies(w, f"on {write_spot(w.word('spot'))}")


@_claim("token-off")
def _token_off(w: Witness) -> str | None:
    return _lies(w, "off the board")


@_claim("tokens-on")
def _tokens_on(w: Witness) -> str | None:
    places = {t["h"]: cells_of(t["place"])[0] for t in w.state()["board"]}
    return _count(w, [token for token, track in places.items() if track == w.word("track")])


# ---- cards


def before(monster: Json) -> list[str]:
    """The cards that lie before a monster."""
    return [card["h"] for card in monster["area"]]


def where(state: Json, handle: str) -> str:
    """Where a card or a noise token is, in the words of the facts."""
    for seat, had in state["players"].items():
        if handle in before(had):
            return f"before {PEOPLE[seat]}"
        if handle == had["monster"]:
            return f"{PEOPLE[seat]}'s monster"
    for token in state["board"]:
        if token["h"] == handle:
            return f"on {write_spot(token['place'])}"
    if handle in state["noise"]:
        return "off the board"
    for pile, key in PILES.items():
        if handle in state[key]:
            return f"in the {pile}"
    return "being bought" if state["bought"] == handle else "nowhere"


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


@_claim("bought")
def _bought(w: Witness) -> str | None:
    return _lies(w, "being bought")


@_claim("owned-count")
def _owned_count(w: Witness) -> str | None:
    return _count(w, before(_monster(w)))


@_claim("table-cards")
def _table_cards(w: Witness) -> str | None:
    return _count(w, w.state()[PILES[w.word("table_pile")]])


@_claim("row-order")
def _row_order(w: Witness) -> str | None:
    named = w.fact.args["cards"]
    assert isinstance(named, tuple)
    wanted = [w.cast.handle(c, w.fact.place) for c in named if isinstance(c, CardRef)]
    found = w.state()["row"]
    return None if found == wanted else f"from left to right it is {w.listed(found)}"


def _count(w: Witness, cards: list[str]) -> str | None:
    return None if len(cards) == w.number() else f"there are {len(cards)}: {w.listed(cards)}"


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
        return "nobody wins"
    return f"{PEOPLE[winner]} {WAYS.get(reason, 'wins')}"


@_claim("wins")
def _wins(w: Witness) -> str | None:
    found = say_result(w.position)
    return None if found.startswith(f"{w.word('player')} wins") else found
