"""`python -m conformance.streams.speed OLD [NEW]`: how much faster is NEW, in CPU time?

OLD and NEW are commits, folders, or of this checkout `interpreted`, `compiled` or `quiet`, which is
compiled and keeps no events; NEW is `compiled` unless it is given. Two processes take turns, pair
by pair, each with games of the same seeds; the ratio of a pair hardly depends on how busy the
machine is. Told are decisions of players a CPU second, the median ratio, and the interval that
holds the true median in 95 of 100 runs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from math import comb
from pathlib import Path
from statistics import median

import click
from attrs import frozen

from conformance.streams.__main__ import Tree, tree
from oracle.verbs.arguments import number_of_players
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

PLAYER = Path(__file__).with_name("pace.py")
PAIRS = 20
TURN = 0.6
"""So many seconds the slower one plays in a turn, about."""
TRIED = 20
"""So many games tell how many that are."""
SURE = 0.95


@frozen
class Pace:
    """What one process did in one turn."""

    decisions: int
    seconds: float

    @property
    def rate(self) -> float:
        """Decisions of players a CPU second."""
        return self.decisions / self.seconds


class Player:
    """A process that plays with one tree whenever it is told to."""

    def __init__(self, name: str, where: Tree, ruleset: str, players: int | None) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(PLAYER), ruleset, str(players or 0)],
            env=where.surroundings,
            cwd=where.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()

    def play(self, first: int, games: int) -> Pace:
        """Play so many games from a seed on."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{first} {games}\n")
        self._process.stdin.flush()
        decisions, seconds = self._answer().split()
        return Pace(int(decisions), float(seconds))

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise KaijuError(f"{self.name} cannot play", remedy="What it said stands above.")
        return line


@contextmanager
def player(name: str, ruleset: str, players: int | None) -> Iterator[Player]:
    """A process for one of the two, until the block is left."""
    with tree(name) as where:
        found = Player(name, where, ruleset, players)
        try:
            yield found
        finally:
            found.stop()


def pairs_of(old: Player, new: Player, number: int, games: int) -> Iterator[tuple[Pace, Pace]]:
    """Both play the same games; who begins changes from pair to pair."""
    for pair in range(number):
        first = 1000 + pair * games
        if pair % 2:
            after = new.play(first, games)
            yield old.play(first, games), after
        else:
            yield old.play(first, games), new.play(first, games)


def interval(ratios: Sequence[float]) -> tuple[float, float]:
    """Between which of the ratios the true median lies, as the binomial distribution says."""
    found, number = sorted(ratios), len(ratios)
    out = 0
    while out < number // 2:
        tail = sum(comb(number, k) for k in range(out + 1)) / 2**number
        if 2 * tail > 1 - SURE:
            break
        out += 1
    out = max(out - 1, 0)
    return found[out], found[number - 1 - out]


def compare(old: str, new: str, ruleset: str, players: int | None, number: int) -> str:
    """Measure one ruleset and say what was found."""
    with ExitStack() as stack:
        one = stack.enter_context(player(old, ruleset, players))
        other = stack.enter_context(player(new, ruleset, players))
        games = max(1, round(TRIED * TURN / one.play(0, TRIED).seconds))
        found = list(pairs_of(one, other, number, games))
    if any(a.decisions != b.decisions for a, b in found):
        raise KaijuError(f"the two play other games of {ruleset}: nothing can be compared")
    ratios = [b.rate / a.rate for a, b in found]
    low, high = interval(ratios)
    before, after = (median(pair[at].rate for pair in found) for at in (0, 1))
    seats = f" ({players} players)" if players else ""
    return (
        f"{ruleset}{seats}: {old} {before:,.0f}, {new} {after:,.0f} decisions of players"
        f" a CPU second; {median(ratios):.2f} times, {low:.2f} to {high:.2f}"
    )


def measured() -> list[str]:
    """Of each game the ruleset that is meant when none is named, and the last one of its list."""
    specification = load_specification()
    found: dict[str, None] = {}
    for game in specification.games:
        own = [name for name, each in specification.rulesets.items() if each.game == game]
        found |= dict.fromkeys([specification.games[game].usual, own[-1]])
    return list(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(
        prog="python -m conformance.streams.speed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("old", help="a commit, a folder, interpreted, compiled or quiet")
    parser.add_argument("new", nargs="?", default="compiled", help="another [compiled]")
    parser.add_argument("--ruleset", action="append", default=[], help="only this one, or these")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"[{PAIRS}]")
    given = parser.parse_args(arguments)
    known = load_specification().rulesets
    try:
        for name in given.ruleset or measured():
            if name not in known:
                raise KaijuError(f"there is no ruleset {name}")
            players = number_of_players(name, None)
            click.echo(compare(given.old, given.new, name, players, given.pairs))
    except KaijuError as error:
        click.echo(error, err=True)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
