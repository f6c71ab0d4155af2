"""`kaiju init`: what it writes runs at once, and it never spoils what is there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import textwrap
import time
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from conformance.expectations import load_config
from conformance.games import names
from conformance.judge.vector_files import list_vectors
from conformance.starters import plan
from conformance.starters.kit import origin
from conformance.starters.writing import write_all
from conformance.verbs.init import LANGUAGES
from rules_dsl.specification import load_specification

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def starter(language: str, *more: str):
    """A parameter for a test of a starter, which is skipped where the language is not installed."""
    needs = plan.STARTERS[language].needs
    is_there = any(shutil.which(program) for program in needs)
    reason = f"NOT TESTED: {language} is not installed ({' or '.join(needs)})"
    return pytest.param(language, *more, marks=pytest.mark.skipif(not is_there, reason=reason))


EVERY_STARTER = [
    (language, game)
    for language in LANGUAGES
    for game in names()
    if plan.has_starter(language, game)
]
EACH_LANGUAGE = pytest.mark.parametrize("language", [starter(language) for language in LANGUAGES])
EACH_STARTER = pytest.mark.parametrize(
    ("language", "game"), [starter(language, game) for language, game in EVERY_STARTER]
)
FIRST_VECTORS = {"mindbug": 5, "tokyo": 50, "duel": 50}
"""By game, how many vectors a placeholder passes at least."""


def texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


@EACH_STARTER
def test_the_adapter_passes_smoke_and_its_first_vectors(
    kaiju, kaiju_apart, language, game, tmp_path, monkeypatch
):
    folder = tmp_path / "bugforge"
    begun = kaiju("init", language, folder, "--game", game)
    assert begun.exit_code == 0, begun.output
    monkeypatch.chdir(folder)

    smoked = kaiju("smoke", "--json")
    lines = [json.loads(line) for line in smoked.output.splitlines()]
    assert [line for line in lines[:-1] if line["status"] != "right"] == []
    assert smoked.exit_code == 0
    assert lines[-1]["engine"] == {"name": "bugforge", "version": "0.1.0", "language": language}

    judged = kaiju_apart("run", "--json")
    results = [json.loads(line) for line in judged.stdout.splitlines()][:-1]
    statuses = Counter(one["status"] for one in results)
    assert statuses["pass"] >= FIRST_VECTORS[game]
    assert not statuses.keys() & {"crash", "timeout", "protocol-error", "auto-choice"}
    failed = [one for one in results if one["status"] == "fail"]
    if game == "mindbug":  # the gap that the tutorial fills
        assert "MB-H1TCX1" in [one["id"] for one in failed]
        assert all("mb.attack.unblocked" in one["rules"] for one in failed)
    else:
        assert failed == []
    assert judged.returncode == (1 if failed else 0)
    readme = (folder / "README.md").read_text()
    assert f"An engine for {load_specification().games[game].title} and" in readme


def test_all_games_have_starters_in_three_languages_and_mindbug_in_all():
    three = ["python", "javascript", "typescript"]
    assert {game for language, game in EVERY_STARTER if language in three} == set(names())
    assert len([one for one in EVERY_STARTER if one[0] in three]) == len(three) * len(names())
    assert [language for language, game in EVERY_STARTER if game == "mindbug"] == LANGUAGES


def test_ci_looks_for_every_language_of_a_starter(project):
    listed = re.search(r'LANGUAGES="\n(.*?)"', (project / ".ci" / "languages").read_text(), re.S)[1]
    looked_for = {}
    for line in listed.splitlines():
        languages, programs, packages = line.split(":")
        assert packages
        looked_for |= dict.fromkeys(languages.split(" and "), tuple(programs.split()))
    python = {"python": plan.STARTERS["python"].needs}  # which runs the kit itself
    assert looked_for | python == {name: one.needs for name, one in plan.STARTERS.items()}


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_ci_says_which_languages_were_not_there(project, tmp_path):
    for program in ("bash", "cat"):
        (tmp_path / program).symlink_to(shutil.which(program))
    told = subprocess.run(
        [str(tmp_path / "bash"), str(project / ".ci" / "languages")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.count("NOT TESTED") == 4
    assert "NOT TESTED: the starter in php, which is not installed here" in told


# Where each placeholder waits for a deal, a choice among things that are alike instead.
A_CHOICE = {
    "python": (
        'return {"who": "nature", "kind": "deal", "legal": legal}',
        (
            'return {"who": "p1", "kind": "dice", '
            '"choose": {"from": ["fame", "fame", "claw"], "min": 0, "max": 3}}'
        ),
    ),
    "javascript": (
        'return { who: "nature", kind: "deal", legal };',
        (
            'return { who: "p1", kind: "dice", choose: { from: ["fame", "fame", "claw"], '
            "min: 0, max: 3 } };"
        ),
    ),
    "java": (
        'return wait("nature", "deal", offers("deal", unused));',
        (
            'return Map.of("who", "p1", "kind", "dice", "choose", '
            'Map.of("from", List.of("fame", "fame", "claw"), "min", 0, "max", 3));'
        ),
    ),
    "csharp": (
        'return Wait("nature", "deal", Offers("deal", unused));',
        (
            'return new Map { { "who", "p1" }, { "kind", "dice" }, { "choose", new Map { { "from", '
            'new List<object> { "fame", "fame", "claw" } }, { "min", 0 }, { "max", 3 } } } };'
        ),
    ),
    "php": (
        "return waits('nature', 'deal', offers('deal', $this->unused));",
        (
            "return ['who' => 'p1', 'kind' => 'dice', 'choose' => "
            "['from' => ['fame', 'fame', 'claw'], 'min' => 0, 'max' => 3]];"
        ),
    ),
}
A_CHOICE["typescript"] = A_CHOICE["javascript"]


OTHERWISE = {"mb.option.hunter-choice": "declaration"}
"""An answer that no starter declares."""


@EACH_LANGUAGE
def test_the_adapter_answers_what_its_placeholder_hardly_asks(language, tmp_path):
    write_all(tmp_path, plan.plan(language, "x", "mindbug"))
    old, new = A_CHOICE[language]
    for path, text in texts(tmp_path).items():
        if old in text:
            (tmp_path / path).write_text(text.replace(old, new), encoding="utf-8")
    if language == "typescript":  # what is older than its source is not run
        for compiled in (tmp_path / "build").iterdir():
            os.utime(compiled)
    answers = {
        "fame, fame": ({"choose": ["fame", "fame"]}, None),
        "claw, fame": ({"choose": ["claw", "fame"]}, None),
        "claw twice": ({"choose": ["claw", "claw"]}, "not-legal"),
        "three times fame": ({"choose": ["fame", "fame", "fame"]}, "not-legal"),
        "what is not there": ({"choose": ["heart"]}, "not-legal"),
        "another answer": ({"decline": True}, "not-legal"),
        "one thing more": ({"choose": ["fame"], "decline": True}, "not-legal"),
        "no list": ({"choose": "fame"}, "malformed"),
    }
    nothing_to_do = {"turn": "p2", "players": {"p1": {}, "p2": {}}}
    asked = [
        {"op": "setup", "game": "mindbug/first-contact", "setup": nothing_to_do},
        {"op": "start", "game": "mindbug/first-contact", "pool": []},
        {"op": "start", "game": "mindbug/all", "pool": []},
        {"op": "start", "game": "mindbug/first-contact", "pool": [], "options": OTHERWISE},
    ]
    asked += [{"op": "apply", "decision": "d0", "do": answer} for answer, _ in answers.values()]
    told = "".join(json.dumps({"id": number, **ask}) + "\n" for number, ask in enumerate(asked))
    command = plan.STARTERS[language].command.split()
    ended = subprocess.run(command, input=told, cwd=tmp_path, capture_output=True, text=True)
    lost, begun, unknown, otherwise, *replies = [
        json.loads(line) for line in ended.stdout.splitlines()
    ]
    assert lost["frame"]["next"] == {"over": {"winner": "p1", "reason": "no-action"}}
    assert "error" in unknown
    assert "skip" in otherwise
    assert begun["frame"]["next"]["choose"]["from"] == ["fame", "fame", "claw"], ended.stderr
    codes = [reply.get("rejected", {}).get("code") for reply in replies]
    assert dict(zip(answers, codes, strict=True)) == {
        name: code for name, (_, code) in answers.items()
    }
    assert all("skip" in reply for reply in replies if "rejected" not in reply)


def test_a_game_without_a_starter_in_a_language_is_told(kaiju, tmp_path):
    refused = kaiju("init", "php", tmp_path / "x", "--game", "duel")
    assert refused.exit_code == 2
    assert "there is no starter for duel in php yet" in refused.stderr
    assert "kaiju init python DIR --game duel" in refused.stderr
    assert not (tmp_path / "x").exists()


def test_the_games_of_the_verb_are_those_of_the_starters_and_of_the_specification():
    assert names() == tuple(load_specification().games)
    known = {vector.id: vector.game for vector in list_vectors()}
    for name in names():
        begun = plan.begun_of(name)
        assert begun.title == load_specification().games[name].title
        assert known[begun.example].startswith(f"{name}/")


@pytest.mark.parametrize(("language", "game"), EVERY_STARTER)
def test_every_file_is_filled_in(language, game, tmp_path):
    folder = tmp_path / "x"
    write_all(folder, plan.plan(language, "Bug Forge 2", game))
    for path, text in texts(folder).items():
        assert not re.search(r"@[A-Z]+@", text), path
        assert "my-engine" not in text, path
        assert text.endswith("\n"), path
    assert load_config(folder / "kaiju.toml").engine == f"exec:{plan.STARTERS[language].command}"
    assert load_config(folder / "kaiju.toml").ruleset == plan.begun_of(game).ruleset
    if (folder / "package.json").exists():
        assert json.loads((folder / "package.json").read_text())["name"] == "bug-forge-2"
    workflow = (folder / ".github" / "workflows" / "kaiju.yml").read_text()
    assert ("setup-node" in workflow) is ("node" in plan.STARTERS[language].needs)
    assert len((folder / "README.md").read_text().splitlines()) <= 12
    if game != "mindbug":
        sources = [text for path, text in texts(folder).items() if not path.endswith(".toml")]
        assert "mindbug" not in "".join(sources).casefold()


@pytest.mark.parametrize(("language", "game"), EVERY_STARTER)
def test_every_rule_that_a_starter_names_is_a_rule(language, game):
    rules = load_specification().rules
    prefix = load_specification().games[game].prefix
    written = "".join(file.text for file in plan.plan(language, "x", game))
    named = set(re.findall(rf"\b{prefix}\.(?!option\b)[a-z-]+\.[a-z-]+", written))
    assert named
    assert named <= rules.keys()


@pytest.mark.parametrize("game", names())
def test_the_options_shown_in_the_configuration_are_the_defaults(game, tmp_path):
    write_all(tmp_path / "x", plan.plan("python", "x", game))
    shown = (tmp_path / "x" / "kaiju.toml").read_text()
    begun, ended = shown.index("# [options]"), shown.index("# Failures")
    (tmp_path / "kaiju.toml").write_text(shown[begun:ended].replace("\n# ", "\n")[2:])
    specification = load_specification()
    ruleset = specification.ruleset(plan.begun_of(game).ruleset)
    declared = load_config(tmp_path / "kaiju.toml").options
    assert declared == dict(specification.answers(ruleset, {}))


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        (None, "kaiju-rules==1.2"),
        ({"url": "file:///somewhere", "dir_info": {"editable": True}}, ""),
        ({"url": "https://example.org/kaiju.whl"}, "https://example.org/kaiju.whl"),
        (
            {"url": "https://example.org/k.git", "vcs_info": {"vcs": "git", "commit_id": "4f2a"}},
            "git+https://example.org/k.git@4f2a",
        ),
    ],
)
def test_a_ci_server_installs_the_kit_from_where_it_came(told, wanted):
    class Installed:
        version = "1.2"

        def read_text(self, name):
            assert name == "direct_url.json"
            return None if told is None else json.dumps(told)

    assert origin(Installed()) == wanted


def test_the_workflow_installs_the_kit_that_is_named_or_fails_loudly(kaiju, tmp_path):
    address = "git+https://example.org/kaiju.git@4f2a"
    assert kaiju("init", "python", tmp_path / "a", "--kit", address).exit_code == 0
    workflow = tmp_path / "a" / ".github" / "workflows" / "kaiju.yml"
    assert f'KAIJU: "{address}"' in workflow.read_text()

    begun = kaiju("init", "python", tmp_path / "b", "--kit", "")
    assert begun.exit_code == 0
    assert "where pip finds the kit" in begun.stdout
    workflow = (tmp_path / "b" / ".github" / "workflows" / "kaiju.yml").read_text()
    script = textwrap.dedent(re.search(r"run: \|\n(.*?)\n      - ", workflow, re.S)[1])
    installed = subprocess.run(
        ["sh", "-c", script], env={**os.environ, "KAIJU": ""}, capture_output=True, text=True
    )
    assert installed.returncode == 2
    assert (
        "KAIJU in .github/workflows/kaiju.yml must say where pip finds the kit" in installed.stdout
    )

    refused = kaiju("init", "python", tmp_path / "c", "--kit", 'x"\n  evil: true')
    assert refused.exit_code == 2
    assert not (tmp_path / "c").exists()


def test_the_languages_of_the_verb_are_those_of_the_starters():
    assert list(plan.STARTERS) == LANGUAGES


def test_the_expectations_shown_in_the_configuration_can_be_uncommented(tmp_path):
    write_all(tmp_path / "x", plan.plan("python", "x", "mindbug"))
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


@pytest.mark.parametrize("name", ["adapter", *(f"{game}/game" for game in names())])
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
