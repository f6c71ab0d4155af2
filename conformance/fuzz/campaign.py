"""Campaigns: rounds played here, in processes of their own or on a cluster, told in one order."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Protocol

from attrs import evolve, frozen

from conformance.fuzz.finding import Finding
from conformance.fuzz.plan import Plan
from conformance.fuzz.rounds import GAMES, OnWay, Player, Round, Tally, Task
from rules_dsl.errors import KaijuError

WINDOW = 8
"""A round knows what the rounds up to this many before it have found, however many run at once:
so the same campaign gives the same findings with any number of jobs."""


@frozen
class Budget:
    """When a campaign ends: after so many games, so much time, so many findings."""

    seconds: float | None = None
    games: int | None = None
    findings: int | None = None


@frozen(kw_only=True)
class Figures(Tally):
    """What a campaign has done so far."""

    seconds: float = 0.0


class Deserted(KaijuError):
    """Nobody is left to play, and the time to wait for somebody is over."""


class Crew(Protocol):
    """Whoever plays rounds: at most `size` at once."""

    size: int
    on_way: OnWay

    def start(self, task: Task) -> None:
        """Begin a round."""
        ...

    def finished(self) -> Round:
        """The next round that is done."""
        ...

    def close(self) -> None:
        """End everything that was started."""
        ...


class Alone:
    """Plays one round at a time in this process."""

    size = 1

    def __init__(self, plan: Plan) -> None:
        self._subject = plan.subject()
        self._player = Player(plan, self._subject)
        self._task: Task | None = None
        self.on_way: OnWay = lambda _: None

    def start(self, task: Task) -> None:
        self._task = task

    def finished(self) -> Round:
        assert self._task is not None
        return self._player.play(self._task, self.on_way)

    def close(self) -> None:
        self._subject.close()


class Campaign:
    """Hands out rounds and takes them in by their numbers."""

    def __init__(self, crew: Crew, budget: Budget, on_way: Callable[[Figures], None]) -> None:
        self._crew = crew
        self._crew.on_way = self._on_its_way
        self._budget = budget
        self._tell = on_way
        self._under_way: dict[int, Round] = {}
        self._started = time.monotonic()
        self._done: dict[int, Round] = {}
        self._given = 0
        self._taken = 0
        self._known: list[frozenset[str]] = []
        self._told: set[str] = set()
        self._rules: Counter[str] = Counter()
        self._figures = Figures()

    @property
    def figures(self) -> Figures:
        """What was done so far."""
        return self._figures

    def findings(self) -> Iterator[Finding]:
        """Every finding once, in the order of the games; the campaign runs as they are read."""
        running = 0
        while True:
            while running < self._crew.size and self._may_give():
                self._crew.start(self._next_task())
                running += 1
            if not running:
                return
            found = self._crew.finished()
            running -= 1
            self._under_way.pop(found.number, None)
            self._done[found.number] = found
            while self._taken in self._done:
                yield from self._take_in(self._done.pop(self._taken))
                if self._enough_findings():
                    return

    def stop(self) -> None:
        """Count what came of the rounds that are not over yet, or not in turn; end with that."""
        left = {**self._under_way, **self._done}
        self._under_way, self._done = {}, {}
        for number in sorted(left):
            list(self._take_in(left[number]))

    def _on_its_way(self, far: Round) -> None:
        self._under_way[far.number] = far
        self._say_how_far()

    def _say_how_far(self) -> None:
        """Tell what was done so far, with the rounds that are not over yet."""
        rounds = [*self._under_way.values(), *self._done.values()]
        fresh = {one.key: one for far in rounds for one in far.findings}
        new = tuple(one for key, one in fresh.items() if key not in self._told)
        figures = self._figures
        self._tell(
            evolve(
                figures,
                games=figures.games + sum(far.games for far in rounds),
                decisions=figures.decisions + sum(far.decisions for far in rounds),
                findings=(*figures.findings, *new),
            )
        )

    def _may_give(self) -> bool:
        budget = self._budget
        if self._given >= self._taken + WINDOW or self._enough_findings():
            return False
        if budget.seconds is not None and self._left() <= 0:
            return False
        return budget.games is None or self._given * GAMES < budget.games

    def _left(self) -> float:
        assert self._budget.seconds is not None
        return self._budget.seconds - (time.monotonic() - self._started)

    def _enough_findings(self) -> bool:
        enough = self._budget.findings
        return enough is not None and len(self._figures.findings) >= enough

    def _next_task(self) -> Task:
        number = self._given
        self._given += 1
        games = GAMES
        if self._budget.games is not None:
            games = min(GAMES, self._budget.games - number * GAMES)
        known = self._known[number - WINDOW] if number >= WINDOW else frozenset()
        seconds = None if self._budget.seconds is None else self._left()
        return Task(number, games, known, seconds)

    def _take_in(self, found: Round) -> Iterator[Finding]:
        self._taken += 1
        fresh = []
        for finding in found.findings:
            if finding.key not in self._told:
                self._told |= finding.keys
                fresh.append(finding)
        before = self._known[-1] if self._known else frozenset()
        keys = {key for one in found.findings for key in one.keys}
        self._known.append(before | found.seen | keys)
        self._rules.update(found.rules)
        was = self._figures
        if self._budget.findings is not None:
            fresh = fresh[: self._budget.findings - len(was.findings)]
        self._figures = Figures(
            games=was.games + found.games,
            decisions=was.decisions + found.decisions,
            messages=was.messages + found.messages,
            differences=was.differences + found.differences,
            skipped=was.skipped + found.skipped,
            why_skipped=was.why_skipped or found.why_skipped,
            rules=dict(self._rules),
            findings=(*was.findings, *fresh),
            seconds=time.monotonic() - self._started,
        )
        self._say_how_far()
        yield from fresh
