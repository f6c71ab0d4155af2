"""Builds the compiled oracle: `python -m conformance.compiled`, or `make compiled`."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from conformance.compiled.choosing import STAMP
from conformance.compiled.modules import compiled_modules
from rules_dsl.errors import KaijuError

_SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

options = {{"opt_level": "2", "debug_level": "0", "multi_file": True}}
files = {files!r}
setup(
    name="kaiju-oracle",
    packages=[],
    ext_modules=mypycify(["--follow-imports=silent", *files], **options),
)
"""

ERRORS_SHOWN = 20
LINE_SHOWN = 200


def build(root: Path, target: Path, jobs: int) -> int:
    """Compile the modules of a tree into a folder, in one piece; returns how many there are."""
    began = time.time()
    files = compiled_modules(root)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="compiling-", dir=target.parent) as folder:
        work = Path(folder)
        for room in ("oracle", "rules_dsl"):
            ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "spec")
            shutil.copytree(root / room, work / room, ignore=ignored)
        for file in files:
            text = (work / file).read_text("utf-8")
            (work / file).write_text(heard_only(text), "utf-8")
        script = _SETUP.format(files=[file.as_posix() for file in files])
        (work / "setup.py").write_text(script, "utf-8")
        _compile(work, jobs)
        done = work / "done"
        for library in sorted([*work.glob("*.so"), *work.glob("*.pyd"), *_libraries(work)]):
            place = done / library.relative_to(work)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(library, place)
        stamp = done / STAMP
        stamp.write_text(f"{len(files)} modules\n", "utf-8")
        os.utime(stamp, (began, began))
        shutil.rmtree(target, ignore_errors=True)
        done.replace(target)
    return len(files)


def heard_only(source: str) -> str:
    """The text of a module that makes no event nobody hears: `State.heard` says so.

    The interpreter gains nothing by it, so it is not written in the source.
    """
    lines = source.split("\n")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and (state := _logging(node.value)):
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = f"{line[: node.col_offset]}if {state}.heard: {line.lstrip()}"
    return "\n".join(lines)


def _logging(value: ast.expr) -> str:
    """The name of the state whose log something is appended to, or nothing."""
    match value:
        case ast.Call(ast.Attribute(ast.Attribute(ast.Name(state), "log"), "append")):
            return state
    return ""


def _libraries(work: Path) -> list[Path]:
    return [file for end in ("so", "pyd") for file in (work / "oracle").rglob(f"*.{end}")]


def _compile(work: Path, jobs: int) -> None:
    try:
        done = subprocess.run(
            [sys.executable, "setup.py", "build_ext", "--inplace", "-j", str(jobs)],
            cwd=work,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "MYPY_CACHE_DIR": str(work / "types")},
        )
    except OSError as error:
        raise KaijuError(f"the compiler cannot be started: {error}") from error
    if done.returncode:
        raise KaijuError(
            f"the oracle was not compiled:\n{_errors(done.stdout + done.stderr)}",
            remedy="It takes a C compiler, and `pip install kaiju-rules[compiled]`.",
        )


def _errors(said: str) -> str:
    lines = said.splitlines()
    wrong = [line for line in lines if "error" in line.lower() and not line.startswith("gcc ")]
    return "\n".join(f"  {line[:LINE_SHOWN]}" for line in (wrong or lines)[-ERRORS_SHOWN:])
