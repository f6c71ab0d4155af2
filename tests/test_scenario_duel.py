"""The scenario language speaks of Duel: tracks, markers, noise tokens, the row, two monsters."""

from __future__ import annotations

import io
import itertools
import json
import random
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator
from rich.console import Console

import parts
from conformance.judge.vector_files import VECTORS, read_vectors
from conformance.properties.choices import Choices
from conformance.properties.duel.table import random_duel
from conformance.properties.table import card_facts
from conformance.scenario.explore import explore, play_until_open
from conformance.scenario.face import every_answer
from conformance.scenario.games.duel.tracks import (
    read_cell,
    read_spot,
    read_where,
    told_names,
    write_cell,
    write_spot,
    write_where,
)
from conformance.scenario.games.duel.words import (
    DECISIONS,
)
from conformance.scenario.loading import cached_load
from conformance.scenario.model import (
    Scenario,
)
from conformance.scenario.player import begin, play
from conformance.scenario.printer import print_scenario, print_scenarios
from conformance.scenario.reader import read_files, read_text
from conformance.scenario.story import say_state, tell_result
from conformance.vectors.export import export
from conformance.vectors.files import document
from parts import FILE
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

DECISIONS_OF_DUEL = Path(__file__).parent / "data" / "duel-decisions.scenario"
SCHEMA = json.loads((VECTORS.parent / "schema" / "vector-3.json").read_text(encoding="utf-8"))

WHOLE = """\
scenario KD-7QK4X2 "Much is said"
  rules kd.hit.claws, kd.pull.three
  ruleset duel/standard
  options kd.option.both-fall = draw
  given
    bob plays first; Cyber Kitty; hearts 8; energy 2; dice tokens 1; cards: Extra Head, Cannonball!
    alice: The King; hearts 3
    fame marker: between bob's 2 and 3
    destruction marker: alice's 5
    board: Phantom on fame bob's 2 to 3, Lizard on destruction middle to bob's 1, Cat on fame middle
    row: Snack Time, 2 others
    deck: "Hear, Hear", 1 other
    discard: The Party's Over!
  when
    bob spends 1 dice token
    bob may: spend 0 dice tokens, spend 1 dice token
    bob rolls claw, claw, heart, energy, fame, destruction, power
    bob may reroll up to 7 of: claw, claw, heart, energy, fame, destruction, power
    bob rerolls heart, energy
    bob rolls fame, fame
    bob keeps the dice
    bob may: resolve claws, resolve fame, use Cyber Kitty
    bob resolves fame
    bob adds power
    alice uses Camouflage
    alice cannot use Armor Plating
    alice takes The King's token [b]
    alice places the token on fame alice's 1 to bob's 1
    alice may: place the token on fame alice's 3, place the token on fame alice's 4 to 3, decline
    alice leaves the token where it is
    bob buys Snack Time
    Frenzy is turned up
    Frenzy, Energize and Too Cute are turned up
    now the fame marker is between the middle and alice's 1
    alice chooses to be The King
  then
    alice has 1 dice token
    the fame marker is in the middle
    the fame marker is on alice's 3
    the destruction marker is in bob's spotlight
    the destruction marker is in no spotlight
    the fame marker is on Cat
    the fame marker is on no noise token
    Lizard is on destruction middle to bob's 1
    Cat is off the board
    the fame track has 2 noise tokens
    the row is Snack Time, Frenzy and Energize
    bob is Cyber Kitty
    bob wins by spotlights

scenario KD-7QK4X3 "A start"
  rules kd.setup.hearts
  ruleset duel/standard
  given start
  then
    bob has 13 hearts
"""


def scenario(given: str, when: str, then: str, rules: str = "kd.turn.active", head: str = ""):
    return parts.scenario("duel/standard", "KD-7QK4X2", given, when, then, rules, head)


# ---- reading and printing


def test_the_canonical_text_is_what_it_was_read_from():
    assert print_scenarios(read_text(WHOLE, FILE)) == WHOLE


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("fame marker: between bob's 2", "fame marker: between bob's 5", "nothing lies between"),
        ("destruction marker: alice's 5", "destruction marker: alice's 8", "is no place for"),
        ("destruction marker: alice's 5", "fame marker: middle", "a second `fame marker`"),
        ("bob plays first; Cyber Kitty;", "bob plays first; Cyber Kitty; Gigazaur;", "a second"),
        ("Cat on fame middle", "Cat on fame alice's 9", "is neither a card nor a noise token"),
        ("row: Snack Time,", "row: Cat on fame middle,", "Cat is laid out in `row`"),
        ("energy 2;", "stars 2;", "`stars 2` is nothing that bob can have"),
        ("bob rolls claw, claw,", "bob rolls claw, one,", "thing that bob does"),
        ("places the token on fame", "places the token on shame", "thing that alice does"),
        ("alice has 1 dice token", "alice has 1 die token", "is no known fact"),
        ("given start", "given start: alice, bob", "is not open"),
    ],
)
def test_a_mistake_is_told_with_what_to_do(old, new, message):
    parts.expect_mistake(WHOLE, old, new, message)


def test_every_cell_and_every_place_has_one_name():
    halves = range(-14, 15)
    assert [read_cell(write_cell(half)) for half in halves] == [*halves]
    assert [read_where(write_where(half)) for half in halves] == [*halves]
    assert len({write_cell(half) for half in halves}) == len(halves)
    places = [name for name in told_names() if ":" in name]
    assert [read_spot(write_spot(place)) for place in places] == places
    assert len({write_spot(place) for place in places}) == len(places)
    assert read_spot("fame alice's 3 to 4") == "fame:3,4"
    assert read_spot("destruction alice's 1 to bob's 1") == "destruction:1,0,-1"


# ---- playing strictly

PLAIN = "alice plays first\nbob: hearts 5"
PULL = "alice rolls fame, fame, fame, fame, claw, heart\nalice keeps the dice"
SHOP = """
    alice plays first; energy 9
    fame marker: alice's 2
    board: Cat on fame middle
    row: Photoshoot, Snack Time, Cannonball!
    deck: Frenzy
"""
GO_SHOPPING = "alice rolls power, fame, fame, destruction, destruction, heart\nalice keeps the dice"


def complaints(when: str, then: str = "", given: str = PLAIN) -> str:
    return parts.complaints_about(scenario(given, when, then))


def holds(given: str, when: str, then: str, rules: str = "kd.turn.active", head: str = ""):
    result = play(scenario(given, when, then, rules, head), cached_load)
    assert result.passed, result.messages
    return result


def test_a_pull_goes_over_a_token_and_hits():
    result = holds(
        f"{PLAIN}\nboard: Cat on fame alice's 1",
        f"{PULL}\nalice may: resolve claws, resolve hearts, resolve fame\nalice resolves fame",
        """
        the fame marker is on alice's 2
        the fame marker is in no spotlight
        the fame marker is on no noise token
        the destruction marker is in the middle
        bob has 4 hearts
        Cat took effect once
        Cat is on fame alice's 1
        the fame track has 1 noise token
        alice is Gigazaur
        bob is Alienoid
        """,
        "kd.bonus.smash, kd.pull.further",
    )
    assert result.decisions == 2
    assert result.cards == 0, "monsters and tokens are no cards"


def test_a_bought_card_brings_its_token_and_the_row_slides():
    holds(
        SHOP,
        f"""
        {GO_SHOPPING}
        alice can buy Snack Time
        alice buys Cannonball!
        alice cannot place the token on fame alice's 1 to middle
        alice cannot place the token on fame alice's 2 to 3
        alice can place the token on fame alice's 4 to 3
        alice places the token on destruction alice's 3 to 4
        """,
        """
        the row is Frenzy, Photoshoot and Snack Time
        Anubis is on destruction alice's 3 to 4
        the fame marker is in alice's spotlight
        alice has 7 energy
        Cannonball! is in the discard pile
        bob sees Snack Time
        the next decision is alice's purchase
        """,
        "kd.noise.must, kd.noise.other-token, kd.noise.marker, kd.buy.rightmost, kd.buy.slide",
    )


def test_nobody_sees_the_deck():
    holds(SHOP, "", "alice does not see Frenzy\nalice sees Photoshoot", "kd.setup.public")


def test_every_decision_has_its_sentences():
    found = read_files([DECISIONS_OF_DUEL])
    answered = set()
    for one in found:
        result = play(one, cached_load)
        assert result.passed, result.messages
        assert read_text(print_scenario(one), FILE) == [one]
        assert not list(Draft202012Validator(SCHEMA).iter_errors(_document(one))), one.title
        answered |= {move.kind for move in result.run.moves}
    assert set(DECISIONS) - answered == {"die", "amount"}, "which no printed card needs"


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ("alice rolls claw, claw, claw, heart, heart", "leaves a die of this roll out"),
        ("bob rolls claw, claw, claw, heart, heart, heart", "but the next die is alice's"),
        (f"{PULL}\nalice resolves destruction", "is not possible"),
        (f"{PULL}\nalice may: resolve fame", "is not what is offered"),
        (f"{PULL}\nalice cannot resolve fame", "but the answer was taken"),
        (f"{PULL}\nalice can use Gigazaur", "does not hold"),
        (f"{PULL}\nalice spends 1 dice token", "the game waits for alice's result to resolve"),
        (f"{PULL}\nalice places the token on fame middle", "waits for alice's result to resolve"),
    ],
)
def test_what_the_script_gets_wrong_is_told_with_what_is_offered(when, message):
    assert message in complaints(when)


@pytest.mark.parametrize(
    ("fact", "instead"),
    [
        ("the fame marker is on alice's 3", "it is in the middle"),
        ("the fame marker is in bob's spotlight", "it is in the middle"),
        ("the destruction marker is in no spotlight", "it is on bob's 4, in bob's spotlight"),
        ("the fame marker is on no noise token", "it is on Cat"),
        ("the destruction marker is on Cat", "it is on bob's 4, on no noise token"),
        ("Cat is off the board", "it is on fame middle"),
        ("Cat is on destruction middle", "it is on fame middle"),
        ("the fame track has 2 noise tokens", "there are 1: Cat"),
        ("the row is Frenzy and Too Cute", "from left to right it is Too Cute, Frenzy"),
        ("alice is Meka Dragon", "this player is Gigazaur"),
        ("alice has 2 dice tokens", "the number is 0"),
        ("alice has Frenzy", "it is in the row"),
        ("alice wins by hits", "nobody has won"),
    ],
)
def test_a_fact_that_does_not_hold_is_told_with_what_is_so(fact, instead):
    given = """
        alice plays first
        destruction marker: bob's 4
        board: Cat on fame middle
        row: Too Cute, Frenzy
    """
    assert instead in complaints("", fact, given)


@pytest.mark.parametrize(
    ("given", "when", "then"),
    [
        ("bob: hearts 1", "alice resolves claws", "alice wins by hits"),
        (
            "fame marker: alice's 1\ndestruction marker: alice's 4",
            "alice resolves fame",
            "alice wins by spotlights",
        ),
        ("fame marker: alice's 5", "alice resolves fame", "alice wins by a victory cell"),
    ],
)
def test_a_victory_is_told_with_its_way(given, when, then):
    holds(f"alice plays first\n{given}", f"{PULL}\n{when}", f"{then}\nalice wins")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("alice plays first; cards: 1 other", "unnamed"),
        ("alice plays first\nboard: Cat", "Cat lies nowhere on the board"),
        ("alice plays first; Gigazur", "there is no card named `Gigazur`"),
    ],
)
def test_a_situation_that_cannot_be_is_refused(given, message):
    with pytest.raises(KaijuError, match=message):
        play(scenario(given, "", ""), cached_load)


# ---- exploring, telling, exporting


def test_a_question_is_followed_and_its_outcomes_show_the_tracks():
    when = "alice rolls fame, fame, fame, power, power, heart\nalice keeps the dice"
    run = begin(scenario(PLAIN, when, ""), cached_load)
    endings = explore(run, play_until_open(run))
    assert len(endings.found) > 1
    for ending in endings.found.values():
        lines = say_state(ending.position.projection(), run)
        assert lines[0].startswith("alice: Gigazaur; hearts 14")
        assert any(line.startswith(" fame") and line.count("V") == 1 for line in lines)


def test_the_story_is_told_in_words_and_with_the_tracks():
    result = holds(f"{PLAIN}\nboard: Cat on fame alice's 1", PULL, "bob has 5 hearts")
    output = io.StringIO()
    tell_result(result, Console(file=output, width=200), None)
    assert "Alice begins turn 1" in output.getvalue()
    assert "[h]" in output.getvalue()
    result = holds(PLAIN, f"{PULL}\nalice resolves fame", "bob has 5 hearts")
    output = io.StringIO()
    tell_result(result, Console(file=output, width=200), None)
    assert "The fame marker comes to alice's 2" in output.getvalue()


def _exported(found: Scenario):
    sums = {id: rule.checksum for id, rule in load_specification().rules.items()}
    return export(found, cached_load, sums)


def _document(found: Scenario):
    return json.loads(document([_exported(found)]))


def test_a_scenario_becomes_a_vector_that_can_be_read(tmp_path):
    when = f"""
        {GO_SHOPPING}
        alice buys Cannonball!
        alice cannot place the token on fame middle to bob's 1
        alice places the token on destruction alice's 3 to 4
        alice may: buy Frenzy, buy Photoshoot, buy Snack Time, sweep the row, decline
        now bob sees that alice has 7 energy
    """
    vector = _exported(scenario(SHOP, when, "alice has 7 energy", "kd.noise.must"))
    text = document([vector])
    assert not list(Draft202012Validator(SCHEMA).iter_errors(json.loads(text)))
    setup = vector["setup"]
    assert setup["fame"] == 4
    assert setup["board"][0]["place"] == "fame:0"
    assert {token["card"] for token in setup["noise"]} == {"anubis", "fish"}
    file = tmp_path / "some.jsonl"
    file.write_text(text, encoding="utf-8")
    assert [one.id for one in read_vectors(file)] == ["KD-7QK4X2"]


PROTOCOL = json.loads((VECTORS.parent / "schema" / "protocol-1.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("schema", [SCHEMA, PROTOCOL], ids=["vector", "protocol"])
def test_positions_states_and_views_fit_the_schemas(schema):
    """And a state of Duel is no state of another game."""

    def wrong(what: str, value: object) -> list[object]:
        form = {"$ref": f"#/$defs/{what}", "$defs": schema["$defs"]}
        return list(Draft202012Validator(form).iter_errors(value))

    duel, cards = cached_load("duel/standard"), card_facts("duel/standard")
    chooser = random.Random(2)
    for _ in range(6):
        setup = random_duel(cards, Choices(chooser.randbytes(200)))
        assert not wrong("duel", setup)
        position = duel.setup(setup)
        for _ in range(60):
            state, view = position.projection(), position.view("p2")
            view.pop("decision")
            assert not wrong("duel-state", state)
            assert not wrong("duel-view", view)
            assert wrong("tokyo-state", state)
            assert wrong("mindbug-state", state)
            if position.decision is None:
                break
            answers = list(itertools.islice(every_answer(position.decision), 40))
            position, _ = position.apply(chooser.choice(answers))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("fame marker: between alice's 2 and 3", "cell between alice's 2 and 3: no lengthening"),
        ("board: Alien on fame bob's 3 to 1\nfame marker: bob's 2", "on bob's 1 or on bob's 3"),
        ("board: Phantom on fame alice's 6", "for example, on `fame alice's 7 to 6`"),
        ("bob: Meka Dragon", "both players have meka-dragon"),
        ("board: The King's token [a] on fame middle", "nobody is the-king"),
        ("board: Cat on fame alice's 1, Cat on fame alice's 2", "the box has 1 of it"),
        ("row: Frenzy, Energize, Snack Time, Too Cute", "has 3 places, not 4"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_the_words_of_sentences(given, message):
    found = scenario(f"alice plays first; Meka Dragon\n{given}", "", "it is alice's turn")
    with pytest.raises(KaijuError) as error:
        begin(found, cached_load)
    assert message in str(error.value)
