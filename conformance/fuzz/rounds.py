"""Rounds: so many games each, every round on its own, so that any machine gives the same."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import cache

from attrs import evolve, field, frozen

from conformance.engines.connect import connect
from conformance.engines.exec import Limits
from conformance.engines.interface import Trouble
from conformance.engines.rulesets import ruleset
from conformance.fuzz.beginnings import Beginnings
from conformance.fuzz.comparing import Mismatch, of_trouble
from conformance.fuzz.finding import Finding, finding_of, from_json, to_json
from conformance.fuzz.following import play_batched
from conformance.fuzz.guide import Guide, Numbers
from conformance.fuzz.playing import LONGEST, Parted, Played, play
from conformance.fuzz.shadow import Shadow
from conformance.fuzz.shrinking import UNSTEADY, Shrinker, Shrunk
from conformance.fuzz.subject import Beginning, Subject
from conformance.fuzz.telling import blamed
from conformance.protocol.canonical import JsonObject
from oracle.kernel.driver import mixed, random_answer

GAMES = 20
"""Games in a round."""

MOST_SHRUNK = 5
"""Differences of one round that are made small; more are only counted."""

MOST_TROUBLES = 3
"""Games of one round that an engine may end by crashing or hanging; then the round ends too."""

SECONDS_TO_SHRINK = 8.0
TRIES_IN_TROUBLE = 60
"""How often an engine that crashes is started again to make the case small."""

SECONDS_BETWEEN_WORDS = 0.25
"""How often a round says how far it is."""

USUAL_GAMES = 60

NOT_REPLAYED = "; its replay differs from its own apply and does not show it"


@frozen
class Plan:
    """What is fuzzed, and how: equal plans give equal findings."""

    engine: str
    game: str
    seed: int = 1
    options: dict[str, str] = field(factory=dict)
    cards: tuple[str, ...] = ()
    timeout: float = 5.0
    players: int | None = None
    """How many play each game; without it any number that ruleset and engine allow."""
    in_step: bool = False
    """Whether every game is played in step, even with an engine that replays whole games."""

    @property
    def beginning(self) -> Beginning:
        """The start of a game."""
        return Beginning(self.game, None, self.options, self.cards, self.players)

    def subject(self) -> Subject:
        """The engine, not yet started."""
        return Subject(connect(self.engine, Limits(seconds=self.timeout)), not self.in_step)


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

    def play(self, task: Task, on_way: OnWay = lambda _: None) -> Round:
        """One round; stops early when its time is up.

        `on_way` is told now and then what came of it so far, and of each finding at once.
        """
        started = told = time.monotonic()
        reached: Counter[str] = Counter()
        notes = _Notes(task, self._plan)
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

        for game in range(task.number * GAMES, task.number * GAMES + task.games):
            if task.seconds is not None and time.monotonic() - started > task.seconds:
                break
            played = self._game(game, reached)
            games += 1
            decisions += played.decisions
            skipped += bool(played.skipped)
            why = why or played.skipped
            found = len(notes.findings)
            if played.parted is not None:
                left = None if task.seconds is None else task.seconds + started - time.monotonic()
                notes.take(played.parted, self._shrinker(played.parted.mismatch, left), game)
                if notes.troubles >= MOST_TROUBLES:
                    break
            if len(notes.findings) > found or time.monotonic() - told > SECONDS_BETWEEN_WORDS:
                told = time.monotonic()
                on_way(so_far())
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
            return Played(0, Parted(where, (), of_trouble(trouble)))

    def _shrinker(self, mismatch: Mismatch, left: float | None) -> Shrinker:
        """Has a few seconds even when the time of the campaign is nearly up."""
        seconds = SECONDS_TO_SHRINK if left is None else min(SECONDS_TO_SHRINK, max(left, 2.0))
        if mismatch.kind == "timeout":
            seconds = max(seconds, 3 * self._plan.timeout)
        if mismatch.is_trouble:
            return Shrinker(self._subject, seconds, TRIES_IN_TROUBLE)
        return Shrinker(self._subject, seconds)


class _Notes:
    """The differences of a round, each told once."""

    def __init__(self, task: Task, plan: Plan) -> None:
        self._known = set(task.known)
        self._plan = plan
        self._shrunk = 0
        self.differences = 0
        self.troubles = 0
        self.findings: list[Finding] = []
        self.seen: set[str] = set()

    def take(self, parted: Parted, shrinker: Shrinker, game: int) -> None:
        """Make a difference small, unless one like it is known."""
        self.differences += 1
        self.troubles += parted.mismatch.is_trouble
        signature = f"seen {parted.mismatch.signature}"
        if signature in self._known or self._shrunk >= MOST_SHRUNK:
            return
        self._known.add(signature)
        self.seen.add(signature)
        self._shrunk += 1
        shrunk = self._ordered(shrinker.shrink(parted))
        if shrunk.parted.mismatch.is_trouble:
            self._tell(shrunk, shrinker, game)
            return
        if shrunk.parted.mismatch.key in self._known:
            return
        shrunk = self._ordered(shrinker.deeper(shrunk))
        plainer = shrinker.plainer(shrunk)
        if plainer is not None:
            plainer = self._ordered(plainer)
            if plainer.parted.mismatch.rules[0] in shrunk.parted.mismatch.rules:
                shrunk = plainer
        self._tell(shrunk, shrinker, game)

    def _tell(self, shrunk: Shrunk, shrinker: Shrinker, game: int) -> None:
        key = shrunk.parted.mismatch.key
        if key not in self._known:
            self._known.add(key)
            found = finding_of(shrunk, self._plan.seed, game)
            if shrinker.is_hidden_in_replay(shrunk):
                found = evolve(found, message=found.message + NOT_REPLAYED)
            self.findings.append(found)

    def _ordered(self, shrunk: Shrunk) -> Shrunk:
        """Rules reached seldom first: they tell more about a case than those of every move."""
        parted = shrunk.parted if shrunk.label == UNSTEADY else blamed(shrunk.parted)
        mismatch = parted.mismatch
        options = tuple(sorted(self._plan.options.items()))
        players = parted.where.number
        usual = usual_rules(self._plan.game, options, self._plan.cards, players)
        rules = sorted(mismatch.rules, key=lambda rule: (usual[rule], rule))
        return evolve(shrunk, parted=evolve(parted, mismatch=evolve(mismatch, rules=tuple(rules))))


@cache
def usual_rules(
    game: str,
    options: tuple[tuple[str, str], ...],
    cards: tuple[str, ...],
    players: int | None = None,
) -> Counter[str]:
    """How often the oracle cites each rule in some games of its own."""
    counted: Counter[str] = Counter()
    rules = ruleset(game, dict(options), cards, players=players)
    for seed in range(USUAL_GAMES):
        numbers = Numbers(mixed(seed, 0))
        shadow = Shadow(rules.start())
        while not shadow.is_over and shadow.decisions < LONGEST:
            counted.update(shadow.cited)
            shadow.take(random_answer(shadow.pending, numbers.next()))
        counted.update(shadow.cited)
    return counted
