"""Choices among things that are alike: dice with the same face are as good as each other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from conformance.engines.in_process import InProcess
from conformance.engines.rulesets import ruleset
from conformance.fuzz.campaign import Alone, Budget, Campaign
from conformance.fuzz.comparing import LEGAL
from conformance.fuzz.following import follow
from conformance.fuzz.guide import Numbers, illegal_answer
from conformance.fuzz.plan import Plan
from conformance.fuzz.playing import stand
from conformance.fuzz.shadow import setup_of
from conformance.fuzz.shrinking import POSITION
from conformance.fuzz.subject import Beginning, Subject
from conformance.judge.vector import Step
from conformance.judge.walk import legal_differences
from conformance.perft.positions import Origin
from conformance.perft.tree import count
from conformance.perft.walk import counts
from conformance.protocol.legal import Choose, Legal
from conformance.protocol.messages import Count, Decision, Frame
from conformance.protocol.reading import MOST_TWINS, Malformed, read
from conformance.smoke.desk import pick
from oracle.kernel.driver import random_answer

GAME = "tokyo/current"
DICE = Legal(factored=Choose(("one", "one", "claw"), 0, 3))
TWO_DICE = {"turn": "p1", "players": {"p1": {"shrink": 4}, "p2": {}, "p3": {}}}


# ------------------------------------------------------------------ legal sets


def test_equal_choices_are_one():
    assert [answer["choose"] for answer in DICE] == [
        [],
        ["one"],
        ["claw"],
        ["one", "one"],
        ["one", "claw"],
        ["one", "one", "claw"],
    ]
    assert len(DICE) == len(DICE.keys()) == 6


@pytest.mark.parametrize(
    ("chosen", "legal"),
    [
        ([], True),
        (["claw", "one"], True),
        (["one", "claw", "one"], True),
        (["claw", "claw"], False),
        (["one", "one", "one"], False),
        (["two"], False),
        ([["one"]], False),
    ],
)
def test_no_more_can_be_chosen_than_there_are(chosen, legal):
    assert ({"choose": chosen} in DICE) is legal


things = st.lists(st.sampled_from(["one", "two", "claw", "#1", "#2"]), max_size=7)


@given(things, st.integers(0, 7), st.integers(0, 8))
def test_counting_listing_and_numbering_agree(of, least, more):
    least = min(least, len(of))
    legal = Legal(factored=Choose(tuple(of), least, least + more))
    sizes = range(least, min(least + more, len(of)) + 1)
    wanted = {tuple(sorted(chosen)) for size in sizes for chosen in combinations(of, size)}
    listed = [tuple(answer["choose"]) for answer in legal]
    assert {tuple(sorted(chosen)) for chosen in listed} == wanted
    assert len(listed) == len(legal) == len(wanted)
    assert [tuple(legal.nth(number)["choose"]) for number in range(len(legal))] == listed
    assert all(answer in legal for answer in legal)
    assert legal.same_as(Legal(tuple(legal)))
    assert legal.is_forced is (len(wanted) == 1)


def test_choices_are_the_same_whatever_the_order_and_however_many_twins_are_too_many():
    assert DICE.same_as(Legal(factored=Choose(("claw", "one", "one"), 0, 9)))
    assert not DICE.same_as(Legal(factored=Choose(("claw", "claw", "one"), 0, 3)))
    one = Legal(factored=Choose(("one", "claw"), 1, 1))
    assert one.same_as(Legal(factored=Choose(("one", "one", "claw"), 1, 1)))
    found = legal_differences(DICE, Legal(factored=Choose(("one", "claw"), 0, 2)))
    assert [one.place for one in found] == ["choose.from", "choose.max"]


def test_one_of_equal_things_is_no_choice():
    assert Legal(factored=Choose(("one", "one"), 1, 1)).is_forced
    assert not Legal(factored=Choose(("one", "one"), 0, 1)).is_forced


@pytest.mark.parametrize(
    ("of", "told"),
    [
        (["one", "one", "claw"], None),
        (["#1", "#2", "#1"], "the card #1 twice"),
        (["one"] * (MOST_TWINS + 1), f"{MOST_TWINS + 1} things, of which some are alike"),
    ],
)
def test_cards_are_named_once_and_dice_as_often_as_they_are_there(of, told):
    choose = {"from": of, "min": 0, "max": 1}
    frame = {"n": 1, "next": {"decision": "d1", "who": "p1", "kind": "reroll", "choose": choose}}
    if told is None:
        assert read(frame, Frame).next.legal.factored == Choose(tuple(of), 0, 1)
        return
    with pytest.raises(Malformed, match=told):
        read(frame, Frame)


def test_what_the_smoke_test_picks_is_legal():
    assert all(pick(DICE, number) in DICE for number in range(30))


# ------------------------------------------------------------------ counting


def test_equal_dice_are_counted_as_one_choice():
    position = ruleset(GAME, {}, (), players=3).setup(TWO_DICE)
    *first, last = count(position, 3)
    assert first == [Count(chance=1), Count(chance=6), Count(players=36)]
    assert last.nodes == 6 * 3 + 30 * 4  # two equal dice leave 3 choices, two different ones 4


@pytest.mark.parametrize("ops", [("perft",), ("snapshot",), ()])
def test_every_way_to_count_finds_the_same(ops):
    origin = Origin(GAME, TWO_DICE)
    counted = counts(InProcess(), ops, origin, 3 if ops else 2)
    assert [one.nodes for one in counted] == [1, 6, 36, 138][: len(counted)]


# ------------------------------------------------------------------ fuzzing


def test_an_answer_says_faces_and_not_cards():
    shadow = stand(Beginning(GAME, TWO_DICE))
    shadow.answer({"face": "claw"})
    shadow.answer({"face": "claw"})
    assert shadow.next.kind == "reroll"
    assert shadow.say((5, 5)) == {"choose": ["claw", "claw"]}
    for number in range(40):
        assert shadow.say(random_answer(shadow.pending, number * 101)) in shadow.next.legal


def test_illegal_answers_name_dice_too():
    shadow = stand(Beginning(GAME, TWO_DICE))
    shadow.answer({"face": "claw"})
    shadow.answer({"face": "one"})
    numbers = Numbers(3)
    tried = [illegal_answer(shadow.next, ["#1"], numbers, GAME) for _ in range(200)]
    assert all(one is None or one not in shadow.next.legal for one in tried)
    chosen = [one["choose"] for one in tried if one and one.get("choose")]
    assert any(len(set(one)) < len(one) for one in chosen)


def test_a_script_is_followed_with_as_many_dice_as_there_still_are():
    script = [
        Step("nature", "roll", {"face": "claw"}),
        Step("nature", "roll", {"face": "one"}),
        Step("p1", "reroll", {"choose": ["claw", "claw", "claw"]}),
        Step("nature", "roll", {"face": "two"}),
    ]
    assert follow(Subject(InProcess()), Beginning(GAME, TWO_DICE), script, strict=False) is None


def test_the_start_of_a_turn_can_be_stood_up_again():
    shadow, numbers, stood = stand(Beginning(GAME, None, players=5)), Numbers(7), 0
    for _ in range(700):
        if shadow.is_over:
            break
        setup = setup_of(shadow.position)
        if setup is not None:
            stood += 1
            again = ruleset(GAME, {}, (), players=5).setup(setup)
            assert again.digest() == shadow.position.digest()
            assert again.decision.legal() == shadow.position.decision.legal()
        shadow.take(random_answer(shadow.pending, numbers.next()))
    assert stood > 10


class ForgetsTwins(InProcess):
    """Offers each face once, however many dice show it."""

    def _frame(self):
        frame = super()._frame()
        pending = frame.next
        if not isinstance(pending, Decision) or pending.kind != "reroll":
            return frame
        of = tuple(dict.fromkeys(pending.legal.factored.of))
        legal = Legal(factored=Choose(of, 0, len(of)))
        return evolve(frame, next=evolve(pending, legal=legal))


def test_an_engine_that_forgets_twins_is_found_out_and_two_monsters_show_it(monkeypatch):
    monkeypatch.setattr(Plan, "subject", lambda _: Subject(ForgetsTwins()))
    plan = Plan("planted", GAME, seed=3, players=4)
    campaign = Campaign(Alone(plan), Budget(games=8, findings=1), lambda _: None)
    (finding,) = campaign.findings()
    assert (finding.kind, finding.label) == (LEGAL, POSITION)
    assert finding.where.setup == {"players": {"p1": {}, "p2": {}}, "turn": "p1"}
    assert finding.cards == 0
    assert len(finding.script) == 6
    assert "kt.roll.some" in finding.rules
    faces = Counter(step.do["face"] for step in finding.script)
    assert max(faces.values()) > 1


def test_the_oracle_does_not_part_from_itself(kaiju, tmp_path):
    for more in ((), ("--players", 6)):
        result = kaiju(
            *("fuzz", "--engine", "oracle", "--ruleset", GAME, "--games", 12, "--jobs", 1),
            *("--corpus", tmp_path, *more),
        )
        assert result.exit_code == 0, result.output
        assert "no difference: 12 games" in result.output
    result = kaiju("fuzz", "--engine", "oracle", "--ruleset", GAME, "--players", 8)
    assert result.exit_code == 2
    assert "played by 2 to 6, not by 8" in result.output
