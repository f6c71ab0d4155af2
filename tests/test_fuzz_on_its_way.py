"""A campaign on its way: what it shows, what it keeps when it is stopped, what it asks engines."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.fuzz.again import FAILED, FIXED, play_again
from conformance.fuzz.batched import play_batched
from conformance.fuzz.beginnings import Beginnings
from conformance.fuzz.behind import play
from conformance.fuzz.campaign import Alone, Budget, Campaign
from conformance.fuzz.finding import finding_of
from conformance.fuzz.guide import Guide, Numbers
from conformance.fuzz.notes import NOT_REPLAYED
from conformance.fuzz.plan import Plan
from conformance.fuzz.report import LABELS
from conformance.fuzz.rounds import Player, Task
from conformance.fuzz.shrinking import POSITION, REPLAYED, Shrinker
from conformance.fuzz.subject import Beginning, Subject
from conformance.fuzz.workers import Workers
from conformance.protocol.legal import Legal
from conformance.protocol.messages import Frame

PLANTED = Path(__file__).parent / "planted" / "python_bugs.py"
TIES = f"exec:{sys.executable} {PLANTED} ties-do-not-defeat"
GAME = "mindbug/first-contact"


# ------------------------------------------------------------------ stopped


def test_what_is_counted_is_told_and_kept_though_naming_it_is_stopped(kaiju, tmp_path, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("conformance.fuzz.misreading.Namer.named", stopped)
    done = kaiju(
        *("fuzz", "--engine", TIES, "--games", "40", "--jobs", "1", "--corpus", tmp_path / "c")
    )
    assert done.exit_code == 130
    (case,) = (tmp_path / "c").glob("*.json")
    assert f"DIFFERENCE {case.stem}" in done.output
    assert "stopped: 1 finding in" in done.output


class Interrupted(Alone):
    """Is stopped before a round is over."""

    def finished(self):
        super().finished()
        raise KeyboardInterrupt


def test_what_a_round_found_that_is_not_over_counts_too(monkeypatch):
    monkeypatch.setattr("conformance.fuzz.rounds.SECONDS_BETWEEN_WORDS", 0)
    crew = Interrupted(Plan(TIES, GAME))
    try:
        campaign = Campaign(crew, Budget(games=20), lambda _: None)
        with pytest.raises(KeyboardInterrupt):
            list(campaign.findings())
        assert campaign.figures.games == 0
        campaign.stop()
    finally:
        crew.close()
    assert campaign.figures.games == 20
    assert len(campaign.figures.findings) == 1


# ------------------------------------------------------------------ how far it is


@pytest.mark.parametrize("crew", [Alone, lambda plan: Workers(plan, 2)])
def test_a_campaign_says_how_far_it_is_before_a_round_is_over(crew, monkeypatch):
    monkeypatch.setattr("conformance.fuzz.rounds.SECONDS_BETWEEN_WORDS", 0)
    told, crew = [], crew(Plan(TIES, GAME))
    try:
        campaign = Campaign(crew, Budget(games=40), told.append)
        list(campaign.findings())
    finally:
        crew.close()
    games = [figures.games for figures in told]
    assert games == sorted(games)
    assert games[0] < 20
    assert (games[-1], len(told[-1].findings)) == (40, 1)
    assert told[-1].decisions == campaign.figures.decisions
    assert any(figures.findings for figures in told if figures.games < 40)


# ------------------------------------------------------------------ replay and apply


class Applies(InProcess):
    """Leaves out an answer when it is asked step by step."""

    replayed = 0

    def apply(self, decision, do):
        told = super().apply(decision, do)
        if isinstance(told, Frame) and getattr(told.next, "kind", "") == "block":
            return evolve(told, next=evolve(told.next, legal=Legal(list(told.next.legal)[:1])))
        return told

    def replay(self, *given, **more):
        self.replayed += 1
        return super().replay(*given, **more)


def first_difference(subject):
    beginnings = Beginnings(Beginning(GAME), subject)
    for game in range(60):
        numbers = Numbers(game)
        where = beginnings.draw(numbers)
        parted = play(subject, where, Guide(numbers, Counter()), numbers).parted
        if parted is not None and len(parted.script) > 2:
            return parted
    raise AssertionError("the engine plays as the oracle does")


def test_in_step_nothing_is_replayed_while_a_case_is_made_small():
    engine = Applies()
    subject = Subject(engine, replays=False)
    shrinker = Shrinker(subject)
    shrunk = shrinker.shrink(first_difference(subject))
    assert shrunk.label == POSITION
    assert not shrinker.is_hidden_in_replay(shrunk)
    assert engine.replayed == 0


def test_what_only_apply_shows_is_told_so_and_is_not_called_unsteady(monkeypatch):
    engine = Applies()
    subject = Subject(engine)
    shrinker = Shrinker(subject)
    shrunk = shrinker.shrink(first_difference(subject))
    assert shrinker.is_hidden_in_replay(shrunk)
    assert engine.replayed
    assert shrunk.label == POSITION
    plan = Plan("oracle", GAME)
    monkeypatch.setattr("conformance.fuzz.rounds.play_batched", play_step_by_step)
    found = Player(plan, subject).play(Task(0, games=20)).findings
    assert any(one.message.endswith(NOT_REPLAYED) for one in found)


def play_step_by_step(subject, where, guide):
    return play(subject, where, guide, Numbers(1))


class Replays(InProcess):
    """Tells wrong digests of the games it replays."""

    def replay(self, *given, **more):
        told = super().replay(*given, **more)
        return evolve(told, digests=["0" * 16] * len(told.digests))


def test_what_only_replay_shows_is_told_so_and_can_be_played_again():
    subject, numbers = Subject(Replays()), Numbers(3)
    parted = play_batched(subject, Beginning(GAME), Guide(numbers, Counter())).parted
    shrunk = Shrinker(subject).shrink(parted)
    assert shrunk.label == REPLAYED
    assert "`replay`" in LABELS[shrunk.label]
    finding = finding_of(shrunk, 1, 1)
    assert play_again(subject, finding).status == FAILED
    assert play_again(Subject(InProcess()), finding).status == FIXED


# ------------------------------------------------------------------ how many play


class Few(InProcess):
    """Says that two to four can play."""

    def hello(self):
        hello = super().hello()
        info = evolve(hello.games["tokyo/current"], players=[2, 4])
        return evolve(hello, games={"tokyo/current": info})


def test_a_number_that_the_engine_does_not_play_with_is_a_mistake(kaiju, monkeypatch, tmp_path):
    monkeypatch.setattr("conformance.fuzz.plan.connect", lambda *_: Few())
    fuzz = ("fuzz", "--engine", "oracle", "--ruleset", "tokyo/current", "--jobs", "1")
    fuzz = (*fuzz, "--games", "2", "--corpus", tmp_path, "--players")
    done = kaiju(*fuzz, "5")
    assert done.exit_code == 2
    assert "does not play tokyo/current with 5" in done.output
    assert "2 to 4 can play" in done.output
    assert kaiju(*fuzz, "4").exit_code == 0
