"""The fourth game: it lives in a folder of its own, and every verb knows it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "conformance" / "examples" / "lanterns"
KAIJU = [sys.executable, "-c", "from conformance.start import main; main()"]
ENGINE = f'exec:{sys.executable} -c "from conformance.start import main; main()" engine'
MOST_LINES = 600


def kaiju(*words, typed="", place=PLACE, code=0):
    """What a verb says with the game in its folder."""
    told = subprocess.run(
        [*KAIJU, "--with", str(place), *words],
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert told.returncode == code, told.stdout + told.stderr
    return told.stdout


def test_it_is_small():
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in PLACE.rglob("*.py"))
    assert lines < MOST_LINES


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["check", str(PLACE / "spec/lanterns/street.cards")], "12 cards, no mistakes"),
        (["words", "put-out"], "A lantern leaves its street"),
        (["explain", "gust-lamp"], "ln.lantern.out"),
        (["explain", "ln.end.equal"], "ln.option.equal-light"),
        (["ask", str(PLACE / "scenarios/lanterns/end.scenario")], "5 scenarios, 0 failed"),
        (["options", "lanterns"], "ln.option.equal-light"),
        (["lock", "--check"], "all 21 rules"),
        (["coverage", "--check"], ""),
        (["mutants"], "3 killed"),
        (["run", "--engine", ENGINE], "21 pass of 21"),
        (["fuzz", "--engine", ENGINE, "--games", "3"], "no difference: 3 games"),
        (["bench", "--games", "20"], "faults"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_a_verb_knows_it(words, expected):
    assert expected in kaiju(*words)


def test_its_vectors_are_those_of_its_scenarios(tmp_path):
    kaiju("vectors", "--out", str(tmp_path))
    made = sorted(tmp_path.rglob("*.jsonl"))
    assert [file.name for file in made] == [
        "cards.jsonl",
        "end.jsonl",
        "setup.jsonl",
        "turn.jsonl",
    ]
    for file in made:
        assert file.read_text() == (PLACE / "vectors" / file.relative_to(tmp_path)).read_text()


def test_it_can_be_played_to_the_end():
    assert " wins: " in kaiju("play", "lanterns", typed="1\n" * 60)


def test_the_engine_speaks_of_it():
    hello = {"id": 1, "op": "hello", "protocol": [1], "kit": ""}
    reply = json.loads(kaiju("engine", typed=json.dumps(hello) + "\n").splitlines()[0])
    assert list(reply["games"]) == ["lanterns/street"]


def test_a_position_of_it_is_explained(tmp_path):
    given = {
        "turn": "p1",
        "players": {
            "p1": {"hand": [{"h": "#1", "card": "paper-moon"}, {"h": "#2", "card": "tea-light"}]}
        },
    }
    file = tmp_path / "position.json"
    file.write_text(json.dumps(given))
    assert "ln.turn.light" in kaiju("explain", str(file), "--answer", '{"light": "#1"}')


def test_a_place_without_a_game_is_refused(tmp_path):
    told = subprocess.run(
        [*KAIJU, "--with", str(tmp_path), "words"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    assert "there is no game in" in told.stderr


def test_a_folder_called_otherwise_than_its_game_is_refused(tmp_path):
    folder = tmp_path / "fireflies"
    shutil.copytree(PLACE, folder, ignore=shutil.ignore_patterns("reference", "__pycache__"))
    told = subprocess.run(
        [*KAIJU, "--with", str(folder), "words"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    assert "Write [game.fireflies]" in told.stderr


def test_an_installed_game_is_named_by_its_entry_point(tmp_path):
    shutil.copytree(PLACE, tmp_path / "lanterns", ignore=shutil.ignore_patterns("reference"))
    record = tmp_path / "lanterns_game-1.0.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: lanterns-game\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text("[kaiju.games]\nstreet-lights = lanterns\n")
    told = subprocess.run(
        [*KAIJU, "--with", "street-lights", "explain", "gust-lamp"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "ln.lantern.out" in told.stdout


def test_nothing_is_imported_from_beside_it():
    source = (
        "import sys; from oracle.ruleset import load; load('lanterns/street');"
        "print([name for name in sys.modules if name.startswith('oracle.mindbug')], sys.path)"
    )
    told = subprocess.run(
        [sys.executable, "-c", source],
        env={**os.environ, "KAIJU_WITH": str(PLACE)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.startswith("[] ")
    assert str(PLACE.parent) not in told.stdout


def test_it_has_a_reference(tmp_path):
    sphinx = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", "-c", str(ROOT / "docs")]
    subprocess.run(
        [*sphinx, str(PLACE / "docs"), str(tmp_path)],
        env={**os.environ, "KAIJU_WITH": str(PLACE)},
        check=True,
    )
    page = (tmp_path / "reference" / "lanterns" / "turn.html").read_text("utf-8")
    assert "ln.turn.glow" in page


# ------------------------------------------------------------------ the guide

GUIDE = (ROOT / "docs" / "guides" / "add-a-game.md").read_text("utf-8")
FENCED = r"(?P<fence>`{3,})\w*\n(?P<text>.*?)^(?P=fence)$"
EXCERPT = re.compile(rf"^% from (?P<file>\S+)\n{FENCED}", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(rf"^% shows\n{FENCED}", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("file", "text"), [(found["file"], found["text"]) for found in EXCERPT.finditer(GUIDE)]
)
def test_what_the_guide_shows_of_a_file_stands_in_it(file, text):
    assert text in (PLACE / file).read_text("utf-8")


@pytest.mark.parametrize("text", [found["text"] for found in SHOWN.finditer(GUIDE)])
def test_a_command_of_the_guide_answers_as_it_says(text):
    command, *expected = text.splitlines()
    words = command.split("lanterns ", 1)[1].split()
    told = kaiju(*words)
    assert [line for line in expected if line not in told] == []


def test_the_guide_names_every_file():
    for file in PLACE.iterdir():
        is_made = file.name.startswith((".", "__pycache__", "coverage.lock"))
        assert is_made or file.name in GUIDE, file.name
