"""Checks the facts of King of Tokyo: Duel on a position."""

from __future__ import annotations

from conformance.scenario.face import Json
from conformance.scenario.facts import (
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
from conformance.scenario.games.duel.tracks import (
    cells_of,
    one_name,
    spotlight_of,
    stands_on,
    write_spot,
    write_where,
)
from conformance.scenario.games.duel.words import NUMBER_KEYS, WAYS
from conformance.scenario.model import PEOPLE, CardRef

DICE = NUMBER_KEYS["dice tokens"]

CHECKS = Checks(dice_games.DICE_GAMES)
CHECKS |= {f"wins-{way}": result for way in WAYS}
CHECKS |= {"dice-tokens": number_of(DICE), "sees-dice-tokens": seen_number(DICE)}
CHECKS["sees-energy"] = seen_number("energy")


@CHECKS.of("monster")
def _is_monster(w: Witness) -> str | None:
    handle = w.player()["monster"]
    found = w.cast.face(w.cast.cards[handle]) if handle else "nobody yet"
    return equal(found, w.word("monster"), "this player is")


# ---- the tracks


def _half(w: Witness) -> int:
    """Where the marker that a fact names stands."""
    found: int = w.state()[w.word("track")]
    return found


@CHECKS.of("marker")
def _marker(w: Witness) -> str | None:
    wanted, found = w.fact.args["where"], _half(w)
    return None if found == wanted else f"it is {write_where(found)}"


@CHECKS.of("marker-lit")
def _marker_lit(w: Witness) -> str | None:
    found = spotlight_of(_half(w))
    return None if found == w.word("player") else f"it is {write_where(_half(w))}"


@CHECKS.of("marker-unlit")
def _marker_unlit(w: Witness) -> str | None:
    found = spotlight_of(_half(w))
    return f"it is {write_where(_half(w))}, in {found}'s spotlight" if found else None


def _token_below(w: Witness) -> str | None:
    """The handle of the token on which the marker of the fact stands."""
    track, half = w.word("track"), _half(w)
    return next((t["h"] for t in w.state()["board"] if stands_on(half, track, t["place"])), None)


@CHECKS.of("marker-on-noise")
def _marker_on_noise(w: Witness) -> str | None:
    found = _token_below(w)
    if found == w.handle():
        return None
    on = f"on {w.cast.name(found)}" if found else "on no noise token"
    return f"it is {write_where(_half(w))}, {on}"


@CHECKS.of("marker-off-noise")
def _marker_off_noise(w: Witness) -> str | None:
    found = _token_below(w)
    return f"it is on {w.cast.name(found)}" if found else None


@CHECKS.of("token-at")
def _token_at(w: Witness) -> str | None:
    token = w.cast.ruleset.cards[w.cast.cards[w.handle()]]
    return lies(w, f"on {write_spot(one_name(w.word('spot'), token))}")


@CHECKS.of("token-off")
def _token_off(w: Witness) -> str | None:
    return lies(w, "off the board")


@CHECKS.of("tokens-on")
def _tokens_on(w: Witness) -> str | None:
    places = {t["h"]: cells_of(t["place"])[0] for t in w.state()["board"]}
    return counted(w, [token for token, track in places.items() if track == w.word("track")])


# ---- cards


def where(state: Json, handle: str) -> str:
    """Where a card or a noise token is, in the words of the facts."""
    for seat, had in state["players"].items():
        if handle == had["monster"]:
            return f"{PEOPLE[seat]}'s monster"
    for token in state["board"]:
        if token["h"] == handle:
            return f"on {write_spot(token['place'])}"
    if handle in state["noise"]:
        return "off the board"
    return dice_games.where(state, handle) or "nowhere"


@CHECKS.of("row-order")
def _row_order(w: Witness) -> str | None:
    named = w.fact.args["cards"]
    assert isinstance(named, tuple)
    wanted = [w.cast.handle(c, w.fact.place) for c in named if isinstance(c, CardRef)]
    found = w.state()["row"]
    return None if found == wanted else f"from left to right it is {w.listed(found)}"
