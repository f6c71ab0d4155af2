"""Instances of laws: seeds, seats, open decisions, comparisons, shrinking, vectors."""

from __future__ import annotations

from conformance.engines.in_process import InProcess
from conformance.judge.runner import Judge
from conformance.laws.biting import load_in_force, notices
from conformance.laws.drawing import instances
from conformance.laws.model import Law
from conformance.laws.playing import play_instance
from conformance.laws.reader import read_text
from conformance.laws.running import judge
from conformance.laws.shrinking import smallest
from conformance.laws.vectors import as_vectors, vectors_of
from conformance.mutants.catalogue import by_id
from conformance.scenario.loading import cached_load
from conformance.scenario.printer import print_scenario

CLAWS = """\
ruleset tokyo/current

law KT-0PZ4WN "Claws from outside wound whoever is in Tokyo, and nobody else"
  rules kt.attack.from-outside
  for any
    roll: six dice with 1 to 6 claws
    c: claws of roll
    h: c + 1 to 10
    k: 1 to 10
  given
    alice plays first; outside Tokyo
    bob: in Tokyo City; hearts h
    carol: outside Tokyo; hearts k
    bystanders play too
  when
    alice rolls roll
    alice keeps the dice
    alice resolves claws, if asked
  then
    bob has h - c hearts
    carol has k hearts
    never alice is eliminated
"""

TAKEN = """\
ruleset mindbug/first-contact

law MB-7D1SXE "Who takes a card with a Mindbug resolves its Play effect"
  rules mb.mindbug.play-effect
  narrow only these have a Play effect
  for any
    card: creature with a play effect
  given
    alice plays first; hand: card, 1 other; deck: 2 others; in play: Gorillion
    bob: hand: 2 others; in play: Bee Bear
  when
    alice plays card
    bob uses a mindbug
    whatever is answered until alice's turn action
  then
    all is alike but mindbugs and turn and next decision
  as given
    alice: hand: 1 other; deck: 2 others; in play: Gorillion
    bob plays first; hand: card, 2 others; in play: Bee Bear
  as when
    bob plays card
    alice does not use a mindbug
    whatever is answered until alice's turn action
"""


def law_of(text: str) -> Law:
    (law,) = read_text(text)
    return law


def test_instances_follow_from_the_seed() -> None:
    law = law_of(CLAWS)
    first = [each.drawn for each in instances(law, cached_load, 10)]
    assert first == [each.drawn for each in instances(law, cached_load, 10)]
    assert first != [each.drawn for each in instances(law, cached_load, 10, seed=1)]
    keys = [each.key for each in instances(law, cached_load, 40)]
    assert len(set(keys)) == 40


def test_seats_and_bystanders_vary() -> None:
    drawn = list(instances(law_of(CLAWS), cached_load, 40))
    players = {len(each.part.scenario.players) for each in drawn}
    assert players == {3, 4}
    assert {each.turned for each in drawn} == {0, 1, 2, 3}
    assert {each.part.scenario.given.first for each in drawn if each.part.scenario.given} == {
        *("alice", "bob", "carol", "dave")
    }


def test_two_runs_are_compared() -> None:
    verdict = judge(law_of(TAKEN), cached_load)
    assert verdict.holds
    with by_id()["mindbug:no-effect"].in_force():
        drawn = list(instances(law_of(TAKEN), cached_load, 10))
        assert any(notices(each) for each in drawn)


def test_a_counterexample_becomes_small_and_a_scenario() -> None:
    law = law_of(CLAWS)
    drawn = list(instances(law, cached_load, 40))
    with by_id()["kt/attack:outside-hits-all"].in_force():
        found = next(each for each in drawn if notices(each))
        small = smallest(found, notices, cached_load)
        outcome = play_instance(small, load_in_force)
    assert not small.standing_by
    assert small.binding["h"] == 2
    assert small.binding["k"] == 1
    assert outcome.messages
    text = print_scenario(outcome.scenario)
    assert "carol: hearts 1" in text
    assert "alice resolves claws" in text


def test_instances_are_vectors_that_the_oracle_passes() -> None:
    for text, both in ((CLAWS, 1), (TAKEN, 2)):
        said = [json for _, json in vectors_of(law_of(text), 5)]
        assert len(said) == 5 * both
        results = Judge(InProcess()).results(as_vectors(said, "laws"))
        assert {each.status for each in results} == {"pass"}


def test_always_and_never_look_at_every_decision() -> None:
    text = CLAWS.replace("never alice is eliminated", "always bob has h hearts")
    verdict = judge(law_of(text), cached_load)
    assert any("`always" in message for message in verdict.failures[0].messages)
