"""What the tests of the tools share: the project, `kaiju`, authors of cards, tables of monsters."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner, Result

import oracle
from conformance.cli import main
from conformance.start import OFTEN_ENOUGH
from rules_dsl.definitions import Call, Card
from rules_dsl.diagnostics import Diagnostics
from rules_dsl.module import Module
from rules_dsl.printer import print_card
from rules_dsl.reader import read_files, read_text
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

# What runs in the background may have been started with Ctrl-C ignored, and would hand that on to
# the verbs that are stopped with it here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _state_of_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep what Kaiju remembers for a user out of the home of whoever runs the tests."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


LONG = frozenset(
    f"test_{name}.py"
    for name in [
        "cli",
        "coverage_verb",
        "docs",
        "docs_decisions",
        "docs_games",
        "example_javascript",
        "example_python",
        "expectations",
        "from_start",
        "fuzz_behind",
        "fuzz_budget",
        "fuzz_cluster",
        "fuzz_dice",
        "fuzz_known",
        "fuzz_on_its_way",
        "fuzz_planted",
        "fuzz_shrinking",
        "fuzz_sound",
        "fuzz_verbs",
        "init",
        "judge_allowed",
        "kernel_memory",
        "kit_seats",
        "kit_twins",
        "language_formatting",
        "language_printing",
        "language_recombined",
        "language_verbs",
        "laws_kept",
        "laws_planted",
        "levels",
        "lock_verb",
        "mutants_drafts",
        "mutants_naming",
        "mutants_peeling",
        "mutants_procedures",
        "mutants_table",
        "mutants_verb",
        "oracle_duel",
        "oracle_foresight",
        "oracle_sets",
        "perft",
        "planted_several",
        "plugin",
        "progress",
        "project",
        "protocol_serve",
        "reports_formats",
        "reports_html",
        "reports_stream",
        "rooms",
        "runner_cli",
        "runner_miniatures",
        "scenario_duel",
        "smoke",
        "stopping",
        "tutorial",
        "unseen",
        "vectors",
        "verbs_bench",
        "verbs_duel",
        "verbs_explain",
        "verbs_options",
        "verbs_play",
        "verbs_tokyo",
    ]
)
"""The files of tests that take longest; `make quick` leaves them to `make test`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out the tests that take longest")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("quick") and collection_path.name in LONG else None


# ---- memory

LETTERS = "from hypothesis import find, strategies; find(strategies.text(), bool)"
"""Makes Hypothesis gather the letters there are, which takes 200 MB once and is kept in a file."""


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if not is_worker and not (config.rootpath / ".hypothesis" / "unicode_data").is_dir():
        subprocess.run([sys.executable, "-c", LETTERS], cwd=config.rootpath, check=True)


ENOUGH = 270
"""Megabytes from which on a worker forgets what it keeps for the next file of tests."""
MORE, MOST = 25, 322
"""Megabytes that must come on top of what was left after that, until it forgets once more, and
those from which on it does so after every file, and after a test that brings it there."""

_enough, _most = ENOUGH, MOST


def pytest_collection_finish() -> None:
    gc.set_threshold(*OFTEN_ENOUGH)  # as `kaiju` does
    gc.freeze()  # thousands of tests that stay to the end need not be looked at again


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    global _enough, _most
    is_last = nextitem is None or nextitem.path != item.path
    if megabytes() > (_enough if is_last else _most):
        for each in caches():
            each.cache_clear()
        gc.collect()
        # what Python has had it seldom gives back, but it uses it again
        _enough = min(max(ENOUGH, megabytes() + MORE), MOST)
        _most = max(MOST, megabytes() + MORE)


def megabytes() -> int:
    """What this process has in memory now, where the system tells it."""
    with contextlib.suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") >> 20
    return 0


def caches() -> Iterator[_lru_cache_wrapper[object]]:
    """What functions of Kaiju keep."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("conformance", "oracle", "rules_dsl"):
            yield from (
                each for each in vars(module).values() if isinstance(each, _lru_cache_wrapper)
            )


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture
def kaiju() -> Callable[..., Result]:
    """Call a verb in this process: `kaiju("check", path)`."""

    def call(*arguments: object, **extra: object) -> Result:
        return CliRunner().invoke(main, [str(each) for each in arguments], **extra)

    return call


@pytest.fixture
def kaiju_apart(project: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Call a verb in a process of its own: what reads every vector leaves much behind."""

    def call(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [
                sys.executable,
                "-c",
                "from conformance.start import main; main()",
                *map(str, arguments),
            ],
            env=os.environ | {"PYTHONPATH": str(project)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )

    return call


# ---- cards

KEEP = ("cost 3", "keep")


@frozen
class Author:
    """Writes cards of one game, a probe at a time, and sees what the language makes of them."""

    vocabulary: Vocabulary
    known: Module

    def text(self, *lines: str, kind: str = "power card", head: tuple[str, ...] = KEEP) -> str:
        """A card with these lines; a keep card if nothing else is said."""
        return "\n".join([f'{kind} probe "Probe"', *(f"  {line}" for line in (*head, *lines)), ""])

    def read(self, *lines: str) -> Card:
        """What a keep card with these lines means."""
        (card,) = read_text(self.text(*lines), "my.cards", self.vocabulary, self.known).cards
        return card

    def only(self, *lines: str) -> Call:
        """The only thing that the only line of a card does."""
        (ability,) = self.read(*lines).abilities
        (call,) = ability.body
        return call

    def printed(self, *lines: str) -> str:
        """The lines as the printer writes them."""
        written = print_card(self.read(*lines), self.vocabulary)
        return "\n".join(line[2:] for line in written.splitlines()[3:])

    def message(self, *lines: str, kind: str = "power card", head: tuple[str, ...] = KEEP) -> str:
        """What the author of a card with these lines reads."""
        return self.message_about(self.text(*lines, kind=kind, head=head))

    def message_about(self, text: str) -> str:
        """What the author of a whole text reads."""
        with pytest.raises(Diagnostics) as caught:
            read_text(text, "my.cards", self.vocabulary, self.known)
        return str(caught.value)


@pytest.fixture(scope="session")
def tokyo() -> Author:
    """An author of King of Tokyo."""
    vocabulary = Vocabulary.load(spec_root() / "tokyo" / "vocabulary.toml")
    return Author(vocabulary, read_files([spec_root() / "tokyo" / "keywords.cards"], vocabulary))


@pytest.fixture(scope="session")
def duel() -> Author:
    """An author of Duel."""
    return Author(Vocabulary.load(spec_root() / "duel" / "vocabulary.toml"), Module())


# ---- tables of King of Tokyo


@pytest.fixture(scope="session")
def rulesets() -> dict[int, oracle.Ruleset]:
    """The game of today, by the number of monsters."""
    return {number: oracle.load("tokyo/current", players=number) for number in range(2, 7)}


@pytest.fixture(scope="session")
def table() -> Callable[..., oracle.Position]:
    """A position at the start of a turn; `p1={"area": {"#1": "wings"}}`, counters as `wings*3`."""

    def lay(
        ruleset: oracle.Ruleset,
        turn: str = "p1",
        row: dict[str, str] | None = None,
        deck: dict[str, str] | None = None,
        **players: dict[str, object],
    ) -> oracle.Position:
        described = {
            seat: {key: before(value) if key == "area" else value for key, value in had.items()}
            for seat, had in players.items()
        }
        piles = {"row": pile(row or {}), "deck": pile(deck or {})}
        return ruleset.setup({"turn": turn, "players": described, **piles})

    def before(named: dict[str, str]) -> list[dict[str, object]]:
        parts = {handle: name.partition("*") for handle, name in named.items()}
        return [
            {"h": handle, "card": name, "counters": int(counters or 0)}
            for handle, (name, _, counters) in parts.items()
        ]

    def pile(named: dict[str, str]) -> list[dict[str, str]]:
        return [{"h": handle, "card": name} for handle, name in named.items()]

    return lay


@pytest.fixture(scope="session")
def roll() -> Callable[..., oracle.Position]:
    """Let the dice of a roll fall: `roll(position, "claw", "heart")`."""

    def fall(position: oracle.Position, *faces: str) -> oracle.Position:
        for face in faces:
            position.advance({"face": face})
        return position

    return fall


@pytest.fixture(scope="session")
def keep() -> Callable[[oracle.Position], oracle.Position]:
    """Reroll nothing."""

    def reroll_nothing(position: oracle.Position) -> oracle.Position:
        position.advance({"choose": []})
        return position

    return reroll_nothing
