"""Misreadings of procedures: each changes the oracle, is noticed where it should, and goes."""

from __future__ import annotations

import pytest

from conformance.engines.in_process import InProcess
from conformance.judge.runner import Judge
from conformance.mutants.catalogue import by_id, mutants
from conformance.mutants.changes import Changes, fingerprint
from conformance.mutants.judging import CRASH, at_work, can_touch, failing
from conformance.mutants.mutant import Mutant
from conformance.mutants.procedures import procedure_mutants
from conformance.mutants.suite import load_suite
from oracle.kernel.machine import KernelError
from oracle.mindbug import atoms, turn
from oracle.mindbug.table import PROCEDURES
from rules_dsl.specification import load_specification

# The mistakes that engines are known to make, and a scenario that cites the rule and notices.
KNOWN = {
    "combat:ties-do-not-defeat": "mb.attack.tie",
    "keywords:poisonous-ignored-by-tough": "mb.keyword.tough-poisonous",
    "draw:refill-after-mindbug": "mb.draw.refill-first",
    "combat:second-defeated-effect-lost": "mb.attack.simultaneous",
    "keywords:hunter-must": "mb.keyword.hunter-optional",
    "keywords:frenzy-after-leaving": "mb.keyword.frenzy-in-play",
    "harpy-mother/1:up-to-exactly": "mb.effect.full",
    "combat:to-the-first-owner": "mb.attack.defeated-pile",
    "setup:hand-visible": "mb.setup.zones",
    "terms:twins-are-not-others": "mb.term.allied",
    "turn:no-loss-without-action": "mb.turn.no-action",
    "mindbug:second-follow-up-lost": "mb.mindbug.again",
    "action:without-effect-too": "mb.action.must-do-something",
    "evolve:keeps-its-stage": "mb.evolve.falls-back",
    "boost:own-pile": "mb.boost.any-pile",
    "discard:for-the-other": "mb.discard.owner",
    "lasting:for-ever": "mb.lasting.turn",
    "force:two-cancel-out": "mb.force.reversed",
    "copy:this-is-the-copied": "mb.copy.play-effect",
    "dice:when-blocking": "mb.dice.attack-only",
    "dice:growth-for-ever": "mb.dice.growth-lasts",
    "power:takes-the-turn": "mb.power.not-an-action",
    "power:before-follow-ups": "mb.power.own-turn-start",
    "sets:only-the-first": "mb.sets.mixing",
}


def passes(id):
    """Whether the oracle, as it is now, passes a vector."""
    (result,) = Judge(InProcess()).results([load_suite().vectors[id]])
    return result.status == "pass"


def test_there_are_enough_of_them():
    assert len(procedure_mutants()) >= 60


def test_every_rule_has_one():
    broken = {rule for mutant in procedure_mutants() for rule in mutant.rules}
    specification = load_specification()
    finished = {rule for rule in specification.rules if not specification.in_the_making(rule)}
    assert finished - broken == set()


def test_every_one_is_taken_back():
    before = fingerprint()
    for mutant in mutants():
        with mutant.in_force():
            pass
        assert fingerprint() == before, mutant.id


def test_one_is_taken_back_after_an_error():
    before = fingerprint()

    def fail():
        with by_id()["combat:one-after-the-other"].in_force():
            assert fingerprint() != before
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert fingerprint() == before


def test_the_oracle_is_itself_for_a_moment():
    before = fingerprint()
    with by_id()["combat:one-after-the-other"].in_force() as changes:
        with changes.lifted():
            assert fingerprint() == before
        assert fingerprint() != before


def test_a_function_is_exchanged_wherever_it_is_used():
    changes = Changes()
    real = turn.begin
    changes.swap(real, lambda machine, state, frame: None)
    try:
        assert turn.begin is not real
        assert all(real not in steps for steps in PROCEDURES.steps)
    finally:
        changes.restore()
    assert turn.begin is real
    assert any(real in steps for steps in PROCEDURES.steps)


def test_what_the_oracle_does_not_use_cannot_be_exchanged():
    with pytest.raises(LookupError, match="does not use"):
        Changes().swap(print, print)


@pytest.mark.parametrize(("id", "rule"), KNOWN.items())
def test_a_known_mistake_is_noticed_by_a_scenario_about_its_rule(id, rule):
    mutant = by_id()[id]
    assert rule in mutant.rules
    citing = [vector for vector in load_suite().citing(mutant) if rule in vector.rule_ids]
    with at_work(mutant) as bench:
        how = [bench.how(vector) for vector in citing]
    assert any(how), f"{id} passes every scenario that cites {rule}"
    assert CRASH not in how, f"{id} breaks the oracle, where it should misread"


def test_the_oracle_passes_what_a_mutant_fails():
    mutant = by_id()["combat:ties-do-not-defeat"]
    wrong = failing(mutant, load_suite().citing(mutant))
    assert wrong
    assert all(map(passes, wrong))


def test_a_mutant_without_end_is_noticed():
    def go_round(change):
        def again(machine, state, frame):
            frame[1] = 0

        change.swap(turn.offer_action, again)

    mutant = Mutant("test:without-end", "turns had no end", ("mb.turn.must-act",), go_round, "")
    assert failing(mutant, load_suite().citing(mutant)[:1])


def test_a_mutant_that_crashes_is_noticed():
    def break_it(change):
        def crash(state, *given):
            raise KernelError("broken")

        change.swap(atoms.lay_open, crash)

    mutant = Mutant("test:crash", "cards broke", ("mb.play.card",), break_it, "")
    assert failing(mutant, load_suite().citing(mutant)[:1])


def test_vectors_without_the_misread_card_are_not_run():
    mutant = by_id()["bee-bear/1:dropped"]
    vectors = load_suite().vectors.values()
    without = next(v for v in vectors if v.setup and "card:bee-bear" not in v.requires)
    with at_work(mutant) as bench:
        assert not bench.fails(without)


def test_what_no_card_says_cannot_be_misread():
    vectors = load_suite().vectors.values()
    base = next(v for v in vectors if v.game == "mindbug/first-contact" and not v.cards)
    dice = next(v for v in vectors if "king-of-tokyo" in v.game)
    assert not can_touch(by_id()["dice:no-reroll"], base)
    assert can_touch(by_id()["dice:no-reroll"], dice)
    assert can_touch(by_id()["combat:ties-do-not-defeat"], base)


def test_a_misreading_that_changes_nothing_is_never_noticed():
    """A vector of every ruleset: linking it anew for a mutant leaves it as it is."""
    nothing = Mutant("test:nothing", "all were well", ("mb.attack.tie",), lambda change: None, "")
    by_game = {vector.game: vector for vector in load_suite().vectors.values()}
    assert len(by_game) > 5
    assert failing(nothing, by_game.values()) == frozenset()
