"""The tutorial as a new user follows it: every command in order, every output compared."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import define, field

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(
    r"(?:^% exit (?P<code>\d)\n)?^```(?P<kind>console|\{code-block\} python)\n"
    r"(?::caption: (?P<file>\S+)\n\n)?(?P<text>.*?)^```$",
    flags=re.MULTILINE | re.DOTALL,
)
MOST_COMMANDS = 10


@define
class Command:
    """A command of the page, with what it prints and its exit code."""

    line: str
    output: list[str] = field(factory=list)
    code: int = 0


@define
class Edit:
    """A method to put in place of the one with its name."""

    file: str
    text: str


def steps() -> list[Command | Edit]:
    """What the page asks the reader to do, in order."""
    found: list[Command | Edit] = []
    for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        if block["file"]:
            found.append(Edit(block["file"], block["text"]))
            continue
        for line in block["text"].splitlines():
            if line.startswith("$ "):
                found.append(Command(line[2:], code=int(block["code"] or 0)))
            else:
                assert isinstance(found[-1], Command), "a block begins with a command"
                found[-1].output.append(line)
    return found


def commands() -> list[Command]:
    return [step for step in steps() if isinstance(step, Command)]


def matches(shown: list[str], printed: str) -> bool:
    """Whether the page shows what was printed; `…` alone on a line stands for any lines."""
    pattern = ""
    for line in shown:
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(map(re.escape, line.split("…"))) + r"\n"
    return re.fullmatch(pattern, printed) is not None


def method(text: str) -> re.Pattern[str]:
    """Finds the method that has the name of this one, to its end."""
    name = re.match(r" +def (\w+)", text)
    assert name is not None
    return re.compile(rf"    def {name[1]}\(.*?\n(?=\n    )", flags=re.DOTALL)


def test_the_page_needs_less_than_ten_commands() -> None:
    shown = [command.line for command in commands()]
    assert shown[0].startswith("kaiju init")
    assert len(shown) < MOST_COMMANDS


def test_every_code_block_of_a_shell_is_looked_at() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.count("```console") + text.count("{code-block} python") == len(BLOCK.findall(text))


@pytest.mark.parametrize(
    ("shown", "printed", "is_same"),
    [
        (["one", "two"], "one\ntwo\n", True),
        (["one", "two"], "one\n", False),
        (["1 pass, … skip"], "1 pass, 86 skip\n", True),
        (["1 pass, … skip"], "2 pass, 86 skip\n", False),
        (["one", "…", "four"], "one\ntwo\nthree\nfour\n", True),
        (["one", "…", "four"], "one\nfour\nfive\n", False),
    ],
)
def test_the_comparison_can_fail(shown: list[str], printed: str, is_same: bool) -> None:
    assert matches(shown, printed) is is_same


def test_every_command_works_as_printed(tmp_path: Path) -> None:
    paths = [Path(sys.executable).parent, os.environ["PATH"]]
    env = os.environ | {"PATH": os.pathsep.join(map(str, paths)), "COLUMNS": "100"}
    here = tmp_path
    for step in steps():
        if isinstance(step, Edit):
            file = here / step.file
            before = file.read_text(encoding="utf-8")
            after, count = method(step.text).subn(lambda _, to=step: to.text, before)
            assert count == 1, f"{step.file} has not one such method"
            file.write_text(after, encoding="utf-8")
            continue
        words = shlex.split(step.line)
        if words[0] == "cd":
            here = here / words[1]
            continue
        done = subprocess.run(
            words, cwd=here, env=env, capture_output=True, text=True, timeout=60, check=False
        )
        told = f"$ {step.line}\n{done.stdout}{done.stderr}"
        assert done.returncode == step.code, told
        assert matches(step.output, done.stdout), told
        assert done.stderr == "", told
