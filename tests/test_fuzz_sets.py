"""Fuzzing carries boosts, stages, energy and power cards: it draws, stands up and drops them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve
from jsonschema_rs import Draft202012Validator

from conformance.engines.in_process import InProcess
from conformance.engines.rulesets import ruleset
from conformance.fuzz.adopting import scenario_of
from conformance.fuzz.behind import play
from conformance.fuzz.comparing import STATE
from conformance.fuzz.finding import Finding, finding_of
from conformance.fuzz.guide import Guide, Numbers, illegal_answer
from conformance.fuzz.mindbug.beginnings import draw_setup
from conformance.fuzz.shadow import Shadow, setup_of
from conformance.fuzz.shrinking import POSITION, Shrinker
from conformance.fuzz.simpler import (
    count_cards,
    renamed,
    renaming,
    tidied,
    with_plainer_cards,
    with_two_plain_cards,
    with_usual_numbers,
    without_cards,
)
from conformance.fuzz.subject import Beginning, Subject
from conformance.judge.compare import Difference
from conformance.judge.vector import Step, cards_in
from conformance.properties.table import card_facts
from conformance.protocol.messages import Over
from conformance.scenario.fillers import plainest
from conformance.scenario.loading import cached_load
from conformance.scenario.player import play as play_scenario
from conformance.scenario.printer import print_scenario
from conformance.scenario.reader import read_text
from oracle.kernel.driver import random_answer

GAME = "mindbug/all"
SCHEMA = Path(__file__).parent.parent / "conformance" / "schema" / "vector-3.json"

RICH = {
    "players": {
        "p1": {
            "energy": 2,
            "play": [
                {"h": "#3", "card": "kong", "boosts": [{"h": "#4", "card": "sea-rex"}]},
                {"h": "#5", "card": "typhoon-princess", "exhausted": True},
            ],
            "hand": [{"h": "#6", "card": "goat-dragon"}],
        },
        "p2": {"life": 1, "hand": [{"h": "#7", "card": "kong"}], "discard": []},
    },
    "power-row": [{"h": "#8", "card": "rage"}],
    "power-deck": [],
    "turn": "p1",
}


def positions(games: int = 40):
    """Setups that fuzzing begins with."""
    facts = card_facts(GAME)
    plain = plainest(ruleset(GAME, {}, ()).cards.values())
    for game in range(games):
        setup = draw_setup(facts, plain, Numbers(game))
        if setup is not None:
            yield setup


def test_drawn_positions_have_all_that_the_sets_bring():
    facts = card_facts(GAME)
    found = list(positions())
    creatures = [
        card for setup in found for player in setup["players"].values() for card in player["play"]
    ]
    assert any(card.get("boosts") for card in creatures)
    assert any(not facts[card["card"]].is_dealt for card in creatures)
    assert any(player["energy"] for setup in found for player in setup["players"].values())
    assert all(len(setup["power-row"]) == 3 or not setup["power-deck"] for setup in found)
    for setup in found:
        handles = cards_in(setup)
        assert len(handles) == count_cards(setup)
        ruleset(GAME, {}, ()).setup(setup)


def test_drawn_positions_fit_the_schema():
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    check = Draft202012Validator({"$ref": "#/$defs/setup", "$defs": schema["$defs"]})
    for setup in positions():
        check.validate(setup)


def test_a_turn_can_be_stood_up_as_it_is():
    stood = 0
    for number, setup in enumerate(positions(12)):
        shadow, numbers = Shadow(ruleset(GAME, {}, ()).setup(setup)), Numbers(number)
        while not shadow.is_over:
            again = setup_of(shadow.position)
            if again is not None:
                stood += 1
                other = ruleset(GAME, {}, ()).setup(again)
                assert other.digest() == shadow.position.digest()
                assert other.decision.legal() == shadow.position.decision.legal()
            shadow.take(random_answer(shadow.pending, numbers.next()))
    assert stood > 30


def test_nothing_stands_up_while_something_holds_until_the_end_of_the_turn():
    position = ruleset(GAME, {}, ()).setup(RICH)
    assert setup_of(position) is not None
    position.advance({"buy": "#8"})
    assert position.decision.kind == "turn"
    assert setup_of(position) is None


@pytest.mark.parametrize(
    "simpler",
    [
        without_cards,
        lambda setup: with_usual_numbers(setup, "mindbug"),
        lambda setup: with_two_plain_cards(setup, "gorillion"),
        lambda setup: with_plainer_cards(setup, [["creep-from-the-deep", "kong"], ["rage"]]),
    ],
)
def test_simpler_positions_can_be_stood_up(simpler):
    found = list(simpler(RICH))
    assert found
    for setup in found:
        cards = cards_in(setup)
        ruleset(GAME, {}, ()).setup(setup)
        assert all(card["card"] == "rage" for card in setup["power-row"])
        assert len(cards) == count_cards(setup) <= count_cards(RICH)


def boosts_of_kong(setup):
    """What lies under Kong, if Kong is in play; None when nothing is said of it."""
    creatures = setup["players"]["p1"]["play"]
    return next((card.get("boosts") for card in creatures if card["h"] == "#3"), None)


def test_boosts_energy_and_power_cards_can_be_dropped():
    dropped = list(without_cards(RICH))
    assert any(boosts_of_kong(setup) == [] for setup in dropped)
    assert any(not setup["power-row"] for setup in dropped)
    assert any(
        setup["players"]["p1"]["energy"] == 0 for setup in with_usual_numbers(RICH, "mindbug")
    )


def test_the_usual_look_says_nothing_needless_and_counts_boosts():
    setup = next(setup for setup in without_cards(RICH) if boosts_of_kong(setup) == [])
    assert boosts_of_kong(tidied(setup, "mindbug")) is None
    assert "power-deck" not in tidied(setup, "mindbug")
    names = renaming(RICH, "mindbug")
    again = renamed(tidied(RICH, "mindbug"), names)
    assert sorted(cards_in(again)) == [f"#{number}" for number in range(1, 7)]
    ruleset(GAME, {}, ()).setup(again)


def test_illegal_answers_of_the_new_forms_are_refused():
    engine, tried = InProcess(), set()
    numbers = Numbers(5)
    for setup in positions(60):
        frame = engine.setup(GAME, setup)
        before = engine.state()
        handles = sorted(cards_in(setup))
        for _ in range(20):
            answer = illegal_answer(frame.next, handles, numbers, "mindbug")
            if answer is None or isinstance(frame.next, Over):
                continue
            tried |= answer.keys()
            assert engine.apply(frame.next.id, answer).code == "not-legal"
            assert engine.state() == before
    new = {"act", "buy", "reroll", "roll", "apply", "mode", "keyword", "pile"}
    assert new <= tried


class Miscounts(InProcess):
    """Shows every boost as two power."""

    def state(self):
        shown = super().state()
        for player in shown["players"].values():
            for creature in player["play"]:
                creature["power"] += len(creature["boosts"])
        return shown

    def _frame(self):
        return evolve(super()._frame(), digest=None, state=self.state())


class Generous(InProcess):
    """Shows one energy more to whoever has some."""

    def state(self):
        shown = super().state()
        for player in shown["players"].values():
            player["energy"] += bool(player["energy"])
        return shown

    def _frame(self):
        return evolve(super()._frame(), digest=None, state=self.state())


@pytest.mark.parametrize(
    ("engine", "cards", "told"), [(Miscounts(), 2, "boosted by"), (Generous(), 0, "energy 1")]
)
def test_a_difference_is_made_as_small_as_it_can_be_and_told(engine, cards, told):
    subject = Subject(engine)
    parted = None
    for game, setup in enumerate(positions(60)):
        numbers = Numbers(game)
        guide = Guide(numbers, Counter())
        parted = play(subject, Beginning(GAME, setup), guide, numbers).parted
        if parted is not None:
            break
    assert parted is not None
    shrunk = Shrinker(subject).shrink(parted)
    assert shrunk.label == POSITION
    assert (shrunk.cards, shrunk.decisions) == (cards, 0)
    scenario = scenario_of(
        finding_of(shrunk, 1, 1), "MB-7QK4X2", "A title", ("mb.turn.must-act",), "x.scenario"
    )
    text = print_scenario(scenario)
    assert told in text
    (again,) = read_text(text, "x.scenario")
    assert [m for m in play_scenario(again, cached_load).messages if "cited" not in m] == []


def test_a_creature_that_fell_back_is_told_as_its_first_stage():
    setup = {
        "players": {
            "p1": {"play": [{"h": "#1", "card": "gorillion"}]},
            "p2": {"play": [{"h": "#2", "card": "thunder-queen"}]},
        },
        "turn": "p1",
    }
    where = Beginning("mindbug/first-contact+beyond-evolution", setup)
    steps = (Step("p2", "block", {"block": "#2"}),)
    missing = (Difference("players.p2.discard", ["#2"], []),)
    finding = Finding(where, steps, STATE, "", (), missing, POSITION, 2, 1, 2, 1)
    rules = ("mb.evolve.falls-back",)
    text = print_scenario(scenario_of(finding, "MB-7QK4X2", "A title", rules, "x.scenario"))
    assert "bob blocks with Thunder Queen" in text
    assert "Cloud Lady is in bob's discard pile" in text
    (again,) = read_text(text, "x.scenario")
    assert play_scenario(again, cached_load).messages == ()
