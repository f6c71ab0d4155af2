"""Checks the facts of Mindbug on a position."""

from __future__ import annotations

from collections.abc import Callable

from conformance.scenario.face import Json
from conformance.scenario.facts import (
    COMMON,
    THE_NUMBER,
    Checks,
    Witness,
    counted,
    equal,
    how_often,
    lies,
    number_of,
    result,
    seen_number,
)
from conformance.scenario.games.mindbug.words import NUMBERS, PILE_KEYS, POWER_KEYS, SHARED
from conformance.scenario.model import PEOPLE, CardRef
from rules_dsl.errors import KaijuError

CHECKS = Checks(COMMON)
CHECKS |= {"mindbugs": number_of("mindbugs"), "draw": result}
CHECKS |= {f"sees-{what}": seen_number(what) for what in NUMBERS}


def _creature(w: Witness, name: str = "card") -> Json | None:
    """The creature in play that the fact is about."""
    handle = w.handle(name)
    for player in w.state()["players"].values():
        for creature in player["play"]:
            if creature["h"] == handle:
                return dict(creature)
    return None


@CHECKS.of("life")
def _life(w: Witness) -> str | None:
    return equal(w.player()["life"], w.number(), "the life is")


@CHECKS.of("energy")
def _energy(w: Witness) -> str | None:
    found = w.player().get("energy")
    return (
        "there is no energy in this game" if found is None else equal(found, w.number(), THE_NUMBER)
    )


@CHECKS.of("in-play")
def _in_play(w: Witness) -> str | None:
    return counted(w, [creature["h"] for creature in w.player()["play"]])


@CHECKS.of("cards")
def _cards(w: Witness) -> str | None:
    return counted(w, w.player()[PILE_KEYS[w.word("pile")]])


def where(state: Json, handle: str) -> str:
    """Where a card is, in the words of the facts."""
    for seat, player in state["players"].items():
        if any(creature["h"] == handle for creature in player["play"]):
            return f"in play under {PEOPLE[seat]}'s control"
        for pile, key in PILE_KEYS.items():
            if handle in player[key]:
                return f"in {PEOPLE[seat]}'s {pile}"
        for creature in player["play"]:
            if handle in creature.get("boosts", ()):
                return f"under a creature that {PEOPLE[seat]} controls"
    for zone, words in SHARED.items():
        if handle in (state.get(zone) or ()):
            return words
    return "being played" if state.get("played") == handle else "nowhere"


@CHECKS.of("controls")
def _controls(w: Witness) -> str | None:
    return lies(w, f"in play under {w.word('player')}'s control")


@CHECKS.of("lies")
def _lies(w: Witness) -> str | None:
    return lies(w, f"in {w.word('player')}'s {w.word('pile')}")


@CHECKS.of("tops")
def _tops(w: Witness) -> str | None:
    deck = w.player()["deck"]
    if deck and deck[0] == w.handle():
        return None
    return f"the top card is {w.cast.name(deck[0])}" if deck else "the deck is empty"


@CHECKS.of("unused")
def _unused(w: Witness) -> str | None:
    return lies(w, "in the unused pile")


@CHECKS.of("aside")
def _aside(w: Witness) -> str | None:
    return lies(w, "set aside")


@CHECKS.of("played")
def _played(w: Witness) -> str | None:
    return lies(w, "being played")


@CHECKS.of("power-lies")
def _power_lies(w: Witness) -> str | None:
    return lies(w, f"in the {w.word('power_pile')}")


@CHECKS.of("power-cards")
def _power_cards(w: Witness) -> str | None:
    return counted(w, w.state().get(POWER_KEYS[w.word("power_pile")], []))


def _of_creature(w: Witness, complaint: Callable[[Json], str | None]) -> str | None:
    creature = _creature(w)
    if creature is None:
        return f"it is {w.where()}"
    return complaint(creature)


@CHECKS.of("exhausted")
def _exhausted(w: Witness) -> str | None:
    return _of_creature(w, lambda c: None if c["exhausted"] else "it is not exhausted")


@CHECKS.of("fresh")
def _fresh(w: Witness) -> str | None:
    return _of_creature(w, lambda c: "it is exhausted" if c["exhausted"] else None)


@CHECKS.of("boosted")
def _boosted(w: Witness) -> str | None:
    return _of_creature(w, lambda c: None if c.get("boosts") else "no card lies under it")


@CHECKS.of("not-boosted")
def _not_boosted(w: Witness) -> str | None:
    return _of_creature(w, lambda c: _below(w, c) if c.get("boosts") else None)


@CHECKS.of("boosts")
def _boosts(w: Witness) -> str | None:
    return _of_creature(
        w, lambda c: None if len(c.get("boosts", ())) == w.number() else _below(w, c)
    )


@CHECKS.of("under")
def _under(w: Witness) -> str | None:
    boosts = [] if (above := _creature(w, "creature")) is None else above.get("boosts", [])
    return None if w.handle() in boosts else f"it is {w.where()}"


def _below(w: Witness, creature: Json) -> str:
    return f"under it: {w.listed(creature.get('boosts', ()))}"


@CHECKS.of("stage")
def _stage(w: Witness) -> str | None:
    ref = w.fact.args["creature"]
    assert isinstance(ref, CardRef)
    wanted = w.cast.card_id(ref, w.fact.place)

    def complaint(creature: Json) -> str | None:
        found = creature.get("card", w.cast.cards[creature["h"]])
        return None if found == wanted else f"it is {w.cast.face(found)}"

    return _of_creature(w, complaint)


@CHECKS.of("dice")
def _dice(w: Witness) -> str | None:
    def complaint(creature: Json) -> str | None:
        if "dice" not in creature:
            return "there are no dice in this game"
        _explained(w, "dice")
        return equal(creature["dice"], w.number(), THE_NUMBER)

    return _of_creature(w, complaint)


def _explained(w: Witness, value: str) -> None:
    w.fired.update(w.position.explain(w.handle())[value].rules)


@CHECKS.of("power")
def _power(w: Witness) -> str | None:
    def complaint(creature: Json) -> str | None:
        _explained(w, "power")
        return equal(creature["power"], w.number(), "the power is")

    return _of_creature(w, complaint)


def _keywords(w: Witness, wanted: bool) -> str | None:
    keyword = w.word("keyword")
    if keyword not in w.cast.ruleset.keywords:
        raise KaijuError(
            f"there is no keyword `{keyword}` in {w.cast.ruleset.name}",
            place=str(w.fact.place),
            remedy=f"its keywords: {', '.join(sorted(w.cast.ruleset.keywords))}",
        )

    def complaint(creature: Json) -> str | None:
        _explained(w, "keywords")
        if (keyword in creature["keywords"]) == wanted:
            return None
        return f"it has {', '.join(creature['keywords']) or 'no keyword'}"

    return _of_creature(w, complaint)


@CHECKS.of("keyword")
def _keyword(w: Witness) -> str | None:
    return _keywords(w, wanted=True)


@CHECKS.of("no-keyword")
def _no_keyword(w: Witness) -> str | None:
    return _keywords(w, wanted=False)


@CHECKS.of("sees-hand")
def _sees_hand(w: Witness) -> str | None:
    hand = w.view("hand")["players"][w.seat("other")]["hand"]
    found = hand["count"] if isinstance(hand, dict) else len(hand)
    return equal(found, w.number(), THE_NUMBER)


@CHECKS.of("sees-exhausted")
def _sees_exhausted(w: Witness) -> str | None:
    players = w.view("exhausted")["players"].values()
    seen = any(c["h"] == w.handle() and c["exhausted"] for p in players for c in p["play"])
    return None if seen else "this player sees it not exhausted"


def _times(w: Witness) -> int:
    """How often an effect of the card with this trigger resolved."""
    card, trigger = w.handle(), w.word("ability")
    resolved = [event for event in w.events if event.kind == "resolve" and event.cause == card]
    return sum(_trigger(w, str(event.data["ability"])) == trigger for event in resolved)


def _trigger(w: Witness, ability: str) -> str | None:
    owner, _, ordinal = ability.rpartition("/")
    definitions = {**w.cast.ruleset.keywords, **w.cast.ruleset.cards}
    found: str | None = definitions[owner].abilities[int(ordinal) - 1].head
    return found


CHECKS["happened"], CHECKS["not-happened"] = how_often(_times, "happened")
