"""The verbs fuzz, replay and adopt, as a user calls them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conformance.fuzz.campaign import Alone, Budget, Campaign
from conformance.fuzz.plan import Plan
from conformance.fuzz.workers import Workers
from conformance.scenario.reader import read_text
from told import expect_told

PLANTED = Path(__file__).parent / "planted" / "python_bugs.py"
TIES = f"exec:{sys.executable} {PLANTED} ties-do-not-defeat"
EXAMPLE = Path(__file__).parents[1] / "conformance" / "examples" / "python" / "adapter.py"
RIGHT = f"exec:{sys.executable} {EXAMPLE}"
GAME = "mindbug/first-contact"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """The corpus of one short campaign, and what it said."""
    folder = tmp_path_factory.mktemp("corpus")
    said = subprocess.run(
        [*KAIJU, "fuzz", "--engine", TIES, "--games", "40", "--jobs", "1", "--corpus", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    return folder, said


KAIJU = [sys.executable, "-m", "conformance.cli"]


def test_fuzz_prints_the_puzzle_the_difference_the_rules_and_the_way_back(corpus):
    folder, said = corpus
    assert said.returncode == 1
    assert said.stderr == ""
    (case,) = folder.glob("*.json")
    text = said.stdout
    expect_told(
        text,
        f"DIFFERENCE {case.stem}",
        "mb.attack.tie  If both fighters have the same power",
        "> p1  life 3  mindbugs 0  play: #1 gorillion",
        "play: (p1 attack #1) ; p2 block #2",
        '- players.p1.discard  want ["#1"]  got []',
        "behaves like combat:ties-do-not-defeat: as if ties did not defeat",
        "to 2 cards and 1 decision",
        f"reproduce: kaiju replay {case.stem} --engine",
        "1 finding in",
        "seed 1",
    )


def test_replay_says_failed_and_fixed_and_error(corpus, kaiju):
    folder, _ = corpus
    failed = kaiju("replay", "last", "--corpus", folder)
    assert failed.exit_code == 1
    assert failed.output.startswith("FAILED")
    fixed = kaiju("replay", "last", "--corpus", folder, "--engine", RIGHT)
    assert (fixed.exit_code, fixed.output.split()[0]) == (0, "FIXED")
    dies = f"exec:{sys.executable} -m conformance.miniatures dies"
    error = kaiju("replay", "last", "--corpus", folder, "--engine", dies)
    assert (error.exit_code, error.output.split()[0]) == (2, "ERROR")
    said = json.loads(kaiju("replay", "last", "--corpus", folder, "--json").output)
    assert said["status"] == "FAILED"
    assert said["kind"] == "next"


def test_adopt_makes_a_scenario_that_holds(corpus, kaiju, tmp_path):
    folder, _ = corpus
    file = tmp_path / "mindbug" / "mine.scenario"
    file.parent.mkdir()
    file.write_text("# Mine.\n", encoding="utf-8")
    for _ in range(2):
        done = kaiju(
            *("adopt", "last", "--corpus", folder, "--rules", "mb.attack.tie"),
            *("--title", "Equal powers", "--into", file),
        )
        assert done.exit_code == 0, done.output
    first, second = read_text(file.read_text(encoding="utf-8"), str(file))
    assert first.id != second.id
    assert first.provenance == "oracle"
    assert first.rules == ("mb.attack.tie",)
    assert kaiju("ask", file).exit_code == 0


def test_adopt_refuses_rules_that_did_not_fire(corpus, kaiju):
    folder, _ = corpus
    done = kaiju(
        "adopt", "last", "--corpus", folder, "--rules", "mb.keyword.sneaky", "--title", "No"
    )
    assert done.exit_code == 2
    assert "mb.keyword.sneaky cited, but the game did not use it" in done.output
    unknown = kaiju("adopt", "last", "--corpus", folder, "--rules", "mb.attack.ties", "--title", "")
    assert unknown.exit_code == 2
    assert "did you mean `mb.attack.tie`?" in unknown.output


def test_an_engine_that_is_right_has_no_difference(kaiju, tmp_path):
    done = kaiju(
        *("fuzz", "--engine", RIGHT, "--games", "20", "--jobs", "1", "--corpus", tmp_path / "c"),
        "--json",
    )
    assert done.exit_code == 0
    (line,) = done.output.splitlines()
    said = json.loads(line)
    assert said["games"] == 20
    assert said["findings"] == 0
    assert said["rules"] > 40
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no engine is named"),
        (("--engine", "what"), "`what` does not name an engine"),
        (("--engine", "oracle", "--option", "x"), "`x` sets no option"),
        (("--engine", "oracle", "--ruleset", "no/game"), "no/game"),
        (("--engine", "oracle", "--time", "soon"), "is no time"),
        (("--engine", "oracle", "--cards", "missing.cards"), "cannot be read"),
    ],
)
def test_mistakes_of_the_command_are_told(kaiju, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    done = kaiju("fuzz", *arguments)
    assert done.exit_code == 2
    assert message in done.output


def test_an_unknown_case_is_told(kaiju, tmp_path):
    done = kaiju("replay", "beef", "--corpus", tmp_path)
    assert done.exit_code == 2
    assert "there is no case `beef`" in done.output
    (tmp_path / "x.json").write_text("[]", encoding="utf-8")
    assert "this is no case" in kaiju("replay", "x", "--corpus", tmp_path).output


def test_an_engine_that_does_not_start_fails_the_campaign(kaiju, tmp_path):
    engine = f"exec:{sys.executable} -m conformance.miniatures never-starts"
    done = kaiju("fuzz", "--engine", engine, "--corpus", tmp_path)
    assert done.exit_code == 1
    assert done.output.startswith("CRASH")


# ------------------------------------------------------------------ many processes


def findings(crew):
    try:
        campaign = Campaign(crew, Budget(games=60), lambda _: None)
        return list(campaign.findings()), campaign.figures
    finally:
        crew.close()


def test_any_number_of_jobs_finds_the_same():
    plan = Plan(TIES, GAME, seed=5)
    alone, one = findings(Alone(plan))
    together, two = findings(Workers(plan, 2))
    assert alone == together
    assert alone
    assert (one.games, one.decisions, one.rules) == (two.games, two.decisions, two.rules)


def test_ctrl_c_tells_what_was_done_and_leaves_no_engine(tmp_path):
    token = f"token-{os.getpid()}-{time.monotonic_ns()}"
    running = subprocess.Popen(
        [*KAIJU, "fuzz", "--engine", f"{RIGHT} {token}", "--time", "1m", "--corpus", tmp_path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 20
    while processes_with(token) < 3 and time.monotonic() < deadline:  # ours, and two engines
        time.sleep(0.1)
    time.sleep(1.0)
    running.send_signal(signal.SIGINT)
    said, _ = running.communicate(timeout=20)
    assert running.returncode == 130
    assert said.startswith("stopped: no difference")
    assert processes_with(token) == 0


def processes_with(token: str) -> int:
    found = 0
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += token.encode() in entry.read_bytes()
        except OSError:
            continue
    return found


# ------------------------------------------------------------------ engines that misbehave


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sin", "kind", "games"),
    [
        ("dies", "crash", 4),  # these are started anew for every game
        ("hangs", "timeout", 2),
        ("rubbish", "protocol-error", 4),
        ("accepts", "refusal", 20),
        ("leaks", "view", 20),
        ("chooses", "next", 20),
    ],
)
def test_an_engine_that_misbehaves_is_a_finding_and_the_campaign_goes_on(sin, kind, games):
    patience = 0.5 if kind == "timeout" else 2.0
    engine = f"exec:{sys.executable} -m conformance.miniatures {sin}"
    plan = Plan(engine, GAME, timeout=patience)
    crew = Alone(plan)
    try:
        campaign = Campaign(crew, Budget(games=games, seconds=60), lambda _: None)
        found = list(campaign.findings())
    finally:
        crew.close()
    assert found
    assert kind in {one.kind for one in found}
    assert campaign.figures.games > 1


def test_an_engine_that_chooses_for_the_player_is_told_so():
    plan = Plan(f"exec:{sys.executable} -m conformance.miniatures chooses", GAME)
    crew = Alone(plan)
    try:
        campaign = Campaign(crew, Budget(games=60, findings=1), lambda _: None)
        (named,) = campaign.findings()
    finally:
        crew.close()
    assert named.behaves_like[0].startswith("auto-choice: as if told to ")


def test_engines_that_skip_or_answer_forced_decisions_are_not_wrong(kaiju, tmp_path):
    for sin in ("forced", "skips"):
        engine = f"exec:{sys.executable} -m conformance.miniatures {sin}"
        done = kaiju(
            *("fuzz", "--engine", engine, "--games", "10", "--jobs", "1"),
            *("--corpus", tmp_path, "--json"),
        )
        assert done.exit_code == 0, done.output
