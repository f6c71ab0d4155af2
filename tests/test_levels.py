"""Levels: what an engine speaks, what a vector asks for, and what a run tells of both."""

from __future__ import annotations

import json
import re
import sys

import pytest
from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.judge.results import Result
from conformance.judge.runner import Judge
from conformance.judge.vector_files import VECTORS, list_vectors, read_vectors
from conformance.levels import LEVELS, level_needed, level_of, next_step, tally
from conformance.protocol.messages import NEGOTIATED, EngineInfo, Hello

MODEST = f"exec:{sys.executable} -m conformance.miniatures modest"


def hello(*ops):
    return Hello(1, EngineInfo("some"), {}, list(ops))


@pytest.mark.parametrize(
    ("ops", "number"),
    [
        ((), 0),
        (("state",), 0),
        (("view", "replay", "snapshot", "perft", "card"), 0),
        (("setup",), 1),
        (("setup", "card"), 1),
        (("setup", "view"), 2),
        (("setup", "view", "replay", "snapshot"), 2),
        (("setup", "view", "replay", "snapshot", "perft"), 3),
        (NEGOTIATED, 4),
    ],
)
def test_an_engine_has_the_level_whose_operations_it_all_offers(ops, number):
    assert level_of(hello(*ops)) is LEVELS[number]


def test_the_oracle_has_the_highest_level():
    assert str(level_of(InProcess().hello())) == "4 Author"
    assert next_step(InProcess().hello()) is None


def test_the_next_step_says_what_is_missing():
    above, missing = next_step(hello("setup", "view", "snapshot"))
    assert (above.name, missing) == ("Fast", ("replay", "perft"))


def test_every_operation_but_two_belongs_to_a_level():
    assert {op for level in LEVELS[1:] for op in level.ops} == set(NEGOTIATED) - {
        "state",
        "options",
    }


@pytest.fixture(scope="module")
def every_vector():
    """All vectors by name alone: each is read when it is its turn."""
    return list_vectors()


def test_a_vector_has_the_level_of_what_it_needs(every_vector):
    found = set()
    for vector in (listed.read() for listed in every_vector):
        number = level_needed(vector).number
        found.add(number)
        assert (number == 0) == (
            vector.setup is None
            and not vector.cards
            and all(each.view is None for each in vector.expect)
        )
        assert (number == 4) == bool(vector.cards)
        assert vector.kind != "perft" or number == 3
    assert found == {0, 1, 2, 3, 4}


def offering(*ops):
    class Offering(InProcess):
        def hello(self):
            return evolve(super().hello(), ops=list(ops))

    return Offering()


@pytest.mark.parametrize("number", range(5))
def test_an_engine_passes_the_vectors_of_its_level_and_no_others_run(number, every_vector):
    ops = [op for level in LEVELS[1 : number + 1] for op in level.ops]
    judge = Judge(offering("state", "options", *ops))
    for vector in (listed.read() for listed in every_vector[::9]):
        (result,) = judge.results([vector])
        wanted = "pass" if level_needed(vector).number <= number else "unsupported"
        assert result.status == wanted, (vector.id, result.message)


def test_a_tally_counts_what_ran_and_what_passed():
    play = read_vectors(VECTORS / "mindbug" / "from-start.jsonl")[:3]
    puzzle = read_vectors(VECTORS / "mindbug" / "combat.jsonl")[:2]
    assert [level_needed(one).number for one in (*play, *puzzle)] == [0, 0, 0, 1, 1]
    statuses = ["pass", "fail", "skip", "unsupported", "unsupported"]
    results = [
        Result(one.id, status, one.title)
        for one, status in zip([*play, *puzzle], statuses, strict=True)
    ]
    said = [each.to_json() for each in tally([*play, *puzzle], results)]
    assert said == [
        {"level": 0, "name": "Play", "vectors": 3, "ran": 2, "passed": 1},
        {"level": 1, "name": "Puzzle", "vectors": 2, "ran": 0, "passed": 0},
    ]
    assert str(tally(play, results[:3])[0]) == "0 Play: 2 of 3 ran, 1 passed"


def test_an_engine_without_setup_is_not_turned_away(kaiju_apart):
    result = kaiju_apart("run", "--engine", MODEST)
    assert result.returncode == 0, result.stderr
    last = result.stdout.splitlines()[-1]
    found = re.match(r"  level 0 Play; vectors that ran: 0 Play (\d+) of (\d+), ", last)
    assert found is not None, last
    assert 50 <= int(found[1]) <= int(found[2])  # some need an answer that it does not have
    assert "1 Puzzle 0 of " in last


def test_the_summary_for_tools_has_the_levels(kaiju_apart):
    result = kaiju_apart("run", "--json", "-k", "kind:perft ruleset:mindbug/first-contact")
    summary = json.loads(result.stdout.splitlines()[-1])
    assert summary["level"] == 4
    (fast,) = summary["levels"]
    assert fast["ran"] == fast["vectors"] == fast["passed"] > 0
