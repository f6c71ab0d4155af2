"""Numbers of the table and named numbers on cards: shown, given, saved, refused."""

from __future__ import annotations

import json

import pytest

from oracle.kernel.canonical import canonical
from oracle.kernel.layout import EVERYBODY, Amount, Counter, Gauge, Layout, Zone
from oracle.kernel.machine import OVER, Machine
from oracle.kernel.placing import place_cards
from oracle.kernel.projection import projection, view_rules
from oracle.kernel.saving import from_json, to_json
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError


@pytest.fixture
def machine():
    found = Machine()
    found.layout = Layout(
        seats=("p1", "p2"),
        zones=(
            Zone("table", False, False, EVERYBODY),
            Zone("box", False, False, EVERYBODY),
            Zone("leader", True, False, EVERYBODY, single=True),
        ),
        counters=(Counter("points", 0, 1, most=9),),
        registers=("active", "tide"),
        marks=(),
        amounts=(Amount("spot", 8, ("x.spot",), ("north", "south"), "table"),),
        gauges=(Gauge("tide", 1, -3, 3, ("x.tide",)),),
    )
    found.definitions = (Card("stone", "thing", "Stone"),)
    found.definition_number = {"stone": 0}
    found.layers = ()
    found.card_texts = {}
    found.statics = {}
    found.static_places = ((0, 0), (1, 0))
    found.static_elsewhere = ()
    found.static_under = None
    found.volatile = frozenset()
    found.lasting = []
    found.code_names = []
    found.abilities = []
    found.changing_cards = False
    found.active = lambda state: 0
    found.misplaced = lambda definition, place: None
    return found


def given(**more):
    return {"players": {"p1": {}, "p2": {}}, **more}


STONE = {"h": "#1", "card": "stone", "spot": "south"}


def over(state):
    state.pending = (OVER, -1, ["done"], -1, -1, -1, ())
    return state


def test_a_gauge_is_shown_at_the_top(machine):
    state, handles, _ = place_cards(machine, given(tide=-2))
    assert projection(machine, over(state), handles)["tide"] == -2
    assert view_rules(machine, "tide") == ("x.tide",)


def test_a_gauge_that_is_not_said_is_zero(machine):
    state, handles, _ = place_cards(machine, given())
    assert projection(machine, over(state), handles)["tide"] == 0


@pytest.mark.parametrize("tide", [4, -4, "high", True, 1.0])
def test_a_gauge_has_ends(machine, tide):
    with pytest.raises(KaijuError, match="a whole number from -3 to 3"):
        place_cards(machine, given(tide=tide))


def test_a_named_amount_is_given_and_shown_by_name_in_its_zone_only(machine):
    state, handles, _ = place_cards(
        machine, given(table=[STONE], box=[{"h": "#2", "card": "stone"}])
    )
    shown = projection(machine, over(state), handles)
    assert shown["table"] == [{"h": "#1", "spot": "south"}]
    assert shown["box"] == [{"h": "#2"}]


@pytest.mark.parametrize("spot", ["east", None, 1])
def test_a_name_that_does_not_exist_is_refused(machine, spot):
    with pytest.raises(KaijuError, match="is no spot"):
        place_cards(machine, given(table=[{**STONE, "spot": spot}]))


def test_an_amount_has_no_place_in_another_zone(machine):
    with pytest.raises(KaijuError, match="unknown field 'spot'"):
        place_cards(machine, given(box=[STONE]))


def test_the_canonical_text_is_the_projection(machine):
    state, handles, _ = place_cards(machine, given(tide=3, table=[STONE]))
    over(state)
    assert json.loads(canonical(machine, state, handles)) == projection(machine, state, handles)


def test_a_single_place_of_a_seat_takes_one_card(machine):
    players = {"p1": {"leader": {"h": "#7", "card": "stone"}}}
    state, handles, _ = place_cards(machine, {"players": players})
    assert projection(machine, over(state), handles)["players"]["p1"]["leader"] == "#7"
    with pytest.raises(KaijuError, match="an object was expected"):
        place_cards(machine, {"players": {"p1": {"leader": [{"h": "#7", "card": "stone"}]}}})


def test_a_counter_that_is_not_said_may_be_below_its_least(machine):
    state, _, _ = place_cards(machine, given())
    assert state.counters == [0, 0]
    with pytest.raises(KaijuError, match="a whole number from 1 to 9"):
        place_cards(machine, {"players": {"p1": {"points": 0}}})


@pytest.mark.parametrize(("part", "value"), [("registers", [0, 4]), ("marks", [2 << 8])])
def test_a_saved_number_beyond_its_ends_is_refused(machine, part, value):
    state, _, _ = place_cards(machine, given(tide=1, table=[STONE]))
    saved = json.loads(json.dumps(to_json(machine, over(state))))
    assert to_json(machine, from_json(machine, saved)) == saved
    with pytest.raises(ValueError, match="beyond"):
        from_json(machine, {**saved, part: value})
