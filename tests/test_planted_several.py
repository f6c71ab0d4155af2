"""Several bugs in one engine: all are named, and nothing that is not there."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from conformance.mutants.catalogue import by_id

FILE = Path(__file__).parent / "planted" / "several.py"


def planted(name="several"):
    spec = importlib.util.spec_from_file_location(name, FILE.with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


several = planted()


def test_every_planted_bug_has_a_misreading_of_the_catalogue():
    assert set(several.MISREADINGS.values()) <= by_id().keys()
    assert len(several.all_pairs()) == 66
    assert len(set(several.some_triples())) == 40


@pytest.mark.parametrize(
    "bugs",
    [
        ("ties-do-not-defeat", "equal-twins-not-buffed"),  # the small one is hard to see
        ("hunter-cannot-be-declined", "frenzy-goes-on-after-leaving", "no-loss-without-an-action"),
    ],
    ids="+".join,
)
def test_several_bugs_are_all_named_and_nothing_else(bugs):
    assert list(several.mistakes(bugs)) == []


def test_a_bug_that_is_not_named_and_one_that_is_not_there_are_mistakes(monkeypatch):
    monkeypatch.setattr(several, "named_by_kaiju", lambda bugs: {"combat:to-the-first-owner"})
    assert list(several.mistakes(("ties-do-not-defeat",))) == [
        "ties-do-not-defeat: combat:ties-do-not-defeat is not named",
        "ties-do-not-defeat: combat:to-the-first-owner is named and not there",
    ]


def test_what_another_bug_hides_is_no_mistake(monkeypatch):
    monkeypatch.setattr(several, "named_by_kaiju", lambda bugs: {"combat:ties-do-not-defeat"})
    assert list(several.mistakes(("ties-do-not-defeat", "lost-defeated-choice"))) == []


@pytest.mark.slow
@pytest.mark.parametrize("bugs", several.all_pairs()[::66], ids="+".join)
def test_pairs_are_all_named(bugs):
    assert list(several.mistakes(bugs)) == []
