"""The compiled oracle: what is compiled, who uses it, and that it plays the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from conformance.compiled import choosing
from conformance.compiled.building import build, heard_only
from conformance.compiled.choosing import COMPILED, FOLDER, INTERPRETED, ROOT, STAMP, VARIABLE
from conformance.compiled.modules import compiled_modules
from rules_dsl.errors import KaijuError

TWICE = '''"""Doubles."""


def twice(number: int) -> int:
    """Two times a number."""
    return number + number
'''


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A tree with two modules that are compiled, and one that is not."""
    kernel = tmp_path / "oracle/kernel"
    kernel.mkdir(parents=True)
    (tmp_path / "rules_dsl").mkdir()
    for folder in (tmp_path / "oracle", kernel, tmp_path / "rules_dsl"):
        (folder / "__init__.py").write_text("", "utf-8")
    (kernel / "twice.py").write_text(TWICE, "utf-8")
    (kernel / "thrice.py").write_text(TWICE.replace("twice", "thrice"), "utf-8")
    (kernel / "events.py").write_text("THINGS = 1\n", "utf-8")
    return tmp_path


@pytest.fixture
def chosen(monkeypatch, tmp_path: Path) -> list[str]:
    """Choosing changes nothing in this process, and finds its modules in a folder of its own."""
    used: list[str] = []
    monkeypatch.setattr(choosing, "FOLDER", tmp_path)
    monkeypatch.setattr(choosing, "use", used.append)
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.delitem(sys.modules, choosing.KERNEL, raising=False)
    return used


def built_long_ago(folder: Path) -> None:
    (folder / STAMP).write_text("1 module\n", "utf-8")
    os.utime(folder / STAMP, (1, 1))


# --- what is compiled ---


def test_the_run_loop_and_the_procedures_of_every_game_are_compiled():
    found = {file.as_posix() for file in compiled_modules(ROOT)}
    assert {"oracle/kernel/machine.py", "oracle/kernel/layers.py"} <= found
    for game in ("mindbug", "tokyo", "duel"):
        assert f"oracle/{game}/turn.py" in found
        assert f"oracle/{game}/words.py" in found
        assert f"oracle/{game}/why.py" not in found


def test_classes_that_attrs_makes_are_left_to_the_interpreter():
    assert "oracle/kernel/layout.py" not in {f.as_posix() for f in compiled_modules(ROOT)}


def test_events_are_made_only_where_somebody_hears_them():
    source = "def f(state):\n    if x:\n        state.log.append(\n            (1, 2)\n        )\n"
    heard = heard_only(source)
    assert heard.splitlines()[2] == "        if state.heard: state.log.append("
    assert len(heard.splitlines()) == len(source.splitlines())
    compile(heard, "f.py", "exec")
    assert heard_only("log.append(1)\nstate.marks.append(2)\n") == (
        "log.append(1)\nstate.marks.append(2)\n"
    )


# --- building ---


def test_a_module_is_compiled_and_found(small: Path, tmp_path: Path):
    target = tmp_path / "build/compiled"
    assert build(small, target, jobs=1) == 2
    assert (target / STAMP).read_text("utf-8") == "2 modules\n"
    program = (
        "import sys; from pathlib import Path\n"
        "from conformance.compiled.choosing import Compiled\n"
        f"sys.meta_path.insert(0, Compiled(Path({str(target)!r})))\n"
        f"sys.path.insert(0, {str(small)!r})\n"
        "from oracle.kernel import twice, events\n"
        "print(twice.twice(21), twice.__file__[-3:] != '.py', events.__file__[-3:] == '.py')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout == "42 True True\n"


def test_what_cannot_be_compiled_is_named_and_nothing_is_half_done(small: Path, tmp_path: Path):
    (small / "oracle/kernel/twice.py").write_text(TWICE.replace("-> int", "-> str"), "utf-8")
    target = tmp_path / "build/compiled"
    with pytest.raises(KaijuError, match=r"oracle/kernel/twice.py:6: error: Incompatible return"):
        build(small, target, jobs=1)
    assert list(target.parent.iterdir()) == []


# --- choosing ---


@pytest.mark.parametrize(("verb", "which"), [("bench", COMPILED), ("mutants", INTERPRETED)])
def test_verbs_that_play_use_the_compiled_oracle(chosen, tmp_path, monkeypatch, verb, which):
    (tmp_path / STAMP).write_text("1 module\n", "utf-8")
    assert choosing.choose(verb) == which
    assert chosen == [which]


def test_nothing_compiled_or_something_old_means_the_interpreted_one(chosen, tmp_path):
    assert choosing.choose("bench") == INTERPRETED
    built_long_ago(tmp_path)
    assert choosing.choose("bench") == INTERPRETED


def test_who_asks_for_the_compiled_one_is_told_what_is_wrong(chosen, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, COMPILED)
    with pytest.raises(KaijuError, match="the oracle is not compiled"):
        choosing.choose("play")
    built_long_ago(tmp_path)
    with pytest.raises(KaijuError, match=r"has changed since the oracle was compiled"):
        choosing.choose("play")
    monkeypatch.setenv(VARIABLE, "fast")
    with pytest.raises(KaijuError, match="KAIJU_ORACLE is 'fast'"):
        choosing.choose("play")


def test_an_oracle_that_is_imported_stays_what_it_is(chosen, tmp_path, monkeypatch):
    (tmp_path / STAMP).write_text("1 module\n", "utf-8")
    for file, which in (("machine.py", INTERPRETED), ("machine.so", COMPILED)):
        monkeypatch.setitem(sys.modules, choosing.KERNEL, SimpleNamespace(__file__=file))
        assert choosing.choose("bench") == which
    assert chosen == []


def test_a_game_of_ones_own_is_played_as_it_is_written(chosen, tmp_path, monkeypatch):
    (tmp_path / STAMP).write_text("1 module\n", "utf-8")
    monkeypatch.setenv("KAIJU_WITH", "my-game")
    assert choosing.choose("bench") == INTERPRETED


def test_the_environment_decides_for_every_verb(chosen, tmp_path, monkeypatch):
    (tmp_path / STAMP).write_text("1 module\n", "utf-8")
    monkeypatch.setenv(VARIABLE, INTERPRETED)
    assert choosing.choose("bench") == INTERPRETED


# --- playing ---


@pytest.mark.skipif(
    not (FOLDER / STAMP).exists() or bool(choosing.newer(FOLDER)),
    reason="the oracle is not compiled: `make compiled`",
)
def test_the_compiled_oracle_plays_the_same_games():
    from conformance.streams.__main__ import main

    for ruleset in ("mindbug/all", "tokyo/evolutions", "duel/standard"):
        assert main(["interpreted", "compiled", "--ruleset", ruleset, "--games", "5"]) == 0
