"""Laws of decisions: one at a time, never without options, and a refusal changes nothing."""

from __future__ import annotations

import pytest

import oracle
from oracle.kernel.driver import random_answer
from oracle.kernel.machine import KernelError, answer, ask
from random_games import random_game

GAME = "mindbug/first-contact"
SEEDS = range(1, 9)


@pytest.fixture(scope="module")
def ruleset():
    return oracle.load(GAME)


def test_a_second_decision_at_the_same_time_is_an_error(ruleset):
    state = ruleset.start().state
    before = state.pending
    with pytest.raises(KernelError, match="a block decision while a deal decision is pending"):
        ask(state, "block", 0, [("decline",)], -1, ())
    assert state.pending is before


@pytest.mark.parametrize("seed", SEEDS)
def test_there_is_always_a_decision_with_options_until_the_game_is_over(ruleset, seed):
    numbers = []
    for position in random_game(ruleset, seed):
        decision = position.decision
        if decision is None:
            assert position.over is not None
            continue
        numbers.append(decision.number)
        assert decision.rules, "every decision rests on a rule"
        if decision.factored:
            assert 0 <= decision.least <= decision.most <= len(decision.candidates)
            assert decision.most > 0
            assert len(set(decision.candidates)) == len(decision.candidates)
        else:
            assert decision.options
            assert all(decision.options.count(option) == 1 for option in decision.options)
    assert numbers == list(range(len(numbers)))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_option_offered_is_accepted(ruleset, seed):
    for position in random_game(ruleset, seed):
        decision = position.decision
        if decision is None or decision.kind == "deal":
            continue
        if decision.factored:
            position.apply({"choose": list(decision.candidates[: decision.most])})
            position.apply({"choose": list(decision.candidates[: decision.least])})
        for option in decision.options:
            position.apply(option)


REFUSED = [
    (None, "malformed"),
    ([], "malformed"),
    ("play", "malformed"),
    ({}, "malformed"),
    ({"play": "#99"}, "not-legal"),
    ({"play": "#2"}, "not-legal"),
    ({"attack": "#3"}, "not-legal"),
    ({"attack": ["#2"]}, "not-legal"),
    ({"pass": True}, "not-legal"),
    ({"decline": True}, "not-legal"),
    ({"play": "#1", "and": "more"}, "not-legal"),
    ({"choose": ["#1"]}, "not-legal"),
]
TABLE = {
    "players": {
        "p1": {
            "hand": [{"h": "#1", "card": "brain-fly"}],
            "play": [{"h": "#2", "card": "bee-bear"}],
        },
        "p2": {
            "play": [
                {"h": "#3", "card": "killer-bee"},
                {"h": "#4", "card": "gorillion"},
                {"h": "#5", "card": "luchataur"},
            ]
        },
    }
}


@pytest.mark.parametrize(("given", "code"), REFUSED)
def test_a_refused_answer_changes_nothing(ruleset, given, code):
    position = ruleset.setup(TABLE)
    digest, saved = position.digest(), position.save()
    for attempt in (position.apply, position.advance):
        with pytest.raises(oracle.Refused) as refused:
            attempt(given)
        assert refused.value.code == code
    assert (position.digest(), position.save()) == (digest, saved)


CHOICES = [
    ({"choose": []}, "not-legal"),
    ({"choose": ["#4", "#5"]}, "not-legal"),
    ({"choose": ["#4", "#4"]}, "not-legal"),
    ({"choose": ["#3"]}, "not-legal"),
    ({"choose": ["#77"]}, "not-legal"),
    ({"choose": [["#4"]]}, "not-legal"),
    ({"choose": "#4"}, "malformed"),
    ({"choose": ["#4"], "and": True}, "not-legal"),
    ({"play": "#1"}, "not-legal"),
]


@pytest.mark.parametrize(("given", "code"), CHOICES)
def test_a_refused_choice_changes_nothing(ruleset, given, code):
    position = ruleset.setup(TABLE)
    position.advance({"play": "#1"})
    position.advance({"decline": True})
    assert position.decision.candidates == ("#2", "#4", "#5")
    digest, saved = position.digest(), position.save()
    with pytest.raises(oracle.Refused) as refused:
        position.advance(given)
    assert refused.value.code == code
    assert (position.digest(), position.save()) == (digest, saved)


@pytest.mark.parametrize("value", [1, 1.0, "true", None, False])
def test_a_tag_is_true_and_nothing_that_resembles_it(ruleset, value):
    position = ruleset.setup(TABLE)
    position.advance({"play": "#1"})
    with pytest.raises(oracle.Refused):
        position.advance({"decline": value})


def test_a_finished_game_takes_no_answer(ruleset):
    *_, position = random_game(ruleset, 1)
    for given in ({"play": "#1"}, {}, None):
        with pytest.raises(oracle.Refused) as refused:
            position.advance(given)
        assert refused.value.code == "game-over"
    with pytest.raises(oracle.Refused):
        answer(ruleset.machine, position.state, ("decline",))


def test_apply_leaves_the_position_as_it_is(ruleset):
    position = ruleset.setup(TABLE)
    digest, events = position.digest(), position.events
    after, told = position.apply({"attack": "#2"})
    assert (position.digest(), position.events) == (digest, events)
    assert position.decision.kind == "turn"
    assert after.decision.kind == "block"
    assert told[0].kind == "attack"


def test_advance_does_what_apply_does(ruleset):
    for position in random_game(ruleset, 5):
        if position.over:
            break
        chosen = position.to_json_answer(random_answer(position.state.pending, 11))
        after, events = position.apply(chosen)
        copy = position.clone()
        assert copy.advance(chosen) == events
        assert copy.save() == after.save()


def test_every_event_cites_a_rule(ruleset):
    known = set(oracle.ruleset.load_specification().rules)
    for seed in SEEDS:
        for position in random_game(ruleset, seed):
            for event in position.events:
                assert event.rules, event
                assert set(event.rules) <= known
                assert event.text(position.name)
