"""A scenario is played once; what came of it is on record until something it rests on changes."""

from __future__ import annotations

import pytest

from conformance.replay import inputs, playing
from conformance.replay.inputs import essence, scenario_sum
from conformance.replay.playing import Replays, play_once
from conformance.replay.replay import Replay
from conformance.replay.store import Store
from conformance.scenario.reader import read_files
from fights import TIE as TEXT

FAILS = TEXT.replace("alice's discard", "bob's discard")


@pytest.fixture
def read(tmp_path):
    def of(text):
        file = tmp_path / "some.scenario"
        file.write_text(text, "utf-8")
        return read_files([file])

    return of


@pytest.fixture
def played(monkeypatch):
    """The ids of what is played, as it is."""
    found = []
    monkeypatch.setattr(
        playing, "play_once", lambda scenario: found.append(scenario.id) or play_once(scenario)
    )
    return found


SUMS = {"mb.attack.tie": "0123"}


def test_one_playing_serves_vectors_coverage_and_stories(read, played, tmp_path):
    scenarios = read(TEXT)
    (vector,) = Replays(tmp_path).vectors(scenarios, SUMS)
    (replay,) = Replays(tmp_path).replays(scenarios)
    (story,) = Replays(tmp_path).stories(scenarios)
    assert played == ["MB-000001"]
    assert vector["rules"] == [{"id": "mb.attack.tie", "sum": "0123"}]
    once = play_once(*scenarios)
    assert replay == once.replay
    assert Replay.from_json(once.replay.scenario, once.replay.to_json()) == once.replay
    assert story == once.story
    assert "mb.attack.tie" in story


def test_a_scenario_that_fails_is_played_again_and_again(read, played, tmp_path):
    for _ in range(2):
        (replay,) = Replays(tmp_path).replays(read(FAILS))
        assert not replay.passed
    assert played == ["MB-000001"] * 2


@pytest.mark.parametrize("part", ["oracle", "words", "cards"])
def test_what_a_playing_rests_on_is_in_its_checksum(read, part, monkeypatch):
    (scenario,) = read(TEXT)
    before = scenario_sum(scenario)
    if part == "oracle":
        monkeypatch.setattr(inputs, "game_sum", lambda game: "another")
    elif part == "words":
        (scenario,) = read(TEXT.replace("hand: 1 other", "hand: 2 other"))
    else:
        (scenario,) = read(TEXT.replace("  given", "  cards some\n  given"))
    assert scenario_sum(scenario) != before
    (moved,) = read(f"# a remark\n\n{TEXT}")
    if part != "oracle":
        assert scenario_sum(moved) == before


def test_a_line_that_was_cut_off_is_no_record(tmp_path):
    file = tmp_path / "some.jsonl"
    Store(file).add({"one": [1], "two": [2]})
    file.write_text(file.read_text("utf-8")[:-4], "utf-8")
    assert Store(file).get("one") == [1]
    with pytest.raises(KeyError):
        Store(file).get("two")


def test_a_record_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "in-the-way").write_text("", "utf-8")
    store = Store(tmp_path / "in-the-way" / "some.jsonl")
    store.add({"one": 1})
    assert store.get("one") == 1


def test_comments_and_docstrings_do_not_matter_and_code_does():
    code = '"""Doc."""\n\nX = "#1"  # why\n"""What X is."""\n'
    code += '\ndef f():\n    """Doc."""\n    return X\n'
    assert essence(code) == 'X = "#1"\ndef f():\n    return X'
    assert essence(code.replace("return X", "return 'X'")) != essence(code)
    assert essence("X = 'é'  # é\n'doc é'; Y = 2\n").startswith("X = 'é'\n")


@pytest.mark.parametrize("value", ["{}", "null", "[" * 50_000, '{"id":5}', "[2]"])
def test_a_damaged_line_is_no_record(tmp_path, value):
    file = tmp_path / "some.jsonl"
    Store(file).add({"one": [1]})
    file.write_text(file.read_text("utf-8").replace("[1]", value), "utf-8")
    with pytest.raises((KeyError, ValueError)):
        Store(file).get("one")
