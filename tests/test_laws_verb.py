"""`kaiju laws` as its users call it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Kaiju = Callable[..., Result]

TIE = (Path(__file__).parent / "data" / "tie.laws").read_text("utf-8")


@pytest.fixture
def tie(tmp_path: Path) -> Path:
    file = tmp_path / "tie.laws"
    file.write_text(TIE, encoding="utf-8")
    return file


def test_a_law_that_holds(kaiju: Kaiju, tie: Path) -> None:
    result = kaiju("laws", tie)
    assert result.exit_code == 0
    assert "MB-K3V9QX holds: Equal powers defeat both" in result.stdout
    assert "a 7 of 32, b 7 of 32" in result.stdout
    told = json.loads(kaiju("laws", tie, "--json").stdout)
    assert told["holds"]
    assert told["breadth"] == {"a": [7, 32], "b": [7, 32]}


def test_a_counterexample_is_small_and_can_be_adopted(
    kaiju: Kaiju, tie: Path, tmp_path: Path
) -> None:
    wrong = TIE.replace("a is in alice's discard pile", "a is in play under alice's control")
    tie.write_text(wrong, encoding="utf-8")
    adopted = tmp_path / "adopted.scenario"
    result = kaiju("laws", tie, "--adopt", adopted)
    assert result.exit_code == 1
    assert "MB-K3V9QX does not hold" in result.stdout
    assert (
        "mb.attack.tie: If both fighters have the same power, both are defeated." in result.stdout
    )
    assert "bob: life 1; hand: 1 other" in result.stdout
    assert "0 of 1 laws hold" in result.stdout
    asked = kaiju("ask", adopted)
    assert "It does not hold." in asked.stdout


def test_a_law_that_says_nothing_is_refused(kaiju: Kaiju, tie: Path) -> None:
    tie.write_text(TIE.replace("n: 1 to 4", "n: 4 to 1"), encoding="utf-8")
    result = kaiju("laws", tie)
    assert result.exit_code == 2
    assert f"{tie}:9: MB-K3V9QX has no instance" in result.stdout


def test_mistakes_are_told_with_their_place(kaiju: Kaiju, tie: Path) -> None:
    tie.write_text(TIE.replace("bob blocks with b", "bob blogs with b"), encoding="utf-8")
    result = kaiju("laws", tie)
    assert result.exit_code == 2
    assert f"{tie}:15" in result.stderr
    missing = kaiju("laws", tie.with_name("none.laws"))
    assert missing.exit_code == 2
    assert kaiju("laws", "MB-000000").exit_code == 2
    assert kaiju("laws", tie, "-k", "rule:kt.*").exit_code == 2
    assert kaiju("laws", tie, "-k", "colour:red").exit_code == 2


def test_what_a_law_notices(kaiju: Kaiju, tie: Path) -> None:
    result = kaiju("laws", tie, "--bites")
    assert "MB-K3V9QX notices combat:ties-do-not-defeat" in result.stdout


def test_laws_become_vectors(kaiju: Kaiju, tie: Path, tmp_path: Path) -> None:
    folder = tmp_path / "vectors"
    result = kaiju("laws", tie, "--export", 3, folder)
    assert "3 vectors of 1 laws" in result.stdout
    judged = kaiju("run", "--vectors", folder)
    assert judged.exit_code == 0
    assert "3 pass of 3" in judged.output


def test_an_engine_is_judged_by_laws(kaiju: Kaiju, tie: Path, project: Path) -> None:
    example = project / "conformance" / "examples" / "python" / "adapter.py"
    sound = kaiju("laws", tie, "--engine", f"exec:{sys.executable} {example}", "--examples", 5)
    assert sound.exit_code == 0
    planted = project / "tests" / "planted" / "python_bugs.py"
    wrong = f"exec:{sys.executable} {planted} ties-do-not-defeat"
    broken = kaiju("laws", tie, "--engine", wrong, "--examples", 5)
    assert broken.exit_code == 1
    assert "1 law does not hold:" in broken.stdout
    assert "alice attacks with Giraffodile" in broken.stdout


def test_another_ruleset_and_the_one_form(kaiju: Kaiju, tie: Path) -> None:
    assert kaiju("laws", tie, "--ruleset", "mindbug/all").exit_code == 0
    assert kaiju("laws", tie, "--ruleset", "duel/standard").exit_code == 2
    assert kaiju("laws", tie, "--ruleset", "mindbug/none").exit_code == 2
    tie.write_text(TIE.replace("  rules", "  rules "), encoding="utf-8")
    assert kaiju("laws", tie, "--format").exit_code == 0
    assert tie.read_text("utf-8") == TIE
    assert "bystanders play too" in kaiju("laws", "--sentences").stdout
    assert kaiju("laws", tie, "--write").exit_code == 2
