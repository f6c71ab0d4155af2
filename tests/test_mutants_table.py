"""The record of kills: read as it was written, and never counted when it is out of date."""

from __future__ import annotations

import pytest
from attrs import evolve

from conformance.judge.vector_files import Listed
from conformance.mutants import table
from conformance.mutants.catalogue import by_id, mutants, mutants_of
from conformance.mutants.excuses import TOO_MANY, read_excuses, read_file
from conformance.mutants.games import GAMES, finished_games
from conformance.mutants.suite import load_suite, mutant_sum
from conformance.mutants.table import (
    Signatures,
    committed,
    killed_file,
    killed_rules,
    killed_text,
    killers,
    merged,
    missing,
    read_signatures,
    signatures_file,
    signatures_text,
)
from conformance.replay import inputs
from rules_dsl.errors import KaijuError

TIES = "combat:ties-do-not-defeat"


@pytest.mark.parametrize("game", finished_games())
def test_what_is_written_is_read(game):
    file = signatures_file(game)
    assert signatures_text(read_signatures(file)) == file.read_text("utf-8")


@pytest.mark.parametrize("game", finished_games())
def test_the_table_says_what_the_signatures_say(game):
    said = killed_text(committed(), load_suite(), read_excuses(), game)
    assert killed_file(game).read_text("utf-8") == said


@pytest.mark.parametrize("game", finished_games())
def test_every_mutant_on_record_is_killed_or_excused(game):
    text = killed_file(game).read_text("utf-8")
    lines = [line.split() for line in text.splitlines() if line[0] != "#"]
    assert len(lines) == len(mutants_of(game))
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
    fresh = evolve(
        committed(),
        vectors=load_suite().sums,
        mutants={mutant.id: mutant_sum(mutant) for mutant in mutants()},
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
    suite, game = load_suite(), "mindbug"
    fresh = merged(Signatures(), {}, {}, game)
    assert missing(fresh, suite, game) == {}
    changed = evolve(fresh, vectors=fresh.vectors | {"MB-0WHS8E": "0"})
    assert set(map(tuple, missing(changed, suite, game).values())) == {("MB-0WHS8E",)}
    other = evolve(fresh, mutants=fresh.mutants | {TIES: "0"})
    assert missing(other, suite, game) == {TIES: list(suite.of(game).vectors)}
    assert len(missing(evolve(fresh, oracle="0"), suite, game)) == len(mutants_of(game))
    assert missing(evolve(fresh, oracle="0"), suite, game, same_oracle=True) == {}
    assert missing(other, suite, game, same_mutants=True) == {}
    new = evolve(fresh, mutants={id: sum for id, sum in fresh.mutants.items() if id != TIES})
    assert list(missing(new, suite, game, same_mutants=True)) == [TIES]


def test_what_was_run_replaces_what_was_known():
    old = evolve(
        merged(Signatures(), {}, {}, "mindbug"),
        marks={TIES: {"MB-0WHS8E": "aaa", "MB-2Q3EKQ": "bbb"}},
    )
    ran, found = {TIES: ["MB-0WHS8E", "MB-9F1WP8"]}, {TIES: {"MB-9F1WP8": "ccc"}}
    new = merged(old, ran, found, "mindbug")
    assert new.marks[TIES] == {"MB-2Q3EKQ": "bbb", "MB-9F1WP8": "ccc"}


def test_the_code_of_one_game_is_nothing_to_another(tmp_path, monkeypatch):
    for room in ("kernel", "mindbug", "tokyo"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "a.py").write_text(f"{room} = 1", "utf-8")
    monkeypatch.setattr(inputs.oracle, "__file__", str(tmp_path / "__init__.py"))

    def sums():
        for each in (inputs.oracle_sum, inputs.essence_of):
            each.cache_clear()
        return {game: inputs.oracle_sum(game) for game in GAMES}

    before = sums()
    (tmp_path / "tokyo" / "a.py").write_text("tokyo = 2", "utf-8")
    after = sums()
    assert [game for game in GAMES if before[game] != after[game]] == ["tokyo"]
    (tmp_path / "tokyo" / "a.py").write_text("# why\ntokyo = 2", "utf-8")
    assert sums() == after
    (tmp_path / "kernel" / "a.py").write_text("kernel = 2", "utf-8")
    assert all(after[game] != sum for game, sum in sums().items())
    for each in (inputs.oracle_sum, inputs.essence_of):
        each.cache_clear()


def test_a_vector_added_changes_no_line_of_another():
    own = read_signatures(signatures_file("mindbug"))
    one = "MB-0WHS8E"
    less = evolve(own.without([one]), vectors={id: s for id, s in own.vectors.items() if id != one})
    with_it, without = (signatures_text(each).splitlines() for each in (own, less))
    assert [line for line in with_it if line not in without] == [
        line for line in with_it if line.startswith(f"vector {one} ")
    ]
    assert [line for line in without if line not in with_it] == []


@pytest.mark.parametrize(
    "text", ["", "[]", "oracle 0\nrubbish", "oracle 0\nvector MB-0WHS8E 0 12345678abc\n"]
)
def test_a_broken_file_is_told(tmp_path, text):
    file = tmp_path / "signatures.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(KaijuError, match="cannot be read"):
        read_signatures(file)
    assert read_signatures(tmp_path / "none.txt") == Signatures()


def test_nothing_is_written_when_nothing_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "signatures_file", lambda game: tmp_path / "signatures.txt")
    monkeypatch.setattr(table, "killed_file", lambda game: tmp_path / "killed.txt")
    own = read_signatures(signatures_file("mindbug"))
    assert len(table.write_tables(own, load_suite(), {}, "mindbug")) == 2
    assert table.write_tables(own, load_suite(), {}, "mindbug") == []


@pytest.mark.parametrize("text", ["[equivalent]\n'a' = ''\n", "[equivalent"])
def test_excuses_need_reasons(tmp_path, text):
    file = tmp_path / "excuses.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(KaijuError):
        read_file(file)


def test_to_know_of_a_vector_is_not_to_read_it(monkeypatch):
    suite = load_suite()
    ids = set(suite.scenarios)
    monkeypatch.setattr(Listed, "read", lambda *_: pytest.fail("a vector was read"))
    assert "MB-7QK4X2" in suite.vectors
    assert suite.vectors.keys() >= ids
    assert "MB-000000" not in suite.vectors
