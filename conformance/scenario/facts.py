"""Checks the facts of a scenario on a position; each check says what is true instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import define, field

from conformance.scenario.answers import say_decision
from conformance.scenario.cast import Cast
from conformance.scenario.face import Event, Json, Position
from conformance.scenario.model import PEOPLE, SEATS, CardRef, Fact
from conformance.scenario.phrases import DECISIONS
from conformance.scenario.sentences import CLAIM
from rules_dsl.errors import KaijuError

POWER_KEYS = {"power row": "power-row", "power deck": "power-deck"} | {
    "power discard pile": "power-discard"
}
SHARED = {"unused": "in the unused pile", "aside": "set aside", "bought": "being bought"} | {
    key: f"in the {pile}" for pile, key in POWER_KEYS.items()
}
"""The zones of the table, and how facts say that a card is there."""

PILE_KEYS = {"hand": "hand", "deck": "deck", "discard pile": "discard"}


@define
class Witness:
    """A position, and what it takes to judge a fact about it."""

    position: Position
    cast: Cast
    events: Sequence[Event]
    fact: Fact
    fired: set[str] = field(factory=set)
    """Rules that the answer to a question rests on: who may see what, why a power is so."""

    def state(self) -> Json:
        """The projection of the position."""
        return self.position.projection()

    def handle(self, name: str = "card") -> str:
        """The handle of a card that the fact names."""
        ref = self.fact.args[name]
        assert isinstance(ref, CardRef)
        return self.cast.handle(ref, self.fact.place)

    def seat(self, name: str = "player") -> str:
        """The seat of a player that the fact names."""
        return SEATS[str(self.fact.args[name])]

    def number(self, name: str = "n") -> int:
        """A number that the fact names."""
        value = self.fact.args[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        """A word that the fact names."""
        return str(self.fact.args[name])

    def creature(self, name: str = "card") -> Json | None:
        """The creature in play that the fact is about."""
        handle = self.handle(name)
        for player in self.state()["players"].values():
            for creature in player["play"]:
                if creature["h"] == handle:
                    return dict(creature)
        return None


_IS = "the number is"

Check = Callable[[Witness], str | None]
CHECKS: dict[str, Check] = {}


def check_fact(witness: Witness) -> str | None:
    """None when the fact holds, else what is true instead."""
    return CHECKS[witness.fact.sentence](witness)


def _claim(name: str) -> Callable[[Check], Check]:
    def bind(check: Check) -> Check:
        CHECKS[name] = check
        return check

    return bind


def _equal(found: object, wanted: object, what: str) -> str | None:
    return None if found == wanted else f"{what} {found}"


@_claim("life")
def _life(w: Witness) -> str | None:
    found = w.state()["players"][w.seat()]["life"]
    return _equal(found, w.number(), "the life is")


@_claim("mindbugs")
def _mindbugs(w: Witness) -> str | None:
    found = w.state()["players"][w.seat()]["mindbugs"]
    return _equal(found, w.number(), _IS)


@_claim("energy")
def _energy(w: Witness) -> str | None:
    found = w.state()["players"][w.seat()].get("energy")
    return "there is no energy in this game" if found is None else _equal(found, w.number(), _IS)


@_claim("in-play")
def _in_play(w: Witness) -> str | None:
    creatures = w.state()["players"][w.seat()]["play"]
    names = _listed(w, (creature["h"] for creature in creatures))
    return None if len(creatures) == w.number() else f"there are {len(creatures)}: {names}"


@_claim("cards")
def _cards(w: Witness) -> str | None:
    cards = w.state()["players"][w.seat()][PILE_KEYS[w.word("pile")]]
    return None if len(cards) == w.number() else f"there are {len(cards)}: {_listed(w, cards)}"


def _listed(w: Witness, handles: Iterable[str]) -> str:
    return ", ".join(w.cast.name(handle) for handle in handles) or "none"


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


def _is(w: Witness, wanted: str) -> str | None:
    found = where(w.state(), w.handle())
    return None if found == wanted else f"it is {found}"


@_claim("controls")
def _controls(w: Witness) -> str | None:
    return _is(w, f"in play under {w.word('player')}'s control")


@_claim("lies")
def _lies(w: Witness) -> str | None:
    return _is(w, f"in {w.word('player')}'s {w.word('pile')}")


@_claim("tops")
def _tops(w: Witness) -> str | None:
    deck = w.state()["players"][w.seat()]["deck"]
    if deck and deck[0] == w.handle():
        return None
    return f"the top card is {w.cast.name(deck[0])}" if deck else "the deck is empty"


@_claim("unused")
def _unused(w: Witness) -> str | None:
    return _is(w, "in the unused pile")


@_claim("aside")
def _aside(w: Witness) -> str | None:
    return _is(w, "set aside")


@_claim("played")
def _played(w: Witness) -> str | None:
    return _is(w, "being played")


@_claim("bought")
def _bought(w: Witness) -> str | None:
    return _is(w, "being bought")


@_claim("power-lies")
def _power_lies(w: Witness) -> str | None:
    return _is(w, f"in the {w.word('power_pile')}")


@_claim("power-cards")
def _power_cards(w: Witness) -> str | None:
    cards = w.state().get(POWER_KEYS[w.word("power_pile")], [])
    return None if len(cards) == w.number() else f"there are {len(cards)}: {_listed(w, cards)}"


def _of_creature(w: Witness, complaint: Callable[[Json], str | None]) -> str | None:
    creature = w.creature()
    if creature is None:
        return f"it is {where(w.state(), w.handle())}"
    return complaint(creature)


@_claim("exhausted")
def _exhausted(w: Witness) -> str | None:
    return _of_creature(w, lambda c: None if c["exhausted"] else "it is not exhausted")


@_claim("fresh")
def _fresh(w: Witness) -> str | None:
    return _of_creature(w, lambda c: "it is exhausted" if c["exhausted"] else None)


@_claim("boosted")
def _boosted(w: Witness) -> str | None:
    return _of_creature(w, lambda c: None if c.get("boosts") else "no card lies under it")


@_claim("not-boosted")
def _not_boosted(w: Witness) -> str | None:
    return _of_creature(w, lambda c: _below(w, c) if c.get("boosts") else None)


@_claim("boosts")
def _boosts(w: Witness) -> str | None:
    return _of_creature(
        w, lambda c: None if len(c.get("boosts", ())) == w.number() else _below(w, c)
    )


@_claim("under")
def _under(w: Witness) -> str | None:
    boosts = [] if (above := w.creature("creature")) is None else above.get("boosts", [])
    return None if w.handle() in boosts else f"it is {where(w.state(), w.handle())}"


def _below(w: Witness, creature: Json) -> str:
    return f"under it: {_listed(w, creature.get('boosts', ()))}"


@_claim("stage")
def _stage(w: Witness) -> str | None:
    ref = w.fact.args["creature"]
    assert isinstance(ref, CardRef)
    wanted = w.cast.card_id(ref, w.fact.place)

    def complaint(creature: Json) -> str | None:
        found = creature.get("card", w.cast.cards[creature["h"]])
        return None if found == wanted else f"it is {w.cast.face(found)}"

    return _of_creature(w, complaint)


@_claim("dice")
def _dice(w: Witness) -> str | None:
    def complaint(creature: Json) -> str | None:
        if "dice" not in creature:
            return "there are no dice in this game"
        _explained(w, "dice")
        return _equal(creature["dice"], w.number(), _IS)

    return _of_creature(w, complaint)


def _explained(w: Witness, value: str) -> None:
    w.fired.update(w.position.explain(w.handle())[value].rules)


@_claim("power")
def _power(w: Witness) -> str | None:
    def complaint(creature: Json) -> str | None:
        _explained(w, "power")
        return _equal(creature["power"], w.number(), "the power is")

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


@_claim("keyword")
def _keyword(w: Witness) -> str | None:
    return _keywords(w, wanted=True)


@_claim("no-keyword")
def _no_keyword(w: Witness) -> str | None:
    return _keywords(w, wanted=False)


@_claim("turn")
def _turn(w: Witness) -> str | None:
    return _equal(PEOPLE[w.state()["turn"]], w.word("player"), "it is the turn of")


@_claim("next")
def _next(w: Witness) -> str | None:
    decision = w.position.decision
    if decision is None:
        return "the game is over"
    words = (PEOPLE[decision.seat], DECISIONS.get(decision.kind, decision.kind))
    wanted = (w.word("seat"), w.word("decision"))
    return None if words == wanted else f"it is {say_decision(decision)}"


def say_result(position: Position) -> str:
    """How the game stands: who won, or that it goes on."""
    if position.over is None:
        return "nobody has won"
    winner = position.over.winner
    return f"{PEOPLE[winner]} wins" if winner else "the game is a draw"


def _result(w: Witness) -> str | None:
    found = say_result(w.position)
    return None if found == CLAIM[w.fact.sentence].says.write(w.fact.args) else found


CHECKS |= {"wins": _result, "draw": _result, "goes-on": _result}


def _view(w: Witness, what: str) -> dict[str, Any]:  # Any: whatever JSON holds
    w.fired.update(w.position.view_rules(what))
    return w.position.view(w.seat())


@_claim("sees")
def _sees(w: Witness) -> str | None:
    seen = w.handle() in _view(w, w.handle())["cards"]
    return None if seen else "that card is hidden from this player"


@_claim("sees-not")
def _sees_not(w: Witness) -> str | None:
    seen = w.handle() in _view(w, w.handle())["cards"]
    return "this player sees that card" if seen else None


@_claim("sees-hand")
def _sees_hand(w: Witness) -> str | None:
    hand = _view(w, "hand")["players"][w.seat("other")]["hand"]
    found = hand["count"] if isinstance(hand, dict) else len(hand)
    return _equal(found, w.number(), _IS)


@_claim("sees-life")
def _sees_life(w: Witness) -> str | None:
    found = _view(w, "life")["players"][w.seat("other")]["life"]
    return _equal(found, w.number(), _IS)


@_claim("sees-energy")
def _sees_energy(w: Witness) -> str | None:
    found = _view(w, "energy")["players"][w.seat("other")].get("energy")
    return _equal(found, w.number(), _IS)


@_claim("sees-mindbugs")
def _sees_mindbugs(w: Witness) -> str | None:
    found = _view(w, "mindbugs")["players"][w.seat("other")]["mindbugs"]
    return _equal(found, w.number(), _IS)


@_claim("sees-exhausted")
def _sees_exhausted(w: Witness) -> str | None:
    players = _view(w, "exhausted")["players"].values()
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


@_claim("happened")
def _happened(w: Witness) -> str | None:
    return _equal(_times(w), w.number("times"), "how often it happened:")


@_claim("not-happened")
def _not_happened(w: Witness) -> str | None:
    return _equal(_times(w), 0, "how often it happened:")
