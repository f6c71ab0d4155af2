"""The pytest plugin: vectors and properties as tests against any engine."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from conformance.starters.plan import plan
from conformance.starters.writing import write_all

GAP = "MB-H1TCX1"  # what the starter fails
GREEN = "MB-49V9DD"  # what it passes
OUT_OF_REACH = "MB-7QK4X2"

pytestmark = pytest.mark.slow  # each run of pytest takes a few seconds

# Where the kit is installed with the plugin, pytest finds it by itself.
IS_INSTALLED = any(each.value == "conformance.plugin" for each in entry_points(group="pytest11"))
PLUGIN = [] if IS_INSTALLED else ["-p", "conformance.plugin"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new adapter in Python, with its kaiju.toml."""
    write_all(tmp_path / "engine", plan("python", "engine", "mindbug"))
    return tmp_path / "engine"


def run(folder: Path, *arguments: str, pyargs: bool = True) -> tuple[int, str]:
    """Run pytest in a process of its own, in a folder that is not ours."""
    what = ["--pyargs", "conformance"] if pyargs else []
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *PLUGIN, "-p", "no:cacheprovider", *what, *arguments],
        cwd=folder,
        env=os.environ | {"PYTEST_ADDOPTS": "", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def expect(folder: Path, *tables: str) -> None:
    with (folder / "kaiju.toml").open("a", encoding="utf-8") as file:
        file.write("".join(f"\n{table}\n" for table in tables))


def test_vectors_are_tests_with_readable_names(tmp_path: Path) -> None:
    code, shown = run(tmp_path, "-v", "-k", f"{GAP} or {OUT_OF_REACH}")
    assert code == 0, shown
    assert (
        f"test_vector[{OUT_OF_REACH} A tough fighter survives a poisonous one once] PASSED" in shown
    )
    assert "2 passed" in shown  # by the oracle


def test_an_engine_named_on_the_command_line_is_judged(folder: Path, tmp_path: Path) -> None:
    engine = f"exec:{sys.executable} {folder / 'adapter.py'}"
    wanted = f"{GAP} or {GREEN} or {OUT_OF_REACH}"
    code, shown = run(tmp_path, "--engine", engine, "-k", wanted)
    assert code == 1, shown
    assert "1 failed, 1 passed, 1 skipped" in shown
    assert "players.p2.life  want 2  got 3" in shown
    assert "mb.attack.unblocked" in shown
    assert "Traceback" not in shown


def test_properties_are_tests_too(folder: Path) -> None:
    code, shown = run(folder, "-v", "-rs", "-k", "test_claim and cards_are_conserved and not power")
    assert code == 0, shown
    assert "2 skipped" in shown  # once for First Contact, once for all sets
    assert "the engine asks to skip every game" in shown


def test_the_configuration_names_the_engine_and_what_it_fails(folder: Path) -> None:
    expect(
        folder,
        f'[expect."{GAP}"]\nis = "fail"\nissue = "https://example.org/1"',
        f'[expect."{GREEN}"]\nis = "fail"\nreason = "we cannot deal"',
    )
    code, shown = run(folder, "-rx", "-k", f"{GAP} or {GREEN}")
    assert code == 1, shown
    assert "1 failed" in shown  # an unexpected pass fails
    assert "[XPASS(strict)] we cannot deal" in shown
    assert "1 xfailed" in shown
    assert "https://example.org/1" in shown


def test_another_failure_than_the_expected_one_fails(folder: Path) -> None:
    expect(folder, f'[expect."{GAP}"]\nis = "crash"')
    code, shown = run(folder, "-k", GAP)
    assert code == 1, shown
    assert "want 2  got 3" in shown


def test_the_oracle_has_nothing_to_expect(folder: Path) -> None:
    expect(folder, f'[expect."{GAP}"]\nis = "fail"')
    code, shown = run(folder, "--engine", "oracle", "-k", GAP)
    assert code == 0, shown
    assert "1 passed" in shown


def test_a_mistake_of_the_user_is_told_without_a_traceback(folder: Path) -> None:
    code, shown = run(folder, "--engine", "exec:/no/such/program", "-k", GAP)
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "cannot be started" in shown
    assert "Traceback" not in shown
    expect(folder, "[expectations]")
    code, shown = run(folder, "-k", GAP)
    assert code == pytest.ExitCode.INTERRUPTED
    assert "`expectations` is not known here\nDid you mean expect?\n====" in shown
    assert "conformance/plugin.py" not in shown  # no traceback


def test_somebody_else_may_have_an_option_of_this_name(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "def pytest_addoption(parser):\n    parser.addoption('--engine', default='mine')\n"
    )
    (tmp_path / "test_it.py").write_text(
        "def test_it(pytestconfig):\n    assert pytestconfig.getoption('--engine') == 'mine'\n"
    )
    code, shown = run(tmp_path, "-q", "test_it.py", pyargs=False)
    assert code == 0, shown


def test_the_plugin_imports_nothing_heavy() -> None:
    program = (
        "import sys, pytest\nbefore = set(sys.modules)\nimport conformance.plugin\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["conformance", "conformance.plugin"]
