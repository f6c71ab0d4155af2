"""Scenarios that have no vector yet count for mutants as soon as they hold."""

from __future__ import annotations

import os

import pytest

from conformance.mutants import drafts as module
from conformance.mutants.catalogue import by_id
from conformance.mutants.drafts import drafts
from conformance.mutants.judging import failing
from conformance.mutants.suite import load_suite

BEE = by_id()["bee-bear/1:at-most-less"]
LADY = by_id()["cloud-lady/1:limit-dropped"]
TIES = by_id()["combat:ties-do-not-defeat"]

SCENARIO = """\
ruleset mindbug/first-contact+beyond-evolution

scenario {id} "Cloud Lady defeats a weak creature"
  rules mb.action.turn, mb.card.power
  given
    alice plays first; in play: Cloud Lady
    bob: in play: Lone Yeti, Brain Fly
  when
    alice uses the action of Cloud Lady
  then
    {then}
"""


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Let the kit have just these scenario files."""
    files = []
    monkeypatch.setattr(module, "scenario_files", lambda: files)

    def write(text=SCENARIO, id="MB-000000", then="Brain Fly is in bob's discard pile"):
        file = tmp_path / f"{len(files)}.scenario"
        file.write_text(text.format(id=id, then=then), encoding="utf-8")
        files.append(file)

    return write


def test_a_new_scenario_catches_at_once(written):
    written()
    (vector,) = drafts([LADY])
    assert vector.id == "MB-000000"
    assert failing(LADY, [vector]) == {"MB-000000"}
    suite = load_suite().plus([vector])
    assert suite.vectors["MB-000000"] is vector
    assert vector in suite.citing(LADY)


def test_only_scenarios_with_a_misread_card_are_played(written):
    written()
    assert drafts([BEE]) == []
    assert len(drafts([BEE, LADY])) == 1
    assert len(drafts([TIES])) == 1


def test_a_scenario_that_does_not_hold_is_left_out(written):
    written(then="Brain Fly is in alice's hand")
    written("scenario oops")
    written()
    assert [vector.id for vector in drafts([LADY])] == ["MB-000000"]


def test_a_vector_is_made_anew_only_when_its_scenario_is_newer(written, tmp_path, monkeypatch):
    known = next(iter(load_suite().scenarios))
    written(id=known)
    monkeypatch.setattr(module, "VECTORS", tmp_path)
    old = tmp_path / "0.jsonl"
    assert drafts([LADY]) == []
    old.write_text("{}", encoding="utf-8")
    assert drafts([LADY]) == []
    os.utime(old, (0, 0))
    assert [vector.id for vector in drafts([LADY])] == [known]
