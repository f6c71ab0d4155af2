"""Every set and their mixtures: random games hold what every game must hold."""

import hashlib
import json

import pytest

import oracle
from oracle.verbs.measure import one_game
from random_games import random_game
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

RULESETS = [
    "mindbug/beyond-evolution",
    "mindbug/beyond-eternity",
    "mindbug/king-of-tokyo",
    "mindbug/new-servants",
    "mindbug/first-contact+beyond-eternity",
    "mindbug/beyond-evolution+king-of-tokyo",
    "mindbug/all",
]


@pytest.mark.parametrize("name", RULESETS)
def test_random_games_have_no_fault(name):
    ruleset = oracle.load(name)
    assert [one_game(ruleset, seed)[1] for seed in range(60)] == [None] * 60


@pytest.mark.parametrize("name", RULESETS)
def test_the_digest_is_that_of_the_projection(name):
    for position in random_game(oracle.load(name), 3):
        text = json.dumps(position.projection(), sort_keys=True, separators=(",", ":"))
        assert hashlib.sha256(text.encode()).hexdigest()[:16] == position.digest()


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_can_be_saved_and_restored_at_every_decision(name):
    ruleset = oracle.load(name)
    for position in random_game(ruleset, 5):
        again = ruleset.restore(json.loads(json.dumps(position.save())))
        assert again.digest() == position.digest()
        assert again.decision == position.decision


@pytest.mark.parametrize("name", RULESETS)
def test_every_value_and_every_answer_can_be_explained(name):
    for position in random_game(oracle.load(name), 7):
        if position.decision is None:
            continue
        for option in position.decision.options[:3]:
            assert position.why(option)
        for handle in position.handles[:2]:
            assert position.why({"act": handle})
            assert position.why({"buy": handle})
        for player in position.projection()["players"].values():
            for creature in player["play"]:
                assert position.explain(creature["h"])["power"].value == creature["power"]


def test_a_union_has_one_name_whatever_the_order():
    one = oracle.load("mindbug/first-contact+beyond-eternity")
    other = oracle.load("mindbug/beyond-eternity+first-contact")
    assert one.name == other.name == "mindbug/first-contact+beyond-eternity"
    assert list(one.cards) == list(other.cards)


def test_all_sets_together_are_called_all():
    names = "+".join(load_specification().sets["mindbug"])
    assert oracle.load(f"mindbug/{names}").name == "mindbug/all"


def test_a_set_that_does_not_exist_is_refused_with_the_nearest_name():
    with pytest.raises(KaijuError, match="beyond-eternity"):
        oracle.load("mindbug/first-contact+beyond-etrnity")


def test_too_few_cards_make_no_game():
    ruleset = oracle.load("mindbug/first-contact")
    ruleset.machine.pool = ruleset.machine.pool[:19]
    with pytest.raises(KaijuError) as refused:
        ruleset.start()
    assert "a game needs 20 creature cards, this ruleset has 19" in str(refused.value)


def test_first_contact_shows_nothing_of_other_sets():
    shown = oracle.load("mindbug/first-contact").start().projection()
    assert sorted(shown) == ["aside", "over", "played", "players", "turn", "unused"]
    assert sorted(shown["players"]["p1"]) == ["deck", "discard", "hand", "life", "mindbugs", "play"]


def laid(*names, first=1):
    """Cards of a zone, with handles."""
    return [{"h": f"#{number}", "card": name} for number, name in enumerate(names, first)]


IMPOSSIBLE = [
    (
        {"power-row": laid("rage", "ambush", "stomp", "pounce")},
        "the power row has 3 places, not 4",
        "setup.power-row[3]",
    ),
    (
        {"players": {"p2": {"mindbugs": 3}}},
        "a whole number from 0 to 2 was expected",
        "setup.players.p2.mindbugs",
    ),
    (
        {"players": {"p1": {"deck": laid(*["gorillion"] * 11)}}},
        "a deck has at most 10 cards, not 11",
        "setup.players.p1.deck[10]",
    ),
    (
        {"players": {"p1": {"hand": laid("thunder-queen")}}},
        "Thunder Queen is a later stage of a creature, which is only ever in play",
        "setup.players.p1.hand[0].card",
    ),
    (
        {
            "players": {
                "p1": {"play": [{"h": "#1", "card": "sea-rex", "boosts": laid("bigroot", first=2)}]}
            }
        },
        "Bigroot is a later stage of a creature, which cannot lie under another creature",
        "setup.players.p1.play[0].boosts[0].card",
    ),
    (
        {
            "players": {
                "p1": {"play": laid("typhoon-princess")},
                "p2": {"play": laid("thunder-queen", first=2)},
            }
        },
        (
            "Typhoon Princess and Thunder Queen are stages of one creature, "
            "and the box has only 1 of it"
        ),
        "setup.players.p2.play[0].card",
    ),
    (
        {"players": {"p1": {"play": laid("bigroot", "bigroot")}}},
        "Bigroot is there 2 times, and the box has only 1 of it",
        "setup.players.p1.play[1].card",
    ),
]


@pytest.mark.parametrize(("setup", "message", "place"), IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused(setup, message, place):
    with pytest.raises(KaijuError) as refused:
        oracle.load("mindbug/all").setup(setup)
    assert refused.value.message == message
    assert refused.value.place == place


def test_a_setup_may_hold_more_copies_of_a_card_than_the_box_has():
    hand = laid("cloud-lady", "cloud-lady", "gorillion", "gorillion", "gorillion")
    position = oracle.load("mindbug/all").setup({"players": {"p1": {"hand": hand}}})
    assert position.decision.kind == "turn"
