"""The page of the decisions that each card brings: what scenarios record, in its order."""

from __future__ import annotations

import sys
from collections import Counter
from types import SimpleNamespace

import pytest

from rules_dsl.specification import load_specification


@pytest.fixture
def decisions(project, monkeypatch):
    monkeypatch.syspath_prepend(str(project / "docs" / "_ext"))
    from kaiju_domain import decisions

    yield decisions
    for name in [name for name in sys.modules if name.startswith("kaiju_domain")]:
        del sys.modules[name]


def shown(decisions, game, *ids):
    """What is shown of each card, if there were these scenarios alone."""
    from kaiju_domain.shelf import Shelf

    specification = load_specification()
    shelf = Shelf(specification, specification.games[game])
    found = decisions.decisions_of(SimpleNamespace(scenarios=dict.fromkeys(ids)), shelf)
    return {name: [(way.decisions, way.scenario) for way in ways] for name, ways in found.items()}


def test_a_card_that_is_used_and_then_asks(decisions):
    assert shown(decisions, "tokyo", "KT-8JK6YG")["tokyo/herd-culler"] == [
        (("its player: `use`", "its player: `die`"), "KT-8JK6YG")
    ]


def test_chance_belongs_to_the_card_that_throws(decisions):
    assert shown(decisions, "duel", "KD-244MQD")["duel/camouflage"] == [
        (("its player: `defend`", "chance: `throw`"), "KD-244MQD")
    ]


def test_the_other_player_is_asked(decisions):
    assert shown(decisions, "mindbug", "MB-2TD6QX")["ferret-bomber"] == [
        (("another: `choose`",), "MB-2TD6QX")
    ]


def test_a_card_does_not_bring_what_another_text_asks_about_it(decisions):
    """Hungry Hungry Hamster shows a card and asks whether it is played."""
    found = shown(decisions, "mindbug", "MB-7G5TB2", "MB-MM6J22")
    assert "gorillion" not in found
    assert "axolotl-healer" not in found


def test_what_the_game_asks_of_every_creature_is_no_decision_of_a_card(decisions):
    assert shown(decisions, "mindbug", "MB-H1TCX1", "MB-7QK4X2") == {}


def test_the_usual_ways_come_first_and_the_beginning_of_one_is_none(decisions):
    again = f"c{decisions.AGAIN}"
    ways = Counter({("a",): 5, ("a", "b"): 1, ("c",): 2, (again,): 9, ("d",): 3, ("e",): 1})
    assert decisions._usual(ways) == [("d",), ("c",), ("e",)]
