"""What a run shows of its cards: an ability counts only when it really did something."""

from __future__ import annotations

import pytest

import oracle
from conformance.coverage.exercise import exercise, named_abilities
from conformance.scenario.loading import cached_load
from conformance.scenario.player import play
from conformance.scenario.reader import read_text

RULESET = "mindbug/first-contact"


def used(given, when, then, header=""):
    """What a passing scenario of one line each for alice, bob, each step and each fact uses."""
    lines = ['scenario MB-000000 "A try"', "  rules mb.turn.must-act", f"  ruleset {RULESET}"]
    lines += [f"  {header}"] if header else []
    for name, section in (("given", given), ("when", when), ("then", then)):
        lines += [f"  {name}", *(f"    {line}" for line in section)]
    (scenario,) = read_text("\n".join(lines))
    result = play(scenario, cached_load)
    assert result.passed, result.messages
    return exercise(result.run)


def names(exercised):
    return {name for _, name in exercised.abilities}


def test_names_are_those_of_the_machine():
    ruleset = oracle.load(RULESET)
    cards = {name for card in ruleset.cards.values() for name in named_abilities(card)}
    machine = {each.name for each in ruleset.machine.abilities}
    assert cards == {name for name in machine if name.partition("/")[0] in ruleset.cards}


def test_a_trigger_counts_when_its_effect_did_something():
    found = used(
        ["alice plays first; hand: Axolotl Healer, 1 other", "bob: mindbugs 0; hand: 1 other"],
        ["alice plays Axolotl Healer"],
        ["alice has 5 life"],
    )
    assert ("trigger", "axolotl-healer/1") in found.abilities


def test_a_trigger_counts_when_its_effect_needed_a_choice():
    found = used(
        [
            "alice plays first; in play: Shark Dog",
            "bob: hand: 1 other; in play: Gorillion, Bee Bear",
        ],
        [
            "alice attacks with Shark Dog",
            "alice chooses Gorillion",
            "alice does not hunt",
            "bob does not block",
        ],
        ["Gorillion is in bob's discard pile"],
    )
    assert ("trigger", "shark-dog/1") in found.abilities


def test_a_trigger_counts_when_what_it_did_was_replaced():
    found = used(
        ["alice plays first; in play: Shark Dog", "bob: hand: 1 other; in play: Rhino Turtle"],
        ["alice attacks with Shark Dog", "alice does not hunt", "bob does not block"],
        ["Rhino Turtle is exhausted"],
    )
    assert {("trigger", "shark-dog/1"), ("replace", "tough/1")} <= found.abilities


@pytest.mark.parametrize(
    ("card", "alice", "bob"),
    [
        ("Shark Dog", "", "in play: Brain Fly"),  # nobody has power 6
        ("Snail Hydra", ", Gorillion", "in play: Brain Fly"),  # the condition does not hold
        ("Turbo Bug", "", "life 1"),  # the life is 1 already; the attack then takes it
        ("Tusked Extorter", "", "life 3"),  # no card to discard
    ],
)
def test_a_trigger_that_came_to_nothing_does_not_count(card, alice, bob):
    hunts = ["alice does not hunt"] if card == "Shark Dog" else []
    found = used(
        [f"alice plays first; in play: {card}{alice}", f"bob: {bob}"],
        [f"alice attacks with {card}", *hunts, "bob does not block"],
        ["nobody has won" if "life 1" not in bob and "play" in bob else "alice wins"],
    )
    assert names(found) == set()


def test_the_end_of_an_attack_is_not_what_an_effect_did():
    found = used(
        [
            "alice plays first; hand: 1 other; in play: Explosive Toad",
            "bob: hand: 1 other; in play: Harpy Mother",
        ],
        [
            "alice attacks with Explosive Toad",
            "bob blocks with Harpy Mother",
            "alice resolves Harpy Mother first",
        ],
        ["Explosive Toad's defeated effect happened once"],
    )
    assert names(found) == set()


def test_a_trigger_whose_player_chose_nothing_does_not_count():
    found = used(
        [
            "alice plays first; hand: 1 other; in play: Gorillion",
            "bob: hand: 1 other; in play: Harpy Mother, Brain Fly",
        ],
        ["alice attacks with Gorillion", "bob blocks with Harpy Mother", "bob chooses nothing"],
        ["Harpy Mother is in bob's discard pile"],
    )
    assert names(found) == set()


def test_a_constant_ability_counts_where_it_applies():
    found = used(
        ["alice plays first; in play: Gorillion, Shield Bugs", "bob: hand: 1 other"],
        ["alice attacks with Gorillion", "bob does not block"],
        ["Gorillion has power 11"],
    )
    assert ("static", "shield-bugs/1") in found.abilities


def test_a_constant_ability_does_not_count_where_it_reaches_nothing():
    found = used(
        ["alice plays first; in play: Gorillion", "bob: hand: 1 other; in play: Shield Bugs"],
        ["alice attacks with Gorillion", "bob does not block"],
        ["Gorillion has power 10"],
    )
    assert names(found) == set()


@pytest.mark.parametrize(
    ("card", "blocker", "ability"),
    [("Bee Bear", "Brain Fly", "bee-bear/1"), ("Elephantopus", "Brain Fly", "elephantopus/1")],
)
def test_a_prohibition_counts_where_it_forbids(card, blocker, ability):
    found = used(
        [f"alice plays first; in play: {card}", f"bob: hand: 1 other; in play: {blocker}"],
        [f"alice attacks with {card}", f"bob cannot block with {blocker}", "bob does not block"],
        ["bob has 2 life"],
    )
    assert ("rule", ability) in found.abilities


def test_a_prohibition_does_not_count_where_all_is_allowed():
    found = used(
        ["alice plays first; in play: Bee Bear", "bob: hand: 1 other; in play: Gorillion"],
        ["alice attacks with Bee Bear", "bob does not block"],
        ["bob has 2 life"],
    )
    assert names(found) == set()


def forbidden_effect():
    return used(
        [
            "alice plays first; hand: Axolotl Healer, 1 other",
            "bob: mindbugs 0; in play: Deathweaver",
        ],
        ["alice plays Axolotl Healer"],
        ["alice has 3 life"],
    )


def test_an_effect_that_was_forbidden_does_not_count():
    found = forbidden_effect()
    card = oracle.load(RULESET).cards["axolotl-healer"]
    assert not any(found.uses(name, each) for name, each in named_abilities(card).items())


def test_forbidding_an_effect_counts_for_who_forbids_it():
    assert ("rule", "deathweaver/1") in forbidden_effect().abilities


@pytest.mark.parametrize(
    ("alice", "bob", "when", "keyword"),
    [
        ("Rhino Turtle", "Gorillion", ["bob blocks with Gorillion"], ("rhino-turtle", "tough")),
        ("Gorillion", "Spider Owl", ["bob blocks with Spider Owl"], ("spider-owl", "poisonous")),
        ("Spider Owl", "Gorillion", ["bob does not block"], ("spider-owl", "sneaky")),
        ("Killer Bee", "Brain Fly", ["alice hunts Brain Fly"], ("killer-bee", "hunter")),
        (
            "Luchataur",
            "Brain Fly",
            ["bob does not block", "alice attacks again with Luchataur", "bob does not block"],
            ("luchataur", "frenzy"),
        ),
    ],
)
def test_a_printed_keyword_counts_when_an_event_rests_on_it(alice, bob, when, keyword):
    given = [f"alice plays first; in play: {alice}", f"bob: hand: 1 other; in play: {bob}"]
    steps = [f"alice attacks with {alice}", *when]
    steps += ["alice does not attack again"] if keyword[1] == "tough" else []
    found = used(given, steps, ["nobody has won"])
    assert keyword in found.keywords
    assert all(card != "gorillion" and card != "brain-fly" for card, _ in found.keywords)


def test_a_card_that_only_lies_there_takes_no_part():
    found = used(
        ["alice plays first; hand: 2 others; in play: Bee Bear", "bob: hand: 1 other"],
        ["alice attacks with Bee Bear", "bob does not block"],
        ["bob has 2 life"],
    )
    assert found.cards == {"bee-bear"}
