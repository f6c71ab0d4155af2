"""Files that others wrote: whatever stands in them, a mistake is told with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rules_dsl.errors import KaijuError
from rules_dsl.foreign import load_text, parse_json, parse_toml

Kaiju = Callable[..., Result]
NUMBER = "9" * 5000
DEEP = "[" * 3000 + "]" * 3000


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"a = 1\nb = {NUMBER}", "kaiju.toml:2:5: this number has more than 40 digits"),
        (f"a = {'9' * 41}", "kaiju.toml:1:5: this number has more than 40 digits"),
        (f"a = 0x{'f' * 5000}", "kaiju.toml:1:5: this number has more than 40 digits"),
        (f"a = 0b{'1_' * 5000}1", "kaiju.toml:1:5: this number has more than 40 digits"),
        (f"a = 1\nb = {DEEP}", "kaiju.toml:2:105: this is nested more than 100 deep"),
        (f"a = '['\nb = {'{a=' * 3000}1", "kaiju.toml:2:305: this is nested more than 100 deep"),
        (f"a = 1\n{'b.' * 3000}b = 1", "kaiju.toml:2:1: this is nested more than 100 deep"),
        (f"[{'b.' * 3000}b]", "kaiju.toml:1:1: this is nested more than 100 deep"),
        ("a = [", "kaiju.toml:1:6: not TOML: Invalid value"),
        ("a = 1979-02-31", "kaiju.toml:1:5: not TOML: Invalid date or datetime"),
    ],
)
def test_wrong_toml_is_told_with_its_place(text: str, told: str) -> None:
    with pytest.raises(KaijuError) as caught:
        parse_toml(text, "kaiju.toml")
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f'[\n "{{", {NUMBER}]', "a.json:2:7: this number has more than 40 digits"),
        (f'["[",\n{DEEP}]', "a.json:2:100: this is nested more than 100 deep"),
        ('{"a":' * 3000, "a.json:1:501: this is nested more than 100 deep"),
        ('{"a": 1,\n}', "a.json:2:1: not JSON"),
        ('{"a": 1, "a": 2}', "a.json: not JSON: an object says `a` twice"),
        ("[NaN]", "a.json: not JSON: NaN is no JSON number"),
    ],
)
def test_wrong_json_is_told_with_its_place(text: str, told: str) -> None:
    with pytest.raises(KaijuError) as caught:
        parse_json(text, "a.json")
    assert str(caught.value).startswith(told)


def test_brackets_in_texts_and_comments_are_not_counted() -> None:
    said = "[" * 3000
    assert parse_json(json.dumps([said, '"' + said]), "a.json") == [said, '"' + said]
    text = f'# {said}\na = "{said}"\nb = """\n\\"{said}"""\nc = \'{said}\''
    assert parse_toml(text, "a.toml") == {"a": said, "b": f'"{said}', "c": said}


def test_a_file_without_end_is_given_up() -> None:
    with pytest.raises(KaijuError, match="/dev/zero: this file is larger than 1 MiB"):
        load_text("/dev/zero", 1024 * 1024)


VERBS = {
    "kaiju.toml": ("run", "--config"),
    "vectors.json": ("run", "--vectors"),
    "position.json": ("explain",),
    "counted.json": ("perft",),
    "case.json": ("replay",),
    "run.jsonl": ("report",),
}
TEXTS = {
    "kaiju.toml": "timeout = {}",
    "vectors.json": '{{"format": 1, "vectors": {}}}',
    "position.json": '{{"players": {}}}',
    "counted.json": '{{"players": {}}}',
    "case.json": '{{"format": {}}}',
    "run.jsonl": '{{"summary": {}}}',
}


@pytest.mark.parametrize(
    "value", [NUMBER, DEEP, "[" * 60 + "]" * 60], ids=["long", "deep", "deepish"]
)
@pytest.mark.parametrize("name", VERBS)
def test_no_verb_breaks_on_a_long_number_or_deep_brackets(
    kaiju: Kaiju, tmp_path: Path, name: str, value: str
) -> None:
    file = tmp_path / name
    file.write_text(TEXTS[name].format(value), encoding="utf-8")
    result = kaiju(*VERBS[name], file)
    assert result.exit_code == 2, result.output
    assert str(file) in result.stderr
    assert "internal error" not in result.stderr


@pytest.mark.parametrize("value", [NUMBER, "[" * 3000], ids=["long", "deep"])
def test_no_text_breaks_on_a_long_number_or_deep_brackets(
    kaiju: Kaiju, tmp_path: Path, value: str
) -> None:
    cards, scenario = tmp_path / "my.cards", tmp_path / "my.scenario"
    cards.write_text(f'creature yeti "Yeti"\n  power {value[:900]}\n', encoding="utf-8")
    scenario.write_text(
        f'question "How much?"\n  ruleset mindbug/first-contact\n  given\n'
        f"    alice plays first: life {value}\n    bob: life 3\n  when\n",
        encoding="utf-8",
    )
    for verb, file in (("check", cards), ("fmt", cards), ("ask", scenario)):
        result = kaiju(verb, file)
        assert result.exit_code == 2, result.output
        assert f"{file}:" in result.output
        assert "internal error" not in result.output


@pytest.mark.parametrize("verb", [("check",), ("fmt",), ("run", "MB-0WHS8E", "--html")])
def test_a_link_that_leads_to_itself_is_told(kaiju, tmp_path, verb):
    link = tmp_path / "loop.cards"
    link.symlink_to(link)
    result = kaiju(*verb, link)
    assert result.exit_code == 2
    assert f"{link}: this link leads to itself" in result.stderr


def test_a_configuration_that_cannot_be_read_is_not_passed_over(kaiju, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kaiju.toml").symlink_to("missing.toml")
    result = kaiju("run", "MB-0WHS8E")
    assert result.exit_code == 2
    assert "kaiju.toml: this file cannot be read" in result.stderr
