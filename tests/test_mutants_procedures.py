"""Misreadings of procedures: each changes the oracle, is noticed where it should, and goes."""

from __future__ import annotations

import pytest

from conformance.engines.in_process import InProcess
from conformance.judge.runner import Judge
from conformance.judge.vector_files import list_vectors
from conformance.mutants.catalogue import by_id, mutants, procedure_mutants
from conformance.mutants.changes import Changes, fingerprint
from conformance.mutants.games import GAMES, finished_games, game_of
from conformance.mutants.judging import CRASH, at_work, can_touch, failing
from conformance.mutants.killing import signature
from conformance.mutants.mutant import Mutant
from conformance.mutants.suite import load_suite
from oracle.kernel.machine import KernelError
from oracle.mindbug import play, turn
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
    "kt/bay:four-left": "kt.bay.closes",
    "kt/bay:bay-moves-up": "kt.bay.city-left",
    "kt/attack:bay-is-another-place": "kt.attack.places",
    "kt/borrowed:both-gain": "kt.borrowed.resolve",
    "kt/consumable:both-keywords": "kt.consumable.one-keyword",
    "kt/tokyo:yielded-place-only": "kt.tokyo.no-place",
    "kt/energy:paid-afterwards": "kt.energy.pay",
    "kt/cards:own-in-table-order": "kt.card.waiting",
}


def passes(id):
    """Whether the oracle, as it is now, passes a vector."""
    (result,) = Judge(InProcess()).results([load_suite().vectors[id]])
    return result.status == "pass"


@pytest.mark.parametrize("game", finished_games())
def test_there_are_enough_of_them(game):
    assert len(procedure_mutants(game)) >= 60


@pytest.mark.parametrize("game", finished_games())
def test_every_rule_has_one(game):
    broken = {rule for mutant in procedure_mutants(game) for rule in mutant.rules}
    prefix = load_specification().games[game].prefix
    rules = {rule for rule in load_specification().rules if rule.startswith(f"{prefix}.")}
    assert rules - broken == set()


@pytest.mark.parametrize("game", finished_games())
def test_the_mutants_of_a_game_break_its_own_rules(game):
    prefix = load_specification().games[game].prefix
    for mutant in mutants():
        if mutant.game == game:
            assert all(rule.startswith(f"{prefix}.") for rule in mutant.rules), mutant.id


def test_every_one_is_taken_back():
    """Looked at after some of them: what one has left is still there then."""
    before = fingerprint()
    for first in range(0, len(mutants()), 40):
        some = mutants()[first : first + 40]
        for mutant in some:
            with mutant.in_force():
                pass
        assert fingerprint() == before, f"one of {', '.join(each.id for each in some)}"


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
    changes = Changes(GAMES["mindbug"])
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
        Changes(GAMES["mindbug"]).swap(print, print)


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


def is_only_broken(mutant):
    """Whether a mutant fails without playing otherwise, which is on record and kills nobody."""
    suite = load_suite()
    vector = suite.citing(mutant)[0]
    broken = signature(mutant, [vector.id], suite) == {vector.id: CRASH}
    return broken and failing(mutant, [vector]) == frozenset()


def test_a_mutant_without_end_is_told_apart():
    def go_round(change):
        def again(machine, state, frame):
            frame[1] = 0

        change.swap(turn.offer_action, again)

    mutant = Mutant(
        "test:without-end", "turns had no end", ("mb.turn.must-act",), go_round, "", "mindbug"
    )
    assert is_only_broken(mutant)


def test_a_mutant_that_crashes_is_told_apart():
    def break_it(change):
        def crash(state, *given):
            raise KernelError("broken")

        change.swap(play.lay_open, crash)

    mutant = Mutant("test:crash", "cards broke", ("mb.play.card",), break_it, "", "mindbug")
    assert is_only_broken(mutant)


def test_vectors_without_the_misread_card_are_not_run():
    mutant = by_id()["bee-bear/1:dropped"]
    vectors = load_suite().vectors.values()
    without = next(v for v in vectors if v.setup and "card:bee-bear" not in v.requires)
    with at_work(mutant) as bench:
        assert not bench.fails(without)


def test_what_no_card_says_cannot_be_misread():
    listed = list_vectors()
    plain = (each.read() for each in listed if each.game == "mindbug/first-contact")
    base = next(vector for vector in plain if not vector.cards)
    dice = next(each.read() for each in listed if "king-of-tokyo" in each.game)
    assert not can_touch(by_id()["dice:no-reroll"], base)
    assert can_touch(by_id()["dice:no-reroll"], dice)
    assert can_touch(by_id()["combat:ties-do-not-defeat"], base)


@pytest.mark.parametrize("game", finished_games())
def test_a_misreading_that_changes_nothing_is_never_noticed(game):
    """A vector of every ruleset: linking it anew for a mutant leaves it as it is."""
    nothing = Mutant("test:nothing", "all were well", (), lambda change: None, "", game)
    listed = {each.game: each for each in list_vectors() if game_of(each.game) == game}
    by_ruleset = {ruleset: each.read() for ruleset, each in listed.items()}
    assert load_specification().games[game].usual in by_ruleset
    assert all(can_touch(nothing, vector) for vector in by_ruleset.values())
    assert failing(nothing, by_ruleset.values()) == frozenset()


def test_a_game_is_not_judged_by_the_vectors_of_another():
    mutant = by_id()["combat:ties-do-not-defeat"]
    of_tokyo = [each for each in list_vectors() if each.game.startswith("tokyo/")][::20]
    assert of_tokyo
    assert not any(can_touch(mutant, each.read()) for each in of_tokyo)
