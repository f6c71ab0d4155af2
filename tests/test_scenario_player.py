"""The player of scenarios is strict: shown on a toy game of playing, attacking, blocking."""

from __future__ import annotations

import copy
import hashlib
import json
from types import SimpleNamespace

import pytest

from conformance.scenario.player import play
from conformance.scenario.reader import read_text
from oracle import Refused
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError


class ToyEvent(SimpleNamespace):
    def text(self, name):
        return f"{self.kind} {name(self.data.get('card', ''))}".strip()


class ToyDecision(SimpleNamespace):
    def legal(self):
        return self.offered


class Toy:
    """Play a card, or attack: the other player may block, and both creatures then leave play."""

    def __init__(self, setup):
        self.state = {"turn": setup["turn"], "unused": [], "aside": [], "played": None}
        self.state["over"] = None
        self.state["players"] = {}
        self.cards, self.attacker, self.events = {}, None, ()
        for seat, had in setup["players"].items():
            zones = {zone: [] for zone in ("hand", "deck", "discard", "play")}
            for zone, found in zones.items():
                for entry in had.get(zone, []):
                    self.cards[entry["h"]] = entry["card"]
                    creature = {"h": entry["h"], "exhausted": False, "power": 1, "keywords": []}
                    found.append(creature if zone == "play" else entry["h"])
            life, bugs = had.get("life", 3), had.get("mindbugs", 2)
            self.state["players"][seat] = {"life": life, "mindbugs": bugs, **zones}

    @property
    def over(self):
        for seat, had in self.state["players"].items():
            if had["life"] == 0:
                winner = "p2" if seat == "p1" else "p1"
                return SimpleNamespace(winner=winner, reason="life", rules=("toy.zero",))
        return None

    @property
    def turn(self):
        return self.state["turn"]

    @property
    def decision(self):
        if self.over:
            return None
        seat = self.state["turn"]
        had = self.state["players"][seat]
        if self.attacker:
            seat = "p2" if seat == "p1" else "p1"
            had = self.state["players"][seat]
            offered = [{"block": c["h"]} for c in had["play"]] + [{"decline": True}]
            kind = "block"
        else:
            offered = [{"play": h} for h in had["hand"]]
            offered += [{"attack": c["h"]} for c in had["play"]]
            kind = "turn"
        return ToyDecision(
            seat=seat, kind=kind, rules=(f"toy.{kind}",), source=None, offered={"legal": offered}
        )

    def apply(self, answer):
        decision = self.decision
        if decision is None or answer not in decision.offered["legal"]:
            raise Refused("not-legal", "no")
        after = copy.deepcopy(self)
        ((verb, value),) = answer.items()
        return after, after.carry_out(verb, value, decision.seat)

    def carry_out(self, verb, value, seat):
        players = self.state["players"]
        if verb == "attack":
            self.attacker = value
            return (ToyEvent(kind="attack", data={"card": value}, rules=("toy.attack",)),)
        if verb == "play":
            players[seat]["hand"].remove(value)
            creature = {"h": value, "exhausted": False, "power": 1, "keywords": []}
            players[seat]["play"].append(creature)
            events = (ToyEvent(kind="enter", data={"card": value}, rules=("toy.enter",)),)
        elif verb == "decline":
            players[seat]["life"] -= 1
            events = (ToyEvent(kind="hit", data={}, rules=("toy.hit",)),)
        else:
            for player in players.values():
                gone = [c for c in player["play"] if c["h"] in (value, self.attacker)]
                player["play"] = [c for c in player["play"] if c not in gone]
                player["discard"] += [c["h"] for c in gone]
            events = (ToyEvent(kind="fight", data={}, rules=("toy.fight",)),)
        self.attacker = None
        self.state["turn"] = "p2" if self.state["turn"] == "p1" else "p1"
        return events

    def projection(self):
        return copy.deepcopy(self.state)

    def digest(self):
        return hashlib.sha256(json.dumps(self.state).encode()).hexdigest()[:16]

    def view_rules(self, what):
        return ("toy.open",)

    def explain(self, handle):
        return {value: SimpleNamespace(rules=(f"toy.{value}",)) for value in ("power", "keywords")}

    def why(self, answer):
        return (SimpleNamespace(rules=("toy.cannot",)),)

    def view(self, seat):
        own = self.state["players"][seat]["hand"]
        seen = own + [c["h"] for had in self.state["players"].values() for c in had["play"]]
        hands = {
            other: {"hand": had["hand"] if other == seat else {"count": len(had["hand"])}}
            for other, had in self.state["players"].items()
        }
        return {"cards": {h: self.cards[h] for h in seen}, "players": hands}


class ToyRuleset:
    setup = Toy

    def __init__(self, name):
        names = {"ape": "Ape", "bee": "Bee", "shield-bugs": "Shield Bugs"}
        self.name = name
        self.cards = {id: Card(id, "creature", name) for id, name in names.items()}
        self.keywords = {"sneaky": None}

    def start(self):
        return None


def load(ruleset, *, options=(), cards=()):
    return ToyRuleset(ruleset)


GIVEN = """
    alice plays first; in play: Ape; hand: 1 other
    bob: hand: Bee; in play: Shield Bugs [a], Shield Bugs [b]
"""


def result(when: str, then: str = "", rules: str = "toy.attack", given: str = GIVEN):
    def indented(text: str) -> str:
        return "\n".join(f"    {line.strip()}" for line in text.splitlines() if line.strip())

    lines = ['scenario MB-0000A1 "A toy"', "  ruleset toy/toy"]
    if rules:
        lines.append(f"  rules {rules}")
    for name, text in (("given", given), ("when", when), ("then", then)):
        if text:
            lines += [f"  {name}", indented(text)]
    return play(read_text("\n".join(lines), "toy.scenario")[0], load)


def complaint(*args, **kwargs) -> str:
    (message,) = result(*args, **kwargs).messages
    return message


def test_a_scenario_that_holds_passes():
    found = result(
        """
        alice attacks with Ape
        bob may: block with Shield Bugs [a], block with Shield Bugs [b], decline
        bob cannot block with Bee
        now it is alice's turn
        bob blocks with Shield Bugs [b]
        """,
        """
        Ape is in alice's discard pile
        Shield Bugs [b] is in bob's discard pile
        Shield Bugs [a] is in play under bob's control
        Shield Bugs [a] has power 1
        Shield Bugs [a] does not have sneaky
        bob has 3 life
        bob has 1 card in discard pile
        it is bob's turn
        the next decision is bob's turn action
        nobody has won
        bob sees Bee
        alice does not see Bee
        alice sees 1 card in bob's hand
        """,
        "toy.attack, toy.fight, toy.block, toy.open, toy.power, toy.cannot",
    )
    assert found.messages == ()
    assert found.status == "pass"
    assert found.decisions == 2
    assert found.cards == 5
    assert "toy.fight" in found.fired


def test_a_fact_that_does_not_hold_says_what_is_true():
    text = complaint("alice attacks with Ape\nbob does not block", "bob has 3 life")
    assert "`bob has 3 life` is not so: the life is 2" in text


def test_a_rule_that_did_not_fire_is_a_lie():
    text = complaint("alice attacks with Ape\nbob does not block", "bob has 2 life", "toy.fight")
    assert "toy.fight cited, but the game did not use it" in text
    assert "toy.hit" in text


def test_without_a_citation_the_rules_to_choose_from_are_told():
    text = complaint("alice attacks with Ape\nbob does not block", "bob has 2 life", "")
    assert "cites no rule; add a line `rules …` with those it is about" in text
    assert "toy.hit" in text


def test_an_unscripted_decision_fails_and_shows_what_was_offered():
    text = complaint("alice attacks with Ape\nbob plays Bee")
    assert "the game waits for bob's block" in text
    assert "bob may: block with Shield Bugs [a], block with Shield Bugs [b], decline" in text


def test_an_impossible_step_fails_and_shows_what_was_offered():
    text = complaint("alice attacks with Ape\nbob blocks with Bee")
    assert "`bob blocks with Bee` is not possible; bob may: block with Shield Bugs [a]" in text


def test_an_offer_with_one_answer_too_many_fails():
    text = complaint(
        "alice attacks with Ape\nbob may: block with Shield Bugs [a], decline\nbob declines"
    )
    assert "is not what is offered; bob may: block with Shield Bugs [a]," in text


def test_a_legal_answer_cannot_be_called_impossible():
    text = complaint("alice attacks with Ape\nbob cannot block with Shield Bugs [a]")
    assert "but the answer was taken" in text


def test_a_prohibition_is_about_the_player_who_is_asked():
    assert "means nothing here" in complaint("bob cannot block with Bee")


def test_a_leftover_step_after_the_end_fails():
    given = "alice plays first; in play: Ape\nbob: life 1; hand: Bee"
    text = complaint("alice attacks with Ape\nbob declines\nbob plays Bee", given=given)
    assert "`bob plays Bee`, but the game is over" in text


def test_forced_decisions_are_passed_over_but_a_turn_action_is_not():
    given = "alice plays first; in play: Ape\nbob: hand: Bee"
    found = result("alice attacks with Ape", "bob has 2 life\nBee is in bob's hand", given=given)
    assert found.passed
    assert [move.scripted for move in found.run.moves] == [True, False]


def test_a_forced_decision_can_be_checked_and_answered():
    given = "alice plays first; in play: Ape\nbob: hand: Bee"
    when = "alice attacks with Ape\nbob may: decline\nbob cannot block with Bee\nbob does not block"
    assert result(when, "bob has 2 life", given=given).passed


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("alice attacks with Appe", "there is no card named `Appe` in toy/toy"),
        ("alice attacks with Shield Bugs", "`Shield Bugs` is not among the cards"),
        ("alice attacks with Shield Bugs [c]", "`Shield Bugs [c]` is not among the cards"),
    ],
)
def test_a_name_that_means_no_card_is_a_mistake_of_the_file(when, message):
    with pytest.raises(KaijuError) as error:
        result(when)
    assert message in str(error.value)
    assert "toy.scenario:" in str(error.value)
    assert error.value.remedy


def test_a_name_that_means_two_cards_asks_for_labels():
    given = "alice plays first; in play: Ape, Ape\nbob: hand: Bee"
    with pytest.raises(KaijuError, match="may mean 2 cards"):
        result("alice attacks with Ape", given=given)


def test_an_unknown_keyword_is_a_mistake_of_the_file():
    with pytest.raises(KaijuError, match="there is no keyword `sneeky`"):
        result("alice attacks with Ape\nbob declines", "Ape has sneeky")


def test_others_have_names_too():
    assert result("alice plays other 1", "alice has 2 cards in play", "toy.enter").passed
