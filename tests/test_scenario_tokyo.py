"""The scenario language speaks of King of Tokyo: dice, places, purchases, 2 to 6 monsters."""

from __future__ import annotations

import io
import json

import pytest
from jsonschema_rs import Draft202012Validator
from rich.console import Console

import parts
from conformance.games import kit
from conformance.judge.vector_files import VECTORS, read_vectors
from conformance.scenario.explore import explore, play_until_open
from conformance.scenario.game import CHANCE, NOBODY, PLAYER
from conformance.scenario.known import game_of, games
from conformance.scenario.loading import cached_load
from conformance.scenario.model import (
    NAMES,
    Scenario,
)
from conformance.scenario.player import begin, play
from conformance.scenario.printer import print_scenarios
from conformance.scenario.reader import read_text
from conformance.scenario.story import result_json, tell_result, tell_sentences
from conformance.vectors.export import export
from conformance.vectors.files import document
from parts import FILE
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

SCHEMA = json.loads((VECTORS.parent / "schema" / "vector-3.json").read_text(encoding="utf-8"))

WHOLE = """\
scenario KT-7QK4X2 "Much is said"
  rules kt.attack.is, kt.damage.lose
  ruleset tokyo/current
  options kt.option.bay = unused
  given
    bob plays first; hearts 8; stars 3; energy 2; poison 1; in Tokyo City; cards: Wings
    alice: shrink 2; cards: Smoke Cloud (3 counters), Extra Head [a], Extra Head [b]
    dave: eliminated
    carol and erin play too
    row: Heal, 2 others
    deck: "Salt and Pepper", 1 other
    discard: Jets
  when
    bob rolls claw, claw, one, two, heart, energy
    bob may reroll up to 6 of: claw, claw, one, two, heart, energy
    bob rerolls one, two
    bob rolls heart, three
    bob keeps the dice
    bob may: resolve threes, resolve energy, resolve hearts, resolve claws
    bob resolves claws
    alice can use Wings
    alice cannot yield
    now alice is in Tokyo Bay
    alice gives a heart to bob
    Heal is turned up
    Jets, Wings and Mimic are turned up
    Frenzy is on top of the deck
    carol calls first
    alice chooses Wings and Jets
  then
    alice has 1 heart
    Smoke Cloud has 2 counters
    the next decision is bob's use of a heart
    alice wins by stars

scenario KT-7QK4X3 "A start"
  rules kt.setup.hearts
  ruleset tokyo/2010
  given start: alice, bob, carol
  then
    carol has 10 hearts
"""


def scenario(given: str, when: str, then: str, rules: str = "kt.turn.active", head: str = ""):
    return parts.scenario("tokyo/current", "KT-7QK4X2", given, when, then, rules, head)


TWO = """
    alice plays first
    bob: hearts 8; in Tokyo City
"""
HIT = "alice rolls claw, claw, claw, heart, heart, heart"


def complaints(when: str, then: str = "", given: str = TWO) -> str:
    return parts.complaints_about(scenario(given, when, then))


# ---- reading and printing


def test_the_canonical_text_is_what_it_was_read_from():
    assert print_scenarios(read_text(WHOLE, FILE)) == WHOLE


def test_the_players_come_from_the_lines_in_the_order_of_their_seats():
    found = read_text(WHOLE, FILE)
    assert found[0].players == NAMES[:5]
    assert found[1].players == NAMES[:3]


def test_a_scenario_of_king_of_tokyo_names_its_ruleset():
    with pytest.raises(KaijuError, match="names no ruleset"):
        read_text(WHOLE.replace("  ruleset tokyo/2010\n", ""), "elsewhere/some.scenario")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("carol and erin play too", "erin plays too", "cannot play alone"),
        ("given start: alice, bob, carol", "given start", "nobody cannot play alone"),
        ("given start: alice, bob, carol", "given start: alice, carol", "cannot play alone"),
        ("in Tokyo City;", "in Kyoto;", "`in Kyoto` is nothing that bob can have"),
        ("row: Heal,", "row: Heal (2 counters),", "Heal is marked in `row`"),
        ("Wings\n    alice", "Wings (exhausted)\n    alice", "is not a card"),
        ("bob rolls claw, claw, one", "bob rolls claw, claw, five", "thing that bob does"),
        ("reroll up to 6 of: claw,", "reroll up to 6 of: paw,", "`paw` is nothing to choose"),
        ("alice can use", "alice can eat", "is no known answer to offer"),
        ("Heal is turned up", "Heal shows up", "does not say who acts"),
        ("alice has 1 heart", "alice has 1 liver", "is no known fact"),
    ],
)
def test_a_mistake_is_told_with_what_to_do(old, new, message):
    parts.expect_mistake(WHOLE, old, new, message)


def test_mindbug_does_not_know_the_words_of_king_of_tokyo():
    text = 'question "?"\n  ruleset mindbug/first-contact\n  given start\n  when\n    {}\n'
    for line in ("carol attacks with Bee", "bob yields", "Bee is turned up"):
        with pytest.raises(KaijuError):
            read_text(text.format(line), FILE)


# ---- playing strictly


def test_claws_wound_and_the_wounded_may_yield():
    found = scenario(
        TWO,
        f"""
        {HIT}
        alice rerolls heart, heart, heart
        alice rolls claw, one, two
        alice keeps the dice
        alice resolves claws
        bob may: yield, stay in Tokyo
        bob can yield
        bob yields
        alice resolves ones
        """,
        """
        bob has 4 hearts
        alice is in Tokyo City
        alice has 1 star
        it is bob's turn
        nobody has won
        """,
        "kt.yield.outside, kt.tokyo.star",
    )
    result = play(found, cached_load)
    assert result.passed, result.messages
    assert result.decisions == 5  # what the dice show is nobody's decision


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("alice rolls claw, claw, claw, heart, heart", "leaves a die of this roll out"),
        (f"{HIT}, one", "but the game waits for alice's reroll"),
        ("bob rolls claw, claw, claw, heart, heart, heart", "but the next die is alice's"),
        (f"{HIT}\nalice rerolls one", "is not possible"),
        (f"{HIT}\nalice rerolls claw, claw, claw, claw", "is not possible"),
        (f"{HIT}\nalice resolves claws", "the game waits for alice's reroll"),
        (f"{HIT}\nalice may reroll up to 6 of: claw, heart", "is not what is offered"),
        (f"{HIT}\nalice keeps the dice\nalice may: resolve claws", "is not what is offered"),
        (f"{HIT}\nalice keeps the dice\nalice cannot resolve claws", "but the answer was taken"),
        (f"{HIT}\nalice keeps the dice\nalice can resolve ones", "does not hold"),
        (f"{HIT}\nalice keeps the dice\nbob can yield", "the game waits for alice's result"),
        (f"{HIT}\nalice keeps the dice\nHeal is turned up", "the game waits for alice's result"),
    ],
)
def test_what_the_script_gets_wrong_is_told_with_what_is_offered(when, message):
    assert message in complaints(when)


def test_a_fact_that_does_not_hold_is_told_with_what_is_so():
    told = complaints("", "bob is outside Tokyo\nTokyo City is empty\nalice wins\nbob has 9 hearts")
    for instead in ("in Tokyo City", "bob is there", "nobody has won", "the number is 8"):
        assert instead in told


def test_a_rule_that_did_not_fire_is_told():
    found = scenario(TWO, "", "bob has 8 hearts", "kt.yield.may")
    (message,) = play(found, cached_load).messages
    assert "kt.yield.may cited, but the game did not use it" in message


def test_what_happens_at_the_start_of_the_turn_counts():
    given = "alice plays first; in Tokyo City\nbob plays too"
    result = play(scenario(given, "", "alice has 2 stars", "kt.tokyo.start"), cached_load)
    assert result.passed, result.messages


def test_cards_cannot_lie_unnamed_before_a_monster():
    with pytest.raises(KaijuError, match="unnamed"):
        play(scenario("alice plays first; cards: 1 other\nbob plays too", "", ""), cached_load)


@pytest.mark.parametrize("number", range(2, 7))
def test_a_start_has_as_many_monsters_as_are_named(number):
    text = f"""\
scenario KT-7QK4X2 "A start"
  rules kt.setup.hearts
  ruleset tokyo/current
  given start: {", ".join(NAMES[:number])}
  when
    Heal, Jets and Wings are turned up
    alice rolls claw, one, one, one, one, one
  then
    {NAMES[number - 1]} has 10 hearts
    Jets is in the row
"""
    (found,) = read_text(text, FILE)
    result = play(found, cached_load)
    assert result.passed, result.messages
    assert len(result.run.position.projection()["players"]) == number
    assert _exported(found)["start"] == {"players": number}


# ---- exploring, telling, exporting


def test_a_question_is_followed_to_the_next_turn_and_alike_dice_are_one():
    found = scenario(TWO, f"{HIT}\nalice keeps the dice\nalice resolves hearts", "")
    run = begin(found, cached_load)
    endings = explore(run, play_until_open(run))
    ways = {way for ending in endings.found.values() for way in ending.ways}
    assert ways == {("bob: yield",), ("bob: stay in Tokyo",)}
    rerolls = begin(scenario(TWO, HIT, ""), cached_load)
    endings = explore(rerolls, play_until_open(rerolls))
    assert len({way[0] for ending in endings.found.values() for way in ending.ways}) == 4 * 4


def test_dice_after_an_open_choice_are_rolled_one_by_one():
    given = """
        alice plays first; energy 1; cards: Energy Drink
        bob: in Tokyo City
    """
    when = "alice rolls one, two, heart, heart, heart, heart\nalice rerolls one\nalice rolls claw"
    run = begin(scenario(given, when, ""), cached_load)
    steps = play_until_open(run)
    assert [step.act.faces for step in steps] == [("one",), ("claw",)]
    assert all(not ending.leftover for ending in explore(run, steps).found.values())


def test_the_story_is_told():
    found = scenario(TWO, f"{HIT}\nalice keeps the dice", "bob has 8 hearts")
    result = play(found, cached_load)
    output = io.StringIO()
    tell_result(result, Console(file=output, width=200), None)
    told = output.getvalue()
    assert "Alice begins turn 1" in told
    assert "Chance: roll claw." in told
    assert "Alice keeps the dice." in told
    assert result_json(result)["story"][0]["text"] == "Chance: roll claw."


def _exported(found: Scenario):
    sums = {id: rule.checksum for id, rule in load_specification().rules.items()}
    return export(found, cached_load, sums)


def test_a_scenario_becomes_a_vector_that_can_be_read(tmp_path):
    when = f"{HIT}\nalice keeps the dice\nalice resolves claws\nbob can yield\nbob yields"
    vector = _exported(scenario(TWO, when, "alice has 1 star", "kt.tokyo.star"))
    text = document([vector])
    assert not list(Draft202012Validator(SCHEMA).iter_errors(json.loads(text)))
    assert list(vector["setup"]["players"]) == ["p1", "p2"]
    file = tmp_path / "some.jsonl"
    file.write_text(text, encoding="utf-8")
    assert [one.id for one in read_vectors(file)] == ["KT-7QK4X2"]


def test_tokens_that_are_not_spoken_of_are_not_there():
    found = scenario(TWO, "", "bob has 0 Mindbug tokens", head="ruleset tokyo/mindbug-expert")
    result = play(found, cached_load)
    assert result.passed, result.messages
    assert result.run.setup["players"]["p1"]["mindbugs"] == 0


# ---- the description of the game


def test_each_game_says_all_that_its_sentences_need():
    for game in games():
        assert {claim.id for claim in game.claims} == set(game.checks)
        kinds = {kind for verb in game.verbs for kind in verb.kinds}
        assert kinds == set(game.decisions)
        assert set(game.several) <= {verb.id for verb in game.verbs}
        assert {verb.subject for verb in game.verbs} <= {PLAYER, CHANCE, NOBODY}
    assert game_of("tokyo/2010") is kit("tokyo").language()
    assert game_of("toy/toy") is kit("mindbug").language()


def test_the_list_of_sentences_has_a_part_for_each_game():
    output = io.StringIO()
    tell_sentences(Console(file=output, width=200))
    told = output.getvalue()
    assert told.index("attacks with {card}") < told.index("King of Tokyo")
    assert told.index("King of Tokyo") < told.index("alice rolls {faces}")
    assert "\n  {card} is turned up" in told
