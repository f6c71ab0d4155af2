"""King of Tokyo explained: why an answer is legal or not, and where a number comes from."""

from __future__ import annotations

import random

import pytest

import oracle
from oracle.explanation import game_of
from oracle.kernel.driver import mixed, random_answer
from oracle.tokyo.buy import price_of
from oracle.tokyo.dice import dice_of
from oracle.tokyo.monsters import maximum_of
from oracle.tokyo.roll import rerolls_of
from questions import expect_true_reasons, question
from rules_dsl.specification import load_specification


@pytest.fixture(scope="module")
def knows():
    return set(load_specification().rules)


def texts(position, given):
    return [reason.text for reason in position.why(given)]


# --- why an answer is possible or not -----------------------------------------------------------


@pytest.fixture
def buying(table, keep, roll, rulesets):
    """p1, with cards and 4 energy, in its buy phase."""
    position = table(
        rulesets[3],
        p1={
            "hearts": 10,
            "energy": 4,
            "place": 1,
            "area": {"#1": "alien-metabolism", "#2": "rapid-healing", "#3": "wings"},
        },
        p2={"area": {"#9": "jets"}},
        row={"#4": "heal", "#5": "skyscraper", "#6": "corner-store"},
        deck={"#7": "jets", "#8": "gourmet"},
    )
    keep(roll(position, "one", "one", "two", "two", "three", "three"))
    for face in ("one", "two"):
        position.advance({"result": face})
    return position


NOT_WOUNDED = "p1 was not wounded by claws just now, and nobody leaves Tokyo of its own accord."
BUYING = [
    ({"buy": "#5"}, "Skyscraper costs 5 energy (5 = 6 printed, -1 Alien Origin), and p1 has 4.",
     "kt.buy.cheaper"),
    ({"buy": "#7"}, "Jets is in the deck, and p1 buys from the row.", "kt.buy.when"),
    ({"buy": "#9"}, "Jets is before p2, and p1 buys from the row.", "kt.buy.from-others"),
    ({"use": "#2"}, "p1 has 10 hearts, and 10 at most.", "kt.heart.maximum"),
    ({"use": "#3"}, "Wings waits until hearts are about to be lost: no open card can prevent it.",
     "kt.card.any-time-asked"),
    ({"use": "#1"}, "Nothing of Alien Origin is used by choice.", "kt.card.may"),
    ({"use": "#9"}, "Jets is before p2, not before p1.", "kt.card.owner"),
    ({"yield": True}, NOT_WOUNDED, "kt.yield.requires"),
    ({"choose": ["one"]}, "The roll phase is over.", "kt.roll.steps"),
    ({"result": "one"}, "Results are picked only in the resolve phase.", "kt.resolve.order"),
    ({"pass": True}, 'To pass is written {"decline": true}.', None),
    ({"buy": "#77"}, "No card has the handle #77.", None),
    ({"buy": 5}, '"buy" names one card, such as {"buy": "#3"}.', None),
    ({}, 'An answer is an object such as {"buy": "#3"}.', None),
]  # fmt: skip


@pytest.mark.parametrize(("given", "text", "rule"), BUYING)
def test_why_something_is_not_possible_in_the_buy_phase(buying, given, text, rule):
    reason = buying.why(given)[0]
    assert not reason.legal
    assert reason.text == text
    assert rule is None or rule in reason.rules


def test_why_a_card_can_be_bought(buying):
    reasons = buying.why({"buy": "#4"})
    assert all(reason.legal for reason in reasons)
    assert reasons[1].text == "Heal costs 2 energy (2 = 3 printed, -1 Alien Origin), and p1 has 4."
    assert "kt.buy.cheaper" in reasons[1].rules
    assert texts(buying, {"sweep": True})[1] == "Sweeping costs 2 energy, and p1 has 4."


def test_why_the_row_cannot_be_swept(table, keep, roll, rulesets):
    position = table(rulesets[2], p1={"energy": 1, "area": {"#1": "alien-metabolism"}},
                     row={"#2": "made-in-a-lab"})  # fmt: skip
    keep(roll(position, *["one"] * 6))
    assert position.decision.kind == "buy"
    assert texts(position, {"sweep": True}) == ["Sweeping costs 2 energy, and p1 has 1."]


def test_why_dice_are_not_rolled_again(table, roll, rulesets):
    position = table(rulesets[2], p1={"area": {"#1": "stretchy"}, "energy": 2})
    roll(position, "one", "two", "three", "claw", "heart", "energy")
    assert texts(position, {"choose": ["one", "claw"]})[1] == "p1 has 2 rerolls left."
    assert texts(position, {"choose": []})[1] == "p1 has 2 rerolls left and stops."
    assert texts(position, {"choose": ["one", "one"]}) == ["2 of one chosen, but there are 1."]
    assert texts(position, {"choose": ["six"]})[0].startswith("six is none of one, two, three")
    assert texts(position, {"reroll": ["one"]})[0].startswith("Dice are named like this")
    for _ in range(2):
        position.advance({"choose": ["one"]})
        roll(position, "one")
    assert position.decision.kind == "use"
    reason = position.why({"choose": ["one"]})[0]
    assert reason.text == "p1 has no rerolls left."
    assert "kt.roll.rerolls" in reason.rules
    assert texts(position, {"use": "#1"}) == [
        'The ability is named too: {"use": "#1", "ability": "before-resolving"}.'
    ]
    position.advance({"decline": True})
    assert texts(position, {"choose": ["one"]})[0] == "The roll phase is over."
    position.advance({"result": "one"})
    assert texts(position, {"result": "one"}) == ["The result one is resolved already."]
    assert texts(position, {"decline": True})[0] == "Every result must be resolved."


def test_why_a_monster_yields_or_not(table, keep, roll, rulesets):
    position = table(rulesets[3], p2={"place": 1, "area": {"#1": "wings"}, "energy": 1})
    keep(roll(position, "claw", "claw", "claw", "one", "one", "one"))
    assert texts(position, {"yield": True})[0] == "p1 is not in Tokyo."
    position.advance({"result": "claw"})
    assert position.decision.kind == "yield"
    told = position.why({"yield": True})
    assert told[1].text == "p2 is in Tokyo City and lost 3 hearts to the claws."
    assert told[1].rules == ("kt.yield.may", "kt.yield.requires")
    assert texts(position, {"decline": True})[0] == "A monster that does not yield stays."


def test_why_a_defence_cannot_be_used(table, keep, roll, rulesets):
    position = table(
        rulesets[3],
        p2={
            "hearts": 5,
            "place": 1,
            "energy": 3,
            "area": {"#1": "wings", "#2": "armor-plating", "#3": "rapid-healing"},
        },
    )
    roll(position, "claw", "claw", "one", "one", "two", "two")
    position.advance({"decline": True})  # before the reroll, and before a result is picked
    keep(position)
    position.advance({"decline": True})
    position.advance({"result": "claw"})
    assert position.decision.kind == "defend"
    assert texts(position, {"use": "#2"}) == [
        'Armor Plating asks for "you lose exactly 1 heart", and that is not so.'
    ]
    assert texts(position, {"yield": True})[0].startswith("p2 has not lost its hearts yet")
    position.advance({"use": "#3", "ability": "any-time"})
    # One energy is left, so that nothing more can be paid for.
    assert position.decision.kind == "yield"


def test_why_a_card_that_was_used_cannot_be_used_again(table, keep, roll, rulesets):
    position = table(rulesets[2], p1={"energy": 2, "area": {"#1": "herd-culler", "#2": "stretchy"}})
    keep(roll(position, "two", "two", "three", "three", "heart", "heart"))
    position.advance({"use": "#1", "ability": "before-resolving"})
    position.advance({"die": "two"})
    reason = position.why({"use": "#1"})[0]
    assert reason.text == "Herd Culler was used in this turn already."
    assert "kt.card.once" in reason.rules


def test_a_card_of_another_is_bought_in_the_buy_phase_only(table, roll, keep, rulesets):
    position = table(rulesets[2], p1={"area": {"#1": "parasitic-tentacles"}, "energy": 9},
                     p2={"area": {"#2": "wings"}})  # fmt: skip
    roll(position, *["one"] * 6)
    reason = position.why({"buy": "#2"})[0]
    assert reason.text == "Cards are bought only in one's own buy phase."
    assert {"kt.buy.when", "kt.buy.from-others"} <= set(reason.rules)
    keep(position)
    assert texts(position, {"buy": "#2"})[1] == "Wings costs 6 energy, and p1 has 9."


def test_a_consumable_waits_for_the_time_of_its_keyword(table, roll):
    ruleset = oracle.load("tokyo/mindbug-trial", players=2)
    position = table(ruleset, p1={"area": {"#1": "ancestral-defense"}, "energy": 5, "mindbugs": 0},
                     p2={"mindbugs": 0})  # fmt: skip
    roll(position, *["one"] * 6)
    (reason, _) = position.why({"use": "#1"})
    assert reason.text == (
        'Ancestral Defense works "when you would be wounded", and that is not asked now.'
    )
    assert "kt.consumable.keyword" in reason.rules


def test_why_a_heart_does_nothing_above_the_maximum(table, keep, roll, rulesets):
    position = table(rulesets[2], p1={"hearts": 12, "shrink": 1, "area": {"#1": "even-bigger"}})
    keep(roll(position, "heart", "one", "one", "two", "two"))
    position.advance({"result": "heart"})
    reason = position.why({"heal": True})[1]
    assert reason.text == "p1 has 12 hearts already, and 12 at most."
    assert {"kt.heart.maximum", "kt.heart.higher-maximum"} <= set(reason.rules)


VERBS = [
    *("buy", "use", "sweep", "decline", "yield", "stay", "choose", "reroll", "result", "heal"),
    *("remove", "give", "accept", "resolve", "poison", "monster", "die", "to", "amount", "face"),
    *("turn-up", "mindbug", "pass", "nonsense"),
]


def other_question(rng, position, handles):
    """An answer that is seldom legal, or no answer at all."""
    shown = [h for n, h in enumerate(handles) if position.state.where[n] >= 2] or handles
    value = rng.choice(
        [
            *(rng.choice(shown), rng.choice(shown), rng.choice(handles)),
            rng.choice(["one", "claw", "heart", "poison", "shrink", "p1", "p2", "p3"]),
            [rng.choice(["one", "claw", "heart"]) for _ in range(rng.randint(0, 3))],
            *(True, False, None, 1, 0, 99, "#99", "x", [], {}, [1], [["#1"]], 2.5),
        ]
    )
    given = {rng.choice(VERBS): value}
    if rng.random() < 0.1:
        given["ability"] = rng.choice(["any-time", "during-roll", 3])
    return rng.choice([given] * 9 + [value])


def random_game(ruleset, seed, step):
    """Some positions of a random game, most of them decisions of players."""
    position, counter = ruleset.start(), 0
    while position.over is None:
        counter += 1
        if not (counter % 40 if position.decision.is_chance else counter % step):
            yield position
        position.advance(
            position.to_json_answer(random_answer(position.state.pending, mixed(seed, counter)))
        )
    yield position


@pytest.mark.parametrize("seed", range(1, 9))
def test_why_says_legal_just_when_the_machine_accepts(rulesets, knows, seed):
    rng = random.Random(seed)
    for position in random_game(rulesets[2 + seed % 5], seed, 3):
        for _ in range(8):
            expect_true_reasons(position, question(rng, position, other_question), knows)


# --- why a number is so -------------------------------------------------------------------------


def test_the_numbers_of_a_monster_are_told_as_sums(table, rulesets):
    position = table(
        rulesets[2],
        p1={"shrink": 1, "area": {"#1": "extra-head", "#2": "extra-head", "#3": "giant-brain"}},
        p2={"shrink": 7, "area": {"#4": "even-bigger"}},
    )
    told = position.explain("p1")
    assert told["dice"].text == (
        "7 = 6 for every monster, +1 Extra Head, +1 Extra Head, -1 by 1 shrink token"
    )
    assert [part.source for part in told["dice"].parts] == [None, "#1", "#2", None]
    assert {"kt.dice.count", "kt.dice.more", "kt.token.shrink"} <= set(told["dice"].rules)
    assert told["rerolls"].text == "3 = 2 for every monster, +1 Giant Brain"
    assert told["maximum hearts"].text == "10 = 10 for every monster"
    told = position.explain("p2")
    assert told["dice"].text.endswith("-7 by 7 shrink tokens, at least 0")
    assert told["maximum hearts"].text == "12 = 10 for every monster, +2 Even Bigger"


def test_no_maximum_is_above_twelve(table, rulesets):
    area = {"#1": "even-bigger", "#2": "even-bigger"}
    most = table(rulesets[2], p1={"area": area}).explain("p1")["maximum hearts"]
    assert most.text.endswith("+2 Even Bigger, +2 Even Bigger, at most 12")
    assert most.parts[-1].rules == ("kt.heart.highest-maximum",)


def test_a_price_is_told_for_who_may_pay_it(buying):
    assert buying.explain("#5")["price for p1"].text == "5 = 6 printed, -1 Alien Origin"
    assert buying.explain("#3")["cost"].text == "6 = 6 printed"


def test_an_explanation_never_disagrees_with_the_machine(rulesets, knows):
    for seed in range(1, 5):
        ruleset = rulesets[1 + seed]
        machine, seats = ruleset.machine, ruleset.machine.layout.seats
        for position in random_game(ruleset, seed, 5):
            state, found = position.state, game_of(machine).worth_explaining(position)
            for each in found:
                told = position.explain(each)
                assert set(told.rules) <= knows
                assert all(value.text.startswith(f"{value.value}") for value in told.values)
                if each in seats:
                    seat = seats.index(each)
                    assert told["rerolls"].value == rerolls_of(machine, state, seat)[0]
                    assert told["maximum hearts"].value == maximum_of(machine, state, seat)[0]
                    assert told["dice"].value <= dice_of(machine, state, seat, 0)[0]
                for value in told.values:
                    if value.name.startswith("price for "):
                        buyer = seats.index(value.name.removeprefix("price for "))
                        card = position.handles.index(each)
                        assert value.value == price_of(machine, state, card, buyer)[0]
