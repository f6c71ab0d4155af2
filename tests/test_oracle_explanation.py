"""Explanations: where a value comes from, and why an answer is legal or not."""

from __future__ import annotations

import random

import pytest

import oracle
from questions import expect_true_reasons, question
from random_games import random_game
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

GAME = "mindbug/first-contact"


@pytest.fixture(scope="module")
def ruleset(project):
    probes = project / "conformance" / "scenarios" / "mindbug" / "probes.cards"
    return oracle.load(GAME, cards=[probes])


@pytest.fixture(scope="module")
def knows():
    return set(load_specification().rules)


def table(ruleset, **zones):
    """`table(ruleset, p1_play={"#1": "bee-bear"})`; a leading `-` means exhausted."""
    players = {"p1": {}, "p2": {}}
    for key, cards in zones.items():
        seat, _, zone = key.partition("_")
        players[seat][zone] = (
            cards
            if isinstance(cards, int)
            else [
                {"h": handle, "card": card.lstrip("-")}
                | ({"exhausted": True} if card.startswith("-") else {})
                for handle, card in cards.items()
            ]
        )
    return ruleset.setup({"players": players})


# --- values -------------------------------------------------------------------------------------


def test_a_power_is_told_as_a_sum(ruleset):
    position = table(ruleset, p1_play={"#1": "axolotl-healer", "#2": "shield-bugs"})
    power = position.explain("#1")["power"]
    assert power.text == "5 = 4 printed, +1 Shield Bugs"
    assert power.value == 5
    assert [part.source for part in power.parts] == [None, "#2"]
    assert power.rules == (
        "mb.card.creature",
        "mb.card.power",
        "mb.constant.in-play",
        "mb.constant.definition",
        "mb.term.allied",
    )


def test_a_power_that_nothing_changes_is_the_printed_one(ruleset):
    position = table(ruleset, p1_play={"#1": "gorillion"})
    assert position.explain("#1").text == "power: 10 = 10 printed\nkeywords: none"


def test_a_power_below_one_is_told_with_its_limit(ruleset):
    position = table(
        ruleset, p1_play={"#1": "plain-three"}, p2_play={"#2": "probe-blight", "#3": "probe-blight"}
    )
    power = position.explain("#1")["power"]
    assert power.text == "1 = 3 printed, -2 Probe Blight, -2 Probe Blight, at least 1"
    assert power.parts[-1].rules == ("mb.card.minimum-power",)


def test_a_keyword_is_told_with_its_giver(ruleset):
    position = table(ruleset, p1_play={"#1": "snail-thrower", "#2": "axolotl-healer"})
    keywords = position.explain("#2")["keywords"]
    assert keywords.value == ["hunter", "poisonous"]
    assert keywords.text == (
        "poisonous printed, hunter from Snail Thrower, poisonous from Snail Thrower"
    )


def test_a_card_out_of_play_has_its_printed_values(ruleset):
    position = table(ruleset, p1_hand={"#1": "goblin-werewolf"}, p1_play={"#2": "shield-bugs"})
    assert position.explain("#1").text == "power: 2 = 2 printed\nkeywords: hunter printed"


def test_an_unknown_handle_is_a_users_mistake(ruleset):
    position = table(ruleset, p1_play={"#11": "gorillion"})
    with pytest.raises(KaijuError, match="no card has the handle '#1'"):
        position.explain("#1")


def test_an_explanation_never_disagrees_with_the_projection(ruleset, knows):
    for seed in range(1, 9):
        for position in random_game(ruleset, seed, step=3):
            for player in position.projection()["players"].values():
                for creature in player["play"]:
                    explanation = position.explain(creature["h"])
                    for name in ("power", "keywords"):
                        assert explanation[name].value == creature[name]
                    assert set(explanation.rules) <= knows
                    told = explanation["power"].text
                    assert told.startswith(f"{creature['power']} = ")


# --- answers ------------------------------------------------------------------------------------


VERBS = [
    *("play", "attack", "block", "hunt", "choose", "resolve", "use", "deal", "reveal"),
    *("first", "mindbug", "decline", "accept", "pass", "nonsense"),
]


def other_question(rng, position, handles):
    """An answer that is seldom legal, or no answer at all."""
    verb = rng.choice(VERBS)
    value = rng.choice(
        [
            rng.choice(handles),
            [rng.choice(handles) for _ in range(rng.randint(0, 3))],
            *(True, False, None, 1, 0, "p1", "#99", "x", [], {}, [1], [["#1"]], 2.5),
        ]
    )
    given = {verb: value}
    if rng.random() < 0.1:
        given["ability"] = rng.choice(["play", "defeated", 3])
    return rng.choice([given] * 9 + [value])


@pytest.mark.parametrize("seed", range(1, 13))
def test_why_says_legal_just_when_the_machine_accepts(ruleset, knows, seed):
    rng = random.Random(seed)
    for position in random_game(ruleset, seed, step=2):
        for _ in range(12):
            expect_true_reasons(position, question(rng, position, other_question), knows)


def one(position, given):
    reasons = position.why(given)
    return reasons[0]


@pytest.fixture
def turn(ruleset):
    return table(
        ruleset,
        p1_play={
            "#1": "bee-bear",
            "#2": "-shield-bugs",
            "#3": "probe-pacifist",
            "#4": "spider-owl",
        },
        p1_hand={"#5": "brain-fly"},
        p2_play={"#6": "luchataur", "#7": "-killer-bee", "#8": "probe-coward", "#9": "spider-owl"},
        p2_hand={"#10": "gorillion"},
        p1_discard={"#11": "gorillion"},
    )


TURN = [
    ({"play": "#1"}, "Bee Bear is in the play area of p1, not in the hand of p1.", "mb.turn.play"),
    ({"play": "#10"}, "Gorillion is in the hand of p2, not in the hand of p1.", "mb.play.card"),
    ({"play": "#11"}, "Gorillion is in the discard pile of p1, not in the hand of p1.",
     "mb.turn.play"),
    ({"play": "#77"}, "No card has the handle #77.", None),
    ({"attack": "#3"}, 'Probe Pacifist cannot attack: Probe Pacifist says "this cannot attack".',
     "mb.constant.in-play"),
    ({"attack": "#6"}, "Luchataur is in the play area of p2, not in the play area of p1.",
     "mb.attack.declare"),
    ({"attack": "#5"}, "Brain Fly is in the hand of p1, not in the play area of p1.",
     "mb.turn.attack"),
    ({"pass": True}, "Passing is not possible while any turn action is.", "mb.turn.must-act"),
    ({"decline": True}, "Passing is not possible while any turn action is.", "mb.turn.must-act"),
    ({"mindbug": True}, "A Mindbug is used only when the opponent plays a card from hand.",
     "mb.mindbug.offer"),
    ({"block": "#1"}, "A block is decided only when an attack comes to it.", "mb.attack.block"),
    ({"choose": ["#1"]}, "No effect asks for a choice of cards.", "mb.effect.chooser"),
    ({"play": 5}, '"play" names one card, such as {"play": "#3"}.', None),
    ({}, 'An answer is an object such as {"play": "#3"}.', None),
]  # fmt: skip


@pytest.mark.parametrize(("given", "text", "rule"), TURN)
def test_why_a_turn_action_is_not_possible(turn, given, text, rule):
    reason = one(turn, given)
    assert not reason.legal
    assert reason.text == text
    assert rule is None or rule in reason.rules


def test_an_answer_of_another_decision_is_told_what_is_decided(turn):
    reason = turn.why({"block": "#1"})[-1]
    assert reason.text == (
        "p1 takes a turn action: play a card or attack; answers are play and attack."
    )


def test_an_exhausted_creature_may_attack(turn):
    reasons = turn.why({"attack": "#2"})
    assert all(reason.legal for reason in reasons)
    assert "mb.keyword.exhausted-attacks" in reasons[-1].rules


BEE_BEAR = 'Bee Bear: Bee Bear says "creatures with power <= 6 cannot block this".'
COWARD = 'Probe Coward says "this cannot block".'
BLOCKS = [
    ("#1", "#6", True, "It is one of the 2 options.", "mb.attack.block"),
    ("#1", "#7", False, f"Killer Bee cannot block {BEE_BEAR}", "mb.constant.in-play"),
    ("#1", "#9", False, f"Spider Owl cannot block {BEE_BEAR}", "mb.attack.block"),
    ("#2", "#8", False, f"Probe Coward cannot block Shield Bugs: {COWARD}", "mb.constant.in-play"),
    ("#4", "#6", False, "Luchataur cannot block Spider Owl: Spider Owl is SNEAKY.",
     "mb.keyword.sneaky"),
    ("#1", "#3", False, "Probe Pacifist is in the play area of p1, not in the play area of p2.",
     "mb.attack.block"),
]  # fmt: skip


@pytest.mark.parametrize(("attacker", "blocker", "legal", "text", "rule"), BLOCKS)
def test_why_a_creature_can_block_or_cannot(turn, attacker, blocker, legal, text, rule):
    turn.advance({"attack": attacker})
    reason = one(turn, {"block": blocker})
    assert reason.legal == legal
    assert reason.text == text
    assert rule in reason.rules


def test_a_sneaky_creature_may_block_a_sneaky_one(turn):
    turn.advance({"attack": "#4"})
    reasons = turn.why({"block": "#9"})
    assert "mb.keyword.sneaky-blocks" in reasons[-1].rules
    assert all(reason.legal for reason in reasons)


def test_an_exhausted_creature_may_block(turn):
    turn.advance({"attack": "#2"})
    assert "mb.keyword.exhausted-blocks" in turn.why({"block": "#7"})[-1].rules


def test_a_creature_without_hunter_hunts_nobody(turn):
    turn.advance({"attack": "#1"})
    reason = one(turn, {"hunt": "#6"})
    assert (reason.text, reason.rules) == ("Bee Bear has no HUNTER.", ("mb.keyword.hunter",))


def test_hunter_may_choose_one_that_could_not_block(ruleset):
    position = table(
        ruleset,
        p1_play={"#1": "killer-bee"},
        p2_play={"#2": "probe-coward", "#3": "gorillion"},
        p2_hand={"#4": "gorillion"},
    )
    position.advance({"attack": "#1"})
    reasons = position.why({"hunt": "#2"})
    assert all(reason.legal for reason in reasons)
    assert "mb.keyword.hunter-any" in reasons[-1].rules
    refused = one(position, {"hunt": "#4"})
    assert refused.text.startswith("Gorillion is in the hand of p2")
    assert "mb.keyword.hunter-creatures" in refused.rules
    position.advance({"decline": True})
    refused = one(position, {"hunt": "#2"})
    assert "mb.keyword.hunter-optional" in refused.rules


def test_only_the_attacker_may_attack_again(ruleset):
    position = table(
        ruleset, p1_play={"#1": "luchataur", "#2": "gorillion"}, p2_hand={"#3": "gorillion"}
    )
    position.advance({"attack": "#1"})
    position.advance({"decline": True})
    assert position.decision.kind == "attack-again"
    reason = one(position, {"attack": "#2"})
    assert reason.text == "Only Luchataur may attack once more, not Gorillion."
    assert "mb.keyword.frenzy" in reason.rules


TARGETS = [
    (["#2"], "The power of Shield Bugs is 4, which is not >= 6.", "mb.card.power"),
    (["#7"], "The power of Killer Bee is 5, which is not >= 6.", "mb.card.power"),
    (["#10"], "Gorillion is no creature in play: it is in the hand of p2.", "mb.term.card"),
    ([], "0 chosen, but 1 must be chosen.", "mb.effect.chooser"),
    (["#1", "#6"], "2 chosen, but 1 must be chosen.", "mb.effect.chooser"),
    (["#1", "#1"], "The same card is chosen twice.", "mb.effect.chooser"),
    (["#77"], "No card has the handle #77.", None),
]


@pytest.mark.parametrize(("chosen", "text", "rule"), TARGETS)
def test_why_a_target_is_no_candidate(turn, chosen, text, rule):
    turn.advance({"play": "#5"})
    turn.advance({"decline": True})
    reason = one(turn, {"choose": chosen})
    assert (reason.legal, reason.text) == (False, text)
    assert rule is None or rule in reason.rules


def test_why_an_ally_is_no_enemy(ruleset):
    position = table(
        ruleset,
        p1_play={"#1": "shark-dog", "#2": "gorillion"},
        p2_play={"#3": "gorillion", "#4": "luchataur", "#5": "plain-one"},
    )
    position.advance({"attack": "#1"})
    reason = one(position, {"choose": ["#2"]})
    assert reason.text == "Gorillion is not enemy: it is in the play area of p1."
    assert reason.rules == ("mb.term.enemy",)
    assert one(position, {"choose": ["#5"]}).text.endswith("is 1, which is not >= 6.")


def test_why_a_card_is_not_in_the_right_pile(ruleset):
    position = table(
        ruleset,
        p1_hand={"#1": "compost-dragon"},
        p1_discard={"#2": "gorillion", "#3": "luchataur"},
        p2_discard={"#4": "bee-bear"},
        p2_mindbugs=0,
    )
    position.advance({"play": "#1"})
    reason = one(position, {"choose": ["#4"]})
    assert reason.text == "Bee Bear is in the discard pile of p2, not in the discard pile of p1."


def test_why_a_hand_of_another_is_not_to_choose_from(ruleset):
    position = table(
        ruleset,
        p1_hand={"#1": "ferret-bomber", "#2": "gorillion"},
        p2_hand={"#3": "gorillion", "#4": "luchataur", "#5": "bee-bear"},
        p2_mindbugs=0,
    )
    position.advance({"play": "#1"})
    assert position.decision.seat == "p2"
    reason = one(position, {"choose": ["#2", "#3"]})
    assert reason.text == "Gorillion is in the hand of p1, not in the hand of p2."


def test_a_finished_game_says_so(ruleset):
    *_, position = random_game(ruleset, 2, step=3)
    (reason,) = position.why({"play": "#1"})
    assert reason.text == f"The game is over: {position.over.winner} has won."
    assert reason.rules == position.over.rules
