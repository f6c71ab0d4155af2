"""The project as a thing to clone, build and install."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import click
import pytest

import conformance
from conformance import cli

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# Built from parts, so that this file does not find itself.
FORBIDDEN = {
    "a path of somebody's machine": re.compile(
        r"(?<![\w./-])/(?:" + "|".join(["wo" + "rk", "ro" + "ot", "tmp/ka" + "iju"]) + r")(?![\w-])"
    ),
    "a home directory": re.compile(r"(?<![\w.])/(?:home|Users)/(?!you\b|me\b)\w"),
    "where one machine finds its packages": re.compile(
        "|".join(["index" + "-url", "find" + "-links", "python" + r"hosted\.org", "/opt/" + "pypi"])
    ),
}


def tracked():
    """Every text file that belongs to the project."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    for name in listed.stdout.split("\0"):
        path = ROOT / name
        if name and path.is_file():
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def commands(document):
    """The command lines in the code of a Markdown document: `kaiju ...` and `make ...`."""
    text = (ROOT / document).read_text(encoding="utf-8").replace("\\\n", " ")
    fenced = re.findall(r"^ *```[^\n]*\n(.*?)^ *```", text, flags=re.MULTILINE | re.DOTALL)
    lines = [line.strip().removeprefix("$ ") for block in fenced for line in block.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    for line in lines:
        if re.match(r"(?:kaiju|make) +[a-z-]", line):
            yield shlex.split(line.partition(" | ")[0], comments=True)


def test_no_file_knows_the_machine_it_was_written_on():
    found = [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, hit.start()) + 1}: {what}: {hit[0]}"
        for path, text in tracked()
        for what, pattern in FORBIDDEN.items()
        for hit in pattern.finditer(text)
    ]
    assert found == []


def test_every_text_file_ends_its_last_line():
    assert [
        path.relative_to(ROOT).as_posix()
        for path, text in tracked()
        if text and not text.endswith("\n")
    ] == []


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_every_command_we_show_exists(document):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))
    context = click.Context(cli.main)
    shown = list(commands(document))
    assert shown
    for program, *arguments in shown:
        words = [word for word in arguments if not word.startswith("-")]
        options = {word.partition("=")[0] for word in arguments if word.startswith("--")}
        if program == "make":
            assert words[0] in targets, arguments
            continue
        if words and words[0] != "VERB":
            assert words[0] in cli.places(), arguments
            verb = cli.main.get_command(context, words[0])
            known = {name for each in verb.params for name in [*each.opts, *each.secondary_opts]}
        else:
            known = {name for each in cli.main.params for name in each.opts}
        assert options <= known | {"--help", "--debug"}, arguments


def test_the_changelog_begins_with_this_version():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## \[([^\]]+)\]", changelog, flags=re.MULTILINE)
    assert first is not None
    assert first[1] == conformance.__version__


def test_every_package_is_typed():
    for package in ["rules_dsl", "oracle", "conformance"]:
        assert (ROOT / package / "py.typed").is_file(), package


def test_every_ignored_lint_has_its_reason():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    ignored = re.search(r"^ignore = \[\n(.*?)^\]", text, flags=re.MULTILINE | re.DOTALL)
    assert ignored is not None
    for line in ignored[1].splitlines():
        assert re.search(r"#\s*\w+", line), line


def test_the_makefile_helps(tmp_path):
    spaced = tmp_path / "a path with spaces"
    spaced.mkdir()
    (spaced / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    shown = subprocess.run(
        ["make", "--no-print-directory"], cwd=spaced, capture_output=True, text=True, check=True
    )
    targets = set(re.findall(r"make ([a-z]+)", shown.stdout))
    assert targets >= {"demo", "test", "lint", "format", "docs", "bench", "vectors", "clean"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built without a package index and unpacked as an installer would."""
    pytest.importorskip("hatchling")
    built = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=120,
    )
    [archive] = built.glob("*.whl")
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(site)
    return site


def run_from(site, *arguments, cwd):
    return python_from(site, "-m", "conformance.cli", *arguments, cwd=cwd)


def python_from(site, *arguments, cwd):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


OUTSIDE = ROOT / "conformance" / "examples" / "lanterns"
"""A game that lives outside of what is installed."""


@pytest.mark.slow
def test_the_wheel_carries_all_the_project_reads(wheel):
    assert not (wheel / OUTSIDE.relative_to(ROOT)).exists()
    for room, inside in [("spec", "rules_dsl/spec"), ("conformance", "conformance")]:
        files = [
            path.relative_to(ROOT / room)
            for path, _ in tracked()
            if path.is_relative_to(ROOT / room) and not path.is_relative_to(OUTSIDE)
        ]
        assert files
        assert [str(file) for file in files if not (wheel / inside / file).is_file()] == []
    assert list((wheel / "conformance" / "vectors").rglob("*.jsonl"))
    assert sorted(path.name for path in wheel.iterdir() if path.suffix != ".dist-info") == [
        "conformance", "oracle", "rules_dsl",
    ]  # fmt: skip


@pytest.mark.slow
def test_the_wheel_finds_its_own_specification(wheel, tmp_path):
    asked = "from rules_dsl.specification import spec_root; print(spec_root())"
    place = python_from(wheel, "-c", asked, cwd=tmp_path)
    assert place.returncode == 0, place.stderr
    assert Path(place.stdout.strip()) == wheel / "rules_dsl" / "spec"


@pytest.mark.slow
def test_the_wheel_checks_a_card_and_judges_the_oracle(wheel, tmp_path):
    card = tmp_path / "my.cards"
    card.write_text('creature paper-dragon "Paper Dragon"\n  power 4\n', encoding="utf-8")
    checked = run_from(wheel, "check", str(card), cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr
    judged = run_from(wheel, "run", "--json", "-k", "ruleset:mindbug/first-contact", cwd=tmp_path)
    assert judged.returncode == 0, judged.stderr
    assert json.loads(judged.stdout.splitlines()[-1])
