"""A campaign keeps to its time: playing, making small, naming; what is cut is kept and said."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest
from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.fuzz.campaign import Alone, Budget, Campaign
from conformance.fuzz.comparing import STATE, TIMEOUT, Mismatch
from conformance.fuzz.notes import HEAD_START, SECONDS_TIMED, SECONDS_UNTIMED, Share
from conformance.fuzz.plan import Plan
from conformance.fuzz.report import CUT, LABELS, tell, tell_summary
from conformance.fuzz.rounds import Player, Task
from conformance.fuzz.shrinking import POSITION, UNTRIED
from conformance.fuzz.subject import Beginning, OutOfTime, Subject

PLANTED = Path(__file__).parent / "planted" / "python_bugs.py"
TIES = f"exec:{sys.executable} {PLANTED} ties-do-not-defeat"
GAME = "mindbug/first-contact"
SLACK = 1.5
"""Seconds that a loaded machine may add."""


class Slow(InProcess):
    """Takes its time for every answer, and shows one life too many."""

    def _frame(self):
        time.sleep(0.02)
        return evolve(super()._frame(), digest=None)

    def setup(self, *given, **more):
        time.sleep(0.1)
        return super().setup(*given, **more)

    def state(self):
        shown = super().state()
        shown["players"]["p1"]["life"] += len(shown["players"]["p1"]["discard"])
        return shown


@pytest.fixture
def slow(monkeypatch):
    monkeypatch.setattr("conformance.fuzz.plan.connect", lambda *_: Slow())
    return Plan("oracle", GAME)


def test_no_message_is_sent_after_the_deadline():
    subject = Subject(InProcess())
    with subject.until(time.monotonic() - 1), pytest.raises(OutOfTime):
        subject.begin(Beginning(GAME))
    assert subject.messages == 0
    subject.begin(Beginning(GAME))
    assert subject.messages == 1


def test_a_later_deadline_does_not_lift_an_earlier_one():
    subject = Subject(InProcess())
    gone = time.monotonic() - 1
    with subject.until(gone), subject.until(gone + 60), pytest.raises(OutOfTime):
        subject.begin(Beginning(GAME))


def test_a_campaign_ends_in_time_though_the_engine_is_slow_and_wrong(slow):
    crew = Alone(slow)
    started = time.monotonic()
    campaign = Campaign(crew, Budget(seconds=2.0), lambda _: None)
    found = list(campaign.findings())
    assert time.monotonic() - started < 2.0 + SLACK
    assert found
    assert campaign.figures.games < 20


def test_what_is_not_made_small_in_time_is_kept_and_said(slow, monkeypatch):
    monkeypatch.setattr(Share, "seconds", lambda *_: 0.0)  # there is never any
    campaign = Campaign(Alone(slow), Budget(seconds=2.0), lambda _: None)
    found = list(campaign.findings())
    assert found
    for finding in found:
        assert (finding.label, finding.is_cut) == (UNTRIED, True)
        assert LABELS[UNTRIED] in "\n".join(line for line, _ in tell(finding))
    (summary, _), *_ = tell_summary(campaign.figures, 1, interrupted=False)
    assert "not made small in time" in summary


def test_what_is_made_smaller_only_in_part_is_said_too(slow):
    subject = slow.subject()
    found = Player(slow, subject).play(Task(0, seconds=1.6)).findings
    cut = [one for one in found if one.is_cut and one.label == POSITION]
    assert cut
    assert CUT in "\n".join(line for line, _ in tell(cut[0]))


def test_without_a_time_everything_is_made_small(slow):
    share = Share(5.0)
    assert share.seconds(Mismatch(STATE, ""), None) == SECONDS_UNTIMED
    share.spend(1_000)
    assert share.seconds(Mismatch(STATE, ""), None) == SECONDS_UNTIMED


def test_making_small_has_a_share_and_then_waits():
    share, deadline = Share(5.0), time.monotonic() + 60
    first = share.seconds(Mismatch(STATE, ""), deadline)
    assert HEAD_START - 0.1 < first <= SECONDS_TIMED
    share.spend(HEAD_START + 1)
    assert share.seconds(Mismatch(STATE, ""), deadline) == 0


def test_a_message_that_is_not_answered_is_tried_again_but_not_beyond_the_end():
    share, now = Share(timeout=5.0), time.monotonic()
    assert share.seconds(Mismatch(TIMEOUT, ""), now + 60) == pytest.approx(15, abs=0.1)
    assert share.seconds(Mismatch(TIMEOUT, ""), now + 4) == pytest.approx(4, abs=0.1)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_verb_ends_in_time_and_the_cases_are_written(kaiju, tmp_path, jobs):
    started = time.monotonic()
    done = kaiju(
        *("fuzz", "--engine", TIES, "--time", "3s", "--jobs", jobs, "--json"),
        *("--corpus", tmp_path / "c"),
    )
    assert time.monotonic() - started < 3 + 2 * SLACK
    *findings, summary = map(json.loads, done.output.splitlines())
    cases = {file.stem for file in (tmp_path / "c").glob("*.json")}
    assert {one["case"] for one in findings} == cases
    assert summary["findings"] == len(findings) > 0
    assert findings[0]["rules"][0] == "mb.attack.tie"
