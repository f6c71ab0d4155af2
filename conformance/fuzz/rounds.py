"""Rounds: so many games each, every round on its own, so that any machine gives the same."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from attrs import evolve, field, frozen

from conformance.engines.interface import Trouble
from conformance.fuzz.batched import play_batched
from conformance.fuzz.beginnings import Beginnings
from conformance.fuzz.behind import play
from conformance.fuzz.comparing import of_trouble
from conformance.fuzz.finding import Finding, from_json, to_json
from conformance.fuzz.guide import Guide, Numbers
from conformance.fuzz.misreading import Namer
from conformance.fuzz.notes import Notes, Share
from conformance.fuzz.plan import Plan
from conformance.fuzz.playing import Parted, Played
from conformance.fuzz.subject import OutOfTime, Subject
from conformance.protocol.canonical import JsonObject
from oracle.kernel.driver import mixed

GAMES = 20
"""Games in a round."""

MOST_TROUBLES = 3
"""Games of one round that an engine may end by crashing or hanging; then the round ends too."""

SECONDS_BETWEEN_WORDS = 0.25
"""How often a round says how far it is."""

TIME_IS_UP = 0.05
"""Seconds that are too few for another round."""


@frozen
class Task:
    """One round to play: which games, and what is known already and need not be made small."""

    number: int
    games: int = GAMES
    known: frozenset[str] = frozenset()
    seconds: float | None = None


@frozen(kw_only=True)
class Tally:
    """What was played, and what came of it."""

    games: int = 0
    decisions: int = 0
    messages: int = 0
    differences: int = 0
    skipped: int = 0
    why_skipped: str = ""
    rules: dict[str, int] = field(factory=dict)
    findings: tuple[Finding, ...] = ()


@frozen(kw_only=True)
class Round(Tally):
    """What came of one round."""

    number: int
    seen: frozenset[str] = frozenset()
    """Signatures of differences before they were made small."""

    def to_json(self) -> JsonObject:
        """As plain values, to be sent from one process to another."""
        said = {
            name: getattr(self, name)
            for name in ("number", "games", "decisions", "messages", "differences", "skipped")
        }
        timed = [{**to_json(one), "took": [one.seconds, one.messages]} for one in self.findings]
        return {
            **said,
            "why_skipped": self.why_skipped,
            "rules": self.rules,
            "findings": timed,
            "seen": sorted(self.seen),
        }

    @classmethod
    def from_json(cls, said: JsonObject) -> Round:
        """The round that `to_json` wrote."""
        findings = tuple(
            evolve(from_json(one), seconds=one["took"][0], messages=one["took"][1])
            for one in said["findings"]
        )
        return cls(**{**said, "findings": findings, "seen": frozenset(said["seen"])})


OnWay = Callable[[Round], None]
"""Takes what came of a round that is not over yet."""


class Player:
    """Plays rounds of one plan with one engine."""

    def __init__(self, plan: Plan, subject: Subject) -> None:
        self._plan = plan
        self._subject = subject
        self._beginnings = Beginnings(plan.beginning, subject)
        self._share = Share(plan.timeout)
        self._namer = Namer(plan, subject)

    def play(self, task: Task, on_way: OnWay = lambda _: None) -> Round:
        """One round; stops early when its time is up, and tells what still waits then.

        `on_way` is told now and then what came of it so far, and of each finding at once.
        """
        started = told = time.monotonic()
        reached: Counter[str] = Counter()
        deadline = None if task.seconds is None else started + task.seconds
        if deadline is None:  # then a round must not depend on those before it
            self._subject.hangs_in_replay = False
        notes = Notes(
            *(self._subject, self._plan.seed, task.known, self._share, deadline),
            named=self._namer.named,
            on_found=lambda: on_way(so_far()),
        )
        before = self._subject.messages
        games = decisions = skipped = 0
        why = ""

        def so_far() -> Round:
            return Round(
                number=task.number,
                games=games,
                decisions=decisions,
                messages=self._subject.messages - before,
                differences=notes.differences,
                skipped=skipped,
                why_skipped=why,
                rules=dict(sorted(reached.items())),
                findings=tuple(notes.findings),
                seen=frozenset(notes.seen),
            )

        with self._subject.until(deadline):
            for game in range(task.number * GAMES, task.number * GAMES + task.games):
                if deadline is not None and time.monotonic() > deadline:
                    break
                played = self._game(game, reached)
                games += 1
                decisions += played.decisions
                skipped += bool(played.skipped)
                why = why or played.skipped
                found = len(notes.findings)
                for parted in played.partings:
                    notes.take(parted, game)
                if len(notes.findings) > found or time.monotonic() - told > SECONDS_BETWEEN_WORDS:
                    told = time.monotonic()
                    on_way(so_far())
                if notes.troubles >= MOST_TROUBLES:
                    break
            notes.go_on()
        if deadline is not None and time.monotonic() > deadline - TIME_IS_UP:
            notes.tell_the_rest()
        return so_far()

    def _game(self, game: int, reached: Counter[str]) -> Played:
        numbers = Numbers(mixed(self._plan.seed, game + 1))
        guide = Guide(numbers, reached)
        try:
            where = self._beginnings.draw(numbers)
            if game % 2 and self._subject.can("replay"):
                return play_batched(self._subject, where, guide)
            return play(self._subject, where, guide, numbers)
        except Trouble as trouble:  # it does not even say hello
            where = self._plan.beginning
            return Played(0, (Parted(where, (), of_trouble(trouble)),))
        except OutOfTime:  # in one message there is nothing that could be compared so far
            return Played(0)
