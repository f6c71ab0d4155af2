"""The differences of a round: each made small in the time there is for it, and told once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence

from attrs import evolve, frozen

from conformance.fuzz.comparing import TIMEOUT, Mismatch
from conformance.fuzz.finding import Finding, finding_of
from conformance.fuzz.playing import Parted
from conformance.fuzz.shrinking import UNSTEADY, Shrinker, Shrunk, untried
from conformance.fuzz.subject import Subject
from conformance.fuzz.telling import blamed
from conformance.fuzz.usual import usual_rules

MOST_SHRUNK = 5
"""Differences of one round that are made small where no time is set; more are only counted."""

SECONDS_UNTIMED = 24.0
"""For one difference where no time is set: so much that it hardly ever matters."""

SECONDS_TIMED = 8.0
"""For one difference where time is set."""

SHARE = 0.5
"""The share of the time that making small may take; the rest is for playing."""

HEAD_START = 4.0
"""Seconds of it that may be used before they are earned."""

A_MOMENT = 0.3
"""Seconds without which it is not worth while to begin."""

MOST_TRIED = 3
"""How often one that becomes another difference is tried again in a round."""

TRIES = 4_000
TRIES_IN_TROUBLE = 60
"""How often an engine that crashes is started again to make the case small."""

TRIES_IN_TIME = 3
"""How often a message that is not answered is tried again at least, as far as there is time."""

NOT_REPLAYED = "; its replay differs from its own apply and does not show it"


Naming = Callable[[Finding, float | None], Finding]
"""Gives a finding the names of misreadings that behave the same, until a deadline."""


class Share:
    """The time that one player may spend on making differences small, and what waits for it."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._began = time.monotonic()
        self._spent = 0.0
        self.waiting: dict[str, _Waiting] = {}
        """By their signatures, differences that are not made small yet."""
        self.explained: set[str] = set()
        """Rules by which cases would have been told that were of a misreading told already."""

    def seconds(self, mismatch: Mismatch, deadline: float | None) -> float:
        """How long a difference may take; 0 when it must wait."""
        least = TRIES_IN_TIME * self._timeout if mismatch.kind == TIMEOUT else 0.0
        if deadline is None:
            return max(SECONDS_UNTIMED, least)
        now = time.monotonic()
        earned = HEAD_START + SHARE * (now - self._began) - self._spent
        if min(earned, deadline - now) < A_MOMENT:
            return 0.0
        return min(max(min(earned, SECONDS_TIMED), least), deadline - now)

    def spend(self, seconds: float) -> None:
        """Count time that was spent."""
        self._spent += seconds


@frozen
class _Waiting:
    parted: Parted
    game: int


class Notes:
    """Takes the differences of a round in; `seen` are signatures, as met and as made smaller."""

    def __init__(
        self,
        subject: Subject,
        seed: int,
        known: Collection[str],
        share: Share,
        deadline: float | None,
        named: Naming = lambda finding, _: finding,
        on_found: Callable[[], None] = lambda: None,
    ) -> None:
        self._subject = subject
        self._seed = seed
        self._known = set(known)
        self._tried: Counter[str] = Counter()
        self._share = share
        self._deadline = deadline
        self._named = named
        self._on_found = on_found
        self._shrunk = 0
        self.differences = 0
        self.troubles = 0
        self.findings: list[Finding] = []
        self.seen: set[str] = set()

    def take(self, parted: Parted, game: int) -> None:
        """Make a difference small, unless one like it is known; it may have to wait."""
        self.differences += 1
        self.troubles += parted.mismatch.is_trouble
        if not self.is_met(parted.mismatch):
            self._share.waiting.setdefault(_seen(parted.mismatch), _Waiting(parted, game))
        self.go_on()

    def go_on(self) -> None:
        """Make small what waits for it, as far as there is time."""
        waiting = self._share.waiting
        while waiting:
            signature = self._most_promising()
            one = waiting[signature]
            seconds = self._share.seconds(one.parted.mismatch, self._deadline)
            if not seconds:
                return
            del waiting[signature]
            if self.is_met(one.parted.mismatch):
                continue
            if self._deadline is None and self._shrunk >= MOST_SHRUNK:
                waiting.clear()
                return
            self._shrink(one, seconds)

    def tell_the_rest(self) -> None:
        """Tell what still waits as it is: the time is up. What may be told already is not."""
        for one in self._share.waiting.values():
            if not self._may_be_told(one.parted.mismatch):
                self._tell(_ordered(untried(one.parted)), one.game)
        self._share.waiting.clear()

    def _most_promising(self) -> str:
        """What waits and cannot be told already, if there is anything; else what waits longest."""
        waiting = self._share.waiting
        for name, one in waiting.items():
            if not self._may_be_told(one.parted.mismatch):
                return name
        return next(iter(waiting))

    def _may_be_told(self, mismatch: Mismatch) -> bool:
        """Whether a difference cites a rule by which another one was told."""
        told = self._known | self._share.explained
        return self.is_met(mismatch) or not told.isdisjoint(mismatch.keys)

    def _shrink(self, one: _Waiting, seconds: float) -> None:
        started = time.monotonic()
        self._shrunk += 1
        is_trouble = one.parted.mismatch.is_trouble
        tries = TRIES_IN_TROUBLE if is_trouble else TRIES
        shrinker = Shrinker(self._subject, seconds, tries, self)
        small = self._small(one.parted, shrinker)
        self._note([one.parted.mismatch, *shrinker.passed])
        if small is not None:
            self._tell(small, one.game, hidden=shrinker.is_hidden_in_replay(small))
        self._share.spend(time.monotonic() - started)

    def _note(self, way: Sequence[Mismatch]) -> None:
        """Remember a difference and what it became, but not what became another on the way."""
        first, last = _seen(way[0]), way[-1]
        self._tried[first] += 1
        seen = {_seen(one) for one in way if one.resembles(last)}
        if self._tried[first] == MOST_TRIED:
            seen.add(first)
        self._known |= seen
        self.seen |= seen

    def _small(self, parted: Parted, shrinker: Shrinker) -> Shrunk | None:
        """A difference made small; None if it is one that is known."""
        shrunk = _ordered(shrinker.shrink(parted))
        if shrunk.parted.mismatch.is_trouble:
            return shrunk
        if shrunk.is_known or shrunk.parted.mismatch.key in self._known:
            return None
        deeper = shrinker.deeper(shrunk)
        shrunk = _ordered(evolve(deeper, is_known=False))
        plainer = shrinker.plainer(shrunk)
        if plainer is not None:
            plainer = _ordered(plainer)
            if plainer.parted.mismatch.rules[0] in shrunk.parted.mismatch.rules:
                return plainer
        return shrunk

    def _tell(self, shrunk: Shrunk, game: int, hidden: bool = False) -> None:
        found = finding_of(shrunk, self._seed, game)
        found = evolve(found, message=found.message + NOT_REPLAYED * hidden)
        if found.key in self._known:
            return
        self.findings.append(found)
        self._on_found()  # whatever happens while it is named, it was found
        named = self._named(found, self._deadline)
        self.findings.pop()
        if named.key not in self._known:
            self.findings.append(named)
            self._known |= named.keys
        else:
            self._share.explained.add(found.key)

    def is_met(self, mismatch: Mismatch) -> bool:
        """Whether a difference was met as it stands."""
        return _seen(mismatch) in self._known

    def is_told(self, parted: Parted) -> bool:
        """Whether a difference was met, or is told already by its first rule."""
        return self.is_met(parted.mismatch) or _with_rules(parted).mismatch.key in self._known


def _seen(mismatch: Mismatch) -> str:
    return f"seen {mismatch.signature}"


def _ordered(shrunk: Shrunk) -> Shrunk:
    """Rules reached seldom first: they tell more about a case than those of every move."""
    parted = shrunk.parted
    return evolve(shrunk, parted=_with_rules(parted, is_steady=shrunk.label != UNSTEADY))


def _with_rules(parted: Parted, is_steady: bool = True) -> Parted:
    parted = blamed(parted) if is_steady else parted
    usual = usual_rules(parted.where)
    rules = sorted(parted.mismatch.rules, key=lambda rule: (usual[rule], rule))
    return evolve(parted, mismatch=evolve(parted.mismatch, rules=tuple(rules)))
