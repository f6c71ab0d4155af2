"""A rule is two-sided when its point is seen with it and without it."""

from __future__ import annotations

import pytest

from conformance.coverage import points as module
from conformance.coverage.points import Points
from conformance.replay.playing import play_once
from conformance.scenario.loading import cached_load
from conformance.scenario.player import play
from conformance.scenario.reader import read_files
from fights import LESS, TIE


@pytest.fixture
def two_sided(tmp_path):
    """The two-sided rules of some scenarios, each with the scenario that shows it."""

    def of(text):
        file = tmp_path / "some.scenario"
        file.write_text(text, "utf-8")
        played = map(play_once, read_files([file]))
        passed = {one.replay.scenario.id: one.replay.points for one in played if one.replay.counts}
        return module.two_sided(passed)

    return of


def test_a_rule_that_always_fires_is_one_sided(two_sided):
    assert "mb.attack.tie" not in two_sided(TIE)


def test_a_rule_that_does_not_fire_at_its_point_elsewhere_is_two_sided(two_sided):
    found = two_sided(TIE + LESS)
    assert found["mb.attack.tie"] == "MB-000002"
    assert found["mb.attack.lower-power"] == "MB-000001"
    assert "mb.attack.declare" not in found


def test_a_scenario_that_fails_shows_nothing(two_sided):
    assert "mb.attack.tie" not in two_sided(TIE + LESS.replace("bob's discard", "alice's discard"))


def test_following_a_run_changes_nothing(tmp_path):
    file = tmp_path / "some.scenario"
    file.write_text(TIE, "utf-8")
    plain = cached_load("mindbug/first-contact")
    codes = list(plain.machine.codes)
    points = Points(cached_load)
    (scenario,) = read_files([file])
    followed, alone = play(scenario, points.load), play(scenario, cached_load)
    assert points.take()
    assert followed.fired == alone.fired
    assert followed.run.position.digest() == alone.run.position.digest()
    assert plain.machine.codes == codes
