"""Laws of waiting effects: who orders them, when newer ones come, what happens instead first."""

from __future__ import annotations

from itertools import count

import pytest

import oracle

GAME = "mindbug/first-contact"
CARDS = """
creature bomb "Bomb"
  power 5
  defeated: defeat all enemy creatures with power <= 2

creature one-up "One Up"
  power 5
  defeated: you gain 1 life

creature ten-up "Ten Up"
  power 1
  defeated: you gain 10 life

creature hundred "Hundred"
  power 2
  defeated: you gain 20 life

creature herald "Herald"
  power 3
  play: you gain 1 life
  play: the opponent loses 1 life
"""


@pytest.fixture(scope="module")
def load(tmp_path_factory):
    file = tmp_path_factory.mktemp("cards") / "waiting.cards"
    file.write_text(CARDS, encoding="utf-8")
    loaded = {}

    def load(waiting):
        if waiting not in loaded:
            options = {"mb.option.waiting-effects": waiting}
            loaded[waiting] = oracle.load(GAME, options=options, cards=[file])
        return loaded[waiting]

    return load


def table(ruleset, mine, theirs, turn="p1", hand=(), mindbugs=0):
    numbers = count(1)

    def cards(names):
        return [{"h": f"#{next(numbers)}", "card": name} for name in names]

    players = {
        "p1": {"play": cards(mine), "mindbugs": mindbugs},
        "p2": {"play": cards(theirs), "mindbugs": mindbugs},
    }
    players[turn]["hand"] = cards(hand)
    for seat in players:  # nobody loses for want of an action
        players[seat].setdefault("hand", []).extend(cards(["gorillion"]))
    return ruleset.setup({"players": players, "turn": turn})


def play(position, *answers):
    for given in answers:
        position.advance(given)
    return position


def waiting(position):
    assert position.decision.kind == "order"
    return {option["resolve"] for option in position.decision.options}


def lives(position):
    players = position.projection()["players"]
    return players["p1"]["life"], players["p2"]["life"]


@pytest.mark.parametrize("turn", ["p1", "p2"])
def test_the_active_player_orders_effects_whoever_controls_them(load, turn):
    # mb.effect.order: in a tie both Defeated effects wait; the one whose turn it is picks.
    position = table(load("join"), ["one-up"], ["one-up"], turn)
    attacker, blocker = ("#1", "#2") if turn == "p1" else ("#2", "#1")
    play(position, {"attack": attacker}, {"block": blocker})
    assert position.decision.seat == turn
    assert waiting(position) == {"#1", "#2"}
    assert "mb.effect.order" in position.decision.rules


def test_two_effects_of_one_card_are_ordered_too(load):
    position = table(load("join"), [], [], hand=["herald"])
    play(position, {"play": "#1"})
    labels = [option["ability"] for option in position.decision.options]
    assert position.decision.seat == "p1"
    assert len(set(labels)) == 2


def test_after_a_mindbug_the_active_player_still_orders(load):
    # mb.effect.order: the active player is still the one who laid the card down.
    position = table(load("join"), [], [], hand=["herald"], mindbugs=1)
    play(position, {"play": "#1"}, {"mindbug": True})
    assert position.decision.kind == "order"
    assert position.decision.seat == "p1"
    first = position.decision.options[0]
    play(position, first)
    assert lives(position) == (2, 4)  # the user of the Mindbug is `you`


def explode(load, answer):
    """p1's Bomb and p2's One Up defeat each other; the Bomb takes two more with it."""
    position = table(load(answer), ["bomb"], ["one-up", "ten-up", "hundred"])
    play(position, {"attack": "#1"}, {"block": "#2"})
    assert waiting(position) == {"#1", "#2"}
    return play(position, {"resolve": "#1", "ability": "defeated"})


def test_joining_effects_are_ordered_with_those_that_waited(load):
    position = explode(load, "join")
    assert waiting(position) == {"#2", "#3", "#4"}
    play(position, {"resolve": "#3", "ability": "defeated"})
    assert waiting(position) == {"#2", "#4"}


def test_nested_effects_come_before_those_that_waited(load):
    position = explode(load, "nested")
    assert waiting(position) == {"#3", "#4"}
    # The second of the newer two is still newer than the one that waited: nothing to order.
    before = lives(position)
    events = position.advance({"resolve": "#4", "ability": "defeated"})
    resolved = [event.cause for event in events if event.kind == "resolve"]
    assert resolved == ["#4", "#3", "#2"]
    assert lives(position) == (before[0], before[1] + 31)


def test_an_effect_resolves_completely_before_the_next(load):
    position = table(load("join"), ["explosive-toad"], ["explosive-toad", "gorillion"])
    play(position, {"attack": "#1"}, {"block": "#2"})
    play(position, {"resolve": "#1", "ability": "defeated"})
    assert position.decision.kind == "choose"
    assert position.decision.source == "#1"
    assert position.decision.candidates == ("#3",)


def test_what_happens_instead_is_done_before_waiting_effects_begin(load):
    # A tie: the tough one is exhausted instead, at the moment the other is defeated. So the
    # Defeated effect that then starts finds it exhausted and defeats it. mb.attack.simultaneous
    position = table(load("join"), ["lone-yeti", "gorillion"], ["explosive-toad"])
    play(position, {"attack": "#1"}, {"block": "#3"})
    assert position.decision.kind == "choose"
    yeti = position.projection()["players"]["p1"]["play"][0]
    assert yeti["exhausted"]
    play(position, {"choose": ["#1"]})
    assert position.projection()["players"]["p1"]["discard"] == ["#1"]


def test_an_effect_resolves_for_who_controlled_its_source(load):
    # mb.trigger.last-controller: the source has left play, and its player still chooses.
    position = table(load("join"), ["gorillion"], ["explosive-toad"])
    play(position, {"attack": "#1"}, {"block": "#2"})
    assert (position.decision.seat, position.decision.source) == ("p2", "#2")
