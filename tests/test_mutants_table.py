"""The record of kills: read as it was written, and never counted when it is out of date."""

from __future__ import annotations

import pytest
from attrs import evolve

from conformance.mutants import table
from conformance.mutants.catalogue import by_id, mutants
from conformance.mutants.excuses import TOO_MANY, read_excuses
from conformance.mutants.suite import load_suite, mutant_sum, oracle_sum, vector_sum
from conformance.mutants.table import (
    KILLED,
    SIGNATURES,
    Signatures,
    committed,
    killed_rules,
    killed_text,
    killers,
    merged,
    missing,
    read_signatures,
    signatures_text,
)
from rules_dsl.errors import KaijuError

TIES = "combat:ties-do-not-defeat"


def test_what_is_written_is_read():
    assert signatures_text(committed()) == SIGNATURES.read_text("utf-8")


def test_the_table_says_what_the_signatures_say():
    assert KILLED.read_text("utf-8") == killed_text(committed(), load_suite(), read_excuses())


def test_every_mutant_on_record_is_killed_or_excused():
    lines = [line.split() for line in KILLED.read_text("utf-8").splitlines() if line[0] != "#"]
    assert len(lines) == len(mutants())
    states = [state for _, state, *_ in lines]
    assert set(states) <= {"killed", "excused"}
    assert states.count("excused") * 100 < TOO_MANY * len(states)


def test_the_known_killer_of_ties():
    ties = by_id()[TIES]
    assert "MB-0WHS8E" in killers(ties, committed(), load_suite())  # equal powers defeat each other
    assert TIES in killed_rules(committed(), load_suite())["mb.attack.tie"]


def test_only_scenarios_kill():
    suite = load_suite()
    found = next(id for id, vector in suite.vectors.items() if id not in suite.scenarios)
    only = evolve(committed(), marks={TIES: {found: "abc"}})
    assert killers(by_id()[TIES], only, suite) == []
    assert killed_rules(only, suite) == {}


def test_a_changed_vector_or_mutant_is_stale_and_does_not_count():
    fresh = Signatures(
        oracle_sum(),
        {id: vector_sum(vector) for id, vector in load_suite().vectors.items()},
        {mutant.id: mutant_sum(mutant) for mutant in mutants()},
        committed().marks,
    )
    assert fresh.stale(load_suite(), mutants()) == []
    old = evolve(
        fresh, vectors=fresh.vectors | {"MB-0WHS8E": "0"}, mutants=fresh.mutants | {TIES: "0"}
    )
    assert old.stale(load_suite(), mutants()) == ["MB-0WHS8E", TIES]
    kept = old.without(["MB-0WHS8E", TIES])
    assert kept.failed_by(TIES) == frozenset()
    assert all("MB-0WHS8E" not in found for found in kept.marks.values())


def test_only_what_has_changed_is_run_again():
    suite = load_suite()
    fresh = merged(Signatures(), {}, {})
    assert missing(fresh, suite) == {}
    changed = evolve(fresh, vectors=fresh.vectors | {"MB-0WHS8E": "0"})
    assert set(map(tuple, missing(changed, suite).values())) == {("MB-0WHS8E",)}
    other = evolve(fresh, mutants=fresh.mutants | {TIES: "0"})
    assert missing(other, suite) == {TIES: list(suite.vectors)}
    assert len(missing(evolve(fresh, oracle="0"), suite)) == len(mutants())


def test_what_was_run_replaces_what_was_known():
    old = evolve(
        merged(Signatures(), {}, {}), marks={TIES: {"MB-0WHS8E": "aaa", "MB-2Q3EKQ": "bbb"}}
    )
    new = merged(old, {TIES: ["MB-0WHS8E", "MB-9F1WP8"]}, {TIES: {"MB-9F1WP8": "ccc"}})
    assert new.marks[TIES] == {"MB-2Q3EKQ": "bbb", "MB-9F1WP8": "ccc"}


@pytest.mark.parametrize("text", ["", "[]", '{"format": 9}', '{"format": 1}'])
def test_a_broken_file_is_told(tmp_path, text):
    file = tmp_path / "signatures.json"
    file.write_text(text, "utf-8")
    with pytest.raises(KaijuError, match="cannot be read"):
        read_signatures(file)
    assert read_signatures(tmp_path / "none.json") == Signatures()


def test_nothing_is_written_when_nothing_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "SIGNATURES", tmp_path / "signatures.json")
    monkeypatch.setattr(table, "KILLED", tmp_path / "killed.txt")
    assert len(table.write_tables(committed(), load_suite(), {})) == 2
    assert table.write_tables(committed(), load_suite(), {}) == []


@pytest.mark.parametrize("text", ["[equivalent]\n'a' = ''\n", "[equivalent"])
def test_excuses_need_reasons(tmp_path, text):
    file = tmp_path / "excuses.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(KaijuError):
        read_excuses(file)
