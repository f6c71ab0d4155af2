"""Making a difference small: the position first, the script then, the trace if all else fails.

The order is: (A) the latest position of the oracle from which the difference can be stood up;
(B) a smaller position, and a shorter script from it; (C) without such a position the trace is
made shorter, and the difference is called history-dependent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Protocol

from attrs import evolve, frozen

from conformance.engines.interface import Trouble
from conformance.engines.rulesets import range_of_players
from conformance.fuzz.comparing import GAME, REPLAY, VIEW, Mismatch
from conformance.fuzz.following import Fill, agree_in_one, follow
from conformance.fuzz.jumps import jumps, plain_answer
from conformance.fuzz.playing import Parted, Probe, stand
from conformance.fuzz.renaming import renamed_probe, renamed_step
from conformance.fuzz.rolls import Script, rolls_dice, with_fewer_faces, without_rerolls
from conformance.fuzz.shadow import Shadow
from conformance.fuzz.simpler import (
    count_cards,
    refreshed,
    renamed,
    renaming,
    seats_in,
    tidied,
    with_plainer_cards,
    with_two_plain_cards,
    with_usual_numbers,
    without_cards,
    without_player,
)
from conformance.fuzz.subject import Beginning, OutOfTime, Subject
from conformance.judge.vector import Step
from conformance.perft.tree import answers
from conformance.protocol.canonical import JsonObject, canonical
from conformance.scenario.fillers import CREATURE, plainest, plainness
from rules_dsl.errors import KaijuError

POSITION = "position"
HISTORY = "history-dependent"
START = "before the first turn"
TRACE = "trace"
UNSTEADY = "not steady"
UNTRIED = "not tried again"
REPLAYED = "replayed"

SEARCH_DEPTH = 6
"""Scripts up to this length are looked for from a small position."""

SEARCH_WIDTH = 600
SEARCH_AGAIN = 200
SEARCH_PLAIN = 40
"""Positions looked at in that search, and from each simpler or plainer position."""

TURNS = ("turn", "reroll")
"""Decisions that come in turns only."""


@frozen
class Shrunk:
    """A difference made small, and what that took."""

    parted: Parted
    label: str
    cards: int
    decisions: int
    cards_before: int
    decisions_before: int
    seconds: float
    messages: int
    is_cut: bool = False
    """Whether the time was up before everything smaller was tried."""
    is_known: bool = False
    """Whether it became, on its way, a difference that was met before."""


class Known(Protocol):
    """What was met before, so that one difference is not made small into another one."""

    def is_met(self, mismatch: Mismatch) -> bool:
        """Whether a difference was met as it stands."""
        ...

    def is_told(self, parted: Parted) -> bool:
        """Whether a difference was met or would be told as one that was told."""
        ...


class Nothing:
    """Nothing was met before."""

    def is_met(self, _: Mismatch) -> bool:
        return False

    def is_told(self, _: Parted) -> bool:
        return False


Smaller = Generator[Parted, None, Parted]
"""Yields each smaller form as it is found, so that the last one stays when time is up."""


class Enough(Exception):
    """Everything was tried that may be tried."""


class MetBefore(Exception):
    """Looked at closely, it is a difference that is known."""


class Shrinker:
    """Makes one difference small; `seconds`, from the first try on, and `tries` are its budget.

    It stops early at a form that was met before, and does not become another difference that is
    known; the forms on the way are in `passed`.
    """

    def __init__(
        self,
        subject: Subject,
        seconds: float = 10.0,
        tries: int = 4_000,
        known: Known | None = None,
    ) -> None:
        self._subject = subject
        self._seconds = seconds
        self._tries = tries
        self._known = known or Nothing()
        self._as_met: Mismatch | None = None
        self._became_known = False
        self.passed: list[Mismatch] = []
        self._deadline: float | None = None
        self._seen: dict[str, Parted | None] = {}
        self._group = ""
        self._alike = ""
        self._is_behind = False
        self._in_step = False

    def shrink(self, parted: Parted) -> Shrunk:
        """A small form, found quickly: cards and steps that can be left out are."""
        self._group = parted.mismatch.group
        self._as_met = parted.mismatch
        self._alike = parted.mismatch.alike if parted.is_behind else ""
        before = evolve(untried(parted), is_cut=False)
        if parted.mismatch.kind == REPLAY:  # step by step there is nothing to see
            return evolve(
                before,
                label=REPLAYED,
            )
        label = UNTRIED

        def smaller() -> Smaller:
            nonlocal label
            label, found = self._first(parted)
            yield found
            if label == POSITION:
                return (yield from self._shrink_position(found))
            if label != UNSTEADY:
                return (yield from self._shrink_trace(found))
            return found

        shrunk = self._within_budget(before, smaller())
        return evolve(shrunk, label=label)

    def deeper(self, shrunk: Shrunk) -> Shrunk:
        """The smallest form that is found within the budget: other scripts are looked for."""
        if shrunk.label != POSITION:
            return shrunk
        self._group = shrunk.parted.mismatch.group
        return self._within_budget(shrunk, self._search_deeper(shrunk.parted))

    def plainer(self, shrunk: Shrunk) -> Shrunk | None:
        """The same shown by two plain cards and perhaps another script, if that can be."""
        if shrunk.label != POSITION or shrunk.parted.probe is not None:
            return None
        self._group = shrunk.parted.mismatch.group
        plainer = self._within_budget(shrunk, self._search_plainer(shrunk.parted))
        return None if plainer.parted is shrunk.parted else plainer

    def is_hidden_in_replay(self, shrunk: Shrunk) -> bool:
        """Whether the engine's replay does not show what its apply shows."""
        small = shrunk.parted
        if shrunk.label in (UNSTEADY, UNTRIED) or small.probe or small.mismatch.group != GAME:
            return False
        if not self._subject.can("replay"):
            return False
        with suppress(OutOfTime), self._subject.until(self._deadline):
            return agree_in_one(self._subject, small.where, small.script)
        return False

    def _within_budget(self, shrunk: Shrunk, smaller: Smaller) -> Shrunk:
        """The last of some forms, each smaller than the one before, as far as time allows."""
        started, messages = time.monotonic(), self._subject.messages
        if self._deadline is None:
            self._deadline = started + self._seconds
        self._seen.clear()
        small, is_cut, is_known = shrunk.parted, shrunk.is_cut, False
        try:
            with self._subject.until(self._deadline):
                for form in smaller:
                    small = form
                    is_known = self._known.is_met(small.mismatch)
                    self.passed.append(small.mismatch)
                    if is_known:
                        break
        except OutOfTime:
            is_cut = True
        except MetBefore:
            is_known = True
        except (Enough, Trouble):  # an engine that does not start any more ends it too
            pass
        return evolve(
            shrunk,
            parted=small,
            cards=count_cards(small.where.setup),
            decisions=len(small.script),
            seconds=shrunk.seconds + time.monotonic() - started,
            messages=shrunk.messages + self._subject.messages - messages,
            is_cut=is_cut,
            is_known=is_known,
        )

    @staticmethod
    def _plainest(parted: Parted) -> list[list[str]]:
        """For each kind and type its cards, the plainest first; creatures are the first kind."""
        cards = parted.where.rules.cards
        found: dict[tuple[str, str | None], list[str]] = {}
        for card in sorted(cards.values(), key=plainness):
            found.setdefault((card.kind, card.choice("type")), []).append(card.id)
        return list(found.values())

    # ---- (A) where to begin

    def _first(self, parted: Parted) -> tuple[str, Parted]:
        label, found = self._begun(parted)
        if label == UNSTEADY and parted.is_behind:
            self._is_behind = True
            self._seen.clear()
            label, found = self._begun(parted)
        if label == UNSTEADY and self._subject.can("replay"):
            self._in_step = True
            self._seen.clear()
            label, found = self._begun(parted)
        return label, found

    def _begun(self, parted: Parted) -> tuple[str, Parted]:
        if self._subject.can("setup"):
            for where, script in jumps(parted):
                found = self._try(where, script, parted.probe)
                if found is not None:
                    return POSITION, found
        self._became_known = False
        again = self._try(parted.where, parted.script, parted.probe)
        if again is None and self._became_known:
            raise MetBefore
        if again is None:
            return UNSTEADY, parted
        if parted.where.setup is not None:
            return POSITION, again
        if not self._subject.can("setup"):
            return TRACE, again
        turns = any(step.kind in TURNS for step in again.script)
        return HISTORY if turns else START, again

    # ---- (B) the position

    def _shrink_position(self, small: Parted) -> Smaller:
        small = yield from self._simplify(small)
        return (yield from self._tidy(small))

    def _simplify(self, small: Parted) -> Smaller:
        plainest = self._plainest(small)
        passes: list[Callable[[JsonObject], Iterator[JsonObject]]] = [
            without_cards,
            lambda setup: with_usual_numbers(setup, small.where.game_name),
            refreshed,
            lambda setup: _two_plain(setup, small),
            lambda setup: with_plainer_cards(setup, plainest),
        ]
        before: Parted | None = None
        while small is not before:
            before = small
            small = yield from self._begin_later(small)
            small = yield from self._play_plainer(small, without_rerolls)
            small = yield from self._play_plainer(small, with_fewer_faces)
            small = yield from self._fewer_players(small)
            for simpler in passes:
                small = yield from self._improve(small, simpler)
            small = yield from self._leave_out(small)
        return small

    def _begin_later(self, small: Parted) -> Smaller:
        """Leave out the turns before the one in which both part, if it shows without them."""
        for where, script in jumps(small):
            if len(script) < len(small.script):
                found = self._try(where, script, small.probe)
                if found is not None:
                    yield found
                    return found
        return small

    def _play_plainer(
        self, small: Parted, plainer: Callable[[Sequence[Step]], Iterator[Script]]
    ) -> Smaller:
        """Take the first plainer script that still shows the difference, again and again."""
        return (
            yield from self._take_simpler(
                small,
                lambda now: (
                    self._try(now.where, script, now.probe) for script in plainer(now.script)
                ),
            )
        )

    def _take_simpler(
        self, small: Parted, tried: Callable[[Parted], Iterator[Parted | None]]
    ) -> Smaller:
        """Take the first of what is tried that still shows the difference, again and again."""
        while True:
            found = next(filter(None, tried(small)), None)
            if found is None:
                return small
            small = found
            yield small

    def _search_deeper(self, small: Parted) -> Smaller:
        """Shorter scripts, and simpler positions that show the difference when played otherwise.

        Not where dice are rolled: there are too many rolls to try, and rolls are made plain.
        """
        found: Parted | None = None if rolls_dice(small.script) else small
        while found is not None:
            found = None
            if len(small.script) > 1:
                found = self._search(small.where, small.probe, len(small.script) - 1, SEARCH_WIDTH)
            if found is None and small.probe is None:
                found = self._play_otherwise(small)
            if found is not None:
                yield found
                small = yield from self._simplify(found)
        return (yield from self._tidy(small))

    def _search_plainer(self, small: Parted) -> Smaller:
        assert small.where.setup is not None
        for simpler in _two_plain(small.where.setup, small):
            where = evolve(small.where, setup=simpler)
            found = self._search(where, None, len(small.script) + 1, SEARCH_PLAIN)
            if found is not None:
                yield found
                return (yield from self._tidy(found))
        return small

    def _fewer_players(self, small: Parted) -> Smaller:
        """Let players leave the table who are not needed, as long as enough are left."""
        left = 0
        while left != len(seats := _seats(small)):
            left = len(seats)
            for seat in reversed(seats):
                found = self._without(small, seat)
                if found is not None:
                    small = found
                    yield small
                    break
        return small

    def _without(self, small: Parted, seat: str) -> Parted | None:
        """The same without a player, if it shows there too."""
        setup, probe = small.where.setup, small.probe
        fewest, _ = range_of_players(small.where.game)
        played = self._subject.hello().plays(small.where.game)
        fewest = max(fewest, played.players[0]) if played and played.players else fewest
        assert setup is not None
        if setup["turn"] == seat or len(_seats(small)) <= fewest:
            return None
        if probe is not None and probe.view == seat:
            return None
        fewer, names = without_player(setup, seat)
        script = [renamed_step(step, names) for step in small.script if step.who != seat]
        where = evolve(small.where, setup=fewer)
        return self._try(where, script, renamed_probe(probe, names))

    def _improve(
        self, small: Parted, simpler: Callable[[JsonObject], Iterator[JsonObject]]
    ) -> Smaller:
        """Take the first simpler position that still shows the difference, again and again."""

        def tried(now: Parted) -> Iterator[Parted | None]:
            assert now.where.setup is not None
            for setup in simpler(now.where.setup):
                yield self._try(evolve(now.where, setup=setup), now.script, now.probe)

        return (yield from self._take_simpler(small, tried))

    def _play_otherwise(self, small: Parted) -> Parted | None:
        """A simpler position that shows the difference only when it is played otherwise."""
        assert small.where.setup is not None
        setup, game = small.where.setup, small.where.game_name
        setups = chain(with_usual_numbers(setup, game), without_cards(setup))
        for setup in setups:
            where = evolve(small.where, setup=setup)
            found = self._search(where, None, len(small.script), SEARCH_AGAIN)
            if found is not None:
                return found
        return None

    def _leave_out(self, small: Parted, fill: Fill | None = None) -> Smaller:
        size = len(small.script) // 2
        while size:
            at = 0
            while at < len(small.script):
                script = small.script[:at] + small.script[at + size :]
                found = self._try(small.where, script, small.probe, fill)
                if found is not None and len(found.script) < len(small.script):
                    small = found
                    yield small
                else:
                    at += size
            size //= 2
        return small

    def _search(
        self, where: Beginning, probe: Probe | None, longest: int, width: int
    ) -> Parted | None:
        """The shortest script from a position that shows the difference, breadth first."""
        if not _is_possible(where):
            return None
        paths: list[tuple[tuple[Step, ...], Shadow]] = [((), stand(where))]
        looked = 0
        while paths:
            script, shadow = paths.pop(0)
            if len(script) >= min(longest, SEARCH_DEPTH) or shadow.is_over:
                continue
            for chosen in answers(shadow.pending):
                looked += 1
                if looked > width:
                    return None
                longer = (*script, shadow.step(shadow.say(chosen)))
                found = self._try(where, longer, probe)
                if found is not None:
                    return found
                after = shadow.clone()
                after.take(chosen)
                paths.append((longer, after))
        return None

    def _tidy(self, small: Parted) -> Smaller:
        """The same with the player at turn as p1, cards counted from #1, nothing needless said."""
        assert small.where.setup is not None
        names = renaming(small.where.setup, small.where.game_name)
        setup = renamed(small.where.setup, names)
        assert isinstance(setup, dict)
        script = [renamed_step(step, names) for step in small.script]
        probe = renamed_probe(small.probe, names)
        found = self._try(
            evolve(small.where, setup=tidied(setup, small.where.game_name)), script, probe
        )
        if found is None:
            return small
        yield found
        return found

    # ---- (C) the trace

    def _shrink_trace(self, small: Parted) -> Smaller:
        small = yield from self._leave_out(small)
        return (yield from self._leave_out(small, plain_answer))

    # ---- trying

    def _try(
        self,
        where: Beginning,
        script: Sequence[Step],
        probe: Probe | None,
        fill: Fill | None = None,
    ) -> Parted | None:
        """The difference, if it shows there too; each question is asked only once."""
        key = canonical(
            [where.setup, [step.do for step in script], probe and [probe.refuse, probe.view]]
        )
        key += "fill" if fill else ""
        if key not in self._seen:
            if len(self._seen) >= self._tries:
                raise Enough
            if self._deadline is not None and time.monotonic() > self._deadline:
                raise OutOfTime  # positions that there cannot be cost time too, and no message
            found = self._follow(where, script, probe, fill)
            same = found is not None and self._is_the_same(found)
            self._seen[key] = found if same else None
        return self._seen[key]

    def _follow(
        self, where: Beginning, script: Sequence[Step], probe: Probe | None, fill: Fill | None
    ) -> Parted | None:
        """Where both part; a script on which they agree is found out by one message."""
        if not _is_possible(where):
            return None
        quick = self._group == GAME and probe is None and len(script) > 1
        quick = quick and self._subject.can("replay") and not self._in_step
        if quick and agree_in_one(self._subject, where, script, fill):
            return None
        return follow(self._subject, where, script, probe, fill, is_behind=self._is_behind)

    def _is_the_same(self, found: Parted) -> bool:
        """Whether it counts as the difference looked for; a leak that showed must go on to."""
        mismatch = found.mismatch
        if self._group == VIEW == mismatch.kind:
            self._group = mismatch.group
        if self._alike and mismatch.alike != self._alike:
            return False  # what was gone past would be found again
        if mismatch.group != self._group:
            return False
        # With many faults a smaller position shows another one, and this one would be lost.
        if self._as_met is None or mismatch.resembles(self._as_met):
            return True
        self._became_known = self._known.is_told(found)
        return not self._became_known


def untried(parted: Parted) -> Shrunk:
    """A difference as it was met, for which there is no time."""
    cards, decisions = _cards_of(parted), len(parted.script)
    now = count_cards(parted.where.setup), decisions
    return Shrunk(parted, UNTRIED, *now, cards, decisions, 0.0, 0, is_cut=True)


def _cards_of(parted: Parted) -> int:
    return count_cards(parted.where.setup) or len(stand(parted.where).position.handles)


def _seats(parted: Parted) -> tuple[str, ...]:
    assert parted.where.setup is not None
    return seats_in(parted.where.setup)


def _is_possible(where: Beginning) -> bool:
    """Whether there is such a position: what was left out may be what the rest stands on."""
    if where.setup is None:
        return True
    try:
        where.rules.setup(where.setup)
    except KaijuError:
        return False
    return True


def _two_plain(setup: JsonObject, parted: Parted) -> Iterator[JsonObject]:
    """Positions with two plain creatures, in a game that has creatures."""
    creatures = [card for card in parted.where.rules.cards.values() if card.kind == CREATURE]
    if creatures:
        yield from with_two_plain_cards(setup, plainest(creatures))
