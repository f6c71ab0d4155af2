"""`kaiju.toml`: what it says, what it expects, how it is written, how it is wrong."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from conformance.expectations import Config, Expectation, judged, load_config
from conformance.expecting import write_expectations
from conformance.judge.results import Result as Verdict
from conformance.judge.vector import Cited, Vector
from rules_dsl.errors import KaijuError

VECTORS = Path(__file__).parent / "runner_vectors.jsonl"
ACCEPTS = f"exec:{shlex.quote(sys.executable)} -m conformance.miniatures accepts"
FAILING = "MB-RUN002"

Kaiju = Callable[..., Result]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An engine's own repository, in which we are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, text: str) -> Path:
    path = folder / "kaiju.toml"
    path.write_text(text, encoding="utf-8")
    return path


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def statuses(result: Result) -> dict[str, str]:
    return {one["id"]: one["status"] for one in lines(result)[:-1]}


# ------------------------------------------------------------------ reading


def test_nothing_is_said_without_a_file(here: Path) -> None:
    assert load_config() == Config()


def test_everything_a_file_can_say(here: Path) -> None:
    path = write(
        here,
        """
        engine = "exec:./bugforge"
        ruleset = "mindbug/first-contact"
        timeout = "500ms"
        known = ["combat:ties-do-not-defeat"]
        [options]
        mb.option.hunter-choice = "declaration"
        "mb.option.mindbug-follow-up" = "new-turn"
        [expect."MB-7QK4X2"]
        is = "fail"
        issue = "https://example.org/1"
        [expect."rule:mb.keyword.*"]
        is = "unsupported"
        reason = "no keywords yet"
        """,
    )
    assert load_config() == load_config(Path("kaiju.toml"))
    config = load_config(path)
    assert config.engine == "exec:./bugforge"
    assert config.ruleset == "mindbug/first-contact"
    assert config.timeout == 0.5
    assert config.known == ("combat:ties-do-not-defeat",)
    assert config.options == {
        "mb.option.hunter-choice": "declaration",
        "mb.option.mindbug-follow-up": "new-turn",
    }
    assert config.expectations == (
        Expectation("MB-7QK4X2", "fail", "https://example.org/1"),
        Expectation("rule:mb.keyword.*", "unsupported", "", "no keywords yet"),
    )
    assert config.expectations[1].place == f"{path}:12"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("engine = ", "kaiju.toml:1:10: not TOML: Invalid value"),
        ("engine = 'x'\n[expect\n", "kaiju.toml:2:8: not TOML: Expected ']'"),
        ("# engin\nengin = 'x'", "kaiju.toml:2: `engin` is not known here\nDid you mean engine?"),
        ("timeout = 1\nengine = 3", "kaiju.toml:2: `engine` must be a text"),
        ("\ntimeout = 'soon'", "kaiju.toml:2: `timeout` is no time: 'soon'\nwrite 5s"),
        ("timeout = true", "kaiju.toml:1: `timeout` is no time"),
        ("ruleset = 'chess'", "kaiju.toml:1: there is no ruleset chess\nThere are mindbug/"),
        ("options = 1", "kaiju.toml:1: `options` must be a table"),
        (
            "[options]\n\n'mb.option.hunter-choic' = 'x'",
            "kaiju.toml:3: there is no option mb.option.hunter-choic\nDid you mean mb.option",
        ),
        (
            "[options]\nmb.option.hunter-choice = 'x'",
            "kaiju.toml:2: 'x' does not answer mb.option.hunter-choice\nIts answers are block-step",
        ),
        (
            "known = 'x'",
            "kaiju.toml:1: `known` must list misreadings by their ids\nWrite known = [",
        ),
        (
            "known = [\n  'combat:ties-do-not-defeat',\n  'combat:tie-do-not-defeat',\n]",
            "kaiju.toml:3: there is no misreading combat:tie-do-not-defeat\nDid you mean",
        ),
        (
            "known = [\n  'keywords:hunter-must',\n  'keywords:hunter-must',\n]",
            "kaiju.toml:2: keywords:hunter-must is listed twice\nRemove one.",
        ),
        ("expect = 1", "kaiju.toml:1: `expect` must hold tables"),
        ("[expect]\n'MB-1' = 1", "kaiju.toml:2: `MB-1` must be a table"),
        ("[expect.MB-1]\n", "kaiju.toml:1: `MB-1` does not say what it is\nWrite is = and one of"),
        ("[expect.MB-1]\nissue = 'is'\nis = 'bad'", "kaiju.toml:3: `bad` is no status"),
        ("[expect.MB-1]\nis = 'xfail'", "kaiju.toml:2: `xfail` is no status"),
        ("[expect.MB-1]\nis = 'fail'\nwas = 1", "kaiju.toml:3: `was` is not known here"),
        ("[expect.'rules:x']\nis = 'fail'", "kaiju.toml:1: `rules:x` names no vectors"),
    ],
)
def test_mistakes_have_their_place(here: Path, kaiju: Kaiju, text: str, told: str) -> None:
    write(here, text)
    with pytest.raises(KaijuError) as caught:
        load_config()
    assert told in str(caught.value)
    result = kaiju("run", "--vectors", VECTORS)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there_or_not_text(here: Path) -> None:
    with pytest.raises(KaijuError, match=r"nowhere\.toml: this file cannot be read"):
        load_config(Path("nowhere.toml"))
    (here / "kaiju.toml").write_bytes(b"\xff")
    with pytest.raises(KaijuError, match=r"kaiju.toml:1: this file is not UTF-8"):
        load_config()


# ------------------------------------------------------------------ expecting


def test_the_most_precise_expectation_counts() -> None:
    tough = Vector("MB-000001", "t", "g", rules=[Cited("mb.keyword.tough")])
    hunter = Vector("MB-000002", "t", "g", rules=[Cited("mb.keyword.hunter")])
    other = Vector("MB-000003", "t", "g", requires=["card:gorillion"])
    config = Config(
        expectations=(
            Expectation("rule:mb.keyword.tough", "crash"),
            Expectation("rule:mb.*", "fail"),
            Expectation("MB-000002", "pass"),
            Expectation("card:gor*", "timeout"),
            Expectation("rule:mb.nothing.*", "fail"),
        )
    )
    found = {vector.id: config.expectation(vector) for vector in (tough, hunter, other)}
    assert {id: one.status if one else None for id, one in found.items()} == {
        "MB-000001": "crash",
        "MB-000002": "pass",
        "MB-000003": "timeout",
    }
    assert [one.pattern for one in config.unmatched([tough, hunter, other])] == [
        "rule:mb.nothing.*"
    ]


@pytest.mark.parametrize(
    ("expected", "found", "status"),
    [
        (None, "fail", "fail"),
        ("fail", "fail", "xfail"),
        ("fail", "pass", "xpass"),
        ("fail", "crash", "crash"),
        ("crash", "crash", "xfail"),
        ("unsupported", "unsupported", "unsupported"),
        ("unsupported", "pass", "xpass"),
        ("unsupported", "fail", "fail"),
        ("pass", "pass", "pass"),
        ("pass", "fail", "fail"),
    ],
)
def test_what_an_expectation_makes_of_a_result(
    expected: str | None, found: str, status: str
) -> None:
    expectation = Expectation("MB-000001", expected) if expected else None
    assert judged(Verdict("MB-000001", found, "t"), expectation).status == status


def test_a_known_failure_does_not_fail_the_run(here: Path, kaiju: Kaiju) -> None:
    write(here, f'engine = "{ACCEPTS}"\n[expect."{FAILING}"]\nis = "fail"\nissue = "https://e.org"')
    result = kaiju("run", "--vectors", VECTORS, "--json")
    assert result.exit_code == 0
    assert statuses(result)[FAILING] == "xfail"
    *results, summary = lines(result)
    assert {one["id"]: one.get("issue") for one in results}[FAILING] == "https://e.org"
    assert summary["counts"]["xfail"] == 1
    assert summary["counts"]["xpass"] == 0


def test_an_unexpected_pass_fails_the_run(here: Path, kaiju: Kaiju) -> None:
    path = write(here, '[expect."rule:mb.keyword.sneaky"]\nis = "fail"')
    engine = ACCEPTS.replace("accepts", "forced")
    result = kaiju("run", "--vectors", VECTORS, "--engine", engine)
    assert result.exit_code == 1
    assert f"XPASS {FAILING}" in result.output
    assert f"expects fail: remove that from {path.name}:1" in result.output


def test_the_oracle_has_nothing_to_expect(here: Path, kaiju: Kaiju) -> None:
    write(here, f'engine = "{ACCEPTS}"\n[expect."{FAILING}"]\nis = "fail"')
    result = kaiju("run", "--vectors", VECTORS, "--engine", "oracle", "--json")
    assert result.exit_code == 0
    assert "xfail" not in lines(result)[-1]["counts"]


def test_an_expectation_of_nothing_is_reported(here: Path, kaiju: Kaiju) -> None:
    text = (
        f'engine = "{ACCEPTS}"\n[expect."{FAILING}"]\nis = "fail"\n[expect.MB-GONE00]\nis = "fail"'
    )
    write(here, text)
    told = "no vector fits the expectation MB-GONE00 (kaiju.toml:4)"
    result = kaiju("run", "--vectors", VECTORS)
    assert result.exit_code == 0
    assert told in result.output
    one = kaiju("run", "--vectors", VECTORS, "MB-RUN001")
    assert FAILING not in one.output  # a selection does not make the others stale
    assert told in one.output


def test_the_file_gives_the_defaults_of_a_run(here: Path, kaiju: Kaiju) -> None:
    other = here / "elsewhere.toml"
    other.write_text('engine = "exec:/no/such/program"\ntimeout = 1\n')
    result = kaiju("run", "--vectors", VECTORS, "--config", other)
    assert result.exit_code == 2
    assert "/no/such/program" in result.output
    other.write_text('\nengine = "my-engine"')
    result = kaiju("run", "--vectors", VECTORS, "--config", other)
    assert f"{other}:2: `my-engine` does not name an engine\nWrite --engine" in result.output


def test_answers_to_options_are_what_the_engine_is_judged_by(here: Path, kaiju: Kaiju) -> None:
    write(here, f'engine = "{ACCEPTS}"\n[options]\nmb.option.mindbug-follow-up = "new-turn"')
    result = kaiju("run", "-k", "rule:mb.mindbug.follow-up", "--json")
    *results, summary = lines(result)
    assert summary["options"] == {"mb.option.mindbug-follow-up": "new-turn"}
    under = [one["under"] for one in results if "under" in one]
    assert {"mb.option.mindbug-follow-up": "new-turn"} in under


# ------------------------------------------------------------------ writing


def test_the_first_day(here: Path, kaiju: Kaiju) -> None:
    result = kaiju("run", "--vectors", VECTORS, "--engine", ACCEPTS, "--write-expect")
    assert result.exit_code == 0
    assert "kaiju.toml: 1 expectations written" in result.stderr
    config = load_config()
    assert config.engine == ACCEPTS
    assert [(one.pattern, one.status) for one in config.expectations] == [(FAILING, "fail")]
    again = kaiju("run", "--vectors", VECTORS, "--write-expect")
    assert again.exit_code == 0
    assert "everything is as expected" in again.stderr
    assert [path.name for path in here.iterdir()] == ["kaiju.toml"]


def test_what_stands_in_the_file_is_kept(here: Path, kaiju: Kaiju) -> None:
    before = f"""# my engine
engine = "{ACCEPTS}"  # the one we ship

[expect."{FAILING}"]   # since the rewrite
# a comment inside
is = "crash"  # really?
issue = "https://example.org/1"

[expect."rule:mb.attack.tie"]
is = "fail"
"""
    path = write(here, before)
    path.chmod(0o640)
    result = kaiju("run", "--vectors", VECTORS, "--write-expect")
    assert result.exit_code == 0
    after = path.read_text()
    assert after.startswith(before.replace('is = "crash"', 'is = "fail"'))
    assert '[expect."MB-RUN001"]\nis = "pass"\n' in after  # the pattern is not true of it
    assert path.stat().st_mode & 0o777 == 0o640
    assert kaiju("run", "--vectors", VECTORS).exit_code == 0


def test_what_cannot_be_changed_is_left_alone(here: Path, kaiju: Kaiju) -> None:
    path = write(here, f'engine = "{ACCEPTS}"\nexpect = {{ {FAILING} = {{ is = "crash" }} }}\n')
    before = path.read_text()
    result = kaiju("run", "--vectors", VECTORS, "--write-expect")
    assert result.exit_code == 2
    assert "written in a way that cannot be changed here" in result.output
    assert path.read_text() == before


def test_an_engine_that_passes_nothing_gets_no_expectations(tmp_path: Path) -> None:
    path = tmp_path / "kaiju.toml"
    with pytest.raises(KaijuError, match="nothing passes, so nothing was written"):
        write_expectations(path, "exec:x", [Verdict("MB-000001", "crash", "t")])
    assert not path.exists()


# ------------------------------------------------------------------ known faults


def test_an_engine_is_judged_by_the_rules_as_it_is_known_to_misread_them(
    here: Path, kaiju: Kaiju
) -> None:
    bugs = Path(__file__).parent / "planted" / "python_bugs.py"
    engine = f"exec:{shlex.quote(sys.executable)} {bugs} hunter-cannot-be-declined"
    wanted = ("-k", "rule:mb.keyword.hunter-optional ruleset:mindbug/first-contact")
    before = kaiju("run", *wanted, "--engine", engine, "--json")
    assert "fail" in statuses(before).values()
    write(here, 'known = ["keywords:hunter-must"]\n')
    after = kaiju("run", *wanted, "--engine", engine, "--json")
    assert after.exit_code == 0, after.output
    assert set(statuses(after).values()) <= {"pass", "unsupported", "not-applicable"}
    sound = f"exec:{shlex.quote(sys.executable)} {bugs}"
    assert kaiju("run", *wanted, "--engine", sound, "--json").exit_code == 1  # it declines
