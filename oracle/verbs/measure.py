"""Random play under the clock: rates, the cost of a copy, the cost of loading, and faults."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from attrs import field, frozen

from oracle.kernel import machine as kernel
from oracle.kernel.driver import LivelockError, mixed, play_out, random_answer
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import OVER, Machine, accept, answer
from oracle.kernel.state import State
from oracle.ruleset import Ruleset, load
from rules_dsl.errors import KaijuError

MOST_DECISIONS = 20_000
"""A game that is longer does not end: random games have a few hundred decisions at most."""

WARM_UP = 50
CHUNKS = 20
COPIED_GAMES = 20
CLONES = 5
LOADS = 3
SEEDS_KEPT = 100


@frozen
class Fault:
    """A game that went wrong."""

    seed: int
    kind: str
    what: str


@frozen
class Figures:
    """What was measured of one ruleset."""

    ruleset: str
    players: int
    games: int
    seconds: float
    cpu_seconds: float
    decisions: int
    of_players: int
    chunks: tuple[tuple[int, int, float], ...]
    """`(games, decisions, seconds)` of each chunk."""
    clone_us: float
    load_s: float
    faults: tuple[Fault, ...] = field(factory=tuple)

    def to_json(self) -> dict[str, Any]:
        """The figures as other tools read them."""
        rates = [decisions / seconds for _, decisions, seconds in self.chunks]
        per_second = self.decisions / self.seconds
        return {
            "ruleset": self.ruleset,
            "players": self.players,
            "games_per_s": round(self.games / self.seconds, 1),
            "decisions_per_s": round(per_second),
            "clone_us": round(self.clone_us, 3),
            "load_s": round(self.load_s, 4),
            "games": self.games,
            "faults": len(self.faults),
            "compiled": is_compiled(),
            "decisions": self.decisions,
            "player_decisions": self.of_players,
            "player_decisions_per_s": round(self.of_players / self.seconds),
            "median_decisions_per_s": round(median(rates)),
            "best_decisions_per_s": round(max(rates)),
            "decisions_per_cpu_s": round(self.decisions / self.cpu_seconds),
            "player_decisions_per_cpu_s": round(self.of_players / self.cpu_seconds),
            "games_per_cpu_s": round(self.games / self.cpu_seconds, 1),
            "seconds": round(self.seconds, 3),
            "fault_seeds": [fault.seed for fault in self.faults[:SEEDS_KEPT]],
        }


def is_compiled() -> bool:
    """Whether the machine that plays is compiled code."""
    return not str(kernel.__file__).endswith(".py")


def measure(
    name: str,
    games: int,
    seed: int,
    options: Mapping[str, str],
    cards: Sequence[Path],
    progress: Callable[[int], None] = lambda done: None,
    players: int | None = None,
) -> Figures:
    """Play the games of consecutive seeds and measure."""
    ruleset = load(name, options=options, cards=cards, players=players)
    load_s = loading(name, options, cards, players)
    for warm in range(WARM_UP):
        one_game(ruleset, seed + warm)
    clone_us = copying(ruleset, seed)
    chunks, faults = [], []
    done = 0
    size = max(1, -(-games // CHUNKS))
    gc.collect()
    gc.freeze()  # what is loaded stays; it need not be looked at again in every collection
    cpu = process_time()
    while done < games:
        count = min(size, games - done)
        decisions = 0
        begin = perf_counter()
        for number in range(done, done + count):
            taken, fault = one_game(ruleset, seed + number)
            decisions += taken
            if fault is not None:
                faults.append(fault)
        chunks.append((count, decisions, perf_counter() - begin))
        done += count
        progress(done)
    cpu = process_time() - cpu
    gc.unfreeze()
    return Figures(
        ruleset=name,
        players=len(ruleset.machine.layout.seats),
        games=games,
        seconds=sum(seconds for _, _, seconds in chunks),
        cpu_seconds=cpu,
        decisions=sum(decisions for _, decisions, _ in chunks),
        of_players=asked_of_players(ruleset, seed, games),
        chunks=tuple(chunks),
        clone_us=clone_us,
        load_s=load_s,
        faults=tuple(faults),
    )


def one_game(ruleset: Ruleset, seed: int) -> tuple[int, Fault | None]:
    """Play one game to its end; how many decisions it took, and what went wrong with it."""
    machine = ruleset.machine
    state = ruleset.begin()
    try:
        taken = play_out(machine, state, seed, MOST_DECISIONS)
    except LivelockError as error:
        return state.number, Fault(seed, "livelock", str(error))
    except Exception as error:  # noqa: BLE001  whatever goes wrong is what is looked for
        return state.number, _fault(state, seed, error)
    if not conserved(state):
        return taken, Fault(seed, "lost card", "a card is in no place, or in two")
    return taken, None


def _fault(state: State, seed: int, error: Exception) -> Fault:
    if state.pending is None and isinstance(error, AssertionError):
        return Fault(seed, "lost decision", "the game waits for nothing and is not over")
    if state.pending is not None and state.pending[0] != OVER and not state.pending[2]:
        return Fault(seed, "lost decision", f"a {state.pending[0]} decision without options")
    return Fault(seed, "crash", f"{type(error).__name__}: {error}")


def conserved(state: State) -> bool:
    """Whether every card lies in exactly one place, and where it is said to lie."""
    found = [-1] * len(state.where)
    cards = 0
    for place, zone in enumerate(state.zones):
        cards += len(zone)
        for card in zone:
            found[card] = place
    return cards == len(found) and found == state.where


def asked_of_players(ruleset: Ruleset, seed: int, games: int) -> int:
    """How many decisions of the same games were players': counted apart, not under the clock."""
    machine: Machine = ruleset.machine
    asked = 0
    for game in range(seed, seed + games):
        state = ruleset.begin()
        for counter in range(1, MOST_DECISIONS + 1):
            pending = state.pending
            if pending is None or pending[0] == OVER or not pending[2]:
                break
            asked += pending[1] != NATURE
            try:
                accept(machine, state, random_answer(pending, mixed(game, counter)))
            except Exception:  # noqa: BLE001  a fault is counted where the games are counted
                break
    return asked


def copying(ruleset: Ruleset, seed: int) -> float:
    """The median cost of a copy at a decision, in microseconds."""
    machine: Machine = ruleset.machine
    costs: list[float] = []
    for game in range(seed, seed + COPIED_GAMES):
        position = ruleset.start()
        state = position.state
        for counter in range(1, MOST_DECISIONS):
            pending = state.pending
            if pending is None or pending[0] == OVER or not pending[2]:
                break
            begin = perf_counter()
            for _ in range(CLONES):
                position.clone()
            costs.append((perf_counter() - begin) / CLONES)
            try:
                answer(machine, state, random_answer(pending, mixed(game, counter)))
            except Exception:  # noqa: BLE001  a fault is counted where the games are counted
                break
    return median(costs) * 1e6


def loading(
    name: str, options: Mapping[str, str], cards: Sequence[Path], players: int | None = None
) -> float:
    """Seconds a fresh process takes from its start until the ruleset is loaded, best of some."""
    program = (
        "import sys, json\n"
        "from pathlib import Path\n"
        "from oracle.ruleset import load\n"
        "name, said, *cards = sys.argv[1:]\n"
        "load(name, cards=[Path(card) for card in cards], **json.loads(said))\n"
    )
    said = json.dumps({"options": dict(options), "players": players})
    command = [sys.executable, "-c", program, name, said, *map(str, cards)]
    best = float("inf")
    for _ in range(LOADS):
        begin = perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        best = min(best, perf_counter() - begin)
        if done.returncode:
            raise KaijuError(
                f"a fresh process could not load {name}: {done.stderr.strip().splitlines()[-1]}"
            )
    return best
