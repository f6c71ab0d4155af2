"""Several bugs in one engine, and whether `kaiju run` names them all and nothing else.

python tests/planted/several.py runs all pairs of the twelve planted bugs and forty seeded triples;
--pairs N and --triples N take fewer of them. Exit code 1: a bug was missed or a name was false.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import click
from click.testing import CliRunner

from conformance.cli import main as kaiju

HERE = Path(__file__).parent
RULESET = "mindbug/first-contact"
TRIPLES = 40
SEED = 15

MISREADINGS = {
    "ties-do-not-defeat": "combat:ties-do-not-defeat",
    "poisonous-ignored-by-tough": "keywords:poisonous-ignored-by-tough",
    "refill-after-the-mindbug": "draw:refill-after-mindbug",
    "lost-defeated-choice": "combat:second-defeated-effect-lost",
    "hunter-cannot-be-declined": "keywords:hunter-must",
    "frenzy-goes-on-after-leaving": "keywords:frenzy-after-leaving",
    "up-to-two-forced-to-two": "harpy-mother/1:up-to-exactly",
    "stolen-creature-to-its-first-owner": "combat:to-the-first-owner",
    "view-shows-the-opponents-hand": "setup:hand-visible",
    "equal-twins-not-buffed": "terms:twins-are-not-others",
    "no-loss-without-an-action": "turn:no-loss-without-action",
    "follow-up-lost-after-the-second-mindbug": "mindbug:second-follow-up-lost",
}
"""The planted bugs, each with the misreading that does the same."""

TRUE_TOO = {"frenzy-goes-on-after-leaving": "keywords:frenzy-as-declared"}
"""Other misreadings that are as true of a bug: this one looks for FRENZY once, at the start."""

MASKED = {
    ("ties-do-not-defeat", "lost-defeated-choice"): (
        "lost-defeated-choice",
        "only a tie defeats two creatures with Defeated effects in the vectors of First Contact",
    ),
}
"""Pairs of which one hides the other in every vector: which is hidden, and why."""

Bugs = tuple[str, ...]


def all_pairs() -> list[Bugs]:
    """Every two of the bugs."""
    return list(combinations(MISREADINGS, 2))


def some_triples(number: int = TRIPLES) -> list[Bugs]:
    """So many threes of the bugs, always the same."""
    return random.Random(SEED).sample(list(combinations(MISREADINGS, 3)), number)


def hidden(bugs: Bugs) -> dict[str, str]:
    """The bugs that another of them hides, each with the reason."""
    return {which: why for pair, (which, why) in MASKED.items() if set(pair) <= set(bugs)}


def named_by_kaiju(bugs: Bugs) -> set[str]:
    """The misreadings that `kaiju run` names of an engine with these bugs."""
    engine = f"exec:{sys.executable} {HERE / 'python_bugs.py'} {' '.join(bugs)}"
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder) / "run.jsonl"
        wanted = ["-k", f"ruleset:{RULESET}", "--engine", engine, "--jsonl", str(saved)]
        result = CliRunner().invoke(kaiju, ["run", *wanted])
        if result.exit_code != 1:
            raise RuntimeError(f"{', '.join(bugs)}: {result.output}")
        summary = json.loads(saved.read_text(encoding="utf-8").splitlines()[-1])
    return {
        name
        for one in summary.get("misreadings", ())
        for name in (one["mutant"], *(other["mutant"] for other in one.get("or", ())))
        if name
    }


def mistakes(bugs: Bugs) -> Iterator[str]:
    """What is wrong with the names of an engine with these bugs."""
    named = named_by_kaiju(bugs)
    concealed = hidden(bugs)
    for bug in bugs:
        if MISREADINGS[bug] not in named and bug not in concealed:
            yield f"{' + '.join(bugs)}: {MISREADINGS[bug]} is not named"
    true = {MISREADINGS[bug] for bug in bugs} | {TRUE_TOO.get(bug, "") for bug in bugs}
    for name in sorted(named - true):
        yield f"{' + '.join(bugs)}: {name} is named and not there"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=len(all_pairs()))
    parser.add_argument("--triples", type=int, default=TRIPLES)
    chosen = parser.parse_args(arguments)
    engines = [*all_pairs()[: chosen.pairs], *some_triples()[: chosen.triples]]
    wrong = 0
    for number, bugs in enumerate(engines, 1):
        for text in mistakes(bugs):
            wrong += 1
            click.echo(text)
        for bug, why in hidden(bugs).items():
            click.echo(f"{' + '.join(bugs)}: {bug} is hidden: {why}")
        if sys.stderr.isatty():
            click.echo(f"{number}/{len(engines)}\r", nl=False, err=True)
    click.echo(f"{len(engines)} engines with several bugs, {wrong} mistakes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
