"""`python -m conformance.streams OLD [NEW]`: do two trees play the same games?

OLD and NEW are commits of this repository, folders that hold a tree, or `interpreted` or `compiled`
for the oracle of this checkout; NEW is this checkout unless it is given. So many games of each
ruleset that both know are played by both, and every decision and event must be the same. The first
game that differs is told.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import click
from attrs import frozen

from conformance.compiled.choosing import VARIABLE
from rules_dsl.errors import KaijuError

HERE = Path(__file__).resolve().parents[2]
PLAYER = Path(__file__).with_name("games.py")
GAMES = 500
VARIANTS = {
    "interpreted": {VARIABLE: "interpreted"},
    "compiled": {VARIABLE: "compiled"},
    "quiet": {VARIABLE: "compiled", "KAIJU_EVENTS": "none"},
}
"""The oracles of this checkout; a quiet one keeps no events."""
CONTEXT = 3


@frozen
class Tree:
    """A folder that holds a tree, and what the environment says to those who import it."""

    folder: Path
    variant: str = ""

    @property
    def surroundings(self) -> dict[str, str]:
        """The environment in which it is imported."""
        found = {key: value for key, value in os.environ.items() if key != VARIABLE}
        found |= {"PYTHONPATH": str(self.folder), "PYTHONHASHSEED": "0"}
        return {**found, **VARIANTS.get(self.variant, {})}


@contextmanager
def tree(name: str) -> Iterator[Tree]:
    """A folder as it is, one of our oracles, or a commit laid out for a while."""
    if name in VARIANTS:
        yield Tree(HERE, name)
        return
    if Path(name).is_dir():
        yield Tree(Path(name).resolve())
        return
    packed = subprocess.run(
        ["git", "-C", str(HERE), "archive", name], capture_output=True, check=False
    )
    if packed.returncode:
        raise KaijuError(
            f"{name} is neither a folder nor a commit", remedy="Name a commit: HEAD~1, a tag."
        )
    with tempfile.TemporaryDirectory(prefix="kaiju-tree-") as folder:
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
        yield Tree(Path(folder))


def said(where: Tree, *arguments: str) -> list[str]:
    """What the player of games prints when it imports a tree."""
    found = subprocess.run(
        [sys.executable, "-P", str(PLAYER), *arguments],
        env=where.surroundings,
        cwd=where.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        raise KaijuError(
            f"{where.folder} cannot play {' '.join(arguments)}: {found.stderr.strip()}"
        )
    return found.stdout.splitlines()


def difference(old: Tree, new: Tree, ruleset: str, seed: int) -> str:
    """Where a game first differs, with what came before."""
    one, other = (said(each, ruleset, str(seed), "1", "tell") for each in (old, new))
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    at = min(len(one), len(other)) if at is None else at
    lines = [f"{ruleset}, seed {seed}, line {at + 1}:"]
    lines += [f"    {line}" for line in one[max(0, at - CONTEXT) : at]]
    lines += [f"  - {one[at] if at < len(one) else '(the end)'}"]
    lines += [f"  + {other[at] if at < len(other) else '(the end)'}"]
    return "\n".join(lines)


def compare(old: Tree, new: Tree, rulesets: Sequence[str], games: int, first: int) -> int:
    """Compare the games of every ruleset; the number of rulesets in which one differs."""
    both = [name for name in said(old) if name in said(new)]
    wrong = 0
    for name in rulesets or both:
        one, other = (said(each, name, str(first), str(games)) for each in (old, new))
        apart = [first + n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        wrong += bool(apart)
        click.echo(f"{name}: {games - len(apart)} of {games} games are the same")
        if apart:
            click.echo(difference(old, new, name, apart[0]))
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, and fail if any game differs."""
    parser = argparse.ArgumentParser(prog="python -m conformance.streams", description=__doc__)
    parser.add_argument("old", help="a commit, a folder, interpreted or compiled")
    parser.add_argument("new", nargs="?", default=str(HERE), help="another; this checkout if none")
    parser.add_argument("--ruleset", action="append", default=[], help="only this one, or these")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each ruleset [{GAMES}]")
    parser.add_argument("--first", type=int, default=0, help="the first seed [0]")
    given = parser.parse_args(arguments)
    try:
        with tree(given.old) as old, tree(given.new) as new:
            wrong = compare(old, new, given.ruleset, given.games, given.first)
    except KaijuError as error:
        click.echo(error, err=True)
        return 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
