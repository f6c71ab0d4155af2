"""Fuzzing the dice games: cases are made scenarios of, and their rolls made small."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from conformance.engines.in_process import InProcess
from conformance.fuzz.adopting import scenario_of
from conformance.fuzz.beginnings import Beginnings
from conformance.fuzz.campaign import Alone, Budget, Campaign
from conformance.fuzz.finding import Finding, write_case
from conformance.fuzz.guide import Guide, Numbers, illegal_answer
from conformance.fuzz.plan import Plan
from conformance.fuzz.playing import Probe, stand
from conformance.fuzz.rolls import with_fewer_faces, without_rerolls
from conformance.fuzz.shadow import setup_of
from conformance.fuzz.shrinking import POSITION
from conformance.fuzz.subject import Beginning, Subject
from conformance.judge.compare import Difference
from conformance.judge.vector import Step
from conformance.scenario.loading import cached_load
from conformance.scenario.player import play as play_scenario
from conformance.scenario.printer import print_scenario
from conformance.scenario.reader import read_text
from rules_dsl.errors import KaijuError

DICE_GAMES = ("tokyo/current", "tokyo/evolutions", "duel/standard")


def case(where, script, kind="state", differences=(), probe=None):
    """A finding as the fuzzer would write it."""
    return Finding(
        where,
        tuple(script),
        kind,
        "it differs",
        (),
        tuple(differences),
        POSITION,
        0,
        0,
        0,
        0,
        probe,
    )


def random_case(game, number):
    """Some steps from a random position, with all that changed on the way as differences."""
    numbers = Numbers(number)
    where = Beginnings(Beginning(game), Subject(InProcess())).draw(numbers)
    shadow, guide, script = stand(where), Guide(numbers, Counter()), []
    before = shadow.position.projection()
    for _ in range(numbers.below(30)):
        if not shadow.is_over:
            step, shadow = guide.step(shadow)
            script.append(step)
    after = shadow.position.projection()
    found = [Difference(name, after[name], before[name]) for name in after if name != "players"]
    for seat, player in after["players"].items():
        was = before["players"][seat]
        found += [Difference(f"players.{seat}.{name}", player[name], was[name]) for name in player]
    return where, shadow, script, [one for one in found if one.want != one.got]


def told(finding):
    """The scenario of a case as text, and what is wrong with it apart from the rule it cites."""
    rules = ("kt.dice.six",)
    text = print_scenario(scenario_of(finding, "KT-7QK4X2", "A title", rules, "x.scenario"))
    (again,) = read_text(text, "x.scenario")
    return text, [m for m in play_scenario(again, cached_load).messages if "cited" not in m]


@pytest.mark.parametrize("game", DICE_GAMES)
@pytest.mark.parametrize("kind", ["state", "legal"])
def test_every_case_of_a_dice_game_becomes_a_scenario_that_holds(game, kind):
    tried = 0
    for number in range(40):
        where, _, script, differences = random_case(game, number)
        if where.setup is not None:
            text, wrong = told(case(where, script, kind, differences))
            assert wrong == [], text
            tried += 1
    assert tried > 30


@pytest.mark.parametrize("game", DICE_GAMES)
def test_refusals_and_views_become_scenarios_too(game):
    adopted = 0
    for number in range(40):
        where, shadow, script, _ = random_case(game, number)
        if where.setup is None or shadow.is_over:
            continue
        refuse = illegal_answer(shadow.next, shadow.position.handles, Numbers(number), game)
        for kind, probe in (("refusal", Probe(refuse=refuse)), ("view", Probe(view="p2"))):
            try:
                text, wrong = told(case(where, script, kind, probe=probe))
            except KaijuError as error:
                assert str(error).count("by hand") or "not among the cards" in str(error)  # noqa: PT017
            else:
                assert wrong == [], text
                adopted += 1
    assert adopted > 30


def small_case(differences=()):
    """One roll with energy, of which the engine made too much."""
    setup = {"players": {"p1": {}, "p2": {"place": 1}}, "turn": "p1"}
    where = Beginning("tokyo/current", setup)
    shadow, script = stand(where), []
    for face in ("energy", "one", "one", "two", "two", "heart"):
        script.append(shadow.step({"face": face}))
        shadow.answer({"face": face})
    for do in ({"choose": []}, {"result": "energy"}):
        if do in shadow.next.legal:
            script.append(shadow.step(do))
            shadow.answer(do)
    return case(where, script, differences=[Difference("players.p1.energy", 1, 2)])


def test_rolls_and_numbers_are_told_in_the_words_of_the_game():
    text, wrong = told(small_case())
    assert wrong == []
    assert "  ruleset tokyo/current\n" in text
    assert "    alice rolls energy, one, one, two, two, heart\n" in text
    assert "    alice keeps the dice\n" in text
    assert "    alice has 1 energy\n" in text
    assert "bob: in Tokyo City" in text


def test_a_roll_that_a_case_leaves_unfinished_is_finished():
    finding = small_case()
    text, wrong = told(case(finding.where, finding.script[:3]))
    assert wrong == []
    assert "alice rolls energy, one, one, " in text
    assert "the next decision is alice's reroll" in text


def test_adopt_gives_an_id_of_the_game_and_looks_at_the_rules_first(kaiju, tmp_path):
    write_case(small_case(), tmp_path / "corpus", "oracle")
    adopt = ("adopt", "last", "--corpus", tmp_path / "corpus", "--title", "Energy")
    done = kaiju(*adopt, "--rules", "kt.energy.face")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("scenario KT-")
    for rules, message in (("kt.energy.fase", "did you mean"), (" , ", "names no rule")):
        wrong = kaiju("adopt", "no-such-case", "--title", "x", "--rules", rules)
        assert wrong.exit_code == 2
        assert message in wrong.output


def test_a_position_with_the_mimic_token_can_be_stood_up_again():
    area = [{"h": "#1", "card": "mimic"}, {"h": "#2", "card": "wings", "mimic": True}]
    players = {"p1": {"area": area}, "p2": {"place": 1}}
    shadow = stand(Beginning("tokyo/current", {"players": players, "turn": "p1"}))
    setup = setup_of(shadow.position)
    assert setup is not None
    assert setup["players"]["p1"]["area"][1]["mimic"]


# ------------------------------------------------------------------ rolls made small


def dice(*faces):
    return tuple(Step("nature", "roll", {"face": face}) for face in faces)


def reroll(*faces):
    return Step("p1", "reroll", {"choose": list(faces)})


def said(script):
    return [next(iter(step.do.values())) for step in script]


def test_rerolls_are_told_as_the_dice_that_lie_in_the_end():
    script = (*dice("one", "two", "claw"), reroll("one", "two"), *dice("heart", "one"))
    script = (*script, reroll("one"), *dice("claw"))
    all_gone, one_gone = without_rerolls(script)
    assert said(all_gone) == ["claw", "heart", "claw", []]
    assert said(one_gone) == ["claw", "heart", "one", ["one"], "claw"]
    assert list(without_rerolls(all_gone)) == []


def test_dice_get_fewer_faces_and_no_step_resolves_one_that_is_gone():
    script = (*dice("one", "energy"), reroll(), Step("p1", "resolve", {"result": "one"}))
    assert [said(plainer) for plainer in with_fewer_faces(script)] == [
        ["one", "one", [], "one"],
        ["energy", "energy", []],
    ]


GREEDY = """
import oracle.{game}.resolve as resolve
honest = resolve.gain_energy
def greedy(machine, state, seat, amount, *rest, **more):
    return honest(machine, state, seat, amount + 1, *rest, **more)
resolve.gain_energy = greedy
from conformance.verbs.engine import engine
engine([])
"""
"""An engine with one energy too many for the energy of the dice."""


@pytest.mark.parametrize(
    ("game", "rule"), [("tokyo/current", "kt.energy.face"), ("duel/standard", "kd.energy.face")]
)
def test_one_mistake_with_dice_is_one_small_finding_of_its_rule(game, rule, tmp_path):
    file = tmp_path / "greedy.py"
    file.write_text(GREEDY.format(game=game.partition("/")[0]), encoding="utf-8")
    crew = Alone(Plan(f"exec:{sys.executable} {file}", game))
    try:
        found = list(Campaign(crew, Budget(games=6), lambda _: None).findings())
    finally:
        crew.close()
    (finding,) = found
    assert finding.rules[0] == rule
    assert finding.cards == 0
    assert finding.decisions <= 8
    assert len({step.do["face"] for step in finding.script if step.kind == "roll"}) == 1
    text, wrong = told(finding)
    assert wrong == [], text
