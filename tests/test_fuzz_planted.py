"""Twelve bugs planted in the example engines: each is judged, found, made small and named."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

from conformance.engines.connect import connect
from conformance.fuzz.campaign import Alone, Budget, Campaign
from conformance.fuzz.finding import Finding
from conformance.fuzz.plan import Plan
from conformance.fuzz.shrinking import POSITION
from conformance.judge.results import HARMLESS
from conformance.judge.runner import Judge
from conformance.mutants.suite import load_suite

PLANTED = Path(__file__).parent / "planted"
GAME = "mindbug/first-contact"
GAMES = 240
MOST_CARDS, MOST_DECISIONS = 3, 4

# bug -> the rule it breaks, the misreading that does the same
BUGS = {
    "ties-do-not-defeat": ("mb.attack.tie", "combat:ties-do-not-defeat"),
    "poisonous-ignored-by-tough": (
        "mb.keyword.tough-poisonous",
        "keywords:poisonous-ignored-by-tough",
    ),
    "refill-after-the-mindbug": ("mb.draw.refill-first", "draw:refill-after-mindbug"),
    "lost-defeated-choice": ("mb.trigger.defeated", "combat:second-defeated-effect-lost"),
    "hunter-cannot-be-declined": ("mb.keyword.hunter-optional", "keywords:hunter-must"),
    "frenzy-goes-on-after-leaving": (
        "mb.keyword.frenzy-in-play",
        "keywords:frenzy-after-leaving",
    ),
    "up-to-two-forced-to-two": ("mb.effect.chooser", "harpy-mother/1:up-to-exactly"),
    "stolen-creature-to-its-first-owner": ("mb.attack.defeated-pile", "combat:to-the-first-owner"),
    "view-shows-the-opponents-hand": ("mb.setup.zones", "setup:hand-visible"),
    "equal-twins-not-buffed": ("mb.term.allied", "terms:twins-are-not-others"),
    "no-loss-without-an-action": ("mb.turn.no-action", "turn:no-loss-without-action"),
    "follow-up-lost-after-the-second-mindbug": (
        "mb.mindbug.follow-up",
        "mindbug:second-follow-up-lost",
    ),
}

NEEDS_A_FULL_HAND = {"refill-after-the-mindbug"}
"""A hand below five is refilled at once, so a deck to refill from takes a hand of five."""


def python_engine(bug: str) -> str:
    return f"exec:{sys.executable} {PLANTED / 'python_bugs.py'} {bug}"


def first_finding(engine: str) -> Finding:
    plan = Plan(engine, GAME)
    crew = Alone(plan)
    try:
        campaign = Campaign(crew, Budget(games=GAMES, findings=1), lambda _: None)
        found = list(campaign.findings())
        assert found, f"nothing was found in {campaign.figures.games} games"
        return found[0]
    finally:
        crew.close()


def expect_small_and_right(bug: str, finding: Finding) -> None:
    rule, misreading = BUGS[bug]
    assert finding.label == POSITION
    assert finding.decisions <= MOST_DECISIONS
    if bug in NEEDS_A_FULL_HAND:
        assert finding.cards == 6
        assert len(set(finding.names.values())) == 1
    else:
        assert finding.cards <= MOST_CARDS
    assert rule in finding.rules
    if finding.behaves_like:
        assert misreading in [name.partition(": ")[0] for name in finding.behaves_like]


def fails_one(engine: str, rule: str) -> bool:
    suite = load_suite()
    vectors = [suite.vectors[id] for id, one in suite.entries.items() if rule in one.rules]
    judge = Judge(connect(engine))
    try:
        return any(one.status not in HARMLESS for one in judge.results(vectors))
    finally:
        judge.close()


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_fails_a_vector_of_its_rule(bug):
    assert fails_one(python_engine(bug), BUGS[bug][0])


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found_made_small_and_named(bug):
    finding = first_finding(python_engine(bug))
    expect_small_and_right(bug, finding)
    assert finding.behaves_like


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_planted_in_javascript_is_found_and_named(bug, tmp_path):
    engine = f"exec:node {javascript().plant(bug, tmp_path)}"
    finding = first_finding(engine)
    expect_small_and_right(bug, finding)
    assert finding.behaves_like
    assert fails_one(engine, BUGS[bug][0])


def test_every_bug_is_planted_in_both_engines():
    text = (PLANTED / "python_bugs.py").read_text(encoding="utf-8")
    planted = {f"def {bug.replace('-', '_')}()" in text for bug in BUGS}
    assert planted == {True}
    assert set(javascript().BUGS) == set(BUGS)


@pytest.mark.parametrize("bug", BUGS)
def test_the_javascript_engine_still_has_the_texts_to_change(bug, tmp_path):
    assert javascript().plant(bug, tmp_path).is_file()


def javascript():
    spec = importlib.util.spec_from_file_location("javascript_bugs", PLANTED / "javascript_bugs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
