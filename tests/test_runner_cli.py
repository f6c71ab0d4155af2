"""`kaiju run` as a user meets it: selections, reports, exit codes."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from conformance.engines.rulesets import ruleset
from conformance.judge.selection import fits, select
from conformance.judge.vector import Vector
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

FILE = Path(__file__).parent / "runner_vectors.jsonl"
ENGINE = f"exec:{shlex.quote(sys.executable)} -m conformance.cli engine"

Kaiju = Callable[..., Result]


def sinner(sin: str) -> str:
    return f"exec:{shlex.quote(sys.executable)} -m conformance.miniatures {sin}"


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_oracle_passes(kaiju: Kaiju) -> None:
    result = kaiju("run", "--vectors", FILE)
    assert result.exit_code == 0, result.output
    assert "4 pass of 4 vectors that kaiju oracle" in result.output


def test_both_ways_to_the_oracle_give_the_same_stream(kaiju: Kaiju) -> None:
    here = kaiju("run", "--vectors", FILE, "--json")
    there = kaiju("run", "--vectors", FILE, "--json", "--engine", ENGINE)
    assert here.exit_code == there.exit_code == 0
    assert here.stdout == there.stdout
    *results, summary = lines(here)
    assert [result["status"] for result in results] == ["pass"] * 4
    assert all(set(result) == {"id", "status", "title", "rules"} for result in results)
    assert summary["summary"] is True
    assert summary["total"] == 4
    assert summary["counts"]["pass"] == 4
    assert set(summary["counts"]) == {
        *("pass", "fail", "skip", "unsupported", "crash", "timeout"),
        *("protocol-error", "auto-choice", "suspect", "not-applicable"),
    }


def test_a_failure_says_what_why_and_how_to_see_it_again(kaiju: Kaiju) -> None:
    result = kaiju("run", "--vectors", FILE, "--engine", sinner("accepts"))
    assert result.exit_code == 1
    for part in (
        "FAIL MB-RUN002  A creature without sneaky cannot block a sneaky one",
        "mb.keyword.sneaky  ",
        "> p1  life 3  mindbugs 0  play: #1 spider-owl, #5 gorillion",
        "so far: p1 attack #1",
        "accepted block #2, which is not legal",
        "reproduce: kaiju run MB-RUN002 --engine 'exec:",
        "kaiju ask tests/runner_vectors.json --id MB-RUN002",
        "3 pass, 1 fail of 4 vectors that kaiju oracle",
        "1 cause\n  1. accepted block Gorillion (#2), which is not legal: 1 vector\n",
    ):
        assert part in result.output


def test_failures_in_the_stream(kaiju: Kaiju) -> None:
    result = kaiju("run", "--vectors", FILE, "--engine", sinner("dies"), "--json")
    assert result.exit_code == 1
    *results, summary = lines(result)
    assert summary["counts"]["crash"] == len(results) == 4
    assert results[0]["stderr"] == "the third message was too much"
    assert "exit code 7" in results[0]["message"]


def test_stop_at_the_first_failure(kaiju: Kaiju) -> None:
    result = kaiju("run", "--vectors", FILE, "--engine", sinner("dies"), "--json", "-x")
    assert result.exit_code == 1
    assert len(lines(result)) == 2


def test_an_engine_that_is_never_judged_does_not_pass(kaiju: Kaiju) -> None:
    result = kaiju("run", "--vectors", FILE, "--engine", sinner("other-game"))
    assert result.exit_code == 1
    assert "nothing judged of 0 vectors that kaiju oracle" in result.output
    assert (
        "  4 not judged: the engine does not play mindbug/first-contact. "
        "An engine that does lists them in `games` of its hello.\n"
    ) in result.output


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        (["MB-RUN003", "mb-run001"], ["MB-RUN001", "MB-RUN003"]),
        (["-k", "rule:mb.attack.tie"], ["MB-RUN001"]),
        (["-k", "rule:mb.setup"], ["MB-RUN003", "MB-RUN004"]),
        (["-k", "rule:mb.*"], ["MB-RUN001", "MB-RUN002", "MB-RUN003", "MB-RUN004"]),
        (["-k", "card:chameleon-sniper"], ["MB-RUN002"]),
        (["-k", "hidden PLAYER"], ["MB-RUN003"]),
        (["-k", "tie", "-k", "MB-RUN004"], ["MB-RUN001", "MB-RUN004"]),
    ],
)
def test_selections_of_a_small_file(kaiju: Kaiju, arguments: list[str], ids: list[str]) -> None:
    result = kaiju("run", "--vectors", FILE, "--dry-run", "--json", *arguments)
    assert result.exit_code == 0
    assert [line["id"] for line in lines(result)] == ids


def told(id: str, title: str, game: str, *cards: str) -> Vector:
    return Vector(id, title, game, requires=[f"card:{card}" for card in cards])


OF_ALL_GAMES = [
    told("MB-000001", "Duckdra and a tie", "mindbug/first-contact", "lone-yeti"),
    told("MB-000002", "A god is a card", "mindbug/king-of-tokyo", "hades"),
    told("KT-000001", "Aliens pay less", "tokyo/current", "alien-metabolism"),
    told("KT-000002", "By the first printing", "tokyo/2010", "alien-metabolism"),
    told("KD-000001", "Ducks untie", "duel/standard", "the-king"),
]


@pytest.mark.parametrize(
    ("expression", "ids"),
    [
        ("game:tokyo", ["KT-000001", "KT-000002"]),
        ("game:d*", ["KD-000001"]),
        ("ruleset:tokyo/current", ["KT-000001"]),
        ("ruleset:*/*o*t*", ["MB-000001", "MB-000002"]),
        ("KD-", ["KD-000001"]),
        ("kd-0", ["KD-000001"]),
        ("mb-*2", ["MB-000002"]),
        ("kt-000001", ["KT-000001"]),
        ("duck", ["MB-000001", "KD-000001"]),
        ("tie", ["MB-000001"]),
        ("card:lone-yeti", ["MB-000001"]),
        ("card:Lone Yeti", ["MB-000001"]),
        ('card:"lone yeti"', ["MB-000001"]),
        ("card:lone*", ["MB-000001"]),
        ("card:Lone Yeti tie", ["MB-000001"]),
        ("card:H.A.D.E.S.", ["MB-000002"]),
        ("card:Alien Origin", ["KT-000001", "KT-000002"]),
        ("card:Alien Metabolism ruleset:tokyo/2010", ["KT-000002"]),
        ("card:The King game:duel", ["KD-000001"]),
    ],
)
def test_selections(expression: str, ids: list[str]) -> None:
    assert [vector.id for vector in select(OF_ALL_GAMES, (), [expression])] == ids


@pytest.mark.parametrize("expression", ["kd", "kt", "ie", "card:yeti", "game:tok", "gmae:duel"])
def test_nothing_is_selected_by_accident(expression: str) -> None:
    with pytest.raises(KaijuError, match="no vector fits"):
        select(OF_ALL_GAMES, (), [expression])


def test_every_printed_name_selects_its_card() -> None:
    for game in load_specification().all_rulesets:
        for card in ruleset(game, {}, ()).cards.values():
            vector = told("MB-000001", "A card", game, card.id)
            assert fits(vector, f"card:{card.name}"), card.name


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--engine", "my-engine"], "`my-engine` does not name an engine"),
        (["--engine", "exec:"], "the engine command is empty"),
        (["--engine", 'exec:"open'], "cannot be read"),
        (["--engine", "exec:/no/such/program"], "cannot be started: No such file"),
        (["-k", "rule:no.such"], "no vector fits -k 'rule:no.such'"),
        (["MB-RUN00X"], "there is no vector MB-RUN00X. Did you mean MB-RUN00"),
        (["--timeout", "soon"], "'soon' is no time: write 5s, 500ms or 1m."),
        (["--timeout", "0"], "is no time"),
        (["--timeout", "99999999m"], "is no time"),
        (["--vectors", "/no/such/folder"], "there is no file or folder /no/such/folder"),
    ],
)
def test_mistakes_of_the_user(kaiju: Kaiju, arguments: list[str], told: str) -> None:
    result = kaiju("run", "--vectors", FILE, *arguments)
    assert result.exit_code == 2
    assert told in result.output
    assert "Traceback" not in result.output


def test_ctrl_c_ends_the_engine_and_sums_up() -> None:
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "conformance.cli", "run", "--vectors", str(FILE), "--json"),
            *("--timeout", "60s", "--engine", sinner("hangs")),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 20
    while not (children := _children(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(2.0)  # until the engine hangs at its third message
    os.kill(process.pid, signal.SIGINT)
    try:
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in err
    summary = json.loads(out.splitlines()[-1])
    assert summary["interrupted"] is True
    assert not any(Path(f"/proc/{child}").exists() for child in children)


def _children(process: int) -> list[str]:
    found = Path(f"/proc/{process}/task/{process}/children")
    if not found.exists():
        pytest.skip("this system does not list the children of a process")
    return found.read_text().split()
