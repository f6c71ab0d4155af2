"""Laws of memory: copies are independent, and a saved position goes on as if never saved."""

from __future__ import annotations

import copy
import json

import pytest

import oracle
from oracle.kernel.driver import mixed, random_answer
from rules_dsl.errors import KaijuError

GAME = "mindbug/first-contact"
NOT_DEFAULT = {
    "mb.option.mindbug-follow-up": "new-turn",
    "mb.option.hunter-choice": "declaration",
    "mb.option.first-player-cards": "returned",
    "mb.option.simultaneous-zero": "active-player-loses",
    "mb.option.mindbug-payment": "spend-after",
    "mb.option.discard-refill": "after-each-card",
    "mb.option.waiting-effects": "nested",
    "mb.option.for-each-amount": "one-by-one",
    "mb.option.for-each-defeat": "together",
    "mb.option.saved-by-tough": "defeated",
    "mb.option.set-life": "no-loss",
    "mb.option.own-card": "left-out",
    "mb.option.source-taken": "new-controller",
}


@pytest.fixture(scope="module", params=[{}, NOT_DEFAULT], ids=["default", "other-options"])
def ruleset(request, project):
    probes = project / "conformance" / "scenarios" / "mindbug" / "probes.cards"
    return oracle.load(GAME, options=request.param, cards=[probes])


@pytest.fixture(scope="module")
def plain():
    return oracle.load(GAME)


def next_answer(position, seed, counter):
    return position.to_json_answer(random_answer(position.state.pending, mixed(seed, counter)))


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_copy_restored_at_every_decision_stays_equal(ruleset, seed):
    position = ruleset.start()
    counter = 0
    while position.over is None:
        counter += 1
        restored = ruleset.restore(json.loads(json.dumps(position.save())))
        assert restored.save() == position.save()
        assert restored.decision == position.decision
        assert restored.digest() == position.digest()
        assert [restored.view(seat) for seat in ("p1", "p2")] == [
            position.view(seat) for seat in ("p1", "p2")
        ]
        given = next_answer(position, seed, counter)
        assert restored.advance(given) == position.advance(given)
    assert ruleset.restore(position.save()).over == position.over


@pytest.mark.parametrize("seed", range(1, 5))
def test_copies_are_independent(ruleset, seed):
    position = ruleset.start()
    counter = 0
    kept = []
    while position.over is None:
        counter += 1
        clone = position.clone()
        kept.append((clone, json.dumps(clone.save())))
        position.advance(next_answer(position, seed, counter))
    for clone, saved in kept:
        assert json.dumps(clone.save()) == saved
    # A copy from the middle plays on to the same end.
    middle = len(kept) // 2
    again = kept[middle][0]
    for step in range(middle + 1, counter + 1):
        again.advance(next_answer(again, seed, step))
    assert again.save() == position.save()


def test_a_saved_position_names_its_steps(plain):
    stack = plain.start().save()["state"]["stack"]
    assert [frame[:2] for frame in stack] == [["setup", "take_dealt"]]


def test_a_copy_moved_on_leaves_the_first_alone(ruleset):
    position = ruleset.start()
    saved = json.dumps(position.save())
    clone = position.clone()
    for counter in range(1, 40):
        if clone.over is None:
            clone.advance(next_answer(clone, 3, counter))
    assert json.dumps(position.save()) == saved


def cards(**named):
    return [{"h": f"#{number[1:]}", "card": card} for number, card in named.items()]


TABLE = {
    "players": {
        "p1": {"hand": cards(n1="gorillion"), "play": cards(n2="luchataur")},
        "p2": {"play": cards(n3="killer-bee"), "deck": cards(n4="bee-bear")},
    }
}


def put(*path):
    """A change of a saved position: the last of `path` is put where the rest leads."""
    *inner, last, value = path

    def change(saved):
        for key in inner:
            saved = saved[key]
        saved[last] = value

    return change


def drop(*path):
    """A change of a saved position: what `path` leads to is taken out."""
    *inner, last = path

    def change(saved):
        for key in inner:
            saved = saved[key]
        del saved[last]

    return change


MALFORMED = {
    "no state": drop("state"),
    "no handles": drop("handles"),
    "a handle too few": drop("handles", 0),
    "a handle twice": put("handles", 1, "#1"),
    "a handle that is no text": put("handles", 0, []),
    "a state that is a list": put("state", []),
    "an unknown card": put("state", "cards", 0, "nobody"),
    "a card that is a number": put("state", "cards", 0, 1),
    "a card that is a list": put("state", "cards", 0, []),
    "a card in two places": put("state", "zones", 4, [0]),
    "a card nowhere": put("state", "zones", 0, []),
    "a card beyond the last": put("state", "zones", 4, [99]),
    "a card below the first": put("state", "zones", 0, [-4]),
    "a zone too few": drop("state", "zones", 0),
    "a zone that is no list": put("state", "zones", 0, 0),
    "a mark too few": drop("state", "marks", 0),
    "a mark that is text": put("state", "marks", 0, "a"),
    "a counter too few": drop("state", "counters", 0),
    "a register too few": drop("state", "registers", 0),
    "an active seat beyond": put("state", "registers", 0, 7),
    "no decision": drop("state", "pending"),
    "a decision that is null": put("state", "pending", None),
    "a decision too short": drop("state", "pending", 0),
    "a seat beyond": put("state", "pending", 1, 5),
    "no options": put("state", "pending", 2, []),
    "an option of no card": put("state", "pending", 2, [["play", 99]]),
    "an option that is a number": put("state", "pending", 2, [7]),
    "a source beyond": put("state", "pending", 5, 99),
    "more to choose than there is": put("state", "pending", ["choose", 0, [1, 2], 1, 9, 1, []]),
    "an empty stack": put("state", "stack", []),
    "an unknown procedure": put("state", "stack", 0, 0, "nothing"),
    "a frame without locals": put("state", "stack", 0, ["turns"]),
    "a step by its number": put("state", "stack", 0, 1, 1),
    "a step that is not there": put("state", "stack", 0, 1, "x"),
    "a step that is a list": put("state", "stack", 0, 1, []),
    "an unknown effect waiting": put("state", "waiting", [["nothing/1", 0, 0, 0, None]]),
    "an effect of no card": put("state", "waiting", [["explosive-toad/1", 99, 0, 0, None]]),
    "a number that is text": put("state", "number", "a"),
}


@pytest.mark.parametrize("change", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_saved_position_is_refused_with_a_clear_error(plain, change):
    saved = json.loads(json.dumps(plain.setup(TABLE).save()))
    assert plain.restore(copy.deepcopy(saved)).decision is not None
    change(saved)
    with pytest.raises(KaijuError) as error:
        plain.restore(saved)
    assert str(error.value).startswith(f"this is not a saved position of {GAME}: ")
    assert error.value.remedy


@pytest.mark.parametrize("rubbish", [None, 3, "position", [], {}, {"state": {}}, {"handles": []}])
def test_rubbish_is_no_saved_position(plain, rubbish):
    with pytest.raises(KaijuError, match="this is not a saved position"):
        plain.restore(rubbish)
