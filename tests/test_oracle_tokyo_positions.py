"""Positions of King of Tokyo that are set up: what cannot be is refused where it stands."""

from __future__ import annotations

import pytest

import oracle
from rules_dsl.errors import KaijuError

MIMIC = {"h": "#1", "card": "mimic"}
WINGS = {"h": "#2", "card": "wings"}
HEAD = {"h": "#3", "card": "extra-head"}


@pytest.fixture(scope="module")
def rules():
    return {number: oracle.load("tokyo/current", players=number) for number in (2, 5)}


def described(number=2, **players):
    seats = [f"p{seat}" for seat in range(1, number + 1)]
    return {"players": {seat: players.get(seat, {}) for seat in seats}}


IMPOSSIBLE = [
    (
        described(p1={"place": 1}, p2={"place": 1}),
        "setup.players.p2.place",
        "another monster is in Tokyo City already",
    ),
    (described(p2={"place": 2}), "setup.players.p2.place", "Tokyo Bay is in use with 5"),
    (
        described(5, p1={"place": 2}, p5={"hearts": 0}),
        "setup.players.p1.place",
        "Tokyo Bay is in use with 5",
    ),
    (described(p2={"hearts": 0, "place": 1}), "setup.players.p2.place", "an eliminated monster"),
    (described(p1={"hearts": 0}), "setup.players.p1.hearts", "the game would be over"),
    (
        described(p1={"hearts": 0}, p2={"hearts": 0}),
        "setup.players.p1.hearts",
        "the game would be over",
    ),
    (
        described(5, p5={"hearts": 0}) | {"turn": "p5"},
        "setup.turn",
        "an eliminated monster has no turn",
    ),
    (
        described(5, p5={"hearts": 0, "area": [WINGS]}),
        "setup.players.p5.area",
        "an eliminated monster has no cards",
    ),
    (
        described(5, p5={"hearts": 0, "energy": 2}),
        "setup.players.p5.energy",
        "an eliminated monster has no energy",
    ),
    (
        described(5, p5={"hearts": 0, "poison": 1}),
        "setup.players.p5.poison",
        "an eliminated monster has no poison tokens",
    ),
    (described(p1={"hearts": 11}), "setup.players.p1.hearts", "at most 10 hearts, not 11"),
    (
        described(p1={"area": [WINGS | {"counters": 1}]}),
        "setup.players.p1.area",
        "nothing ever lies on Wings",
    ),
    (
        described(p1={"area": [WINGS | {"mimic": True}]}),
        "setup.players.p1.area",
        "the mimic token lies on Wings, and no cards copy",
    ),
    (
        described(p1={"area": [MIMIC | {"mimic": True}]}),
        "setup.players.p1.area",
        "Mimic copies others",
    ),
    (
        described(p1={"area": [MIMIC, WINGS | {"mimic": True}, HEAD | {"mimic": True}]}),
        "setup.players.p1.area",
        "the mimic token lies on several cards",
    ),
    (
        described() | {"row": [{"h": f"#{n}", "card": "wings"} for n in range(1, 5)]},
        "setup.row[3]",
        "the row has 3 places, not 4",
    ),
]


@pytest.mark.parametrize(("given", "place", "text"), IMPOSSIBLE, ids=[t for _, _, t in IMPOSSIBLE])
def test_what_cannot_be_is_refused(rules, given, place, text):
    with pytest.raises(KaijuError) as refused:
        rules[len(given["players"])].setup(given)
    assert text in refused.value.message
    assert refused.value.place == place


def test_the_token_is_seen_where_it_lies(rules):
    given = described(p1={"area": [MIMIC]}, p2={"area": [WINGS, HEAD | {"mimic": True}]})
    position = rules[2].setup(given)
    area = position.view("p1")["players"]["p2"]["area"]
    assert {card["h"]: card["mimic"] for card in area} == {"#2": False, "#3": True}
    assert rules[2].restore(position.save()).digest() == position.digest()


def test_a_ruleset_without_copies_has_no_token():
    expert = oracle.load("tokyo/mindbug-expert", players=2)
    card = next(card for card in expert.cards.values() if card.choice("type") == "keep")
    position = expert.setup(described(p1={"area": [{"h": "#1", "card": card.id}]}))
    assert set(position.projection()["players"]["p1"]["area"][0]) == {"h", "counters"}


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("mindbugs", 1, "has no Mindbug tokens"),
        ("hand", [{"h": "#1", "card": "hungry-face"}], "has no evolution cards in hand"),
        ("evolutions", [{"h": "#1", "card": "crab-claw"}], "has no evolution cards in play"),
        ("evolution-deck", [{"h": "#1", "card": "crab-claw"}], "has no evolution deck"),
    ],
)
def test_an_eliminated_monster_has_no_tokens_and_evolution_cards(field, value, text):
    """rules: kt.mindbug.eliminated, kt.evolution.eliminated"""
    rules = oracle.load("tokyo/evolutions", players=3)
    with pytest.raises(KaijuError) as refused:
        rules.setup(described(3, p3={"hearts": 0, field: value}))
    assert text in refused.value.message
    assert refused.value.place == f"setup.players.p3.{field}"
    assert "or give it hearts" in refused.value.remedy


def test_of_tokens_nothing_is_said_of_the_living_have_theirs():
    position = oracle.load("tokyo/evolutions", players=3).setup(described(3, p3={"hearts": 0}))
    players = position.projection()["players"]
    assert [players[seat]["mindbugs"] for seat in ("p1", "p2", "p3")] == [1, 1, 0]
