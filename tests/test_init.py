"""`kaiju init`: what it writes runs at once, and it never spoils what is there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
import tomllib
from pathlib import Path

import pytest

from conformance.expectations import load_config
from conformance.judge.vector_files import list_vectors
from conformance.starters import plan
from conformance.starters.writing import write_all
from conformance.verbs.init import GAMES, LANGUAGES
from rules_dsl.specification import load_specification

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
EACH_LANGUAGE = pytest.mark.parametrize(
    "language",
    [
        "python",
        pytest.param("javascript", marks=needs_node),
        pytest.param("typescript", marks=needs_node),
    ],
)


def texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


@EACH_LANGUAGE
def test_the_adapter_passes_smoke_and_run_is_honest_about_it(
    kaiju, kaiju_apart, language, tmp_path, monkeypatch
):
    folder = tmp_path / "bugforge"
    begun = kaiju("init", language, folder)
    assert begun.exit_code == 0, begun.output
    monkeypatch.chdir(folder)

    smoked = kaiju("smoke", "--json")
    lines = [json.loads(line) for line in smoked.output.splitlines()]
    assert [line for line in lines[:-1] if line["status"] != "right"] == []
    assert smoked.exit_code == 0
    assert lines[-1]["engine"] == {"name": "bugforge", "version": "0.1.0", "language": language}

    judged = kaiju_apart("run", "--json")
    results = [json.loads(line) for line in judged.stdout.splitlines()]
    assert judged.returncode == 1
    failed = [one["id"] for one in results[:-1] if one["status"] == "fail"]
    assert failed == ["MB-H1TCX1"]  # the gap that the tutorial fills
    assert {one["status"] for one in results[:-1]} == {"pass", "fail", "skip", "unsupported"}


@pytest.mark.parametrize("game", ["tokyo", "duel"])
def test_a_placeholder_of_a_dice_game_is_right_as_far_as_it_goes(
    kaiju, kaiju_apart, game, tmp_path, monkeypatch
):
    begun = kaiju("init", "python", tmp_path / "bugforge", "--game", game)
    assert begun.exit_code == 0, begun.output
    monkeypatch.chdir(tmp_path / "bugforge")
    smoked = kaiju("smoke")
    assert smoked.exit_code == 0, smoked.output

    *results, _ = [json.loads(line) for line in kaiju_apart("run", "--json").stdout.splitlines()]
    assert {one["status"] for one in results} == {"pass", "skip", "unsupported"}
    readme = (tmp_path / "bugforge" / "README.md").read_text()
    assert f"An engine for {load_specification().games[game].title} and" in readme


def test_a_game_without_a_starter_in_a_language_is_told(kaiju, tmp_path):
    refused = kaiju("init", "javascript", tmp_path / "x", "--game", "duel")
    assert refused.exit_code == 2
    assert "there is no starter for duel in javascript yet" in refused.stderr
    assert "kaiju init python DIR --game duel" in refused.stderr
    assert not (tmp_path / "x").exists()


def test_the_games_of_the_verb_are_those_of_the_starters_and_of_the_specification():
    assert list(plan.GAMES) == GAMES == list(load_specification().games)
    known = {vector.id: vector.game for vector in list_vectors()}
    for name, begun in plan.GAMES.items():
        assert begun.title == load_specification().games[name].title
        assert known[begun.example].startswith(f"{name}/")


EVERY_STARTER = [
    (language, game) for language in LANGUAGES for game in GAMES if plan.has_starter(language, game)
]


@pytest.mark.parametrize(("language", "game"), EVERY_STARTER)
def test_every_file_is_filled_in(language, game, tmp_path):
    folder = tmp_path / "x"
    write_all(folder, plan.plan(language, "Bug Forge 2", game))
    for path, text in texts(folder).items():
        assert not re.search(r"@[A-Z]+@", text), path
        assert "my-engine" not in text, path
        assert text.endswith("\n"), path
    assert load_config(folder / "kaiju.toml").engine == f"exec:{plan.STARTERS[language].command}"
    if language != "python":
        assert json.loads((folder / "package.json").read_text())["name"] == "bug-forge-2"
    workflow = (folder / ".github" / "workflows" / "kaiju.yml").read_text()
    assert ("setup-node" in workflow) is (language != "python")
    assert len((folder / "README.md").read_text().splitlines()) <= 12
    if game != "mindbug":
        sources = [text for path, text in texts(folder).items() if path.endswith((".py", ".toml"))]
        assert "mindbug" not in "".join(sources).casefold()


def test_the_languages_of_the_verb_are_those_of_the_starters():
    assert list(plan.STARTERS) == LANGUAGES


def test_the_expectations_shown_in_the_configuration_can_be_uncommented(tmp_path):
    write_all(tmp_path / "x", plan.plan("python", "x"))
    shown = (tmp_path / "x" / "kaiju.toml").read_text()
    begun = shown.index("# [expect")
    assert "expect" in tomllib.loads(shown[:begun] + shown[begun:].replace("# ", ""))


def test_names(kaiju, tmp_path):
    assert kaiju("init", "python", tmp_path / "a", "--engine-name", "Bug-Forge 2").exit_code == 0
    assert '"name": "Bug-Forge 2"' in (tmp_path / "a" / "adapter.py").read_text()
    refused = kaiju("init", "python", tmp_path / "b", "--engine-name", 'x", "y')
    assert refused.exit_code == 2
    assert "no name for an engine" in refused.stderr
    assert not (tmp_path / "b").exists()
    assert kaiju("init", "python", tmp_path / "ü").exit_code == 0
    assert '"name": "my-engine"' in (tmp_path / "ü" / "adapter.py").read_text()


def test_what_is_there_is_not_overwritten(kaiju, tmp_path):
    (tmp_path / "game.py").write_text("mine\n")
    (tmp_path / "README.md").write_text("mine too\n")
    refused = kaiju("init", "python", tmp_path)
    assert refused.exit_code == 2
    assert "would overwrite game.py" in refused.stderr
    assert texts(tmp_path) == {"game.py": "mine\n", "README.md": "mine too\n"}

    forced = kaiju("init", "python", tmp_path, "--force")
    assert forced.exit_code == 0
    assert "GAP" in (tmp_path / "game.py").read_text()
    assert (tmp_path / "README.md").read_text() == "mine too\n"
    assert re.search(r"README\.md +is there already, and stays", forced.output)


def test_a_file_where_a_folder_is_needed_is_told(kaiju, tmp_path):
    (tmp_path / "file").write_text("")
    assert kaiju("init", "python", tmp_path / "file").exit_code == 2
    (tmp_path / ".github").write_text("")
    refused = kaiju("init", "python", tmp_path, "--force")
    assert refused.exit_code == 2
    assert "a folder is needed where a file is" in refused.stderr
    assert set(texts(tmp_path)) == {"file", ".github"}
    (tmp_path / "folder" / "game.py").mkdir(parents=True)
    assert kaiju("init", "python", tmp_path / "folder", "--force").exit_code == 2


@pytest.mark.parametrize("stop", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_is_left_half_written(kaiju, tmp_path, monkeypatch, stop):
    honest, calls = Path.write_text, []

    def fail_at_the_third(self, *args, **kwargs):
        calls.append(self)
        if len(calls) == 3:
            raise stop
        return honest(self, *args, **kwargs)

    monkeypatch.setattr(Path, "write_text", fail_at_the_third)
    result = kaiju("init", "python", tmp_path / "new" / "engine")
    assert result.exit_code == (130 if isinstance(stop, KeyboardInterrupt) else 2)
    assert list(tmp_path.iterdir()) == []
    calls.clear()
    (tmp_path / "old").mkdir()
    kaiju("init", "python", tmp_path / "old")
    assert list((tmp_path / "old").iterdir()) == []


# ------------------------------------------------------------------ TypeScript


def erased(text: str) -> str:
    """The program without its types; it finds those that our two files use."""
    declared = re.findall(r"(?:interface|type) (\w+)", text)
    imported = re.findall(r"\w+", " ".join(re.findall(r"import type \{(.*?)\}", text)))
    plain = ["any", "unknown", "string", "number", "boolean", "void", "Promise<void>"]
    one = rf"(?:{'|'.join([*plain, 'Game', 'Adapter', *declared, *imported])})(?:\[\])?"
    kind = rf"{one}(?: \| (?:{one}|null|undefined))*"
    text = re.sub(r"^export interface \w+ \{.*?^\}\n\n", "", text, flags=re.M | re.S)
    text = re.sub(r"^import type [^\n]*\n", "", text, flags=re.M)
    text = re.sub(r"(?:^// [^\n]*\n)?(?:^(?:export )?type [^\n]*\n)+\n", "", text, flags=re.M)
    text = re.sub(rf"(\b\w+|\))\??: {kind}(?=[,);]| =| \{{)", r"\1", text)
    text = text.replace('.ts"', '.js"').replace("game.ts", "game.js")
    return text.replace('"typescript"', '"javascript"')


@pytest.mark.parametrize("name", ["adapter", "game"])
def test_javascript_is_typescript_without_types(name):
    typed = (plan.HERE / "typescript" / f"{name}.ts").read_text(encoding="utf-8")
    assert erased(typed) == (plan.HERE / "javascript" / f"{name}.js").read_text(encoding="utf-8")


def reads_typescript() -> bool:
    shown = subprocess.run(
        ["node", "-p", "Boolean(process.features.typescript)"], capture_output=True, check=True
    )
    return shown.stdout.strip() == b"true"


@needs_node
def test_a_build_older_than_its_source_is_not_run(kaiju, tmp_path, monkeypatch):
    if reads_typescript():
        pytest.skip("this node reads TypeScript itself")
    kaiju("init", "typescript", tmp_path)
    later = time.time() + 60
    os.utime(tmp_path / "src" / "game.ts", (later, later))
    monkeypatch.chdir(tmp_path)
    smoked = kaiju("smoke")
    assert smoked.exit_code == 1
    assert "build/ is older than src/ (game.ts)" in smoked.output
    assert "npx tsc" in smoked.output
